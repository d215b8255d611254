import { confirmEmail } from '#contract/accounts';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { call } from '../../lib/api.ts';
import { errorOf, type ShownError, useErrorText } from '../../lib/errors.ts';
import { startSession } from '../../lib/session.ts';
import { PlainButton, PlainButtonLink, Spinner } from '../../ui/plain/plain-button.tsx';
import { AuthFrame } from './auth-frame.tsx';

// A token works once, so a second mount of the same page must not send it again.
const confirmations = new Map<string, Promise<{ access: string }>>();

function confirm(token: string): Promise<{ access: string }> {
  const known = confirmations.get(token);
  if (known) return known;
  const started = call(confirmEmail, { body: { token } });
  confirmations.set(token, started);
  started.catch(() => confirmations.delete(token));
  return started;
}

/** The target of the confirmation mail: confirms, keeps the access and goes on; or says why not. */
export function ConfirmationScreen({ onDone }: { onDone: () => void }) {
  const t = useTranslations('accounts.confirmation');
  const errorText = useErrorText();
  const token = useSearchParams()[0].get('token') ?? '';
  const [problem, setProblem] = useState<ShownError | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let current = true;
    setProblem(null);
    confirm(token).then(
      ({ access }) => {
        if (!current) return;
        startSession(access);
        onDone();
      },
      (error: unknown) => current && setProblem(errorOf(error)),
    );
    return () => {
      current = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [token, attempt]);

  if (!problem) {
    return (
      <AuthFrame title={t('busy')}>
        <Spinner />
      </AuthFrame>
    );
  }
  const used = !('code' in problem) || problem.code !== 'internal';
  return (
    <AuthFrame
      title={used ? t('expired_title') : t('failed_title')}
      text={used ? t('expired_text') : errorText(problem)}
    >
      {used ? (
        <PlainButtonLink to="/login">{t('login')}</PlainButtonLink>
      ) : (
        <PlainButton onClick={() => setAttempt(attempt + 1)}>{t('retry')}</PlainButton>
      )}
    </AuthFrame>
  );
}
