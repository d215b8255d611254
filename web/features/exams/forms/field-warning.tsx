import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import classes from './form-builder.module.css';
import type { SettingWarning } from './warnings.ts';

/** What is odd about the field above, though it can be saved. */
export function FieldWarning({ warning }: { warning: SettingWarning | undefined }) {
  const t = useTranslations('forms.warnings');
  if (!warning) return null;
  return (
    <p className={classes.warning}>
      <IconAlertTriangle size={16} aria-hidden />
      {t(warning)}
    </p>
  );
}
