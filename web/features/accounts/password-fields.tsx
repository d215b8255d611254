import { IconCheck, IconPoint } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import type { FieldError, Form } from '../../lib/use-form.ts';
import { PasswordField } from '../../ui/plain/password-field.tsx';
import classes from './accounts.module.css';
import { PASSWORD_RULES, passwordError, type PasswordOwner, type PasswordRule } from './password-rules.ts';

export interface PasswordValues {
  password: string;
  password_repeat: string;
}

/** The checks of a new password and its repetition, for a form's `check`. */
export function passwordErrors(values: PasswordValues, owner: PasswordOwner): Record<string, FieldError> {
  const errors: Record<string, FieldError> = {};
  const broken = values.password === '' ? null : passwordError(values.password, owner);
  if (broken) errors['password'] = broken;
  if (values.password_repeat === '') errors['password_repeat'] = { code: 'required' };
  else if (values.password_repeat !== values.password)
    errors['password_repeat'] = { code: 'passwords_differ' };
  return errors;
}

/** A new password, typed twice, with the rules ticked off while typing. */
export function PasswordFields<V extends PasswordValues>({
  form,
  owner,
}: {
  form: Form<V>;
  owner: PasswordOwner;
}) {
  const t = useTranslations('accounts');
  const rulesId = useId();
  const { password } = form.values;
  return (
    <>
      <PasswordField
        label={t('password')}
        autoComplete="new-password"
        aria-describedby={rulesId}
        {...form.field('password')}
      />
      <ul id={rulesId} className={classes.rules} aria-label={t('rules.label')}>
        {(Object.keys(PASSWORD_RULES) as PasswordRule[]).map((rule) => {
          const met = PASSWORD_RULES[rule].met(password, owner);
          return (
            <li key={rule} className={classes.rule} data-met={met}>
              {met ? (
                <IconCheck size={15} aria-label={t('rules.met')} />
              ) : (
                <IconPoint size={15} aria-label={t('rules.unmet')} />
              )}
              {t(`rules.${rule}`)}
            </li>
          );
        })}
      </ul>
      <PasswordField
        label={t('password_repeat')}
        autoComplete="new-password"
        {...form.field('password_repeat')}
      />
    </>
  );
}
