import { USER_TYPES } from '#contract/access';
import { getCourse, listCourses } from '#contract/learning/courses';
import { getGroup, listGroups } from '#contract/people/groups';
import { getProgram, listPrograms } from '#contract/learning/programs';
import { listPositions, listSubdivisions, type listUsers, USER_STATUSES } from '#contract/people/users';
import { useTranslations } from 'use-intl';
import type { AnyEndpoint } from '../../../../lib/api/api.ts';
import type { ListState } from '../../../../lib/form/list-state.ts';
import { SearchSelect } from '../../../../ui/form/search-select.tsx';
import { FilterSelect } from '../../../../ui/filter/filter-fields.tsx';
import { FilterThing } from '../../../../ui/filter/filter-thing.tsx';
import { ListFilters } from '../../../../ui/filter/list-filters.tsx';

type List = ListState<typeof listUsers>;

const FILTERS = [
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

export const activeFilters = (list: List) => FILTERS.filter((name) => list.filter(name) !== '').length;

/** The filters of the users list. */
export function UserListFilters({ list, count }: { list: List; count: number | undefined }) {
  return (
    <ListFilters active={activeFilters(list)} count={count} onClear={() => list.clearFilters(FILTERS)}>
      {(hideLabel) => <Fields list={list} hideLabel={hideLabel} />}
    </ListFilters>
  );
}

function Fields({ list, hideLabel }: { list: List; hideLabel: boolean }) {
  const t = useTranslations();
  const named = { list, hideLabel };
  const thing = (name: 'group' | 'course' | 'program') => ({
    ...named,
    name,
    label: t(`users.list.${name}`),
    placeholder: t(`users.list.any_${name}`),
  });
  return (
    <>
      <FilterSelect
        {...named}
        name="user_type"
        label={t('users.role')}
        any={t('users.all_roles')}
        choices={USER_TYPES.filter((one) => one !== 'owner').map((one) => ({
          value: one,
          label: t(`common.roles.${one}`),
        }))}
      />
      <FilterSelect
        {...named}
        name="can_act_as"
        label={t('users.list.can_act_as')}
        any={t('users.list.any_ability')}
        choices={USER_TYPES.filter((one) => one !== 'owner').map((one) => ({
          value: one,
          label: t(`common.roles.${one}`),
        }))}
      />
      <FilterSelect
        {...named}
        name="status"
        label={t('users.status')}
        any={t('users.list.any_status')}
        choices={USER_STATUSES.map((one) => ({ value: one, label: t(`users.statuses.${one}`) }))}
      />
      <FilterSelect
        {...named}
        name="second_factor"
        label={t('users.second_factor.label')}
        any={t('users.second_factor.any')}
        choices={[
          { value: 'true', label: t('users.second_factor.with') },
          { value: 'false', label: t('users.second_factor.without') },
        ]}
      />
      <PlaceFilter {...named} name="subdivision" endpoint={listSubdivisions} label={t('users.subdivision')} />
      <PlaceFilter {...named} name="position" endpoint={listPositions} label={t('users.position')} />
      <FilterThing {...thing('group')} endpoint={listGroups} one={getGroup} />
      <FilterThing {...thing('course')} endpoint={listCourses} one={getCourse} />
      <FilterThing {...thing('program')} endpoint={listPrograms} one={getProgram} />
    </>
  );
}

interface FilterProps {
  list: List;
  hideLabel: boolean;
  /** A list endpoint with `search`. */
  endpoint: AnyEndpoint;
}

function PlaceFilter({
  list,
  name,
  ...props
}: FilterProps & { name: 'position' | 'subdivision'; label: string }) {
  const t = useTranslations('users.list');
  const value = list.filter(name);
  return (
    <SearchSelect
      {...props}
      placeholder={t(`any_${name}`)}
      toOption={(row: { name: string }) => ({ value: row.name, label: row.name })}
      known={value ? { value, label: value } : undefined}
      value={value}
      onChange={(next) => list.setFilter(name, next)}
    />
  );
}
