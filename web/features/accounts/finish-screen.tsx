import { finishRegistration, invitation } from '#contract/accounts';
import type { ResponseOf } from '#contract/platform';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { startSession } from '../../lib/session.ts';
import { useForm } from '../../lib/use-form.ts';
import { passwordErrors, PasswordFields } from '../../ui/plain/password-fields.tsx';
import { PlainButton, Spinner } from '../../ui/plain/plain-button.tsx';
import { PlainField } from '../../ui/plain/plain-field.tsx';
import classes from './accounts.module.css';
import { AuthFrame } from './auth-frame.tsx';
import { ExpiredLink } from './expired-link.tsx';
import { HiddenUsername } from './hidden-username.tsx';
import { PrivacyCheckbox } from './privacy-checkbox.tsx';
import { UncheckedLink } from './unchecked-link.tsx';
import { isPassing, useLink } from './use-link.ts';

type Invitation = ResponseOf<typeof invitation>;

/** The target of an invitation: who invites, then names, password and privacy policy. */
export function FinishScreen({ onDone }: { onDone: () => void }) {
  const t = useTranslations('accounts');
  const token = useSearchParams()[0].get('token') ?? '';
  const { found, problem, retry } = useLink(invitation, token);

  if (found) return <InvitationForm token={token} invitation={found} onDone={onDone} />;
  if (problem && isPassing(problem))
    return <UncheckedLink title={t('finish.title')} problem={problem} onRetry={retry} />;
  if (problem)
    return (
      <ExpiredLink
        token={token}
        title={t('confirmation.expired_title')}
        text={t('finish.expired_text')}
        refused={t('finish.refused')}
        otherwise={{ to: '/login', label: t('confirmation.login') }}
      />
    );
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
          {invited.email
            ? t.rich('finish.email', { email: invited.email, b })
            : invited.phone && t.rich('finish.phone', { phone: invited.phone, b })}
        </>
      }
    >
      <form className={classes.fields} noValidate onSubmit={form.submit}>
        <HiddenUsername value={invited.email ?? invited.phone ?? ''} />
        <div className={classes.pair}>
          <PlainField label={t('first_name')} autoComplete="given-name" {...form.field('first_name')} />
          <PlainField label={t('last_name')} autoComplete="family-name" {...form.field('last_name')} />
        </div>
        <PasswordFields form={form} owner={{ ...form.values, email: invited.email, phone: invited.phone }} />
        <PrivacyCheckbox form={form} />
        <PlainButton type="submit" wide busy={form.busy}>
          {t('finish.submit')}
        </PlainButton>
      </form>
    </AuthFrame>
  );
}
