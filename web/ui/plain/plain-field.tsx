import { type ComponentProps, type ReactNode, useId } from 'react';
import classes from './plain.module.css';

interface Props extends Omit<ComponentProps<'input'>, 'onChange'> {
  label: string;
  description?: string;
  error?: string | undefined;
  onChange: (event: React.ChangeEvent<HTMLInputElement>) => void;
  /** A button inside of the field, at its end. */
  end?: ReactNode;
}

/**
 * A text field for the public screens, which load no component library: `<PlainField label=… {...form.field('email')} />`.
 * In private screens use `TextInput` of ui/control/.
 */
export function PlainField({
  label,
  description,
  error,
  end,
  'aria-describedby': described,
  ...input
}: Props) {
  const id = useId();
  const describedBy = [described, description && `${id}-description`, error && `${id}-error`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={classes.field}>
      <label htmlFor={id} className="label" data-required={input.required || undefined}>
        {label}
      </label>
      {description && (
        <span id={`${id}-description`} className="fine">
          {description}
        </span>
      )}
      <span className={classes.frame}>
        <input
          {...input}
          id={id}
          className={`${classes.input} faults finger-high`}
          aria-invalid={Boolean(error)}
          aria-describedby={describedBy || undefined}
          data-end={Boolean(end) || undefined}
        />
        {end}
      </span>
      {error && (
        <span id={`${id}-error`} className={classes.error}>
          {error}
        </span>
      )}
    </div>
  );
}
