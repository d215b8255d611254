import { type ComponentProps, type ReactNode, useId } from 'react';
import classes from './field.module.css';

/** What stands around a control, the same for each. */
export interface FieldWords {
  label?: ReactNode;
  description?: ReactNode;
  error?: ReactNode;
  /** It may not be left empty: shown beside the label, and said. */
  required?: boolean | undefined;
  /** Shown as required, while the control itself says nothing. */
  withAsterisk?: boolean;
  /** Where the description stands: what explains an example is read after it. */
  inputWrapperOrder?: readonly string[];
}

export interface Described {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean;
}

interface Props extends FieldWords, Omit<ComponentProps<'div'>, 'children'> {
  /** Of the control; one of its own unless told. */
  controlId?: string | undefined;
  /** What else describes it. */
  describedBy?: string | undefined;
  /** A control of several parts takes its name from the words by `aria-labelledby`: `${id}-label`. */
  group?: boolean;
  children: (control: Described) => ReactNode;
}

/** A control with its label above it, what explains it, and what is wrong with it below. */
export function Field({
  label,
  description,
  error,
  required,
  withAsterisk = required,
  inputWrapperOrder,
  controlId,
  describedBy,
  group = false,
  children,
  ...rest
}: Props) {
  const own = useId();
  const id = controlId ?? own;
  const wrong = Boolean(error) && typeof error !== 'boolean';
  const described = [wrong && `${id}-error`, description && `${id}-description`, describedBy].filter(Boolean);
  const control = children({
    id,
    'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
    'aria-invalid': Boolean(error),
  });
  const below = inputWrapperOrder
    ? inputWrapperOrder.indexOf('description') > inputWrapperOrder.indexOf('input')
    : false;
  const words = description && (
    <p id={`${id}-description`} className={`${classes.description} dim`}>
      {description}
    </p>
  );
  const Label = group ? 'div' : 'label';
  return (
    <div {...rest} className={`shrinks ${rest.className ?? ''}`}>
      {label && (
        <Label className={classes.label} id={`${id}-label`} {...(!group && { htmlFor: id })}>
          {label}
          {withAsterisk && (
            <span className="bad" aria-hidden>
              {' *'}
            </span>
          )}
        </Label>
      )}
      {!below && words}
      {control}
      {below && words}
      {wrong && (
        <p id={`${id}-error`} className={`${classes.error} bad`}>
          {error}
        </p>
      )}
    </div>
  );
}

/** What is wrong with something that is no field. */
export function FieldError({ children }: { children: ReactNode }) {
  return (
    <p className={`${classes.error} bad`} role="alert">
      {children}
    </p>
  );
}
