import type { ReactNode } from 'react';
import { CloseButton } from '../control/button/close-button.tsx';
import classes from './selection-bar.module.css';

interface Props {
  label: string;
  /** How many rows are chosen, in words. */
  count: string;
  /** What the button says that lets go of them. */
  clear: string;
  onClear: () => void;
  /** The buttons. */
  children: ReactNode;
}

/** What can be done about the rows chosen, in sight wherever the list is scrolled to. */
export function SelectionBar({ label, count, clear, onClear, children }: Props) {
  return (
    <div className={`${classes.bar} sticks`} role="region" aria-label={label}>
      <CloseButton size={44} iconSize={20} aria-label={clear} title={clear} onClick={onClear} />
      <span className="strong" role="status">
        {count}
      </span>
      <div className={classes.actions}>{children}</div>
    </div>
  );
}
