import type { UseQueryResult } from '@tanstack/react-query';
import { type AnyEndpoint, call, type CallInput } from './api.ts';
import { queryClient } from './use-data.ts';

/** How many rows of a list go on paper. */
const MOST_PRINTED = 1000;
/** As many as an answer may have. */
const AT_ONCE = 100;

interface Page<R> {
  results: R[];
  count: number;
  total_pages: number;
}

/** Pages whose rows are shown otherwise than they came, with what they were made of. */
const made = new WeakMap<object, { from: Page<never>; asRow: (row: never) => unknown }>();

/** The query of a list whose rows are shown otherwise than they come. */
export function withRows<From, R>(
  query: UseQueryResult<Page<From>>,
  asRow: (row: From) => R,
): UseQueryResult<Page<R>> {
  const data = query.data && { ...query.data, results: query.data.results.map(asRow) };
  if (data) made.set(data, { from: query.data as Page<never>, asRow });
  return { ...query, data } as UseQueryResult<Page<R>>;
}

/** The rows of all pages of a list, by the query that brought `page`, in its order; at most a thousand. */
export async function rowsOfAllPages<R>(page: Pick<Page<R>, 'results' | 'count'>): Promise<R[]> {
  const { from, asRow } = made.get(page) ?? { from: page, asRow: (row: never) => row };
  const query = queryClient
    .getQueryCache()
    .getAll()
    .find(({ state }) => state.data === from);
  const endpoint = query?.meta?.['endpoint'] as AnyEndpoint | undefined;
  if (!endpoint || page.count <= page.results.length) return page.results;
  const [, params, about] = query!.queryKey as [string, object, object];
  const rows: R[] = [];
  const pages = Math.ceil(Math.min(page.count, MOST_PRINTED) / AT_ONCE);
  for (let number = 1; number <= pages; number += 1) {
    const asked = { ...about, page: number, page_size: AT_ONCE };
    // One after the other: what is printed may be all that a company has.
    const answer = await call(endpoint, { params, query: asked } as unknown as CallInput<AnyEndpoint>);
    rows.push(...(answer as { results: never[] }).results.map((row) => asRow(row) as R));
  }
  return rows;
}
