import { Loader, MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import classes from './remote-multi-select.module.css';

export interface Option {
  id: number;
  label: string;
}

interface Props {
  label: string;
  description?: string;
  required?: boolean;
  value: readonly number[];
  onChange: (ids: number[]) => void;
  onBlur?: () => void;
  error?: string | undefined;
  /** Labels of what is chosen from the start. */
  known: readonly Option[];
  /** A hook that reads what matches the search. */
  useOptions: (search: string) => { options: readonly Option[]; loading: boolean };
}

/** Several of a list that lives on the server, found by typing. */
export function RemoteMultiSelect({ label, description, required, value, onChange, onBlur, error, known, useOptions }: Props) {
  const t = useTranslations('common.list');
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 250);
  const { options, loading } = useOptions(search);
  const [seen, setSeen] = useState<readonly Option[]>(known);
  const all = new Map([...seen, ...known, ...options].map((option) => [option.id, option.label]));
  const shown = new Set([...options.map(({ id }) => id), ...value]);
  return (
    <MultiSelect
      label={label}
      {...(description && { description })}
      required={required ?? false}
      searchable
      classNames={{ inputField: classes.field! }}
      hidePickedOptions
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has searched already.
      filter={({ options: found }) => found}
      data={[...shown].map((id) => ({ value: String(id), label: all.get(id) ?? `№ ${id}` }))}
      value={value.map(String)}
      onChange={(ids) => {
        setSeen([...all].map(([id, text]) => ({ id, label: text })));
        onChange(ids.map(Number));
      }}
      {...(onBlur && { onBlur })}
      error={error}
      nothingFoundMessage={loading ? t('search') : t('nothing_found')}
      rightSection={loading ? <Loader size="xs" /> : undefined}
      maxDropdownHeight={280}
    />
  );
}
