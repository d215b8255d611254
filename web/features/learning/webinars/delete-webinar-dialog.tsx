import { deleteWebinar } from '#contract/learning/webinars';
import { useTranslations } from 'use-intl';
import { useLeave } from '../../../lib/page/leave.ts';
import { useRemovedToast } from '../../../lib/api/removal.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';

interface Props {
  webinar: { id: number; name: string };
  /** Where to go from the webinar's own page. */
  leavesTo?: string;
  onClose: () => void;
}

export function DeleteWebinarDialog({ webinar: { id, name }, leavesTo, onClose }: Props) {
  const t = useTranslations();
  const leave = useLeave();
  const removed = useRemovedToast();
  const remove = useAction(deleteWebinar, {
    onDone: () => {
      const text = t('webinars.delete.done', { name });
      void removed(text, { object_model: 'webinar', object_id: id, name });
      if (leavesTo) leave(leavesTo);
      else onClose();
    },
  });
  return (
    <ConfirmDialog
      opened
      title={t('webinars.delete.title')}
      text={t('webinars.delete.text', { name })}
      confirmLabel={t('common.delete')}
      danger
      busy={remove.busy}
      onConfirm={() => void remove.run({ params: { id }, quiet: leavesTo !== undefined })}
      onCancel={onClose}
    />
  );
}
