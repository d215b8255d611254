import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { SignInSteps } from '../../features/identity/accounts/sign-in/sign-in-steps.tsx';
import { onOtherTab } from '../../lib/api/access-token.ts';
import { errorOf, useErrorText } from '../../lib/api/errors.ts';
import { resumeSession } from '../../lib/session/resume-session.ts';
import { forgetPerson, loadProfile, type Profile } from '../../lib/session/session.ts';
import { showWarning } from '../../lib/page/toasts.ts';
import { PlainButton } from '../../ui/plain/plain-button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { loginPath } from '../guards.ts';
import classes from './session-ended-dialog.module.css';

/** Over the page of a session that has ended: sign in again, and the page goes on as it was. */
export default function SessionEndedDialog({ profile }: { profile: Profile }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const here = useLocation();
  const errorText = useErrorText();
  const resuming = useRef(false);
  const [refused, setRefused] = useState<string | null>(null);

  async function resume(access: string): Promise<void> {
    if (resuming.current) return;
    resuming.current = true;
    setRefused(null);
    try {
      if (await resumeSession(profile, access)) return;
      await navigate('/', { replace: true });
      await loadProfile();
    } catch (error) {
      setRefused(access);
      showWarning(errorText(errorOf(error)));
    } finally {
      resuming.current = false;
    }
  }

  // Signing in again in another tab of this browser is enough.
  const follow = useEffectEvent((access: string) => void resume(access));
  useEffect(() => onOtherTab((change, access) => change === 'signed_in' && follow(access)), []);

  async function leave(): Promise<void> {
    await forgetPerson();
    await navigate(loginPath(here), { replace: true });
  }

  return (
    <SignInSteps
      onDone={(access) => void resume(access)}
      username={profile.email ?? profile.phone ?? ''}
      frame={({ title, text, body, isFirst }) => (
        <Dialog title={isFirst ? t('shell.session_ended.title') : title}>
          <p className="flush before-7 unless-empty">{isFirst ? t('shell.session_ended.text') : text}</p>
          {refused === null ? (
            body
          ) : (
            <PlainButton wide onClick={() => void resume(refused)}>
              {t('common.states.retry')}
            </PlainButton>
          )}
          <div className="under-rule after-7">
            <PlainButton quiet wide onClick={() => void leave()}>
              {t('shell.session_ended.to_login')}
            </PlainButton>
            <p className={classes.warning}>{t('shell.session_ended.lost')}</p>
          </div>
        </Dialog>
      )}
    />
  );
}
