import { type RefObject, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { errorOf, useErrorText } from '../../../lib/api/errors.ts';
import { showWarning } from '../../../lib/page/toasts.ts';
import { Notice } from '../../../ui/state/notice.tsx';
import { useBuilder } from './builder-context.ts';
import classes from './form-builder.module.css';

/**
 * Another window has saved this draft meanwhile: nothing more goes out before the person has chosen.
 * @param choice gets the focus from whatever has to wait for it
 */
export function ConflictNotice({ choice }: { choice: RefObject<HTMLDivElement | null> }) {
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
    <div ref={choice} className={classes.saveState} role="group" aria-label={t('title')} tabIndex={-1}>
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
