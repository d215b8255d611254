import { IconPlaylistAdd } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { LinkList } from '../../../../ui/page/link-list.tsx';
import { EmptyState } from '../../../../ui/state/states.tsx';
import classes from '../tab-tools.module.css';
import type { Course } from '../course.ts';
import { laterOver } from '../../../../lib/page/later.tsx';

const AssignDialog = laterOver(() => import('./assign-dialog.tsx'));

interface Props {
  course: Course;
  what: 'groups' | 'programs';
}

/** The groups or programs of a course, with the way to choose them for whoever edits it. */
export function CourseAssigned({ course, what }: Props) {
  const t = useTranslations(`courses.${what}`);
  const [choosing, setChoosing] = useState(false);
  const items = course[what];
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
      {items.length > 0 && choose && <div className={`${classes.tools} fills`}>{choose}</div>}
      <LinkList
        items={items.map((one) => ({ ...one, to: `${path}/${one.id}` }))}
        empty={<EmptyState title={t('empty')} text={choose && t('empty_text')} action={choose} />}
      />
      {choosing && <AssignDialog course={course} what={what} onClose={() => setChoosing(false)} />}
    </>
  );
}
