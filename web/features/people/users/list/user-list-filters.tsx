import { USER_TYPES } from '#contract/access';
import { getCourse, listCourses } from '#contract/learning/courses';
import { getGroup, listGroups } from '#contract/people/groups';
import { getProgram, listPrograms } from '#contract/learning/programs';
import { listPositions, listSubdivisions, USER_STATUSES } from '#contract/people/users';
import { useTranslations } from 'use-intl';
import { FilterSelect } from '../../../../ui/filter/filter-select.tsx';
import { FilterThing } from '../../../../ui/filter/filter-thing.tsx';
import { FilterWord } from '../../../../ui/filter/filter-word.tsx';

export const FILTERS = [
  'user_type',
  'can_act_as',
  'status',
  'second_factor',
  'subdivision',
  'position',
  'group',
  'course',
  'program',
] as const;

/** The filters of the users list. */
export function UserListFilters() {
  const t = useTranslations();
  const thing = (name: 'group' | 'course' | 'program') => ({
    name,
    label: t(`users.list.${name}`),
    placeholder: t(`users.list.any_${name}`),
  });
  return (
    <>
      <FilterSelect
        name="user_type"
        label={t('users.role')}
        any={t('users.all_roles')}
        choices={USER_TYPES.filter((one) => one !== 'owner').map((one) => ({
          value: one,
          label: t(`common.roles.${one}`),
        }))}
      />
      <FilterSelect
        name="can_act_as"
        label={t('users.list.can_act_as')}
        any={t('users.list.any_ability')}
        choices={USER_TYPES.filter((one) => one !== 'owner').map((one) => ({
          value: one,
          label: t(`common.roles.${one}`),
        }))}
      />
      <FilterSelect
        name="status"
        label={t('users.status')}
        any={t('users.list.any_status')}
        choices={USER_STATUSES.map((one) => ({
          value: one,
          // Those with a sheet are among them.
          label: t(one === 'not_activated' ? 'users.waiting' : `users.statuses.${one}`),
        }))}
      />
      <FilterSelect
        name="second_factor"
        label={t('users.second_factor.label')}
        any={t('users.second_factor.any')}
        choices={[
          { value: 'true', label: t('users.second_factor.with') },
          { value: 'false', label: t('users.second_factor.without') },
        ]}
      />
      <FilterWord
        name="subdivision"
        endpoint={listSubdivisions}
        label={t('users.subdivision')}
        placeholder={t('users.list.any_subdivision')}
      />
      <FilterWord
        name="position"
        endpoint={listPositions}
        label={t('users.position')}
        placeholder={t('users.list.any_position')}
      />
      <FilterThing {...thing('group')} endpoint={listGroups} one={getGroup} />
      <FilterThing {...thing('course')} endpoint={listCourses} one={getCourse} />
      <FilterThing {...thing('program')} endpoint={listPrograms} one={getProgram} />
    </>
  );
}
