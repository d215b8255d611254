import {
  MIN_LENGTH,
  passwordFaults,
  type PasswordFault,
  type PasswordOwner,
} from '#contract/identity/accounts/password';
import { IconCheck, IconPoint } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import type { Path } from '../../lib/form/paths.ts';
import type { FieldError, Form } from '../../lib/form/use-form.ts';
import { PasswordField } from './password-field.tsx';
import classes from './password-fields.module.css';

/** The field of a new password on the wire; its repetition is `${name}_repeat`. */
type PasswordName = 'password' | 'new_password';
type PasswordValues<N extends PasswordName> = Record<N | `${N}_repeat`, string>;

/** What is ticked off while typing; whether a password is too common the server says. */
const RULES = {
  length: ['password_too_short'],
  capital: ['password_no_capital'],
  not_numeric: ['password_numeric'],
  not_similar: ['password_similar_email', 'password_similar_name'],
  not_company: ['password_similar_company'],
} as const satisfies Record<string, readonly PasswordFault[]>;

/** The checks of a new password and its repetition, for a form's `check`. */
export function passwordErrors<N extends PasswordName = 'password'>(
  values: PasswordValues<NoInfer<N>>,
  owner: PasswordOwner,
  name: N = 'password' as N,
): Record<string, FieldError> {
  const errors: Record<string, FieldError> = {};
  const repeat = `${name}_repeat` as const;
  const [code] = values[name] === '' ? [] : passwordFaults(values[name], owner);
  if (code) errors[name] = { code, params: { min: MIN_LENGTH } };
  if (values[repeat] === '') errors[repeat] = { code: 'required' };
  else if (values[repeat] !== values[name]) errors[repeat] = { code: 'passwords_differ' };
  return errors;
}

interface Props<N extends PasswordName, V extends PasswordValues<N>> {
  form: Form<V>;
  owner: PasswordOwner;
  name?: N;
  label?: string;
}

/** A new password, typed twice, with the rules ticked off while typing. */
export function PasswordFields<
  N extends PasswordName = 'password',
  V extends PasswordValues<N> = PasswordValues<N>,
>({ form, owner, name = 'password' as N, label }: Props<N, V>) {
  const t = useTranslations('common.new_password');
  const rulesId = useId();
  const password = form.values[name];
  const faults = passwordFaults(password, owner);
  const rules = (Object.keys(RULES) as (keyof typeof RULES)[]).filter(
    (rule) => rule !== 'not_company' || owner.places !== undefined,
  );
  return (
    <>
      <PasswordField
        label={label ?? t('password')}
        autoComplete="new-password"
        aria-describedby={rulesId}
        {...form.field(name as unknown as Path<V>)}
      />
      <div id={rulesId} className="stack fine gap-2">
        <ul className="stack plain gap-2" aria-label={t('rules')}>
          {rules.map((rule) => {
            const met = password !== '' && !RULES[rule].some((code) => faults.includes(code));
            return (
              <li key={rule} className={`${classes.rule} row gap-4`} data-met={met}>
                {met ? (
                  <IconCheck size={15} aria-label={t('met')} />
                ) : (
                  <IconPoint size={15} aria-label={t('unmet')} />
                )}
                {t(rule, { min: MIN_LENGTH })}
              </li>
            );
          })}
        </ul>
        <p className="flush">{t('common')}</p>
      </div>
      <PasswordField
        label={t('repeat')}
        autoComplete="new-password"
        {...form.field(`${name}_repeat` as unknown as Path<V>)}
      />
    </>
  );
}
