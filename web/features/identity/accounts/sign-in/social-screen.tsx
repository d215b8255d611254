import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../../../lib/api/errors.ts';
import { startSession } from '../../../../lib/session/session.ts';
import type { BegunSignIn } from '../../../../lib/session/social-sign-in.ts';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { PlainButtonLink, Spinner } from '../../../../ui/plain/plain-button.tsx';
import { PROVIDER_NAMES } from '../../../../ui/brand/provider-mark.tsx';
import { AuthFrame } from '../auth-frame.tsx';
import { LoginScreen } from './login-screen.tsx';
import { type SocialFailure, socialReturn } from './social-return.ts';
import type { PendingSignIn } from '../account.ts';

interface Props {
  onSignedIn: (callback: string | null) => void;
  onLinked: (callback: string | null) => void;
}

/** Where a provider sends the person back: signs in or links, or says why not. */
export function SocialScreen({ onSignedIn, onLinked }: Props) {
  const t = useTranslations('accounts.social');
  const search = useSearchParams()[0].toString();
  const [{ begun, outcome }] = useState(() => socialReturn(search));
  const [pending, setPending] = useState<PendingSignIn | null>(null);
  const [failure, setFailure] = useState<SocialFailure | null>(null);
  const linking = begun?.purpose === 'link';
  const callback = begun?.callback ?? null;

  function take(result: Awaited<typeof outcome>): void {
    if ('failure' in result) setFailure(result.failure);
    else if ('linked' in result) {
      if (begun) showSuccess(t('linked', { provider: PROVIDER_NAMES[begun.backend] }));
      onLinked(callback);
    } else if ('access' in result.answer) {
      startSession(result.answer.access);
      onSignedIn(callback);
    } else setPending(result.answer);
  }

  useEffect(() => {
    let current = true;
    void outcome.then((result) => current && take(result));
    return () => {
      current = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [outcome]);

  if (pending)
    return <LoginScreen callback={callback} onDone={() => onSignedIn(callback)} pending={pending} />;
  if (failure) return <FailureScreen failure={failure} begun={begun} />;
  return (
    <AuthFrame title={t(linking ? 'busy_link' : 'busy')}>
      <Spinner />
    </AuthFrame>
  );
}

function FailureScreen({ failure, begun }: { failure: SocialFailure; begun: BegunSignIn | null }) {
  const t = useTranslations('accounts.social');
  const errorText = useErrorText();
  const linking = begun?.purpose === 'link';
  const provider = begun ? PROVIDER_NAMES[begun.backend] : '';
  const callback = begun?.callback;
  const login = callback ? `/login?callback_url=${encodeURIComponent(callback)}` : '/login';

  function reason(): string {
    if (failure === 'lost') return t('lost');
    if (failure === 'denied') return t(linking ? 'denied_link' : 'denied', { provider });
    return errorText(failure);
  }

  return (
    <AuthFrame title={t(linking ? 'failed_link_title' : 'failed_title')} text={reason()}>
      <PlainButtonLink to={linking ? (callback ?? '/profile#security') : login}>
        {t(linking ? 'to_profile' : 'to_login')}
      </PlainButtonLink>
    </AuthFrame>
  );
}
