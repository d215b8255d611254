import { useId } from 'react';
import classes from './pill-choice.module.css';

interface Props<Value extends string> {
  label: string;
  /** Stands above the pills; else the label is for screen readers. */
  showsLabel?: boolean;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** One of a few words, which wrap where they do not fit in a line. */
export function PillChoice<Value extends string>({
  label,
  showsLabel = false,
  value,
  options,
  onChange,
}: Props<Value>) {
  const name = useId();
  return (
    <fieldset className={classes.choice}>
      <legend className={showsLabel ? classes.label : 'unseen'}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={`${classes.pill} ringed finger-line`}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
