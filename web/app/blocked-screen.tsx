import { changeCurrentSpace } from '#contract/identity/companies';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { accessToken, loginOf } from '../lib/api/access-token.ts';
import { endOwnSession, type Profile } from '../lib/session/session.ts';
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
  const switched = useSwitchedLogin();
  const change = useAction(changeCurrentSpace, {
    onDone: ({ access }) => void switched(access),
  });
  // The profile may be the one of before a switch.
  const closed = Number(loginOf(accessToken())?.space);
  const current = profile?.spaces.find(({ id }) => id === closed);
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
