import { IconButton } from '../control/button/icon-button.tsx';
import { Tooltip } from '../control/over/tooltip.tsx';
import type { Tool } from './row-tool.tsx';

/** A button that is only an icon, large enough for a finger. */
export function ToolButton({ label, disabled, busy, pressed, onClick, children }: Tool) {
  return (
    <Tooltip label={label} openDelay={500}>
      <IconButton
        color="gray"
        aria-label={label}
        aria-pressed={pressed}
        disabled={disabled}
        loading={busy}
        onClick={onClick}
      >
        {children}
      </IconButton>
    </Tooltip>
  );
}
