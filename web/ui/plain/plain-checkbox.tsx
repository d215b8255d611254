import { type ReactNode, useId } from 'react';
import classes from './plain.module.css';

interface Props {
  label: ReactNode;
  name: string;
  checked: boolean;
  onChange: (event: React.ChangeEvent<HTMLInputElement>) => void;
  error?: string | undefined;
}

/** A checkbox for the public screens: `<PlainCheckbox label=… {...form.checkbox('privacy_policy')} />`. */
export function PlainCheckbox({ label, error, ...input }: Props) {
  const id = useId();
  return (
    <div className={classes.field}>
      <div className={classes.check}>
        <input
          {...input}
          id={id}
          type="checkbox"
          className={`${classes.box} faults`}
          aria-invalid={Boolean(error)}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <label htmlFor={id}>{label}</label>
      </div>
      {error && (
        <span id={`${id}-error`} className={classes.error}>
          {error}
        </span>
      )}
    </div>
  );
}
