import { invitation } from '#contract/people/invitations';
import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { Spinner } from '../../../../ui/plain/plain-button.tsx';
import classes from '../accounts.module.css';
import { AcceptScreen } from './accept-screen.tsx';
import { AuthFrame } from '../auth-frame.tsx';
import { DeclineScreen, NothingToDecline } from './decline-screen.tsx';
import { ExpiredLink } from '../expired-link.tsx';
import { InvitationFacts } from './invitation-facts.tsx';
import { InvitationForm } from './invitation-form.tsx';
import { TextButton } from '../text-button.tsx';
import { UncheckedLink } from '../unchecked-link.tsx';
import { isPassing, useLink } from '../use-link.ts';
import { SocialButtons } from '../sign-in/social-buttons.tsx';

/** The target of an invitation: who invites into what, and the ways to accept and to decline it. */
export function FinishScreen({ onDone }: { onDone: () => void }) {
  const t = useTranslations();
  const { pathname, search: query } = useLocation();
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
      <AuthFrame
        key="new"
        title={t('links.finish.title')}
        text={t('links.finish.text')}
        focused={moved}
        footer={
          found.email && <TextButton onClick={() => decline(true)}>{t('links.finish.decline')}</TextButton>
        }
      >
        <InvitationFacts invitation={found} />
        <InvitationForm token={token} invitation={found} onDone={onDone} />
        {found.email && (
          <SocialButtons
            callback={null}
            invitation={{ token, page: pathname + query }}
            note={t.rich('links.finish.provider_note', {
              link: (words) => (
                <Link to="/privacy" target="_blank" className={classes.link}>
                  {words}
                </Link>
              ),
            })}
          />
        )}
      </AuthFrame>
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
