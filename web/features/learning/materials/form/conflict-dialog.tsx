import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { errorOf, useErrorText } from '../../../../lib/api/errors.ts';
import { showWarning } from '../../../../lib/page/toasts.ts';
import { Button } from '../../../../ui/control/button/button.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';

interface Props {
  onLoad: () => Promise<void>;
  onOverwrite: () => void;
  onClose: () => void;
}

/** Another window has saved the text meanwhile: which of the two is to stay. */
export function ConflictDialog({ onLoad, onOverwrite, onClose }: Props) {
  const t = useTranslations('materials.form.conflict');
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);

  async function load(): Promise<void> {
    setBusy(true);
    try {
      await onLoad();
    } catch (error) {
      showWarning(errorText(errorOf(error)));
      setBusy(false);
    }
  }

  return (
    <Dialog title={t('title')} onClose={onClose}>
      <p>{t('text')}</p>
      <div className="buttons after-8 fills">
        <Button variant="default" disabled={busy} onClick={onOverwrite}>
          {t('overwrite')}
        </Button>
        <Button loading={busy} onClick={() => void load()}>
          {t('load')}
        </Button>
      </div>
    </Dialog>
  );
}
