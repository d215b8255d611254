import { IconSelector } from '@tabler/icons-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { Field, type FieldWords } from './field.tsx';
import classes from './field.module.css';

export type SelectOption = string | { value: string; label: string; disabled?: boolean };

interface Props extends FieldWords, Omit<ComponentPropsWithRef<'select'>, 'size' | 'required'> {
  data: readonly SelectOption[];
  leftSection?: ReactNode;
  size?: 'sm' | 'md';
  variant?: 'default' | 'unstyled';
}

/** One of a few, chosen by what the platform has for it. */
export function NativeSelect({
  label,
  description,
  error,
  required,
  withAsterisk,
  inputWrapperOrder,
  data,
  leftSection,
  size = 'md',
  variant = 'default',
  className,
  style,
  id,
  'aria-describedby': describedBy,
  ...select
}: Props) {
  return (
    <Field
      {...{ label, description, error, required, withAsterisk, inputWrapperOrder, describedBy }}
      controlId={id}
      className={className}
      style={style}
    >
      {(control) => (
        <div className={classes.frame} data-size={size} data-variant={variant}>
          {leftSection && <span className={classes.left}>{leftSection}</span>}
          <select
            {...select}
            {...control}
            required={required}
            className={classes.input}
            data-left={Boolean(leftSection) || undefined}
            data-right
          >
            {data.map((one) => {
              const option = typeof one === 'string' ? { value: one, label: one } : one;
              return (
                <option key={option.value} value={option.value} disabled={option.disabled}>
                  {option.label}
                </option>
              );
            })}
          </select>
          <span className={classes.right} data-still>
            <IconSelector size={16} stroke={1.6} aria-hidden />
          </span>
        </div>
      )}
    </Field>
  );
}
