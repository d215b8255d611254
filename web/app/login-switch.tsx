import { changeCurrentUserType } from '#contract/accounts';
import { changeCurrentSpace } from '#contract/companies';
import type { UserType } from '#contract/access';
import { NativeSelect } from '@mantine/core';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { useProfile } from '../lib/session.ts';
import { useAction } from '../lib/use-action.ts';
import classes from './login-switch.module.css';
import { useSwitchedLogin } from './use-switched-login.ts';

/** The current login: company and role, each a choice where there is more than one. */
export function LoginSwitch() {
  const t = useTranslations();
  const profile = useProfile();
  const id = useId();
  const switched = useSwitchedLogin();
  const company = useAction(changeCurrentSpace, { onDone: ({ access }) => void switched(access) });
  const role = useAction(changeCurrentUserType, { onDone: ({ access }) => void switched(access) });
  const { space_pk, type_user } = profile.current_login_info;
  const name = profile.spaces.find((space) => space.id === space_pk)?.name ?? '';
  const busy = company.busy || role.busy;

  return (
    <div className={classes.login} data-busy={busy || undefined}>
      <div className={classes.row}>
        <label htmlFor={`${id}-company`} className={classes.label}>
          {t('shell.company')}
        </label>
        {profile.spaces.length > 1 ? (
          <NativeSelect
            id={`${id}-company`}
            size="sm"
            disabled={busy}
            value={String(space_pk)}
            onChange={(event) => void company.run({ body: { space_pk: Number(event.currentTarget.value) } })}
            data={profile.spaces.map((space) => ({ value: String(space.id), label: space.name }))}
          />
        ) : (
          <output id={`${id}-company`} className={classes.only}>
            {name}
          </output>
        )}
      </div>
      <div className={classes.row}>
        <label htmlFor={`${id}-role`} className={classes.label}>
          {t('shell.role')}
        </label>
        {profile.user_types.length > 1 ? (
          <NativeSelect
            id={`${id}-role`}
            size="sm"
            disabled={busy}
            value={type_user}
            onChange={(event) =>
              void role.run({ body: { user_type: event.currentTarget.value as UserType } })
            }
            data={profile.user_types.map((one) => ({ value: one, label: t(`common.roles.${one}`) }))}
          />
        ) : (
          <output id={`${id}-role`} className={classes.only}>
            {t(`common.roles.${type_user}`)}
          </output>
        )}
      </div>
    </div>
  );
}
