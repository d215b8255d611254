import { type ReactNode, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ShownError } from '../../../../lib/api/errors.ts';
import { Spinner } from '../../../../ui/plain/plain-button.tsx';
import { type Credentials, type InvitationAlong, PasswordStep, type SignInAnswer } from './password-step.tsx';
import type { PendingSignIn } from '../account.ts';
import { later } from '../../../../lib/page/later.tsx';

// Most people need neither, so the sign-in screen does not load them.
const SecondFactor = later(() => import('./second-factor.tsx'));
const CheckEmail = later(() => import('./check-email.tsx').then((it) => it.CheckEmail));
const FoundingStep = later(() => import('./founding-step.tsx').then((it) => it.FoundingStep));

interface Step {
  title: string;
  text?: string;
  body: ReactNode;
  /** Whether this is the password, where other ways to sign in have their place. */
  isFirst: boolean;
}

interface Props {
  onDone: (access: string) => void;
  /** Puts a step into its surroundings: a screen, a dialog. */
  frame: (step: Step) => ReactNode;
  /** The e-mail or phone, where it is known. */
  username?: string;
  /** Begins at the second factor. */
  pending?: PendingSignIn;
  /** What stands between the password and its button, given the name typed so far. */
  besidePassword?: (username: string) => ReactNode;
  /** Accepted along with signing in to the account of its mailbox. */
  invitation?: InvitationAlong;
}

/**
 * Signing in, from the password to the second factor or the mail that confirms the address; knows neither routes nor
 * what becomes of the token.
 * @example <SignInSteps onDone={resume} frame={({ title, body }) => <Modal title={title}>{body}</Modal>} />
 */
export function SignInSteps({
  onDone,
  frame,
  username = '',
  pending: known,
  besidePassword,
  invitation,
}: Props) {
  const t = useTranslations('accounts');
  const [typed, setTyped] = useState<Credentials>({ username, password: '' });
  const [pending, setPending] = useState(known ?? null);
  const [unconfirmed, setUnconfirmed] = useState(false);
  const [homeless, setHomeless] = useState(false);
  const [problem, setProblem] = useState<ShownError | null>(null);

  function take(answer: SignInAnswer): void {
    setUnconfirmed(false);
    setHomeless(false);
    if ('access' in answer) onDone(answer.access);
    else setPending(answer);
  }

  function startOver(why: ShownError | null): void {
    setProblem(why);
    setPending(null);
    setUnconfirmed(false);
    setHomeless(false);
  }

  if (pending)
    return frame({
      title: t('second_factor.title'),
      body: (
        <Suspense fallback={<Spinner />}>
          <SecondFactor
            pending={pending}
            onDone={onDone}
            onBack={startOver}
            onHomeless={() => {
              setPending(null);
              setHomeless(true);
            }}
          />
        </Suspense>
      ),
      isFirst: false,
    });
  if (unconfirmed)
    return frame({
      title: t('check_email.title'),
      text: t('check_email.unconfirmed'),
      body: (
        <Suspense fallback={<Spinner />}>
          <CheckEmail credentials={typed} onAnswer={take} onBack={() => startOver(null)} />
        </Suspense>
      ),
      isFirst: false,
    });
  if (homeless)
    return frame({
      title: t('founding.title'),
      text: t('founding.text'),
      body: (
        <Suspense fallback={<Spinner />}>
          <FoundingStep proof={typed} onAnswer={take} onBack={startOver} />
        </Suspense>
      ),
      isFirst: false,
    });
  return frame({
    title: t('login.title'),
    body: (
      <PasswordStep
        username={typed.username}
        problem={problem}
        besidePassword={besidePassword}
        invitation={invitation}
        onAnswer={(answer, credentials) => {
          setTyped(credentials);
          take(answer);
        }}
        onUnconfirmed={(credentials) => {
          setTyped(credentials);
          setUnconfirmed(true);
        }}
        onHomeless={(credentials) => {
          setTyped(credentials);
          setHomeless(true);
        }}
      />
    ),
    isFirst: true,
  });
}
