import type { ReactNode } from 'react';
import classes from './question-editor.module.css';

interface Props {
  label: string;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** An icon to press; without the tooltips of `ToolButton`, which would weigh on two hundred questions. */
export function QuestionTool({ label, disabled = false, onClick, children }: Props) {
  return (
    <button
      type="button"
      className={`${classes.tool} lit`}
      aria-label={label}
      title={label}
      // Disabled in the middle of moving something to the edge, it would lose the focus.
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
    >
      {children}
    </button>
  );
}
