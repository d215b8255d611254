import { registerSpace } from '#contract/identity/companies';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../../../lib/words/locale.tsx';
import { toldZone } from '../../../../lib/words/zones.ts';
import { startSession } from '../../../../lib/session/session.ts';
import { useForm } from '../../../../lib/form/use-form.ts';
import { passwordErrors, PasswordFields } from '../../../../ui/plain/password-fields.tsx';
import { PlainButton } from '../../../../ui/plain/plain-button.tsx';
import { PlainField } from '../../../../ui/plain/plain-field.tsx';
import classes from '../accounts.module.css';
import { AuthFrame } from '../auth-frame.tsx';
import { CheckEmailScreen } from './check-email-screen.tsx';
import type { Credentials, SignInAnswer } from '../sign-in/password-step.tsx';
import { PRODUCT_NAME } from '../../../../lib/words/product.ts';
import { PrivacyCheckbox } from '../privacy-checkbox.tsx';

const EMPTY = {
  name: '',
  email: '',
  phone: '',
  first_name: '',
  last_name: '',
  password: '',
  password_repeat: '',
  privacy_policy: false,
};

/** Whom and what the password must not be like. */
const ownerOf = (values: typeof EMPTY) => ({ ...values, places: [values.name, PRODUCT_NAME] });

interface Props {
  /** The address was confirmed elsewhere and the person is signed in. */
  onDone: () => void;
  onLogin: () => void;
}

export function RegistrationScreen({ onDone, onLogin }: Props) {
  const [values, setValues] = useState(EMPTY);
  const [registered, setRegistered] = useState<Credentials | null>(null);

  function signedIn(answer: SignInAnswer): void {
    if (!('access' in answer)) return onLogin();
    startSession(answer.access);
    onDone();
  }

  if (registered)
    return (
      <CheckEmailScreen
        credentials={registered}
        onAnswer={signedIn}
        onBack={onLogin}
        onOther={() => setRegistered(null)}
      />
    );
  return (
    <RegistrationForm
      initial={values}
      onDone={(email, sent) => {
        setValues({ ...sent, password: '', password_repeat: '' });
        setRegistered({ username: email, password: sent.password });
        window.scrollTo(0, 0);
      }}
    />
  );
}

interface FormProps {
  /** What was sent before with a slip in the address. */
  initial: typeof EMPTY;
  onDone: (email: string, sent: typeof EMPTY) => void;
}

function RegistrationForm({ initial, onDone }: FormProps) {
  const t = useTranslations('accounts');
  const own = useTranslations('registration');
  const language = useLanguage();
  const form = useForm({
    endpoint: registerSpace,
    initial,
    body: ({ password_repeat: _, privacy_policy, ...rest }) => ({
      ...rest,
      privacy_policy: privacy_policy as true,
      language,
      time_zone: toldZone(),
    }),
    check: (values) => passwordErrors(values, ownerOf(values)),
    beside: 'password',
    onDone: ({ email }, sent) => onDone(email, sent),
  });

  return (
    <AuthFrame
      title={own('title')}
      text={own('text')}
      footer={
        <>
          {own('have_account')}{' '}
          <Link to="/login" className={classes.link}>
            {own('login')}
          </Link>
        </>
      }
    >
      <form className="stack gap-7" data-marked noValidate onSubmit={form.submit}>
        <PlainField label={t('company_name')} autoComplete="organization" {...form.field('name')} />
        <div className={classes.pair}>
          <PlainField label={t('last_name')} autoComplete="family-name" {...form.field('last_name')} />
          <PlainField label={t('first_name')} autoComplete="given-name" {...form.field('first_name')} />
        </div>
        <PlainField
          label={t('email')}
          description={own('email_hint')}
          type="email"
          autoComplete="email"
          spellCheck={false}
          {...form.field('email')}
        />
        <PlainField
          label={own('phone')}
          description={own('phone_hint')}
          type="tel"
          autoComplete="tel"
          {...form.field('phone')}
        />
        <PasswordFields form={form} owner={ownerOf(form.values)} />
        <PrivacyCheckbox form={form} />
        <PlainButton type="submit" wide busy={form.busy}>
          {own('submit')}
        </PlainButton>
      </form>
    </AuthFrame>
  );
}
