import { IconSelector } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { CloseButton } from '../button/close-button.tsx';
import { Field, type FieldWords } from '../field/field.tsx';
import fieldClasses from '../field/field.module.css';
import { type Choice, useOptionsBelow } from './options-below.tsx';

interface Props extends FieldWords {
  'aria-label'?: string;
  name?: string;
  placeholder?: string | undefined;
  data: readonly (string | Choice)[];
  value: string | null;
  onChange: (value: string | null) => void;
  onBlur?: () => void;
  /** What is typed, where the server searches; else the choices that hold it are shown. */
  searchValue?: string;
  onSearchChange?: (text: string) => void;
  onDropdownOpen?: () => void;
  /** How many are shown at most. */
  limit?: number;
  /** What takes the choice away says so. */
  clearLabel?: string;
  nothingFoundMessage?: ReactNode;
}

/** One of many, found by typing. */
export function Select({
  'aria-label': said,
  name,
  placeholder,
  data,
  value,
  onChange,
  onBlur,
  searchValue,
  onSearchChange,
  onDropdownOpen,
  limit = Infinity,
  clearLabel,
  nothingFoundMessage,
  ...words
}: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const choices = data.map((one) => (typeof one === 'string' ? { value: one, label: one } : one));
  const current = choices.find((one) => one.value === value);
  const tell = (text: string | null) => {
    setTyped(text);
    onSearchChange?.(text ?? current?.label ?? '');
  };
  const searched = onSearchChange ? '' : (typed ?? '').trim().toLowerCase();
  const below = useOptionsBelow({
    choices: choices
      .filter(({ label, also = '' }) => `${label} ${also}`.toLowerCase().includes(searched))
      .slice(0, limit),
    chosen: value === null ? [] : [value],
    onChoose: (next) => {
      setTyped(null);
      // First: whoever is told of the choice may empty the field for the next one.
      onSearchChange?.(choices.find((one) => one.value === next)?.label ?? '');
      onChange(next);
    },
    onOpen: onDropdownOpen,
    nothing: nothingFoundMessage,
    isSearching: Boolean(typed),
  });
  const clears = clearLabel !== undefined && value !== null && value !== '';
  return (
    <Field {...words}>
      {(control) => (
        <div className={fieldClasses.frame}>
          <input
            type="text"
            {...control}
            {...below.field}
            name={name}
            aria-label={said}
            placeholder={placeholder}
            required={words.required}
            className={fieldClasses.input}
            data-right
            spellCheck={false}
            value={typed ?? (searchValue && value === null ? searchValue : (current?.label ?? ''))}
            onChange={(event) => {
              tell(event.currentTarget.value);
              below.open();
            }}
            onBlur={() => {
              below.close();
              // What was typed and not chosen is no choice.
              tell(null);
              onBlur?.();
            }}
          />
          <span className={fieldClasses.right} data-still={!clears || undefined}>
            {clears ? (
              <CloseButton
                aria-label={clearLabel}
                onClick={() => {
                  setTyped(null);
                  onChange(null);
                  onSearchChange?.('');
                }}
              />
            ) : (
              <IconSelector size={16} stroke={1.6} aria-hidden />
            )}
          </span>
          {below.list}
        </div>
      )}
    </Field>
  );
}
