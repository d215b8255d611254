import { type createTotp, verifyTotp } from '#contract/identity/factors';
import type { ResponseOf } from '#contract/platform';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { codeOf, errorOf, type ShownError, useErrorText } from '../../../../lib/api/errors.ts';
import { showWarning } from '../../../../lib/page/toasts.ts';
import { CodeField } from './code-field.tsx';
import { CopyButton } from '../../../../ui/control/button/copy-button.tsx';
import { QrCode } from './qr-code.tsx';
import classes from './totp-dialog.module.css';
import { useConfirmedAction } from '../use-confirmed-action.ts';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';

interface Props {
  begun: ResponseOf<typeof createTotp>;
  onDone: (codes: readonly string[] | null) => void;
  onClose: () => void;
}

/** Setting up an authenticator app: get it, give it the key, prove that it works. */
export function TotpDialog({ begun, onDone, onClose }: Props) {
  const t = useTranslations();
  const errorText = useErrorText();
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<ShownError | null>(null);
  const verify = useConfirmedAction(verifyTotp, {
    onDone: ({ recovery_codes }) => onDone(recovery_codes),
    onError: (error) => {
      if (codeOf(error) !== 'wrong_code') return showWarning(errorText(errorOf(error)));
      setProblem(errorOf(error));
      field.current?.focus();
      field.current?.select();
    },
  });

  return (
    <Dialog size="lg" onClose={onClose} title={t('security.totp.dialog_title')} closeOnClickOutside={false}>
      <ol className={classes.steps}>
        <li className={classes.step}>
          <p className={classes.name}>{t('security.totp.step_app')}</p>
          <p className="note">{t('security.totp.step_app_text')}</p>
        </li>
        <li className={classes.step}>
          <p className={classes.name}>{t('security.totp.step_scan')}</p>
          <div className={classes.key}>
            <QrCode text={begun.otpauth_url} label={t('security.totp.qr')} />
            <div className={classes.typed}>
              {/* The application may be on this very phone, which cannot scan itself. */}
              <a href={begun.otpauth_url}>{t('security.totp.open_app')}</a>
              <p className="note">{t('security.totp.step_key')}</p>
              <code className={`${classes.secret} spelled`}>{begun.secret.match(/.{1,4}/g)?.join(' ')}</code>
              <CopyButton text={begun.secret} label={t('security.totp.copy_key')} />
            </div>
          </div>
        </li>
        <li className={classes.step}>
          <p className={classes.name}>{t('security.totp.step_code')}</p>
          <CodeField
            ref={field}
            label={t('security.totp.code')}
            submitLabel={t('security.totp.submit')}
            error={problem ? errorText(problem) : undefined}
            busy={verify.busy}
            onChange={() => setProblem(null)}
            onSend={(code) => void verify.run({ body: { code } })}
            onIncomplete={(length) => setProblem({ code: 'exact_length', params: { length } })}
          />
        </li>
      </ol>
    </Dialog>
  );
}
