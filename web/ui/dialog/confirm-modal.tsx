import { type ReactNode, useId } from 'react';
import { Button } from '../control/button/button.tsx';
import { Dialog } from './dialog.tsx';
import { useLeavingWord } from './leaving-word.ts';

export interface ConfirmProps {
  opened: boolean;
  title: string;
  text: ReactNode;
  /** The verb of the action: "Delete". */
  confirmLabel: string;
  /** What stays as it is, where "Cancel" would be no answer. */
  cancelLabel?: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** What `ConfirmDialog` shows. */
export default function ConfirmModal({
  opened,
  title,
  text,
  confirmLabel,
  cancelLabel,
  danger,
  busy,
  onConfirm,
  onCancel,
}: ConfirmProps) {
  const leaving = useLeavingWord();
  const id = useId();
  return (
    <Dialog opened={opened} onClose={onCancel} title={title} aria-describedby={id}>
      <div id={id}>{text}</div>
      <div className="buttons after-8 fills">
        <Button variant="default" onClick={onCancel} data-autofocus>
          {cancelLabel ?? leaving(confirmLabel)}
        </Button>
        <Button color={danger ? 'brick' : 'petrol'} loading={busy ?? false} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
