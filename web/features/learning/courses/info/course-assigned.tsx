import { IconCalendarDue } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { laterOver } from '../../../../lib/page/later.tsx';
import { dateText } from '../../../../lib/words/dates.ts';
import { Button } from '../../../../ui/control/button/button.tsx';
import { AssignedList } from '../../../../ui/page/assigned-list.tsx';
import type { Course } from '../course.ts';

const DueDialog = laterOver(() => import('../people/due-dialog.tsx'));
const CourseAssignDialog = laterOver(() => import('../people/course-assign-dialog.tsx'));

const PATHS = { groups: '/group', programs: '/program' } as const;

interface Item {
  id: number;
  name: string;
  due_on?: string | null;
  due_after_days?: number | null;
}

interface Props {
  course: Course;
  what: keyof typeof PATHS;
}

/** The groups or programs of a course, with the way to choose them for whoever edits it. */
export function CourseAssigned({ course, what }: Props) {
  const t = useTranslations('courses');
  const [dating, setDating] = useState(false);
  const items: readonly Item[] = course[what];
  const dueOf = ({ due_on = null, due_after_days = null }: Item): string =>
    due_on !== null
      ? t('due.by_day', { date: dateText(`${due_on}T12:00:00`) })
      : due_after_days !== null
        ? t('due.by_days', { days: due_after_days })
        : '';
  return (
    <>
      <AssignedList
        items={items.map((one) => ({
          id: one.id,
          name: one.name,
          description: dueOf(one),
          to: `${PATHS[what]}/${one.id}`,
        }))}
        empty={t(`${what}.empty`)}
        emptyText={t(`${what}.empty_text`)}
        label={t(`${what}.choose`)}
        assign={
          course.may_edit
            ? (onClose) => <CourseAssignDialog course={course} what={what} onClose={onClose} />
            : null
        }
        tool={
          what === 'groups' && (
            <Button
              variant="default"
              leftSection={<IconCalendarDue size={18} aria-hidden />}
              onClick={() => setDating(true)}
            >
              {t('due.action')}
            </Button>
          )
        }
      />
      {dating && <DueDialog course={course} onClose={() => setDating(false)} />}
    </>
  );
}
