import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './plain.module.css';

interface Look {
  children: ReactNode;
  quiet?: boolean;
  wide?: boolean;
}

/**
 * A button for the public screens; while `busy` it keeps its width and takes no clicks. `unavailable` says that a click
 * does nothing now, without taking the focus away.
 */
export function PlainButton({
  quiet,
  wide,
  busy,
  unavailable,
  children,
  ...button
}: Look & ComponentProps<'button'> & { busy?: boolean; unavailable?: boolean }) {
  return (
    <button
      type="button"
      {...button}
      className={`${classes.button} ${wide ? 'wide' : ''} sinks finger-high`}
      data-quiet={quiet}
      aria-busy={busy}
      aria-disabled={busy || unavailable}
      data-unavailable={unavailable || undefined}
    >
      {busy && <Spinner />}
      <span data-hidden={busy || undefined}>{children}</span>
    </button>
  );
}

/** A link that looks like a button. */
export function PlainButtonLink({ quiet, wide, to, children }: Look & { to: string }) {
  return (
    <Link to={to} className={`${classes.button} ${wide ? 'wide' : ''} sinks finger-high`} data-quiet={quiet}>
      {children}
    </Link>
  );
}

export function Spinner() {
  return <span className={classes.spinner} aria-hidden />;
}
