import type { ReactNode } from 'react';
import { IconButton } from '../control/button/icon-button.tsx';
import { Tooltip } from '../control/over/tooltip.tsx';

interface Props {
  /** Its name, for whoever points at it and for screen readers. */
  label: string;
  /** In a row, of which there may be hundreds, the browser's own tip is enough. */
  inRow?: boolean;
  disabled?: boolean;
  busy?: boolean;
  /** It turns something on and off. */
  pressed?: boolean;
  onClick: () => void;
  /** An icon. */
  children: ReactNode;
}

/** A button that is only an icon, large enough for a finger. */
export function ToolButton({ label, inRow = false, disabled, busy, pressed, onClick, children }: Props) {
  const button = (
    <IconButton
      color="gray"
      aria-label={label}
      title={inRow ? label : undefined}
      aria-pressed={pressed}
      disabled={disabled}
      loading={busy}
      onClick={onClick}
    >
      {children}
    </IconButton>
  );
  if (inRow) return button;
  return (
    <Tooltip label={label} openDelay={500}>
      {button}
    </Tooltip>
  );
}
