import { declineByLink } from '#contract/people/invitations';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { codeOf, errorOf, useErrorText } from '../../../../lib/api/errors.ts';
import { isSignedIn } from '../../../../lib/session/session.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { PlainButton, PlainButtonLink } from '../../../../ui/plain/plain-button.tsx';
import { PlainCheckbox } from '../../../../ui/plain/plain-checkbox.tsx';
import { AuthFrame } from '../auth-frame.tsx';
import { type Invitation, InvitationFacts } from './invitation-facts.tsx';
import { Problem } from '../problem.tsx';

interface Props {
  token: string;
  invitation: Invitation;
  /** "I do not know this company" was chosen in the mail. */
  isUnknown: boolean;
  focused: boolean;
  onBack: () => void;
}

/** Says no to an invitation; by a button, since mail programs open links by themselves. */
export function DeclineScreen({ token, invitation, isUnknown, focused, onBack }: Props) {
  const t = useTranslations('links.decline');
  const errorText = useErrorText();
  const [unknown_company, setUnknown] = useState(isUnknown);
  const [problem, setProblem] = useState<unknown>(null);
  const [done, setDone] = useState(false);
  const decline = useAction(declineByLink, { onDone: () => setDone(true), onError: setProblem });

  if (done) {
    const words = { company: invitation.company, b: (text: ReactNode) => <b>{text}</b> };
    return (
      <AuthFrame
        key="done"
        title={t('done_title')}
        text={t.rich(unknown_company ? 'done_unknown' : 'done', words)}
        focused
      >
        <Close />
      </AuthFrame>
    );
  }
  if (problem && codeOf(problem) === 'token_incorrect') return <NothingToDecline focused />;
  return (
    <AuthFrame key="ask" title={t('title')} text={t('text')} focused={focused}>
      <InvitationFacts invitation={invitation} />
      <form
        className="stack gap-7"
        onSubmit={(event) => {
          event.preventDefault();
          setProblem(null);
          void decline.run({ body: { token, unknown_company } });
        }}
      >
        {problem !== null && <Problem>{errorText(errorOf(problem))}</Problem>}
        <PlainCheckbox
          label={t('unknown')}
          name="unknown_company"
          checked={unknown_company}
          onChange={(event) => setUnknown(event.currentTarget.checked)}
        />
        <PlainButton type="submit" wide busy={decline.busy}>
          {t('submit')}
        </PlainButton>
        <PlainButton quiet wide onClick={onBack}>
          {t('back')}
        </PlainButton>
      </form>
    </AuthFrame>
  );
}

/** In place of an invitation that was answered, has run out or was replaced. */
export function NothingToDecline({ focused = false }: { focused?: boolean }) {
  const t = useTranslations('links.decline');
  return (
    <AuthFrame key="nothing" title={t('invalid_title')} text={t('invalid')} focused={focused}>
      <Close />
    </AuthFrame>
  );
}

function Close() {
  const t = useTranslations();
  return isSignedIn() ? (
    <PlainButtonLink to="/profile" quiet>
      {t('accounts.social.to_profile')}
    </PlainButtonLink>
  ) : (
    <PlainButtonLink to="/login" quiet>
      {t('links.decline.close')}
    </PlainButtonLink>
  );
}
