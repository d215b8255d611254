import { deleteProgram } from '#contract/programs';
import { useTranslations } from 'use-intl';
import { showSuccess } from '../../lib/toasts.ts';
import { useAction } from '../../lib/use-action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface Props {
  program: { id: number; name: string };
  onDeleted: () => void;
  onClose: () => void;
}

export function DeleteProgramDialog({ program: { id, name }, onDeleted, onClose }: Props) {
  const t = useTranslations();
  const remove = useAction(deleteProgram, {
    onDone: () => {
      showSuccess(t('programs.deleted', { name }));
      onDeleted();
    },
  });
  return (
    <ConfirmDialog
      opened
      title={t('programs.delete_title')}
      text={t('programs.delete_text', { name })}
      confirmLabel={t('common.delete')}
      danger
      busy={remove.busy}
      onConfirm={() => void remove.run({ params: { id } })}
      onCancel={onClose}
    />
  );
}
