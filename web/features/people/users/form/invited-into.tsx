import { assignableTo, type Reach, reachOf, type UserType } from '#contract/access';
import { listCourses } from '#contract/learning/courses';
import { listGroups } from '#contract/people/groups';
import { useTranslations } from 'use-intl';
import { NativeSelect } from '../../../../ui/control/field/native-select.tsx';
import { useProfile } from '../../../../lib/session/session.ts';
import type { FieldError, Form } from '../../../../lib/form/use-form.ts';
import { Picker } from '../../../../ui/form/picker.tsx';
import { type ProgramGroup, ProgramGroupFields } from '../bulk/bulk-program-group.tsx';

/** What somebody is invited into. */
export interface InvitedPlaces {
  user_type: UserType;
  group_ids: number[];
  course_ids: number[];
  joins: ProgramGroup;
}

interface Named {
  id: number;
  name: string;
}

const optionOf = ({ id, name }: Named) => ({ id, label: name });

/** At first: a student, of the course whose page it was asked for on. */
export const placesIn = (course: Named | undefined): InvitedPlaces => ({
  user_type: 'student',
  group_ids: [],
  course_ids: course ? [course.id] : [],
  joins: { program: '', group: '' },
});

/** As the call takes them. */
export const placesOf = ({ user_type, group_ids, course_ids, joins: { program, group } }: InvitedPlaces) => ({
  user_type,
  course_ids,
  group_ids: [...new Set([...group_ids, ...(group ? [Number(group)] : [])])],
  program_ids: program ? [Number(program)] : [],
});

/** Who reaches a part of the company only would lose sight of somebody without a place in it. */
export function brokenPlaces(
  { joins, group_ids, course_ids }: InvitedPlaces,
  reach: Reach | null,
): Record<string, FieldError> {
  if (joins.program && !joins.group) return { program_ids: { code: 'program_group_required' } };
  if (reach === 'company' || joins.program || group_ids.length + course_ids.length > 0) return {};
  return { [reach === 'course' ? 'course_ids' : 'group_ids']: { code: 'required' } };
}

interface Props<V extends InvitedPlaces> {
  form: Form<V>;
  course: Named | undefined;
}

/** The fields of role, groups, courses and a program. */
export function InvitedInto<V extends InvitedPlaces>({ form, course }: Props<V>) {
  const t = useTranslations();
  const { type_user } = useProfile().current_login_info;
  const reach = reachOf('inviteUser', type_user);
  const roles = assignableTo(type_user).filter((one) => one !== 'owner');
  // Paths of the type parameter are not known to be those of what it extends.
  const { field, set, errorAt, values } = form as unknown as Form<InvitedPlaces>;
  return (
    <>
      <NativeSelect
        label={t('users.role')}
        {...field('user_type')}
        data={roles.toReversed().map((one) => ({ value: one, label: t(`common.roles.${one}`) }))}
      />
      {reach !== 'course' && (
        <Picker
          endpoint={listGroups}
          toOption={optionOf}
          label={t('users.invite.groups')}
          maxValues={100}
          {...field('group_ids')}
        />
      )}
      <Picker
        endpoint={listCourses}
        toOption={optionOf}
        label={t('users.invite.courses')}
        known={course ? [optionOf(course)] : []}
        maxValues={100}
        {...field('course_ids')}
      />
      {reach !== 'course' && (
        <ProgramGroupFields
          value={values.joins}
          onChange={(joins) => set('joins', joins)}
          error={errorAt('program_ids')}
        />
      )}
    </>
  );
}
