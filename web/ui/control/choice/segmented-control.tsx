import { useId } from 'react';
import classes from './segmented-control.module.css';

interface Props<V extends string> {
  'aria-label': string;
  value: V;
  onChange: (value: V) => void;
  data: readonly { value: V; label: string }[];
  fullWidth?: boolean;
  className?: string | undefined;
}

/** One of two or three ways to see the same thing. */
export function SegmentedControl<V extends string>({
  value,
  onChange,
  data,
  fullWidth = false,
  className = '',
  ...rest
}: Props<V>) {
  const name = useId();
  return (
    <div
      {...rest}
      role="radiogroup"
      className={`${classes.control} off-paper ${fullWidth ? 'beside' : ''} ${className}`}
    >
      {data.map((one) => (
        <div key={one.value} className={classes.part}>
          <input
            type="radio"
            id={`${name}-${one.value}`}
            className={classes.input}
            name={name}
            value={one.value}
            checked={one.value === value}
            onChange={() => onChange(one.value)}
          />
          <label htmlFor={`${name}-${one.value}`} className={classes.label}>
            {one.label}
          </label>
        </div>
      ))}
    </div>
  );
}
