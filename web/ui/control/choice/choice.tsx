import { type ComponentProps, type ReactNode, useId } from 'react';
import classes from './choice.module.css';

export interface ChoiceWords {
  label?: ReactNode;
  description?: ReactNode;
  error?: ReactNode;
}

type Input = Omit<ComponentProps<'input'>, 'type' | 'size'>;
export type ChoiceProps = ChoiceWords & Input;

interface Props extends ChoiceProps {
  kind: 'checkbox' | 'radio' | 'switch';
  /** As large as the type of a field. */
  large?: boolean;
}

/** Something to tick, its words beside it. */
export function Choice({ kind, large, label, description, error, className, style, id, ...input }: Props) {
  const own = useId();
  const name = id ?? own;
  const described = [
    error && `${name}-error`,
    description && `${name}-description`,
    input['aria-describedby'],
  ];
  const mark = (
    <input
      {...input}
      id={name}
      type={kind === 'radio' ? 'radio' : 'checkbox'}
      role={kind === 'switch' ? 'switch' : undefined}
      className={classes[kind]}
      aria-invalid={error ? true : undefined}
      aria-describedby={described.filter(Boolean).join(' ') || undefined}
    />
  );
  return (
    <div
      className={`${classes.choice} beside ${className ?? ''}`}
      style={style}
      data-large={large || undefined}
    >
      {mark}
      {(label || description || error) && (
        <div className={classes.words}>
          {label && (
            <label htmlFor={name} className={classes.label}>
              {label}
            </label>
          )}
          {description && (
            <p id={`${name}-description`} className={`${classes.description} dim`}>
              {description}
            </p>
          )}
          {error && typeof error !== 'boolean' && (
            <p id={`${name}-error`} className={`${classes.description} bad`}>
              {error}
            </p>
          )}
        </div>
      )}
    </div>
  );
}
