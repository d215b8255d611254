import { assignableTo, type UserType } from '#contract/access';
import { useTranslations } from 'use-intl';
import { Checkbox } from '../../../../ui/control/choice/checkbox.tsx';
import { useProfile } from '../../../../lib/session/session.ts';
import { impliedBy } from '../../../../lib/session/roles.ts';

interface Props {
  value: readonly UserType[];
  onChange: (user_types: UserType[]) => void;
  error: string | undefined;
}

/** The roles that the caller may give (§6); those that come along with a stronger one are shown and not asked for. */
export function PersonRolesField({ value, onChange, error }: Props) {
  const t = useTranslations();
  const { type_user } = useProfile().current_login_info;
  const implied = impliedBy(value);
  return (
    <Checkbox.Group
      label={t('users.form.roles')}
      description={t('users.form.roles_hint')}
      error={error}
      value={[...new Set([...value, ...implied])]}
      onChange={(next) => onChange(next.filter((one) => value.includes(one) || !implied.includes(one)))}
    >
      <div style={{ display: 'grid', gap: '0.75rem', marginTop: '0.75rem' }}>
        {assignableTo(type_user).map((one) => {
          const role = t(`common.roles.${one}`);
          const included = implied.includes(one);
          return (
            <Checkbox
              key={one}
              value={one}
              disabled={included}
              label={included ? t('users.form.included', { role }) : role}
              description={t(`users.form.role_hints.${one}`)}
            />
          );
        })}
      </div>
    </Checkbox.Group>
  );
}
