import { sql, type SQL } from 'drizzle-orm';

interface ListQuery<F extends string> {
  page: number;
  page_size: number;
  ordering?: readonly (F | `-${F}`)[] | undefined;
}

/** Text sorts by the Ukrainian alphabet (§9): Ґ, І, Ї in their places. */
export function alphabetical(column: SQL): SQL {
  return sql`${column} collate "uk-x-icu"`;
}

/**
 * The `order by`, `limit` and `offset` of a list.
 * @param query the list's query as its contract parsed it
 * @param columns what each field of its `ordering` sorts by; not null, so that an index can give the order
 * @param fallback the order without one; `tie` keeps pages stable among equals
 */
export function pageOf<F extends string>(
  query: ListQuery<F>,
  columns: Record<NoInfer<F>, SQL>,
  fallback: F | `-${F}`,
  tie: SQL,
): SQL {
  const terms = (query.ordering?.length ? query.ordering : [fallback]).map((term) => {
    const descending = term.startsWith('-');
    const column = columns[(descending ? term.slice(1) : term) as F];
    return descending ? sql`${column} desc` : column;
  });
  return sql`order by ${sql.join([...terms, tie], sql`, `)} limit ${query.page_size} offset ${(query.page - 1) * query.page_size}`;
}

/** The pattern of `ilike` for what contains a text. */
export const patternOf = (search: string): string => `%${search.replace(/[\\%_]/g, '\\$&')}%`;

/** The condition that one of the columns contains the searched text, whatever its case. */
export function matches(search: string | undefined, ...columns: SQL[]): SQL | null {
  if (!search) return null;
  const pattern = patternOf(search);
  return sql`(${sql.join(
    columns.map((column) => sql`${column} ilike ${pattern}`),
    sql` or `,
  )})`;
}

/** The answer of a list (wire conventions); a page past the end is empty. */
export function listed<Row>(rows: Row[], count: number, query: ListQuery<string>) {
  return { results: rows, count, total_pages: Math.ceil(count / query.page_size) };
}
