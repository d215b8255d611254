import type { ParamsOf, QueryInputOf } from '#contract/platform';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { NoChoices } from './no-choices.tsx';
import { MultiSelect } from '../control/search/multi-select.tsx';
import type { AnyEndpoint } from '../../lib/api/api.ts';
import { useData } from '../../lib/api/use-data.ts';
import { useRested } from '../../lib/form/use-rested.ts';

interface Option {
  id: number;
  label: string;
}

interface Props<E extends AnyEndpoint, R> {
  /** A list endpoint with `search`. */
  endpoint: E;
  params?: ParamsOf<E>;
  query?: QueryInputOf<E>;
  toOption: (row: R) => Option;
  /** Options chosen already, whose labels the first answer may lack. */
  known?: readonly Option[];
  label: string;
  description?: string;
  name?: string;
  /** Ids. */
  value: number[];
  onChange: (ids: number[]) => void;
  onBlur?: () => void;
  error?: string | undefined;
  maxValues?: number;
  required?: boolean;
  isFirst?: boolean;
}

/**
 * Chooses several rows of a list endpoint, searching on the server.
 * @example <Picker endpoint={listGroups} toOption={(group) => ({ id: group.id, label: group.name })} label=… {...form.field('group_ids')} />
 */
export function Picker<E extends AnyEndpoint, R>(props: Props<E, R>) {
  const {
    endpoint,
    params,
    query,
    toOption,
    known = [],
    label,
    description,
    name,
    value,
    onChange,
    onBlur,
    error,
    maxValues,
    required = false,
    isFirst,
  } = props;
  const t = useTranslations('common.list');
  const [typed, setTyped] = useState('');
  const search = useRested(typed.trim(), 250);
  const [labels, setLabels] = useState(() => new Map(known.map((option) => [option.id, option.label])));
  const found = useData<AnyEndpoint>(endpoint, {
    ...(params !== undefined && { params }),
    query: { page_size: 50, ...query, search } as never,
    keep: true,
  });

  const rows = ((found.data as { results: R[] } | undefined)?.results ?? []).map(toOption);
  // What was chosen keeps its label when another search no longer finds it.
  const options = new Map([
    ...value.map((id) => [id, labels.get(id) ?? `№ ${id}`] as const),
    ...rows.map(({ id, label: words }) => [id, words] as const),
  ]);

  function choose(ids: number[]): void {
    setLabels(new Map(ids.map((id) => [id, options.get(id) ?? `№ ${id}`])));
    onChange(ids);
  }

  return (
    <MultiSelect
      label={label}
      {...(description && { description })}
      {...(name && { name })}
      {...(maxValues && { maxValues })}
      {...(onBlur && { onBlur })}
      error={error}
      // Above the field: the list that opens below it covers nothing that is said.
      inputWrapperOrder={['label', 'description', 'error', 'input']}
      required={required}
      {...(isFirst && { isFirst })}
      searchValue={typed}
      onSearchChange={setTyped}
      data={[...options].map(([id, words]) => ({ value: String(id), label: words }))}
      value={value.map(String)}
      onChange={(next) => choose(next.map(Number))}
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
