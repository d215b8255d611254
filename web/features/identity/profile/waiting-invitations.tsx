import { acceptInvitation, declineInvitation, listInvitations } from '#contract/people/invitations';
import type { ResponseOf } from '#contract/platform';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { Checkbox } from '../../../ui/control/choice/checkbox.tsx';
import { Skeleton } from '../../../ui/state/skeleton.tsx';
import { dateText } from '../../../lib/words/dates.ts';
import { codeOf, errorOf, useErrorText } from '../../../lib/api/errors.ts';
import { strongestOf } from '../../../lib/session/roles.ts';
import { refreshProfile, useProfile } from '../../../lib/session/session.ts';
import { showSuccess, showWarning } from '../../../lib/page/toasts.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { Loaded } from '../../../ui/state/loaded.tsx';
import { Panel } from '../../../ui/page/panel.tsx';
import classes from './profile.module.css';
import { Dialog } from '../../../ui/dialog/dialog.tsx';

type Invitation = ResponseOf<typeof listInvitations>[number];

interface Props {
  /** Takes the access token of the company that was joined. */
  onSwitched: (access: string) => void;
}

/** The companies that wait for an answer. */
export default function WaitingInvitations({ onSwitched }: Props) {
  const t = useTranslations('invitations');
  const count = useProfile().invitations;
  const invitations = useData(listInvitations, {});
  const [declining, setDeclining] = useState<Invitation | null>(null);
  const place = useFocusByHash();
  return (
    <div id="invitations" ref={place} tabIndex={-1} className={classes.invitations}>
      <Panel title={t('title', { count })}>
        <p className={classes.intro}>{t('text')}</p>
        <Loaded query={invitations} skeleton={<Skeleton height={count * 64} />}>
          {(waiting) => (
            <ul className="stack plain gap-4">
              {waiting.map((invitation) => (
                <WaitingInvitation
                  key={invitation.id}
                  invitation={invitation}
                  onSwitched={onSwitched}
                  onDecline={() => setDeclining(invitation)}
                />
              ))}
            </ul>
          )}
        </Loaded>
      </Panel>
      {declining && <DeclineDialog invitation={declining} onClose={() => setDeclining(null)} />}
    </div>
  );
}

function WaitingInvitation({
  invitation: { id, space, user_types, inviter, created_at },
  onSwitched,
  onDecline,
}: Props & { invitation: Invitation; onDecline: () => void }) {
  const t = useTranslations();
  const answered = useAnswered();
  const accept = useAction(acceptInvitation, {
    onDone: ({ access }) => {
      showSuccess(t('invitations.accepted', { company: space.name }));
      onSwitched(access);
    },
    onError: answered,
  });
  const date = dateText(created_at);
  const roles = strongestOf(user_types).map((one) => t(`common.roles.${one}`));
  return (
    <li className={classes.choice}>
      <span className="medium anywhere">
        {space.name}
        <span className={classes.choiceRoles}>
          {[roles.join(', '), inviter, date].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className={classes.answers}>
        <Button
          size="compact-md"
          loading={accept.busy}
          aria-label={t('invitations.accept_named', { company: space.name })}
          onClick={() => void accept.run({ params: { id }, quiet: true })}
        >
          {t('invitations.accept')}
        </Button>
        <Button
          variant="subtle"
          size="compact-md"
          aria-label={t('invitations.decline_named', { company: space.name })}
          onClick={onDecline}
        >
          {t('invitations.decline')}
        </Button>
      </span>
    </li>
  );
}

function DeclineDialog({
  invitation: { id, space },
  onClose,
}: {
  invitation: Invitation;
  onClose: () => void;
}) {
  const t = useTranslations();
  const answered = useAnswered();
  const [unknown_company, setUnknown] = useState(false);
  const decline = useAction(declineInvitation, {
    onDone: () => {
      onClose();
      showSuccess(t('invitations.declined', { company: space.name }));
      void refreshProfile();
    },
    onError: (error) => {
      onClose();
      answered(error);
    },
  });
  return (
    <Dialog onClose={onClose} title={t('invitations.decline_title', { company: space.name })}>
      <p className={classes.lead}>{t('invitations.decline_text')}</p>
      <Checkbox
        data-autofocus
        label={t('invitations.unknown')}
        checked={unknown_company}
        onChange={(event) => setUnknown(event.currentTarget.checked)}
      />
      <div className="buttons after-8">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          color="brick"
          loading={decline.busy}
          onClick={() => void decline.run({ params: { id }, body: { unknown_company } })}
        >
          {t('invitations.decline')}
        </Button>
      </div>
    </Dialog>
  );
}

/** Says what went wrong; one that was answered elsewhere or taken back meanwhile goes away. */
function useAnswered(): (error: unknown) => void {
  const t = useTranslations('invitations');
  const errorText = useErrorText();
  return (refusal) => {
    const isGone = ['not_found', 'token_incorrect', 'already_member'].includes(codeOf(refusal) ?? '');
    showWarning(isGone ? t('answered') : errorText(errorOf(refusal)));
    if (isGone) void refreshProfile();
  };
}

/** From the switcher, which leads here. */
function useFocusByHash() {
  const place = useRef<HTMLDivElement>(null);
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash === '#invitations') place.current?.focus();
  }, [hash, key]);
  return place;
}
