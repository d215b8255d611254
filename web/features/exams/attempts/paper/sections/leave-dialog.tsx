import { useTranslations } from 'use-intl';
import { ConfirmDialog } from '../../../../../ui/dialog/confirm-dialog.tsx';

interface Props {
  opened: boolean;
  /** Questions of the section without an answer. */
  open: number;
  /** Questions of it whose answer lacks a part. */
  partial: number;
  /** Questions of it that were marked to be looked at again. */
  later: number;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before a section is left for good with questions that are open or marked. */
export function LeaveDialog({ opened, open, partial, later, onConfirm, onCancel }: Props) {
  const t = useTranslations('attempts');
  return (
    <ConfirmDialog
      opened={opened}
      title={t('section.leave_title')}
      text={
        <>
          {open > 0 && <p>{t('section.open', { count: open })}</p>}
          {partial > 0 && <p>{t('finish.partial', { count: partial })}</p>}
          {later > 0 && <p>{t('finish.marked', { count: later })}</p>}
          <p>{t('section.leave_text')}</p>
        </>
      }
      confirmLabel={t('section.leave')}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
