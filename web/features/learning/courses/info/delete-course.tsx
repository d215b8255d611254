import { deleteCourse } from '#contract/learning/courses';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { useLeave } from '../../../../lib/page/leave.ts';
import { useRemovedToast } from '../../../../lib/api/removal.ts';
import { useMay } from '../../../../lib/session/session.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import type { Course } from '../course.ts';

/** Deletes a course after a question that says who loses it, for whoever may. */
export function DeleteCourse({ course: { id, name, published, students } }: { course: Course }) {
  const t = useTranslations('courses');
  const common = useTranslations('common');
  const leave = useLeave();
  const removed = useRemovedToast();
  const [asking, setAsking] = useState(false);
  const remove = useAction(deleteCourse, {
    onDone: () => {
      void removed(t('deleted', { name }), { object_model: 'course', object_id: id, name });
      leave('/course');
    },
  });
  if (!useMay()('deleteCourse')) return null;
  return (
    <>
      <Button
        variant="subtle"
        color="brick"
        leftSection={<IconTrash size={18} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {common('delete')}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={t('delete_title')}
        text={t('delete_text', { name, count: published ? (students ?? 0) : 0 })}
        confirmLabel={common('delete')}
        danger
        busy={remove.busy}
        onConfirm={() => void remove.run({ params: { id }, quiet: true })}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
