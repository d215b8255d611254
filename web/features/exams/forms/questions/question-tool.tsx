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
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
