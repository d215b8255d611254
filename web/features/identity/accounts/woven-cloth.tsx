import classes from './woven-cloth.module.css';

const COLUMNS = 24;
const COLUMN = 24;
const ROWS = 15;
const ROW = 19;
const HEIGHT = 560;

/** Cloth growing on its warp from below: a diamond twill with bands of ochre, the last row still on the shuttle. */
export function WovenCloth() {
  return (
    <svg
      className={classes.cloth}
      viewBox={`0 0 ${COLUMNS * COLUMN} ${HEIGHT}`}
      preserveAspectRatio="xMidYMax slice"
      aria-hidden
      focusable="false"
    >
      {Array.from({ length: COLUMNS }, (_, column) => (
        <path key={column} className={classes.warp} d={`M${middle(column)} 0V${HEIGHT}`} />
      ))}
      {Array.from({ length: ROWS }, (_, row) => (
        <g key={row}>
          <path
            className={classes.weft}
            data-band={bandOf(row)}
            d={`M-10 ${level(row)}H${row === ROWS - 1 ? COLUMN * 15 : COLUMNS * COLUMN + 10}`}
          />
          <path className={classes.warp} d={threadsOver(row)} />
        </g>
      ))}
    </svg>
  );
}

const middle = (column: number) => column * COLUMN + COLUMN / 2;
const level = (row: number) => HEIGHT - 10 - row * ROW;

function bandOf(row: number): 'ochre' | 'pale' | 'petrol' {
  const place = row % 7;
  return place === 2 || place === 4 ? 'ochre' : place === 3 ? 'pale' : 'petrol';
}

function threadsOver(row: number): string {
  return Array.from({ length: COLUMNS }, (_, column) => column)
    .filter((column) => (Math.abs(column - COLUMNS / 2) + Math.abs((row % 8) - 4)) % 4 < 2)
    .map((column) => `M${middle(column)} ${level(row) - 8}v16`)
    .join('');
}
