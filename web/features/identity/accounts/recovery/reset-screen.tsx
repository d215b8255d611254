import { confirmPasswordReset, passwordResetLink } from '#contract/identity/accounts';
import type { ResponseOf } from '#contract/platform';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { personName } from '../../../../lib/words/person-name.ts';
import { codeOf } from '../../../../lib/api/errors.ts';
import { startSession } from '../../../../lib/session/session.ts';
import { useForm } from '../../../../lib/form/use-form.ts';
import { passwordErrors, PasswordFields } from '../../../../ui/plain/password-fields.tsx';
import { PlainButton, Spinner } from '../../../../ui/plain/plain-button.tsx';
import { AuthFrame } from '../auth-frame.tsx';
import { ExpiredLink } from '../expired-link.tsx';
import { HiddenUsername } from '../../../../ui/form/hidden-username.tsx';
import { LoginScreen } from '../sign-in/login-screen.tsx';
import type { SignInAnswer } from '../sign-in/password-step.tsx';
import { UncheckedLink } from '../unchecked-link.tsx';
import { isPassing, useLink } from '../use-link.ts';
import type { PendingSignIn } from '../account.ts';

/** The target of the mail that resets a password: whose it is, the new password, and what signing in still needs. */
export function ResetScreen({ onDone }: { onDone: () => void }) {
  const t = useTranslations();
  const token = useSearchParams()[0].get('token') ?? '';
  const link = useLink(passwordResetLink, token);
  const [pending, setPending] = useState<PendingSignIn | null>(null);
  const [expired, setExpired] = useState(false);

  function take(answer: SignInAnswer): void {
    if (!('access' in answer)) return setPending(answer);
    startSession(answer.access);
    onDone();
  }

  if (pending)
    return (
      <LoginScreen callback={null} onDone={onDone} pending={pending} username={link.found?.email ?? ''} />
    );
  if (expired || (link.problem && !isPassing(link.problem)))
    return (
      <ExpiredLink
        token={token}
        title={t('links.reset.expired_title')}
        text={t('links.reset.expired_text')}
        refused={t('links.renew.refused_reset')}
        otherwise={{ to: '/forget-password', label: t('links.reset.request') }}
      />
    );
  if (link.problem)
    return (
      <UncheckedLink title={t('links.reset.failed_title')} problem={link.problem} onRetry={link.retry} />
    );
  if (link.found)
    return (
      <NewPasswordForm token={token} owner={link.found} onAnswer={take} onExpired={() => setExpired(true)} />
    );
  return (
    <AuthFrame title={t('links.reset.title')}>
      <Spinner />
    </AuthFrame>
  );
}

interface FormProps {
  token: string;
  owner: ResponseOf<typeof passwordResetLink>;
  onAnswer: (answer: SignInAnswer) => void;
  onExpired: () => void;
}

function NewPasswordForm({ token, owner, onAnswer, onExpired }: FormProps) {
  const t = useTranslations('links.reset');
  const form = useForm({
    endpoint: confirmPasswordReset,
    initial: { new_password: '', new_password_repeat: '' },
    body: ({ new_password }) => ({ token, new_password }),
    check: (values) => passwordErrors(values, owner, 'new_password'),
    onDone: onAnswer,
    onError: (error) => {
      if (codeOf(error) !== 'reset_link_invalid') return false;
      onExpired();
      return true;
    },
  });
  const name = owner.email ?? personName(owner);
  return (
    <AuthFrame
      title={t('title')}
      text={t.rich('owner', { name, b: (words: ReactNode) => <b>{words}</b> })}
      footer={t('note')}
    >
      <form className="stack gap-7" noValidate onSubmit={form.submit}>
        <HiddenUsername value={name} />
        <PasswordFields form={form} owner={owner} name="new_password" label={t('password')} />
        <PlainButton type="submit" wide busy={form.busy}>
          {t('submit')}
        </PlainButton>
      </form>
    </AuthFrame>
  );
}
