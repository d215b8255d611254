import { invitation } from '#contract/people/invitations';
import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { personName } from '../../../../lib/words/person-name.ts';
import { PlainButtonLink, Spinner } from '../../../../ui/plain/plain-button.tsx';
import classes from '../accounts.module.css';
import { AcceptScreen } from './accept-screen.tsx';
import { AuthFrame } from '../auth-frame.tsx';
import { DeclineScreen, NothingToDecline } from './decline-screen.tsx';
import { ExpiredLink } from '../expired-link.tsx';
import { type Invitation, InvitationFacts } from './invitation-facts.tsx';
import { InvitationForm } from './invitation-form.tsx';
import { useSignedIn } from './signed-in.ts';
import { TextButton } from '../text-button.tsx';
import { UncheckedLink } from '../unchecked-link.tsx';
import { isPassing, useLink } from '../use-link.ts';
import { SocialButtons } from '../sign-in/social-buttons.tsx';

/** The target of an invitation: who invites into what, and the ways to accept and to decline it. */
export function FinishScreen({ onDone }: { onDone: () => void }) {
  const t = useTranslations();
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const answer = search.get('answer');
  const [declining, setDeclining] = useState(answer === 'decline' || answer === 'unknown');
  // By an action here, not by the address.
  const [moved, setMoved] = useState(false);
  const { found, problem, retry } = useLink(invitation, token);

  function decline(now: boolean): void {
    setMoved(true);
    setDeclining(now);
  }

  if (found && declining)
    return (
      <DeclineScreen
        token={token}
        invitation={found}
        isUnknown={answer === 'unknown'}
        focused={moved}
        onBack={() => decline(false)}
      />
    );
  if (found?.has_account)
    return (
      <AcceptScreen
        token={token}
        invitation={found}
        focused={moved}
        onDone={onDone}
        onDecline={() => decline(true)}
      />
    );
  if (found)
    return (
      <NewAccount
        token={token}
        found={found}
        focused={moved}
        onDone={onDone}
        onDecline={() => decline(true)}
      />
    );
  if (problem && isPassing(problem))
    return <UncheckedLink title={t('links.finish.title')} problem={problem} onRetry={retry} />;
  if (problem && declining) return <NothingToDecline />;
  if (problem)
    return (
      <ExpiredLink
        token={token}
        title={t('links.confirmation.expired_title')}
        text={t('links.finish.expired_text')}
        refused={t('links.finish.refused')}
        otherwise={{ to: '/login', label: t('links.confirmation.login') }}
        signedIn={{ text: t('links.finish.known_text'), refused: t('links.finish.known_refused') }}
      />
    );
  return (
    <AuthFrame title={t('links.accept.title')}>
      <Spinner />
    </AuthFrame>
  );
}

interface NewProps {
  token: string;
  found: Invitation;
  focused: boolean;
  onDone: () => void;
  onDecline: () => void;
}

/** Accepts by making an account; whoever is signed in to another one is told so. */
function NewAccount({ token, found, focused, onDone, onDecline }: NewProps) {
  const t = useTranslations();
  const { pathname, search } = useLocation();
  const [profile] = useSignedIn();
  if (profile === undefined)
    return (
      <AuthFrame title={t('links.finish.title')}>
        <Spinner />
      </AuthFrame>
    );
  return (
    <AuthFrame
      key="new"
      title={t('links.finish.title')}
      text={
        profile
          ? t.rich('links.finish.another', {
              name: profile.email ?? personName(profile),
              address: found.email ?? found.phone ?? personName(found),
              b: (words) => <b>{words}</b>,
            })
          : t('links.finish.text')
      }
      focused={focused}
      footer={found.email && <TextButton onClick={onDecline}>{t('links.finish.decline')}</TextButton>}
    >
      <InvitationFacts invitation={found} />
      <InvitationForm token={token} invitation={found} onDone={onDone} />
      {found.email && (
        <SocialButtons
          callback={null}
          invitation={{ token, page: pathname + search }}
          note={t.rich('links.finish.provider_note', {
            link: (words) => (
              <Link to="/privacy" target="_blank" className={classes.link}>
                {words}
              </Link>
            ),
          })}
        />
      )}
      {profile && (
        <PlainButtonLink to="/profile" wide quiet>
          {t('links.accept.stay')}
        </PlainButtonLink>
      )}
    </AuthFrame>
  );
}
