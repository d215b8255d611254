import { useNumbers } from '../../lib/words/numbers.ts';
import classes from './progress-line.module.css';

/** A share from 0 to 100: a thread that runs across, with the number. */
export function ProgressLine({ value, label }: { value: number; label: string }) {
  const { number } = useNumbers();
  return (
    <span className={classes.line}>
      <span
        className={classes.track}
        role="progressbar"
        aria-label={label}
        aria-valuenow={value}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span
          className="weft toned"
          data-tone={value >= 100 ? 'good' : undefined}
          style={{ width: `${value}%` }}
        />
      </span>
      <span className={classes.number} aria-hidden>
        {number(value / 100, { style: 'percent' })}
      </span>
    </span>
  );
}
