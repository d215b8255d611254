import type { QueryInputOf } from '#contract/platform';
import { useLocation, useNavigate } from 'react-router';
import type { AnyEndpoint } from '../api/api.ts';

export interface ListState<E extends AnyEndpoint> {
  /** What the URL says, as the endpoint's query; values it does not allow are left out. */
  query: QueryInputOf<E>;
  page: number;
  /** The field sorted by, with a minus for descending, or ''. */
  ordering: string;
  search: string;
  filter: (name: string) => string;
  /** Whether a search or one of these filters leaves something out. */
  isNarrowed: (filters: readonly string[]) => boolean;
  setPage: (page: number) => void;
  setOrdering: (ordering: string) => void;
  setSearch: (search: string) => void;
  setFilter: (name: string, value: string) => void;
  clearFilters: (names: readonly string[]) => void;
}

/**
 * The state of a list is the URL: page, ordering, search and the endpoint's filters.
 * @example const list = useListState(listGroups); const groups = useData(listGroups, { query: list.query });
 */
export function useListState<E extends AnyEndpoint>(endpoint: E): ListState<E> {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const values = allowed(endpoint, Object.fromEntries(new URLSearchParams(search)));

  function change(changes: Record<string, string>, replace: boolean): void {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    // The hash names the tab in which the list stands.
    void navigate({ search: next.toString(), hash }, { replace, preventScrollReset: true });
  }

  return {
    query: values as QueryInputOf<E>,
    page: Number(values['page'] ?? 1),
    ordering: values['ordering'] ?? '',
    search: values['search'] ?? '',
    filter: (name) => values[name] ?? '',
    isNarrowed: (filters) => [...filters, 'search'].some((name) => (values[name] ?? '') !== ''),
    setPage: (page) => change({ page: page > 1 ? String(page) : '' }, false),
    setOrdering: (ordering) => change({ ordering, page: '' }, false),
    setSearch: (text) => change({ search: text, page: '' }, true),
    setFilter: (name, value) => change({ [name]: value, page: '' }, false),
    clearFilters: (names) => change(Object.fromEntries([...names, 'page'].map((name) => [name, ''])), false),
  };
}

function allowed(endpoint: AnyEndpoint, values: Record<string, string>): Record<string, string> {
  const shape =
    (
      endpoint.query?.def as
        | { shape?: Record<string, { safeParse(value: unknown): { success: boolean } }> }
        | undefined
    )?.shape ?? {};
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => shape[name]?.safeParse(value).success && value !== ''),
  );
}
