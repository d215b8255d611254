import { PRODUCT_NAME } from '../../lib/words/product.ts';
import classes from './logo.module.css';

/** The sign: three threads of a warp and the weft that binds them. */
export function Mark({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
      <rect width="32" height="32" rx="8" fill="#125b59" />
      <g fill="none" strokeWidth="3" strokeLinecap="round">
        <path d="M10 7v18M16 7v18M22 7v18" stroke="#d6ebe8" />
        <path d="M7 12h1.5M11.5 12h9M23.5 12H25M7 20h7.5M17.5 20H25" stroke="#f0b35a" />
      </g>
    </svg>
  );
}

export function Logo() {
  return (
    <span className={classes.logo}>
      <Mark />
      <span className={classes.name}>{PRODUCT_NAME}</span>
    </span>
  );
}
