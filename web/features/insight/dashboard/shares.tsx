import classes from './shares.module.css';

interface Part {
  key: string;
  count: number;
  tone: 'good' | 'active' | 'quiet' | 'bad';
}

/** Parts of a whole as one bar; the words beside it tell the figures. */
export function Shares({ parts }: { parts: readonly Part[] }) {
  const whole = parts.reduce((sum, { count }) => sum + count, 0);
  return (
    <span className={classes.bar} aria-hidden>
      {parts.map(
        ({ key, count, tone }) =>
          count > 0 && (
            <span
              key={key}
              className={classes.part}
              data-tone={tone}
              style={{ width: `${(100 * count) / whole}%` }}
            />
          ),
      )}
    </span>
  );
}
