import type { QueryInputOf } from '#contract/platform';
import { use, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { AnyEndpoint } from '../api/api.ts';
import { fetchAhead, loadChunk } from '../page/chunks.ts';

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
  /** @param replace in place of the page that the browser goes back to */
  setPage: (page: number, replace?: boolean) => void;
  setOrdering: (ordering: string) => void;
  setSearch: (search: string) => void;
  setFilter: (name: string, value: string) => void;
  clearFilters: (names: readonly string[]) => void;
}

/** What the screen itself shows comes first. */
const AHEAD_MS = 2000;

/** Null: it came with the endpoint. */
const shapes = new WeakMap<AnyEndpoint, (() => Promise<unknown>) | null>();

/**
 * The state of a list is the URL: page, ordering, search and the endpoint's filters.
 * @example const list = useListState(listGroups); const groups = useData(listGroups, { query: list.query });
 * @param loadShape by which the shape of the query comes to the endpoint, when an address has one; the build writes it
 * (web/build/contracts.ts)
 */
export function useListState<E extends AnyEndpoint>(
  endpoint: E,
  loadShape?: () => Promise<unknown>,
): ListState<E> {
  const { search: asked, hash } = useLocation();
  const navigate = useNavigate();
  const search = useJudged(asked, endpoint, loadShape);
  useEffect(() => {
    if (!loadShape) return;
    // Whoever filters a list does not wait for it.
    const timer = setTimeout(() => fetchAhead(loadShape), AHEAD_MS);
    return () => clearTimeout(timer);
    // The build writes it anew each time; it asks for the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [endpoint]);
  const values: Record<string, string> =
    search === '' ? {} : allowed(endpoint, Object.fromEntries(new URLSearchParams(search)));

  function change(changes: Record<string, string>, replace: boolean): void {
    const next = new URLSearchParams(asked);
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
    setPage: (page, replace = false) => change({ page: page > 1 ? String(page) : '' }, replace),
    setOrdering: (ordering) => change({ ordering, page: '' }, false),
    setSearch: (text) => change({ search: text, page: '' }, true),
    setFilter: (name, value) => change({ [name]: value, page: '' }, false),
    clearFilters: (names) => change(Object.fromEntries([...names, 'page'].map((name) => [name, ''])), false),
  };
}

/**
 * The search of the address once its shape has come. A list that is opened waits for it; one that stands stays as it is until
 * then, with what is chosen and open in it.
 */
function useJudged(asked: string, endpoint: AnyEndpoint, loadShape?: () => Promise<unknown>): string {
  const getShape = shapeOf(endpoint, loadShape);
  const [before, setBefore] = useState<string>();
  const waits = asked !== '' && getShape !== null && !endpoint.query;
  if (waits && before === undefined) use(getShape());
  useEffect(() => {
    if (!waits) {
      setBefore(asked);
      return;
    }
    let gone = false;
    void getShape().then(() => gone || setBefore(asked));
    return () => {
      gone = true;
    };
  }, [asked, waits, getShape]);
  return waits ? before! : asked;
}

function shapeOf(endpoint: AnyEndpoint, load: (() => Promise<unknown>) | undefined) {
  const known = shapes.get(endpoint);
  if (known !== undefined) return known;
  if (!endpoint.query && !load) throw new Error(`nothing judges the query of ${endpoint.path}`);
  let loading: Promise<unknown> | undefined;
  const getShape = endpoint.query ? null : () => (loading ??= loadChunk(load!));
  shapes.set(endpoint, getShape);
  return getShape;
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
