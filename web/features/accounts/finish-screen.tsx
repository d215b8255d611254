import { finishRegistration, invitation } from '#contract/accounts';
import type { ResponseOf } from '#contract/platform';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { call } from '../../lib/api.ts';
import { codeOf, errorOf, useErrorText } from '../../lib/errors.ts';
import { suggestLanguage } from '../../lib/locale.tsx';
import { startSession } from '../../lib/session.ts';
import { useForm } from '../../lib/use-form.ts';
import { passwordErrors, PasswordFields } from '../../ui/plain/password-fields.tsx';
import { PlainButton, PlainButtonLink, Spinner } from '../../ui/plain/plain-button.tsx';
import { PlainField } from '../../ui/plain/plain-field.tsx';
import classes from './accounts.module.css';
import { AuthFrame } from './auth-frame.tsx';
import { PrivacyCheckbox } from './privacy-checkbox.tsx';

type Invitation = ResponseOf<typeof invitation>;

/** The target of an invitation: who invites, then names, password and privacy policy. */
export function FinishScreen({ onDone }: { onDone: () => void }) {
  const t = useTranslations('accounts');
  const errorText = useErrorText();
  const token = useSearchParams()[0].get('token') ?? '';
  const [found, setFound] = useState<Invitation | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let current = true;
    setProblem(null);
    call(invitation, { body: { token } }).then(
      async (answer) => {
        await suggestLanguage(answer.language);
        if (current) setFound(answer);
      },
      (error: unknown) => current && setProblem(error),
    );
    return () => {
      current = false;
    };
  }, [token, attempt]);

  if (found) return <InvitationForm token={token} invitation={found} onDone={onDone} />;
  if (problem) {
    const again = codeOf(problem) === 'internal';
    return (
      <AuthFrame
        title={again ? t('finish.title') : t('confirmation.expired_title')}
        text={again ? errorText(errorOf(problem)) : t('finish.expired_text')}
      >
        {again ? (
          <PlainButton onClick={() => setAttempt(attempt + 1)}>{t('confirmation.retry')}</PlainButton>
        ) : (
          <PlainButtonLink to="/login">{t('confirmation.login')}</PlainButtonLink>
        )}
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t('finish.title')}>
      <Spinner />
    </AuthFrame>
  );
}

function InvitationForm({
  token,
  invitation: invited,
  onDone,
}: {
  token: string;
  invitation: Invitation;
  onDone: () => void;
}) {
  const t = useTranslations('accounts');
  const form = useForm({
    endpoint: finishRegistration,
    initial: {
      first_name: invited.first_name,
      last_name: invited.last_name,
      password: '',
      password_repeat: '',
      privacy_policy: false,
    },
    body: ({ password_repeat: _, privacy_policy, ...rest }) => ({
      ...rest,
      token,
      privacy_policy: privacy_policy as true,
    }),
    check: (values) => passwordErrors(values, { ...values, email: invited.email }),
    onDone: ({ access }) => {
      startSession(access);
      onDone();
    },
  });
  const b = (words: React.ReactNode) => <b>{words}</b>;
  return (
    <AuthFrame
      title={t('finish.title')}
      text={
        <>
          {t.rich('finish.invites', { company: invited.company, b })}{' '}
          {invited.email && t.rich('finish.email', { email: invited.email, b })}
        </>
      }
    >
      <form className={classes.fields} noValidate onSubmit={form.submit}>
        {/* Lets a password manager keep the password with its sign-in. */}
        <input type="hidden" name="username" autoComplete="username" value={invited.email ?? ''} readOnly />
        <div className={classes.pair}>
          <PlainField label={t('first_name')} autoComplete="given-name" {...form.field('first_name')} />
          <PlainField label={t('last_name')} autoComplete="family-name" {...form.field('last_name')} />
        </div>
        <PasswordFields form={form} owner={{ ...form.values, email: invited.email }} />
        <PrivacyCheckbox form={form} />
        <PlainButton type="submit" wide busy={form.busy}>
          {t('finish.submit')}
        </PlainButton>
      </form>
    </AuthFrame>
  );
}
