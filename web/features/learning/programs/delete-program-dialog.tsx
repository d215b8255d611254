import { deleteProgram, getProgram } from '#contract/learning/programs';
import { useTranslations } from 'use-intl';
import { useLeave } from '../../../lib/page/leave.ts';
import { useRemovedToast } from '../../../lib/api/removal.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';

interface Props {
  program: { id: number; name: string };
  /** Where to go from the program's own page. */
  leavesTo?: string;
  onClose: () => void;
}

export function DeleteProgramDialog({ program: { id, name }, leavesTo, onClose }: Props) {
  const t = useTranslations();
  const leave = useLeave();
  const removed = useRemovedToast();
  const elsewhere = useData(getProgram, { params: { id } }).data?.elsewhere;
  const text = t('programs.delete_text', { name });
  const remove = useAction(deleteProgram, {
    onDone: () => {
      void removed(t('programs.deleted', { name }), { object_model: 'program', object_id: id, name });
      if (leavesTo) leave(leavesTo);
      else onClose();
    },
  });
  return (
    <ConfirmDialog
      opened
      title={t('programs.delete_title')}
      text={
        elsewhere ? `${text} ${t('programs.elsewhere', elsewhere)} ${t('programs.elsewhere_delete')}` : text
      }
      confirmLabel={t('common.delete')}
      danger
      busy={remove.busy}
      onConfirm={() => void remove.run({ params: { id }, quiet: leavesTo !== undefined })}
      onCancel={onClose}
    />
  );
}
