import type { convertToken } from '#contract/identity/social';
import type { BodyInputOf } from '#contract/platform';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../../../lib/api/errors.ts';
import { startSession } from '../../../../lib/session/session.ts';
import type { BegunSignIn } from '../../../../lib/session/social-sign-in.ts';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { PlainButtonLink, Spinner } from '../../../../ui/plain/plain-button.tsx';
import { PROVIDER_NAMES } from '../../../../ui/brand/provider-mark.tsx';
import { AuthFrame } from '../auth-frame.tsx';
import { LoginScreen } from './login-screen.tsx';
import { FoundingWithProvider } from './founding-step.tsx';
import type { SignInAnswer } from './password-step.tsx';
import { type SocialFailure, socialReturn } from './social-return.ts';
import type { PendingSignIn } from '../account.ts';

interface Props {
  onSignedIn: (callback: string | null) => void;
  onLinked: (callback: string | null) => void;
}

/** Where a provider sends the person back: signs in or links, or says why not. */
export function SocialScreen({ onSignedIn, onLinked }: Props) {
  const t = useTranslations('accounts.social');
  const founding = useTranslations('accounts.founding');
  const navigate = useNavigate();
  const search = useSearchParams()[0].toString();
  const [{ begun, outcome }] = useState(() => socialReturn(search));
  const [pending, setPending] = useState<PendingSignIn | null>(null);
  const [homeless, setHomeless] = useState<BodyInputOf<typeof convertToken> | null>(null);
  const [failure, setFailure] = useState<SocialFailure | null>(null);
  const linking = begun?.purpose === 'link';
  const callback = begun?.callback ?? null;

  function take(result: Awaited<typeof outcome>): void {
    if ('failure' in result) setFailure(result.failure);
    else if ('homeless' in result) setHomeless(result.homeless);
    else if ('linked' in result) {
      if (begun) showSuccess(t('linked', { provider: PROVIDER_NAMES[begun.backend] }));
      onLinked(callback);
    } else answered(result.answer);
  }

  function answered(answer: SignInAnswer): void {
    if ('access' in answer) {
      startSession(answer.access);
      onSignedIn(callback);
    } else setPending(answer);
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
  if (homeless)
    return (
      <AuthFrame title={founding('title')} text={founding('text')}>
        <FoundingWithProvider
          proof={homeless}
          onAnswer={answered}
          onBack={(why) => (why ? setFailure(why) : void navigate('/login'))}
        />
      </AuthFrame>
    );
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
  const back = begun?.invitation?.page ?? (linking ? (callback ?? '/profile#security') : login);

  function reason(): string {
    if (failure === 'lost') return t('lost');
    if (failure === 'denied') return t(linking ? 'denied_link' : 'denied', { provider });
    return errorText(failure);
  }

  return (
    <AuthFrame title={t(linking ? 'failed_link_title' : 'failed_title')} text={reason()}>
      <PlainButtonLink to={back}>
        {t(begun?.invitation ? 'to_invitation' : linking ? 'to_profile' : 'to_login')}
      </PlainButtonLink>
    </AuthFrame>
  );
}
