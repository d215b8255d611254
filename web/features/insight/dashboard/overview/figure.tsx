import classes from './figure.module.css';

interface Props {
  label: string;
  value: string;
  /** Against the period before, in words. */
  change: string;
  /** How it went; drawn for the eye only, the chart tells the figures. */
  trend: readonly number[];
}

/** One large figure. */
export function Figure({ label, value, change, trend }: Props) {
  return (
    <div className={classes.figure}>
      <dt className="quiet anywhere">{label}</dt>
      <dd className={classes.value}>{value}</dd>
      <dd className="fine">{change}</dd>
      <dd className={classes.trend} aria-hidden>
        <Trend values={trend} />
      </dd>
    </div>
  );
}

const WIDTH = 100;
const HEIGHT = 24;

function Trend({ values }: { values: readonly number[] }) {
  const most = Math.max(...values, 1);
  const step = WIDTH / Math.max(values.length - 1, 1);
  const points = values.map(
    (value, n) => `${(n * step).toFixed(1)},${(HEIGHT - 1 - (value / most) * (HEIGHT - 2)).toFixed(1)}`,
  );
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
      <polyline points={points.join(' ')} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
