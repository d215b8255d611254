import { renewLink } from '#contract/identity/accounts';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { errorOf, useErrorText } from '../../../lib/api/errors.ts';
import { isSignedIn } from '../../../lib/session/session.ts';
import { PlainButton, PlainButtonLink } from '../../../ui/plain/plain-button.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { Problem } from './problem.tsx';
import { isPassing } from './use-link.ts';

interface Props {
  token: string;
  title: string;
  text: string;
  /** What helps when the link cannot be renewed: in words, and the way there. */
  refused: string;
  otherwise: { to: string; label: string };
  /** In place of both texts for somebody who is signed in: the link has most likely done its work, and they go on. */
  signedIn?: { text: string; refused: string };
}

/** In place of a link that ran out or was used: offers a new mail to the address that the link went to. */
export function ExpiredLink({ token, title, text, refused, otherwise, signedIn }: Props) {
  const t = useTranslations();
  const errorText = useErrorText();
  const [state, setState] = useState<'offered' | 'sent' | 'refused'>(token ? 'offered' : 'refused');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const known = isSignedIn() ? signedIn : undefined;
  const onward = (quiet: boolean) => (
    <PlainButtonLink to="/" wide quiet={quiet}>
      {t('links.renew.onward')}
    </PlainButtonLink>
  );

  async function renew(): Promise<void> {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblem(null);
    try {
      await call(renewLink, { body: { token } });
      setState('sent');
    } catch (error) {
      if (isPassing(error)) setProblem(errorText(errorOf(error)));
      else setState('refused');
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  if (state === 'sent')
    return (
      <AuthFrame
        title={t('accounts.check_email.title')}
        text={t('links.renew.sent')}
        footer={t('accounts.check_email.hint')}
        focused
      >
        {known ? (
          onward(true)
        ) : (
          <PlainButtonLink to="/login" quiet>
            {t('accounts.check_email.login')}
          </PlainButtonLink>
        )}
      </AuthFrame>
    );
  if (state === 'refused')
    return (
      <AuthFrame key="refused" title={title} text={known?.refused ?? refused} focused={token !== ''}>
        {known ? onward(false) : <PlainButtonLink to={otherwise.to}>{otherwise.label}</PlainButtonLink>}
      </AuthFrame>
    );
  return (
    <AuthFrame title={title} text={known?.text ?? text}>
      <div className="stack gap-7">
        {problem && <Problem>{problem}</Problem>}
        {known && onward(false)}
        <PlainButton wide quiet={known !== undefined} busy={busy} onClick={() => void renew()}>
          {t('links.renew.submit')}
        </PlainButton>
        {!known && (
          <PlainButtonLink to="/login" wide quiet>
            {t('links.confirmation.login')}
          </PlainButtonLink>
        )}
      </div>
    </AuthFrame>
  );
}
