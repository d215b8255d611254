import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './accounts.module.css';

/** Why an account step failed, read out as soon as it appears. */
export function Problem({ children }: { children: ReactNode }) {
  return (
    <div className={classes.problem} role="alert">
      <IconAlertCircle size={20} aria-hidden />
      <span>{children}</span>
    </div>
  );
}
