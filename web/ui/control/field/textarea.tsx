import { type ComponentProps, type CSSProperties, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { Field, type FieldWords } from './field.tsx';
import classes from './field.module.css';

interface Props extends FieldWords, Omit<ComponentProps<'textarea'>, 'rows' | 'required'> {
  /** As high as its text is, between these. */
  minRows?: number;
  maxRows?: number;
}

const GROWS = CSS.supports('field-sizing', 'content');

/** A field of several lines, which grows with what is written. */
export function Textarea({
  label,
  description,
  error,
  required,
  withAsterisk,
  inputWrapperOrder,
  minRows = 1,
  maxRows,
  className,
  style,
  id,
  ref,
  'aria-describedby': describedBy,
  ...input
}: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => area.current!);
  // Where the browser cannot do it by itself.
  useLayoutEffect(() => {
    const element = area.current!;
    if (GROWS) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight + 2}px`;
  }, [input.value]);
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
          style={{ '--rows': minRows, '--most': maxRows ?? 999 } as CSSProperties}
        >
          <textarea
            rows={minRows}
            {...input}
            {...control}
            ref={area}
            required={required}
            className={classes.input}
          />
        </div>
      )}
    </Field>
  );
}
