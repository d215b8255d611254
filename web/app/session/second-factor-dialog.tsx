import { Suspense, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { Skeleton } from '../../ui/state/skeleton.tsx';
import { SecondFactorSetup } from '../../features/identity/security/factors/second-factor-setup.tsx';
import { accessToken } from '../../lib/api/access-token.ts';
import { errorOf, useErrorText } from '../../lib/api/errors.ts';
import { resumeSession } from '../../lib/session/resume-session.ts';
import { safely } from '../../lib/api/safely.ts';
import {
  actAsStudent,
  forgetPerson,
  loadProfile,
  type Profile,
  startSession,
  STUDENT_OF,
} from '../../lib/session/session.ts';
import { showWarning } from '../../lib/page/toasts.ts';
import { PlainButton } from '../../ui/plain/plain-button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import classes from './session-ended-dialog.module.css';
import { useLogout } from './use-logout.ts';

/** Over a page whose company has begun to require a second factor: set one up, and the page goes on as it was. */
export default function SecondFactorDialog({ profile }: { profile: Profile }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const logout = useLogout();
  const running = useRef(false);

  async function once(work: () => Promise<void>): Promise<void> {
    if (running.current) return;
    running.current = true;
    try {
      await work();
    } catch (error) {
      showWarning(errorText(errorOf(error)));
    } finally {
      running.current = false;
    }
  }

  async function resume(): Promise<void> {
    const access = accessToken();
    if (access === null || (await resumeSession(profile, access))) return;
    await navigate('/profile', { replace: true });
  }

  async function goOnAsStudent(): Promise<void> {
    await actAsStudent();
    const access = accessToken();
    await forgetPerson();
    if (access) startSession(access);
    safely(() => sessionStorage.setItem(STUDENT_OF, String(profile.current_login_info.space_pk)));
    await navigate('/profile', { replace: true });
    await loadProfile();
  }

  return (
    <Dialog title={t('security.required.title')}>
      <p className="flush before-7 unless-empty">{t('security.required.page_waits')}</p>
      <Suspense fallback={<Skeleton height={180} />}>
        <SecondFactorSetup onDone={() => void once(resume)} />
      </Suspense>
      <div className="under-rule after-7">
        <PlainButton quiet wide onClick={() => void once(goOnAsStudent)}>
          {t('security.required.as_student')}
        </PlainButton>
        <PlainButton quiet wide onClick={() => void logout()}>
          {t('security.required.logout')}
        </PlainButton>
        <p className={classes.warning}>{t('shell.session_ended.lost')}</p>
      </div>
    </Dialog>
  );
}
