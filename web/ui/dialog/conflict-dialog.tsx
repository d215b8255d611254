import { type ReactNode, useState } from 'react';
import { errorOf, useErrorText } from '../../lib/api/errors.ts';
import { showWarning } from '../../lib/page/toasts.ts';
import { Button } from '../control/button/button.tsx';
import { Dialog } from './dialog.tsx';

interface Props {
  title: string;
  text: ReactNode;
  loadLabel: string;
  overwriteLabel: string;
  onLoad: () => Promise<void>;
  onOverwrite: () => Promise<void> | void;
  onClose: () => void;
}

/** Another window has saved the same thing meanwhile: which of the two is to stay. */
export function ConflictDialog({
  title,
  text,
  loadLabel,
  overwriteLabel,
  onLoad,
  onOverwrite,
  onClose,
}: Props) {
  const errorText = useErrorText();
  const [busy, setBusy] = useState<'load' | 'overwrite' | null>(null);

  async function settle(how: 'load' | 'overwrite'): Promise<void> {
    setBusy(how);
    try {
      await (how === 'load' ? onLoad() : onOverwrite());
    } catch (error) {
      showWarning(errorText(errorOf(error)));
      setBusy(null);
    }
  }

  return (
    // Closed meanwhile, what comes would replace what somebody went back to.
    <Dialog title={title} onClose={busy ? undefined : onClose}>
      <div>{text}</div>
      <div className="buttons after-8 fills">
        <Button
          variant="default"
          loading={busy === 'overwrite'}
          disabled={busy === 'load'}
          onClick={() => void settle('overwrite')}
        >
          {overwriteLabel}
        </Button>
        <Button loading={busy === 'load'} disabled={busy === 'overwrite'} onClick={() => void settle('load')}>
          {loadLabel}
        </Button>
      </div>
    </Dialog>
  );
}
