import { createToken } from '#contract/identity/accounts';
import { useTranslations } from 'use-intl';
import { call } from '../../../../lib/api/api.ts';
import { codeOf } from '../../../../lib/api/errors.ts';
import type { Credentials, SignInAnswer } from './password-step.tsx';
import { SendAgain } from '../send-again.tsx';
import { TextButton } from '../text-button.tsx';

interface Props {
  credentials: Credentials;
  /** The address was confirmed meanwhile, so that asking again has signed in. */
  onAnswer: (answer: SignInAnswer) => void;
  onBack: () => void;
}

/** What to do until the address is confirmed. Signing in again is what sends the mail again. */
export function CheckEmail({ credentials, onAnswer, onBack }: Props) {
  const t = useTranslations('accounts.check_email');

  async function sendAgain(): Promise<void> {
    try {
      onAnswer(await call(createToken, { body: credentials }));
    } catch (error) {
      if (codeOf(error) !== 'email_not_verified') throw error;
    }
  }

  return (
    <div className="stack gap-7">
      <p className="note steady">{t('hint')}</p>
      <SendAgain send={sendAgain} />
      <TextButton onClick={onBack}>{t('login')}</TextButton>
    </div>
  );
}
