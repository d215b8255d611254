import type { ComponentProps, CSSProperties } from 'react';
import classes from './close-button.module.css';

interface Props extends ComponentProps<'button'> {
  'aria-label': string;
  /** Pixels, of the button and of its cross. */
  size?: number;
  iconSize?: number;
  variant?: 'subtle' | 'default';
}

/** Takes away what it stands in. */
export function CloseButton({
  size = 28,
  iconSize = size * 0.7,
  variant = 'subtle',
  className = '',
  ...rest
}: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={`${classes.close} reaches sinks ${className}`}
      style={{ '--size': `${size / 16}rem` } as CSSProperties}
      data-variant={variant}
    >
      <svg viewBox="0 0 15 15" width={iconSize} height={iconSize} aria-hidden>
        <path
          d="m3.25 3.25 8.5 8.5m0-8.5-8.5 8.5"
          stroke="currentColor"
          strokeWidth="1.1"
          strokeLinecap="round"
        />
      </svg>
    </button>
  );
}
