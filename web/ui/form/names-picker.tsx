import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { NoChoices } from './no-choices.tsx';
import { MultiSelect } from '../control/search/multi-select.tsx';
import type { AnyEndpoint } from '../../lib/api/api.ts';
import { useData } from '../../lib/api/use-data.ts';
import type { FieldProps } from '../../lib/form/use-form.ts';
import { useRested } from '../../lib/form/use-rested.ts';

interface Props extends FieldProps<string[]> {
  /** A list endpoint of names with `search`. */
  endpoint: AnyEndpoint;
  label: string;
  description?: string;
  maxValues: number;
  /** How a typed name is offered that the directory does not have; without it only those of the directory are. */
  unlisted?: (name: string) => string;
}

/** Two that differ by no more than case are one. */
const keyOf = (name: string): string => name.trim().toLowerCase();

/**
 * Chooses several names of a directory, searching on the server; what it has no more stays chosen.
 * @example <NamesPicker endpoint={listPositions} label=… maxValues={50} {...form.field('positions')} />
 */
export function NamesPicker({ endpoint, description, unlisted, ...field }: Props) {
  const t = useTranslations('common.list');
  const [typed, setTyped] = useState('');
  const search = useRested(typed.trim(), 250);
  const found = useData<AnyEndpoint>(endpoint, { query: { page_size: 50, search } as never, keep: true });
  const rows = (found.data as { results: { name: string }[] } | undefined)?.results ?? [];
  const chosen = new Set(field.value.map(keyOf));
  const names = [...field.value, ...rows.map(({ name }) => name).filter((name) => !chosen.has(keyOf(name)))];
  const isAnswered = found.isSuccess && !found.isFetching && search !== '';
  const isUnlisted = isAnswered && !names.some((name) => keyOf(name) === keyOf(search));
  const choices = names.map((name) => ({ value: name, label: name }));
  return (
    <MultiSelect
      {...field}
      {...(description && { description })}
      // Above the field: the list that opens below it covers nothing that is said.
      inputWrapperOrder={['label', 'description', 'error', 'input']}
      searchValue={typed}
      onSearchChange={setTyped}
      data={unlisted && isUnlisted ? [...choices, { value: search, label: unlisted(search) }] : choices}
      nothingFoundMessage={
        <NoChoices
          query={found}
          // The field has what is chosen, and its list nothing more.
          none={t(search === '' && rows.length === 0 ? 'none_yet' : 'nothing_found')}
          isBelowField
        />
      }
      waiting={found.isFetching}
    />
  );
}
