import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { useTranslations } from 'use-intl';
import classes from './password-field.module.css';
import { PlainField } from './plain-field.tsx';

/** A password that can be shown while typing. */
export function PasswordField(props: Omit<ComponentProps<typeof PlainField>, 'end' | 'type'>) {
  const t = useTranslations('common');
  const [shown, setShown] = useState(false);
  const Icon = shown ? IconEyeOff : IconEye;
  return (
    <PlainField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <button
          type="button"
          className={`${classes.toggle} lit-up finger`}
          aria-label={t('show_password')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon size={20} stroke={1.7} aria-hidden />
        </button>
      }
    />
  );
}
