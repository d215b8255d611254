import { IconCalendarDue, IconPlaylistAdd } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { LinkList } from '../../../../ui/page/link-list.tsx';
import { EmptyState } from '../../../../ui/state/states.tsx';
import classes from '../tab-tools.module.css';
import type { Course } from '../course.ts';
import { dateText } from '../../../../lib/words/dates.ts';
import { laterOver } from '../../../../lib/page/later.tsx';

const AssignDialog = laterOver(() => import('./assign-dialog.tsx'));
const DueDialog = laterOver(() => import('../people/due-dialog.tsx'));

interface Item {
  id: number;
  name: string;
  due_on?: string | null;
  due_after_days?: number | null;
}

interface Props {
  course: Course;
  what: 'groups' | 'programs';
}

/** The groups or programs of a course, with the way to choose them for whoever edits it. */
export function CourseAssigned({ course, what }: Props) {
  const t = useTranslations(`courses.${what}`);
  const due = useTranslations('courses.due');
  const [choosing, setChoosing] = useState(false);
  const [dating, setDating] = useState(false);
  const items: readonly Item[] = course[what];
  const dueOf = ({ due_on = null, due_after_days = null }: Item): string =>
    due_on !== null
      ? due('by_day', { date: dateText(`${due_on}T12:00:00`) })
      : due_after_days !== null
        ? due('by_days', { days: due_after_days })
        : '';
  const path = what === 'groups' ? '/group' : '/program';
  const choose = course.may_edit && (
    <Button
      variant="default"
      leftSection={<IconPlaylistAdd size={18} aria-hidden />}
      onClick={() => setChoosing(true)}
    >
      {t('choose')}
    </Button>
  );
  return (
    <>
      {items.length > 0 && choose && (
        <div className={`${classes.tools} fills`}>
          {what === 'groups' && (
            <Button
              variant="default"
              leftSection={<IconCalendarDue size={18} aria-hidden />}
              onClick={() => setDating(true)}
            >
              {due('action')}
            </Button>
          )}
          {choose}
        </div>
      )}
      <LinkList
        items={items.map((one) => ({ ...one, description: dueOf(one), to: `${path}/${one.id}` }))}
        empty={<EmptyState title={t('empty')} text={choose && t('empty_text')} action={choose} />}
      />
      {dating && <DueDialog course={course} onClose={() => setDating(false)} />}
      {choosing && <AssignDialog course={course} what={what} onClose={() => setChoosing(false)} />}
    </>
  );
}
