import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { startSession } from '../../../../lib/session/session.ts';
import classes from '../accounts.module.css';
import { AuthFrame } from '../auth-frame.tsx';
import { SignInSteps } from './sign-in-steps.tsx';
import { SocialButtons } from './social-buttons.tsx';
import type { PendingSignIn } from '../account.ts';

interface Props {
  /** Where the person wanted to go; survives a sign-in at a provider. */
  callback: string | null;
  onDone: () => void;
  /** What a provider's answer or a new password left to do. */
  pending?: PendingSignIn;
  username?: string;
}

export function LoginScreen({ callback, onDone, ...known }: Props) {
  const t = useTranslations('accounts.login');
  return (
    <SignInSteps
      {...known}
      onDone={(access) => {
        startSession(access);
        onDone();
      }}
      besidePassword={(username) => (
        <Link
          to="/forget-password"
          state={{ username }}
          className={`${classes.link} ${classes.beside} finger-line`}
        >
          {t('forgot')}
        </Link>
      )}
      frame={({ title, text, body, isFirst }) => (
        <AuthFrame title={title} text={text}>
          {body}
          {isFirst && <ToRegistration />}
          {/* Last, since it comes last: nothing below it moves. */}
          {isFirst && <SocialButtons callback={callback} />}
        </AuthFrame>
      )}
    />
  );
}

function ToRegistration() {
  const t = useTranslations('accounts.login');
  return (
    <p className="dim flush after-8">
      {t('no_account')}{' '}
      <Link to="/registration" className={classes.link}>
        {t('register')}
      </Link>
    </p>
  );
}
