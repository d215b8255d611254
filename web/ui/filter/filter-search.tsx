import type { AnyEndpoint } from '../../lib/api/api.ts';
import { later } from '../../lib/page/later.tsx';
import { Suspense } from 'react';
import { SearchSelect } from '../form/search-select.tsx';
import type { Option } from './options.tsx';
import { Filter, useDrawing } from './filter.tsx';

const Found = later(() => import('./found-options.tsx')) as typeof import('./found-options.tsx').default;

export interface FilterSearchProps<R> {
  /** The filter in the URL. */
  name: string;
  label: string;
  /** The words of none chosen. */
  placeholder: string;
  /** A list endpoint with `search`. */
  endpoint: AnyEndpoint;
  query?: Readonly<Record<string, string>>;
  toOption: (row: R) => Option;
  /** What the URL tells of, once its words are known. */
  known: Option | undefined;
}

/** A filter by one of many, which are searched for on the server. */
export function FilterSearch<R>({ name, label, query = {}, known, ...of }: FilterSearchProps<R>) {
  const { list, onDone } = useDrawing();
  const value = list.filter(name);
  const { endpoint, toOption } = of;
  return (
    <Filter
      names={[name]}
      label={label}
      words={known?.label ?? '…'}
      value={
        <Suspense fallback={null}>
          <Found
            label={label}
            endpoint={endpoint}
            query={query}
            toOption={toOption}
            value={value}
            onChoose={(next) => {
              list.setFilter(name, next);
              onDone?.();
            }}
          />
        </Suspense>
      }
      field={
        <SearchSelect
          {...of}
          label={label}
          query={query}
          known={known}
          value={value}
          onChange={(next) => list.setFilter(name, next)}
        />
      }
    />
  );
}
