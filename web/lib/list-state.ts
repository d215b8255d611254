import type { QueryInputOf } from '#contract/platform';
import { useSearchParams } from 'react-router';
import type { AnyEndpoint } from './api.ts';

export interface ListState<E extends AnyEndpoint> {
  /** What the URL says, as the endpoint's query; values it does not allow are left out. */
  query: QueryInputOf<E>;
  page: number;
  /** The field sorted by, with a minus for descending, or ''. */
  ordering: string;
  search: string;
  filter(name: string): string;
  setPage(page: number): void;
  setOrdering(ordering: string): void;
  setSearch(search: string): void;
  setFilter(name: string, value: string): void;
}

/**
 * The state of a list is the URL: page, ordering, search and the endpoint's filters.
 * @example const list = useListState(listGroups); const groups = useData(listGroups, { query: list.query });
 */
export function useListState<E extends AnyEndpoint>(endpoint: E): ListState<E> {
  const [params, setParams] = useSearchParams();
  const values = allowed(endpoint, Object.fromEntries(params));

  function change(changes: Record<string, string>, replace: boolean): void {
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace, preventScrollReset: true },
    );
  }

  return {
    query: values as QueryInputOf<E>,
    page: Number(values['page'] ?? 1),
    ordering: values['ordering'] ?? '',
    search: values['search'] ?? '',
    filter: (name) => values[name] ?? '',
    setPage: (page) => change({ page: page > 1 ? String(page) : '' }, false),
    setOrdering: (ordering) => change({ ordering, page: '' }, false),
    setSearch: (search) => change({ search, page: '' }, true),
    setFilter: (name, value) => change({ [name]: value, page: '' }, false),
  };
}

function allowed(endpoint: AnyEndpoint, values: Record<string, string>): Record<string, string> {
  const shape = (endpoint.query?.def as { shape?: Record<string, { safeParse(value: unknown): { success: boolean } }> }).shape ?? {};
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => shape[name]?.safeParse(value).success && value !== ''),
  );
}
