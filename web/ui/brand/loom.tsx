import type { ReactNode } from 'react';
import classes from './loom.module.css';

const WARP = [36, 56, 76, 96, 116, 136, 156];

function Loom({ children, rows }: { children?: ReactNode; rows: readonly number[] }) {
  return (
    <svg
      className={classes.loom}
      viewBox="0 0 192 128"
      width="192"
      height="128"
      aria-hidden
      focusable="false"
    >
      <path className={classes.bar} d="M20 16h152M20 112h152" />
      {WARP.map((x) => (
        <path key={x} className={classes.warp} d={`M${x} 20v88`} />
      ))}
      {rows.map((y, row) => (
        <path key={y} className={classes.weft} d={weft(y, row % 2)} />
      ))}
      {children}
    </svg>
  );
}

/** One thread across: over every second thread of the warp. */
function weft(y: number, from: number): string {
  return WARP.filter((_, index) => index % 2 === from)
    .map((x) => `M${x - 8} ${y}h16`)
    .join('');
}

/** A strung loom with the first rows woven. */
export function EmptyLoom() {
  return (
    <Loom rows={[96, 86]}>
      <path className={classes.shuttle} d="M128 60c10-7 26-7 36 0-10 7-26 7-36 0Z" />
      <path className={classes.loose} d="M128 60C98 58 84 74 56 76" />
    </Loom>
  );
}

/** A thread came off. */
export function TornLoom() {
  return (
    <Loom rows={[96, 86, 76]}>
      <path className={classes.loose} d="M28 56h44c6 0 8-10 2-12s-14 4-10 12" />
      <path className={classes.loose} d="M164 56h-34c-8 0-12 6-8 12" />
    </Loom>
  );
}

/** A loom behind a lock. */
export function LockedLoom() {
  return (
    <Loom rows={[96, 86, 76, 66]}>
      <path className={classes.shackle} d="M84 62V50a12 12 0 0 1 24 0v12" />
      <rect className={classes.lock} x="74" y="60" width="44" height="34" rx="8" />
      <path className={classes.keyhole} d="M96 73v8" />
    </Loom>
  );
}
