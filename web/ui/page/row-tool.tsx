import type { ReactNode } from 'react';
import { IconButton } from '../control/button/icon-button.tsx';

export interface Tool {
  /** Its name, for whoever points at it and for screen readers. */
  label: string;
  disabled?: boolean;
  busy?: boolean;
  /** It turns something on and off. */
  pressed?: boolean;
  onClick: () => void;
  /** An icon. */
  children: ReactNode;
}

/** A `ToolButton` of rows: without a tooltip of its own, which would weigh on hundreds of them. */
export function RowTool({ label, disabled, busy, pressed, onClick, children }: Tool) {
  return (
    <IconButton
      color="gray"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      disabled={disabled}
      loading={busy}
      onClick={onClick}
    >
      {children}
    </IconButton>
  );
}
