import { updateCourse } from '#contract/learning/courses';
import { listPrograms } from '#contract/learning/programs';
import { listGroups } from '#contract/people/groups';
import { useTranslations } from 'use-intl';
import AssignDialog from '../../../../ui/form/assign-dialog.tsx';
import type { Course } from '../course.ts';

const WHAT = {
  groups: { field: 'group_ids', list: listGroups },
  programs: { field: 'program_ids', list: listPrograms },
} as const;

interface Props {
  course: Course;
  what: keyof typeof WHAT;
  onClose: () => void;
}

/** Chooses the groups or programs of a course. */
export default function CourseAssignDialog({ course, what, onClose }: Props) {
  const t = useTranslations('courses');
  return (
    <AssignDialog
      title={t(`${what}.choose`)}
      label={t(`tabs.${what}`)}
      description={t(`${what}.hint`)}
      to={{ object_model: 'course', object_id: course.id, name: course.name }}
      endpoint={updateCourse}
      {...WHAT[what]}
      assigned={course[what]}
      dueHint={what === 'groups' && t('due.added_hint')}
      onClose={onClose}
    />
  );
}
