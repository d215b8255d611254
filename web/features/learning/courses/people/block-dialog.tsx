import { blockUser, unblockUser } from '#contract/learning/courses/blocking';
import { useTranslations } from 'use-intl';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { nameOf } from './people-list.tsx';

interface Props {
  course: { id: number; name: string };
  student: { id: number; first_name: string; last_name: string };
  /** Keep them out, or let them in again. */
  blocked: boolean;
  onClose: () => void;
}

/** Asks before a student is kept out of a course or let in again, and says what it means to them. */
export function BlockDialog({ course, student, blocked, onClose }: Props) {
  const t = useTranslations('courses.block');
  const words = { name: nameOf(student), course: course.name };
  const done = () => {
    showSuccess(t(blocked ? 'blocked' : 'unblocked', words));
    onClose();
  };
  const block = useAction(blockUser, { onDone: done });
  const unblock = useAction(unblockUser, { onDone: done });
  const { id } = course;
  return (
    <ConfirmDialog
      opened
      title={t(blocked ? 'block_title' : 'unblock_title')}
      text={t(blocked ? 'block_text' : 'unblock_text', words)}
      confirmLabel={t(blocked ? 'block' : 'unblock')}
      danger={blocked}
      busy={block.busy || unblock.busy}
      onConfirm={() =>
        void (blocked
          ? block.run({ params: { id }, body: { user_pk: student.id } })
          : unblock.run({ params: { id, user_id: student.id } }))
      }
      onCancel={onClose}
    />
  );
}
