import { deleteWebinar } from '#contract/webinars';
import { useTranslations } from 'use-intl';
import { showSuccess } from '../../lib/toasts.ts';
import { useAction } from '../../lib/use-action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface Props {
  webinar: { id: number; name: string };
  onDeleted: () => void;
  onClose: () => void;
}

export function DeleteWebinarDialog({ webinar: { id, name }, onDeleted, onClose }: Props) {
  const t = useTranslations();
  const remove = useAction(deleteWebinar, {
    onDone: () => {
      showSuccess(t('webinars.delete.done', { name }));
      onDeleted();
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
      onConfirm={() => void remove.run({ params: { id } })}
      onCancel={onClose}
    />
  );
}
