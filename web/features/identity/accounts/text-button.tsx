import type { ReactNode } from 'react';
import classes from './accounts.module.css';

/** A button that looks like a link, for a way besides the main one. */
export function TextButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={`${classes.link} ${classes.textButton}`} onClick={onClick}>
      {children}
    </button>
  );
}
