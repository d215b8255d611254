import { createToken } from '#contract/accounts';
import { IconAlertCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { errorOf, type ShownError, useErrorText } from '../../lib/errors.ts';
import { startSession } from '../../lib/session.ts';
import { useForm } from '../../lib/use-form.ts';
import { PasswordField } from '../../ui/plain/password-field.tsx';
import { PlainButton } from '../../ui/plain/plain-button.tsx';
import { PlainField } from '../../ui/plain/plain-field.tsx';
import classes from './accounts.module.css';
import { AuthFrame } from './auth-frame.tsx';

export function LoginScreen({ onDone }: { onDone: () => void }) {
  const t = useTranslations('accounts');
  const errorText = useErrorText();
  const [problem, setProblem] = useState<ShownError | null>(null);
  const form = useForm({
    endpoint: createToken,
    initial: { username: '', password: '' },
    onDone: (answer) => {
      if (!('access' in answer)) return;
      startSession(answer.access);
      onDone();
    },
    onError: (error) => {
      setProblem(errorOf(error));
      return true;
    },
  });

  return (
    <AuthFrame
      title={t('login.title')}
      footer={
        <>
          {t('login.no_account')}{' '}
          <Link to="/registration" className={classes.link}>
            {t('login.register')}
          </Link>
        </>
      }
    >
      <form
        className={classes.fields}
        noValidate
        onSubmit={(event) => {
          setProblem(null);
          form.submit(event);
        }}
      >
        {problem && (
          <div className={classes.problem} role="alert">
            <IconAlertCircle size={20} aria-hidden />
            {errorText(problem)}
          </div>
        )}
        <PlainField
          label={t('login.username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('username')}
        />
        <PasswordField label={t('password')} autoComplete="current-password" {...form.field('password')} />
        <PlainButton type="submit" wide busy={form.busy}>
          {t('login.submit')}
        </PlainButton>
      </form>
    </AuthFrame>
  );
}
