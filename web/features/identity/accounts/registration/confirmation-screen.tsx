import { confirmEmail } from '#contract/identity/accounts';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { codeOf } from '../../../../lib/api/errors.ts';
import { startSession } from '../../../../lib/session/session.ts';
import { useForm } from '../../../../lib/form/use-form.ts';
import { PasswordField } from '../../../../ui/plain/password-field.tsx';
import { passwordErrors, PasswordFields } from '../../../../ui/plain/password-fields.tsx';
import { PlainButton } from '../../../../ui/plain/plain-button.tsx';
import { AuthFrame } from '../auth-frame.tsx';
import { ExpiredLink } from '../expired-link.tsx';
import { HiddenUsername } from '../../../../ui/form/hidden-username.tsx';
import { TextButton } from '../text-button.tsx';

/**
 * The target of the confirmation mail. Whoever registered need not be who reads the mail: it asks for the password that was
 * chosen then, or for another one in its place.
 */
export function ConfirmationScreen({ onDone }: { onDone: () => void }) {
  const t = useTranslations('links.confirmation');
  const token = useSearchParams()[0].get('token') ?? '';
  const [expired, setExpired] = useState(token === '');
  const [forgotten, setForgotten] = useState(false);

  if (expired)
    return (
      <ExpiredLink
        token={token}
        title={t('expired_title')}
        text={t('expired_text')}
        refused={t('refused')}
        otherwise={{ to: '/login', label: t('login') }}
        signedIn={{ text: t('known_text'), refused: t('known_refused') }}
      />
    );
  const step: StepProps = {
    token,
    onDone: (access) => {
      startSession(access);
      onDone();
    },
    onError: (error) => {
      if (codeOf(error) !== 'token_incorrect') return false;
      setExpired(true);
      return true;
    },
  };
  return (
    <AuthFrame
      title={t(forgotten ? 'new_title' : 'title')}
      text={t(forgotten ? 'new_text' : 'text')}
      footer={t('note')}
    >
      {forgotten ? <NewPassword {...step} /> : <KnownPassword {...step} />}
      <div className="after-5">
        {/* Another one each time, so that the focus goes to the new title. */}
        <TextButton key={String(forgotten)} onClick={() => setForgotten(!forgotten)}>
          {t(forgotten ? 'remembered' : 'forgotten')}
        </TextButton>
      </div>
    </AuthFrame>
  );
}

interface StepProps {
  token: string;
  onDone: (access: string) => void;
  onError: (error: unknown) => boolean;
}

function KnownPassword({ token, onDone, onError }: StepProps) {
  const t = useTranslations('links.confirmation');
  const form = useForm({
    endpoint: confirmEmail,
    initial: { password: '' },
    body: ({ password }) => ({ token, password }),
    onDone: ({ access }) => onDone(access),
    onError,
  });
  return (
    <form className="stack gap-7" noValidate onSubmit={form.submit}>
      <HiddenUsername value="" />
      <PasswordField label={t('password')} autoComplete="current-password" {...form.field('password')} />
      <PlainButton type="submit" wide busy={form.busy}>
        {t('submit')}
      </PlainButton>
    </form>
  );
}

function NewPassword({ token, onDone, onError }: StepProps) {
  const t = useTranslations('links.confirmation');
  const form = useForm({
    endpoint: confirmEmail,
    initial: { new_password: '', new_password_repeat: '' },
    body: ({ new_password }) => ({ token, new_password }),
    check: (values) => passwordErrors(values, {}, 'new_password'),
    onDone: ({ access }) => onDone(access),
    onError,
  });
  return (
    <form className="stack gap-7" noValidate onSubmit={form.submit}>
      <HiddenUsername value="" />
      <PasswordFields form={form} owner={{}} name="new_password" label={t('new_title')} />
      <PlainButton type="submit" wide busy={form.busy}>
        {t('new_submit')}
      </PlainButton>
    </form>
  );
}
