import { type ComponentProps, useState } from 'react';
import { CloseButton } from '../button/close-button.tsx';
import { Field, type FieldWords } from '../field/field.tsx';
import { useOptionsBelow } from './options-below.tsx';
import { Pills } from './pills.tsx';

interface Props
  extends FieldWords, Pick<ComponentProps<'input'>, 'inputMode' | 'autoCapitalize' | 'spellCheck'> {
  name?: string;
  /** Offered below it. */
  data?: readonly string[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  onFocus?: () => void;
  onBlur?: () => void;
  maxTags?: number;
  /** What ends a word while it is typed or pasted, beside Enter. */
  splitChars?: readonly string[];
  searchValue?: string;
  onSearchChange?: (text: string) => void;
  clearLabel: string;
}

/** Words of one's own, several of them; what is typed counts when the field is left. */
export function TagsInput({
  name,
  data = [],
  value,
  onChange,
  onFocus,
  onBlur,
  maxTags = Infinity,
  splitChars = [','],
  searchValue,
  onSearchChange,
  clearLabel,
  inputMode,
  autoCapitalize,
  spellCheck,
  ...words
}: Props) {
  const [own, setOwn] = useState('');
  const typed = searchValue ?? own;
  const setTyped = onSearchChange ?? setOwn;
  const has = (tag: string) => value.some((one) => one.toLowerCase() === tag.toLowerCase());

  /** Takes what is typed: all of it that is not there yet. */
  function take(text: string): void {
    const parts = splitChars.reduce((all, sign) => all.flatMap((one) => one.split(sign)), [text]);
    const added = [...new Set(parts.map((one) => one.trim()))].filter((one) => one !== '' && !has(one));
    setTyped('');
    if (added.length > 0) onChange([...value, ...added].slice(0, maxTags));
  }
  const remove = (tag: string) => onChange(value.filter((one) => one !== tag));
  const below = useOptionsBelow({
    choices: data.filter((tag) => !has(tag)).map((tag) => ({ value: tag, label: tag })),
    onChoose: take,
    several: true,
  });

  return (
    <Field {...words}>
      {(control) => (
        <Pills
          pills={value.map((tag) => ({ value: tag, label: tag }))}
          onRemove={remove}
          end={value.length > 0 && <CloseButton aria-label={clearLabel} onClick={() => onChange([])} />}
          input={{
            ...control,
            ...below.field,
            name,
            inputMode,
            autoCapitalize,
            spellCheck,
            value: typed,
            onChange: ({ currentTarget: { value: text } }) => {
              below.open();
              if (splitChars.some((sign) => text.includes(sign))) take(text);
              else setTyped(text);
            },
            onFocus: () => {
              below.open();
              onFocus?.();
            },
            onBlur: () => {
              below.close();
              if (typed.trim() !== '') take(typed);
              onBlur?.();
            },
            onKeyDown: (event) => {
              below.field.onKeyDown!(event);
              if (event.nativeEvent.isComposing || event.defaultPrevented) return;
              if (event.key === 'Enter' && typed.trim() !== '') {
                event.preventDefault();
                take(typed);
              } else if (event.key === 'Backspace' && typed === '' && value.length > 0) remove(value.at(-1)!);
            },
          }}
        >
          {below.list}
        </Pills>
      )}
    </Field>
  );
}
