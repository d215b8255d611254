import type { ComponentProps } from 'react';
import { Field, type FieldWords } from '../field/field.tsx';
import fieldClasses from '../field/field.module.css';
import { useOptionsBelow } from './options-below.tsx';

interface Props extends FieldWords, Pick<ComponentProps<'input'>, 'name' | 'maxLength'> {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  data: readonly string[];
}

/** A field of free words, with words offered below it. */
export function OfferedInput({ name, maxLength, value, onChange, onBlur, data, ...words }: Props) {
  const below = useOptionsBelow({
    choices: data.filter((one) => one !== value).map((one) => ({ value: one, label: one })),
    onChoose: onChange,
  });
  return (
    <Field {...words}>
      {(control) => (
        <div className={fieldClasses.frame}>
          <input
            type="text"
            {...control}
            {...below.field}
            name={name}
            maxLength={maxLength}
            required={words.required}
            className={fieldClasses.input}
            value={value}
            onChange={(event) => {
              onChange(event.currentTarget.value);
              below.open();
            }}
            onBlur={() => {
              below.close();
              onBlur?.();
            }}
          />
          {below.list}
        </div>
      )}
    </Field>
  );
}
