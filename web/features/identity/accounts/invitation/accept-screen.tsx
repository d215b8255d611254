import { acceptInvitation } from '#contract/people/invitations';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { personName } from '../../../../lib/words/person-name.ts';
import { call } from '../../../../lib/api/api.ts';
import { errorOf, type ShownError, useErrorText } from '../../../../lib/api/errors.ts';
import { endOwnSession, type Profile, startSession } from '../../../../lib/session/session.ts';
import { PlainButton, PlainButtonLink, Spinner } from '../../../../ui/plain/plain-button.tsx';
import classes from '../accounts.module.css';
import { AuthFrame } from '../auth-frame.tsx';
import { type Invitation, InvitationFacts } from './invitation-facts.tsx';
import { Problem } from '../problem.tsx';
import { useSignedIn } from './signed-in.ts';
import { SignInSteps } from '../sign-in/sign-in-steps.tsx';
import { SocialButtons } from '../sign-in/social-buttons.tsx';
import { TextButton } from '../text-button.tsx';

interface Props {
  token: string;
  invitation: Invitation & { email: string | null };
  /** Came by an action on another step. */
  focused: boolean;
  onDone: () => void;
  onDecline: () => void;
}

/** Accepts for the account that the mailbox has: signed in to it here already, or by signing in. */
export function AcceptScreen({ onDecline, ...props }: Props) {
  const t = useTranslations();
  const [profile, setProfile] = useSignedIn();
  const [focused, setFocused] = useState(props.focused);

  async function logout(): Promise<void> {
    await endOwnSession();
    setFocused(true);
    setProfile(null);
  }

  const decline = <TextButton onClick={onDecline}>{t('links.finish.decline')}</TextButton>;
  if (profile === undefined)
    return (
      <AuthFrame title={t('links.accept.title')}>
        <Spinner />
      </AuthFrame>
    );
  if (profile === null) return <WithPassword {...props} focused={focused} decline={decline} />;
  if (profile.email === props.invitation.email)
    return <AsOneself {...props} profile={profile} decline={decline} />;
  return <AsAnother {...props} profile={profile} decline={decline} onLogout={logout} />;
}

const b = (words: ReactNode) => <b>{words}</b>;

interface StepProps extends Omit<Props, 'onDecline'> {
  decline: ReactNode;
}

function WithPassword({ token, invitation, focused, decline, onDone }: StepProps) {
  const t = useTranslations();
  const { pathname, search } = useLocation();
  const username = invitation.email ?? '';
  return (
    <SignInSteps
      username={username}
      invitation={{ token, submit: t('links.accept.sign_in') }}
      onDone={(access) => {
        startSession(access);
        onDone();
      }}
      besidePassword={() => (
        <Link to="/forget-password" state={{ username }} className={`${classes.link} ${classes.beside}`}>
          {t('accounts.login.forgot')}
        </Link>
      )}
      frame={({ title, text, body, isFirst }) =>
        isFirst ? (
          <AuthFrame
            key="password"
            title={t('links.accept.title')}
            text={t('links.accept.text')}
            focused={focused}
            footer={decline}
          >
            <InvitationFacts invitation={invitation} />
            {body}
            <SocialButtons callback={null} invitation={{ token, page: pathname + search }} />
          </AuthFrame>
        ) : (
          <AuthFrame key="more" title={title} text={text} focused>
            {body}
          </AuthFrame>
        )
      }
    />
  );
}

function AsOneself({ invitation, focused, decline, profile, onDone }: StepProps & { profile: Profile }) {
  const t = useTranslations('links.accept');
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ShownError | null>(null);

  async function accept(): Promise<void> {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      startSession((await call(acceptInvitation, { params: { id: invitation.id } })).access);
      onDone();
    } catch (error) {
      setProblem(errorOf(error));
      setBusy(false);
    }
  }

  return (
    <AuthFrame
      key="oneself"
      title={t('title')}
      text={t.rich('signed_in', { email: profile.email ?? '', b })}
      focused={focused}
      footer={decline}
    >
      <InvitationFacts invitation={invitation} />
      <div className="stack gap-7">
        {problem && <Problem>{errorText(problem)}</Problem>}
        <PlainButton wide busy={busy} onClick={() => void accept()}>
          {t('submit')}
        </PlainButton>
      </div>
    </AuthFrame>
  );
}

function AsAnother({
  invitation,
  focused,
  decline,
  profile,
  onLogout,
}: StepProps & { profile: Profile; onLogout: () => Promise<void> }) {
  const t = useTranslations('links.accept');
  const [busy, setBusy] = useState(false);
  const name = profile.email ?? personName(profile);
  return (
    <AuthFrame
      key="another"
      title={t('title')}
      text={t.rich('another', { name, email: invitation.email ?? '', b })}
      focused={focused}
      footer={decline}
    >
      <InvitationFacts invitation={invitation} />
      <div className="stack gap-7">
        <PlainButton
          wide
          busy={busy}
          onClick={() => {
            if (busy) return;
            setBusy(true);
            void onLogout();
          }}
        >
          {t('logout')}
        </PlainButton>
        <PlainButtonLink to="/profile" wide quiet>
          {t('stay')}
        </PlainButtonLink>
      </div>
    </AuthFrame>
  );
}
