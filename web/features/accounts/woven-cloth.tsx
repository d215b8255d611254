import classes from './woven-cloth.module.css';

const STEP = 26;
const COLUMNS = 18;
const ROWS = 16;

/** Cloth growing on its warp: each row passes over the threads of a pattern and leaves the upper ones bare. */
export function WovenCloth() {
  return (
    <svg className={classes.cloth} viewBox="0 0 468 468" preserveAspectRatio="xMidYMid slice" aria-hidden focusable="false">
      {Array.from({ length: COLUMNS }, (_, column) => (
        <path key={column} className={classes.warp} d={`M${column * STEP + 13} -8V476`} />
      ))}
      {Array.from({ length: ROWS }, (_, row) => (
        <path key={row} className={classes.weft} data-row={row % 4} d={across(row)} />
      ))}
    </svg>
  );
}

// A diamond twill: the row goes over a thread where distance from the middle and row number fall together.
function across(row: number): string {
  const y = 468 - 13 - row * STEP;
  const woven = COLUMNS - Math.max(0, row - 7) * 2;
  return Array.from({ length: COLUMNS }, (_, column) => column)
    .filter((column) => column < woven && (Math.abs(column - 8) + row) % 4 < 2)
    .map((column) => `M${column * STEP + 2} ${y}h22`)
    .join('');
}
