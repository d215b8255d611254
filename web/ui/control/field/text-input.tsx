import type { ComponentPropsWithRef, CSSProperties, ReactNode } from 'react';
import { Field, type FieldWords } from './field.tsx';
import classes from './field.module.css';

export interface TextInputProps
  extends FieldWords, Omit<ComponentPropsWithRef<'input'>, 'size' | 'required'> {
  leftSection?: ReactNode;
  leftSectionWidth?: string;
  rightSection?: ReactNode;
  rightSectionWidth?: string;
  classNames?: { input?: string };
}

/** A field of one line: `<TextInput label=… {...form.field('name')} />`. */
export function TextInput({
  label,
  description,
  error,
  required,
  withAsterisk,
  inputWrapperOrder,
  leftSection,
  leftSectionWidth,
  rightSection,
  rightSectionWidth,
  classNames,
  className,
  style,
  id,
  'aria-describedby': describedBy,
  ...input
}: TextInputProps) {
  return (
    <Field
      {...{ label, description, error, required, withAsterisk, inputWrapperOrder, describedBy }}
      controlId={id}
      className={className}
      style={style}
    >
      {(control) => (
        <div
          className={classes.frame}
          style={{ '--left': leftSectionWidth, '--right': rightSectionWidth } as CSSProperties}
        >
          {leftSection && <span className={classes.left}>{leftSection}</span>}
          <input
            type="text"
            {...input}
            {...control}
            required={required}
            className={`${classes.input} ${classNames?.input ?? ''}`}
            data-left={Boolean(leftSection) || undefined}
            data-right={Boolean(rightSection) || undefined}
          />
          {rightSection && <span className={classes.right}>{rightSection}</span>}
        </div>
      )}
    </Field>
  );
}
