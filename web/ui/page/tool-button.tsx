import type { ReactNode } from 'react';
import { IconButton } from '../control/button/icon-button.tsx';
import { Tooltip } from '../control/over/tooltip.tsx';
import classes from './tool-button.module.css';

interface Props {
  /** Its name, for the tooltip and for screen readers. */
  label: string;
  disabled?: boolean;
  busy?: boolean;
  /** It turns something on and off. */
  pressed?: boolean;
  onClick: () => void;
  /** An icon. */
  children: ReactNode;
}

/** A button that is only an icon, large enough for a finger. */
export function ToolButton({ label, disabled = false, busy = false, pressed, onClick, children }: Props) {
  return (
    <Tooltip label={label} openDelay={500}>
      <IconButton
        className={classes.tool}
        variant="subtle"
        color="gray"
        size={44}
        aria-label={label}
        aria-pressed={pressed}
        // Disabled in the middle of moving something to the edge, it would lose the focus.
        aria-disabled={disabled || undefined}
        loading={busy}
        onClick={disabled ? undefined : onClick}
      >
        {children}
      </IconButton>
    </Tooltip>
  );
}
