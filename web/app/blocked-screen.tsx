import { changeCurrentSpace } from '#contract/identity/companies';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { codeOf, errorOf, useErrorText } from '../lib/api/errors.ts';
import { endOwnSession, type Profile } from '../lib/session/session.ts';
import { showWarning } from '../lib/page/toasts.ts';
import { useAction } from '../lib/api/use-action.ts';
import { LockedLoom } from '../ui/brand/loom.tsx';
import { PlainButton } from '../ui/plain/plain-button.tsx';
import classes from './blocked-screen.module.css';
import { LoneScreen } from './lone-screen.tsx';
import { useSwitchedLogin } from './session/use-switched-login.ts';

/** In place of every page while the company blocks the person; their other companies stay open to them. */
export function BlockedScreen({ profile }: { profile: Profile | null }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const switched = useSwitchedLogin();
  const change = useAction(changeCurrentSpace, {
    onDone: ({ access }) => void switched(access),
    onError: (error) => {
      if (codeOf(error) !== 'account_blocked') return showWarning(errorText(errorOf(error)));
      // A new session begins in a company that does not block the person.
      showWarning(t('shell.blocked.sign_in_again'));
      void logout();
    },
  });
  const current = profile?.spaces.find(({ id }) => id === profile.current_login_info.space_pk);
  const others = profile?.spaces.filter((space) => space !== current) ?? [];

  async function logout(): Promise<void> {
    await endOwnSession();
    await navigate('/login');
  }

  return (
    <LoneScreen
      whole
      picture={<LockedLoom />}
      title={current?.name ?? t('shell.blocked.title')}
      text={t('errors.account_blocked')}
    >
      <div className={classes.actions}>
        {others.map(({ id, name }) => (
          <PlainButton
            key={id}
            busy={change.busy}
            onClick={() => void change.run({ body: { space_pk: id } })}
          >
            {t('shell.blocked.switch', { company: name })}
          </PlainButton>
        ))}
        <PlainButton quiet onClick={() => void logout()}>
          {t('shell.logout')}
        </PlainButton>
      </div>
    </LoneScreen>
  );
}
