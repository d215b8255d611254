import { confirmEmail } from '#contract/accounts';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { call } from '../../lib/api.ts';
import { startSession } from '../../lib/session.ts';
import { Spinner } from '../../ui/plain/plain-button.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { ExpiredLink } from './expired-link.tsx';
import { UncheckedLink } from './unchecked-link.tsx';
import { isPassing } from './use-link.ts';

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
  const t = useTranslations('accounts');
  const token = useSearchParams()[0].get('token') ?? '';
  const [problem, setProblem] = useState<unknown>(null);
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
      (error: unknown) => current && setProblem(error),
    );
    return () => {
      current = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [token, attempt]);

  if (!problem)
    return (
      <AuthFrame title={t('confirmation.busy')}>
        <Spinner />
      </AuthFrame>
    );
  if (isPassing(problem))
    return (
      <UncheckedLink
        title={t('confirmation.failed_title')}
        problem={problem}
        onRetry={() => setAttempt(attempt + 1)}
      />
    );
  return (
    <ExpiredLink
      token={token}
      title={t('confirmation.expired_title')}
      text={t('confirmation.expired_text')}
      refused={t('confirmation.refused')}
      otherwise={{ to: '/login', label: t('confirmation.login') }}
    />
  );
}
