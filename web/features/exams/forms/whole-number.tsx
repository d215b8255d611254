import { TextInput, type TextInputProps } from '../../../ui/control/field/text-input.tsx';
import type { Typed } from './draft.ts';

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: Typed;
  onChange: (value: Typed) => void;
}

/** A field for a whole number; what is none stays as it was typed, so that it can be mended. */
export function WholeNumber({ value, onChange, ...props }: Props) {
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      {...props}
      value={String(value)}
      onChange={(event) => onChange(typedOf(event.currentTarget.value))}
    />
  );
}

function typedOf(text: string): Typed {
  const number = Number(text.replace(',', '.'));
  // "60." and "007" are on their way to something.
  return text.trim() !== '' && String(number) === text.trim() ? number : text.trim();
}
