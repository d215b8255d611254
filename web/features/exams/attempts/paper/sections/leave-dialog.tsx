import { useTranslations } from 'use-intl';
import { ConfirmDialog } from '../../../../../ui/dialog/confirm-dialog.tsx';

interface Props {
  opened: boolean;
  /** Questions of the section without an answer. */
  open: number;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before a section is left for good with open questions. */
export function LeaveDialog({ opened, open, onConfirm, onCancel }: Props) {
  const t = useTranslations('attempts.section');
  return (
    <ConfirmDialog
      opened={opened}
      title={t('leave_title')}
      text={t('leave_text', { count: open })}
      confirmLabel={t('leave')}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
