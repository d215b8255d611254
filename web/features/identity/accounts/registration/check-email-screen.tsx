import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { AuthFrame } from '../auth-frame.tsx';
import { TextButton } from '../text-button.tsx';
import { CheckEmail } from '../sign-in/check-email.tsx';
import type { Credentials, SignInAnswer } from '../sign-in/password-step.tsx';

interface Props {
  credentials: Credentials;
  onAnswer: (answer: SignInAnswer) => void;
  onBack: () => void;
  /** The address has a slip in it. */
  onOther: () => void;
}

/** After the registration: what to do next. */
export function CheckEmailScreen({ onOther, ...props }: Props) {
  const t = useTranslations('accounts.check_email');
  const own = useTranslations('registration');
  const words = { email: props.credentials.username, b: (text: ReactNode) => <b>{text}</b> };
  return (
    <AuthFrame title={t('title')} text={t.rich('text', words)} focused>
      <CheckEmail {...props} />
      <div className="after-5">
        <TextButton onClick={onOther}>{own('other_address')}</TextButton>
      </div>
    </AuthFrame>
  );
}
