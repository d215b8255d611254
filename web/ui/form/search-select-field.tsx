import type { QueryInputOf } from '#contract/platform';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Select } from '../control/search/select.tsx';
import { NoChoices } from './no-choices.tsx';
import type { AnyEndpoint } from '../../lib/api/api.ts';
import { useData } from '../../lib/api/use-data.ts';
import { useRested } from '../../lib/form/use-rested.ts';

interface Option {
  value: string;
  label: string;
}

export interface SearchSelectProps<E extends AnyEndpoint, R> {
  /** A list endpoint with `search`. */
  endpoint: E;
  query?: QueryInputOf<E>;
  toOption: (row: R) => Option;
  /** The chosen option, whose label the first answer may lack. */
  known?: Option | undefined;
  /** Shown above the field, or with `hideLabel` only said. */
  label: string;
  hideLabel?: boolean;
  placeholder?: string;
  /** '' for none. */
  value: string;
  onChange: (value: string, label: string) => void;
  error?: string | undefined;
  required?: boolean;
}

/** What `SearchSelect` loads. */
export default function SearchSelectField<E extends AnyEndpoint, R>({
  endpoint,
  query,
  toOption,
  known,
  label,
  hideLabel = false,
  placeholder,
  value,
  onChange,
  error,
  required = false,
}: SearchSelectProps<E, R>) {
  const t = useTranslations();
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Option | undefined>(known);
  const current = [chosen, known].find((option) => option?.value === value);
  // The words of the choice stand in the field too; they are not searched for.
  const search = useRested(typed === current?.label ? '' : typed.trim(), 250);
  const found = useData(endpoint, {
    query: { page_size: 50, ...query, search } as QueryInputOf<E>,
    keep: true,
    enabled: opened,
  });

  const rows = ((found.data as { results: R[] } | undefined)?.results ?? []).map(toOption);
  const options = new Map([
    ...(value === '' ? [] : [[value, current?.label ?? '…'] as const]),
    ...rows.map((option) => [option.value, option.label] as const),
  ]);

  const nothing = t(search === '' ? 'common.list.none_yet' : 'common.list.nothing_found');

  function choose(next: string | null): void {
    const option = next === null ? undefined : { value: next, label: options.get(next) ?? next };
    setChosen(option);
    onChange(option?.value ?? '', option?.label ?? '');
  }

  return (
    <Select
      {...(hideLabel ? { 'aria-label': label } : { label })}
      placeholder={placeholder}
      error={error}
      required={required}
      clearLabel={t('shell.list.clear_choice', { label })}
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpened(true)}
      data={[...options].map(([one, words]) => ({ value: one, label: words }))}
      value={value || null}
      onChange={choose}
      nothingFoundMessage={<NoChoices query={found} none={nothing} isBelowField />}
    />
  );
}
