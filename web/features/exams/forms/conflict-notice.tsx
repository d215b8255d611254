import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { errorOf, useErrorText } from '../../../lib/api/errors.ts';
import { showWarning } from '../../../lib/page/toasts.ts';
import { Notice } from '../../../ui/state/notice.tsx';
import { useBuilder } from './builder-context.ts';

/** Another window has saved this draft meanwhile: nothing more goes out before the person has chosen. */
export function ConflictNotice() {
  const t = useTranslations('forms.conflict');
  const errorText = useErrorText();
  const { store } = useBuilder();
  const [busy, setBusy] = useState(false);

  async function settle(how: 'load' | 'overwrite'): Promise<void> {
    setBusy(true);
    try {
      await store[how]();
    } catch (error) {
      showWarning(errorText(errorOf(error)));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="after-7">
      <Notice
        tone="warning"
        title={t('title')}
        alert
        action={
          <div className="wraps gap-5">
            <Button loading={busy} onClick={() => void settle('load')}>
              {t('load')}
            </Button>
            <Button variant="default" disabled={busy} onClick={() => void settle('overwrite')}>
              {t('overwrite')}
            </Button>
          </div>
        }
      >
        {t('text')}
      </Notice>
    </div>
  );
}
