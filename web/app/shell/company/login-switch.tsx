import { changeCurrentUserType } from '#contract/identity/accounts';
import { changeCurrentSpace } from '#contract/identity/companies';
import type { UserType } from '#contract/access';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useProfile } from '../../../lib/session/session.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { CompanyMark } from './company-mark.tsx';
import classes from './login-switch.module.css';
import { useSwitchedLogin } from '../../session/use-switched-login.ts';

/** The current login: company and role, each a choice where there is more than one. */
export function LoginSwitch() {
  const t = useTranslations();
  const profile = useProfile();
  const switched = useSwitchedLogin();
  const company = useAction(changeCurrentSpace, { onDone: ({ access }) => void switched(access) });
  const role = useAction(changeCurrentUserType, { onDone: ({ access }) => void switched(access) });
  const { space_pk, type_user } = profile.current_login_info;
  const busy = company.busy || role.busy;

  return (
    <div className={classes.login} data-busy={busy || undefined}>
      <CompanyMark profile={profile} />
      <div className={`${classes.choices} words`}>
        <Choice
          label={t('shell.company')}
          value={String(space_pk)}
          options={profile.spaces.map(({ id, name }) => ({ value: String(id), label: name }))}
          disabled={busy}
          onChoose={(value) => void company.run({ body: { space_pk: Number(value) } })}
        />
        <Choice
          label={t('shell.role')}
          value={type_user}
          options={profile.user_types.map((one) => ({ value: one, label: t(`common.roles.${one}`) }))}
          disabled={busy}
          onChoose={(value) => void role.run({ body: { user_type: value as UserType } })}
        />
      </div>
    </div>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  disabled: boolean;
  onChoose: (value: string) => void;
}

/** One of several, or the only one there is. */
function Choice({ label, value, options, disabled, onChoose }: ChoiceProps) {
  const current = options.find((option) => option.value === value)?.label ?? '';
  if (options.length < 2) {
    return (
      <output aria-label={label} className={classes.only} title={current}>
        {current}
      </output>
    );
  }
  return (
    <span className={classes.choice}>
      <select
        aria-label={label}
        title={current}
        disabled={disabled}
        value={value}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <IconChevronDown size={16} aria-hidden />
    </span>
  );
}
