import { IconSelector } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Loader } from '../button/loader.tsx';
import { Field, type FieldWords } from '../field/field.tsx';
import { type Choice, useOptionsBelow } from './options-below.tsx';
import { Pills } from './pills.tsx';

interface Props extends FieldWords {
  name?: string;
  /** Of what was found and what is chosen. */
  data: readonly Choice[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  onBlur?: () => void;
  maxValues?: number;
  searchValue: string;
  onSearchChange: (text: string) => void;
  nothingFoundMessage?: ReactNode;
  /** An answer is on its way. */
  waiting?: boolean;
  /** The first of a dialog that was opened for it. */
  isFirst?: boolean;
}

/** Several of many, found by typing. */
export function MultiSelect({
  name,
  data,
  value,
  onChange,
  onBlur,
  maxValues = Infinity,
  searchValue,
  onSearchChange,
  nothingFoundMessage,
  waiting = false,
  isFirst,
  ...words
}: Props) {
  const t = useTranslations('common.list');
  const remove = (one: string) => onChange(value.filter((other) => other !== one));
  const isFull = value.length >= maxValues;
  const below = useOptionsBelow({
    choices: isFull ? [] : data.filter((one) => !value.includes(one.value)),
    onChoose: (one) => {
      onChange([...value, one]);
      onSearchChange('');
    },
    nothing: isFull ? <span role="status">{t('full', { max: maxValues })}</span> : nothingFoundMessage,
    several: true,
    isSearching: searchValue !== '',
  });
  return (
    <Field {...words}>
      {(control) => (
        <Pills
          pills={value.map((one) => data.find((other) => other.value === one) ?? { value: one, label: one })}
          onRemove={remove}
          end={waiting ? <Loader size={18} /> : <IconSelector size={16} stroke={1.6} aria-hidden />}
          input={{
            ...control,
            ...below.field,
            name,
            // Its choices come with a click or a key: at once they would lie over the buttons.
            ...(isFirst && { 'data-autofocus': true, onFocus: undefined }),
            'aria-required': words.required,
            value: searchValue,
            onChange: (event) => {
              onSearchChange(event.currentTarget.value);
              below.open();
            },
            onBlur: () => {
              below.close();
              onSearchChange('');
              onBlur?.();
            },
            onKeyDown: (event) => {
              if (event.key === 'Backspace' && searchValue === '' && value.length > 0) remove(value.at(-1)!);
              below.field.onKeyDown!(event);
            },
          }}
        >
          {below.list}
        </Pills>
      )}
    </Field>
  );
}
