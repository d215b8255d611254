import { sql, type Placeholder, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { APOSTROPHES, BETWEEN_WORDS } from '../contract.ts';
import { type Asked, build, counted, type Given, prepared } from './queries.ts';

interface ListQuery<F extends string> {
  page: number;
  page_size: number;
  ordering?: readonly (F | `-${F}`)[] | undefined;
}

/** Text sorts by the Ukrainian alphabet (§9): Ґ, І, Ї in their places. */
export function alphabetical(column: SQLWrapper): SQL {
  return sql`${column} collate "uk-x-icu"`;
}

type Select = typeof build.select;

/** What a list is made of. */
interface ListParts<Q, F extends string> {
  rows: Q;
  /** What each field of its `ordering` sorts by; not null, so that an index can give the order. */
  order: Record<F, SQLWrapper>;
  /** The order without one. */
  by: NoInfer<F | `-${F}`>;
  /** Keeps pages stable among equals. */
  ties: SQLWrapper[];
}

interface Sortable extends Asked {
  orderBy(...terms: SQL[]): { limit(count: Placeholder): { offset(count: Placeholder): Asked } };
}

/**
 * Keeps a list: the rows of a page and how many there are on all, from one text.
 * @param make composes it as for `prepared`, with `select`, which counts instead where only the number is wanted
 * @returns both queries, for a list's query and the values
 */
export function paged<V extends object, S extends readonly unknown[], Q extends Sortable, F extends string>(
  make: (select: Select, given: Given<V>, ...shape: S) => ListParts<Q, F>,
) {
  const rows = prepared((given: Given<V & Window>, ordering: Ordering<F> | undefined, shape: S) => {
    const list = make(build.select.bind(build), given as Given<V>, ...shape);
    return windowed(list, ordering);
  });
  const count = counting(make);
  return (query: ListQuery<F>, values: V, ...shape: S) =>
    [rows({ ...values, ...windowOf(query) }, query.ordering, shape), count(values, shape)] as const;
}

/**
 * Keeps a list whose details are looked up for the rows of its page alone.
 * @param make as for `paged`
 * @param tell the rows of the answer, from the ordered rows of the page
 */
export function pagedThenTold<
  V extends object,
  S extends readonly unknown[],
  Q extends Sortable,
  F extends string,
  T extends Asked,
>(
  make: (select: Select, given: Given<V>, ...shape: S) => ListParts<Q, F>,
  tell: (page: Q, given: Given<V>, ...shape: S) => T,
) {
  const rows = prepared((given: Given<V & Window>, ordering: Ordering<F> | undefined, shape: S) => {
    const list = make(build.select.bind(build), given as Given<V>, ...shape);
    return tell(windowed(list, ordering), given as Given<V>, ...shape);
  });
  const count = counting(make);
  return (query: ListQuery<F>, values: V, ...shape: S) =>
    [rows({ ...values, ...windowOf(query) }, query.ordering, shape), count(values, shape)] as const;
}

function windowed<Q extends Sortable, F extends string>(
  { rows, order, by, ties }: ListParts<Q, F>,
  ordering: Ordering<F> | undefined,
): Q {
  return rows
    .orderBy(...orderOf(ordering, order, by, ties))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')) as unknown as Q;
}

const counting = <V extends object, S extends readonly unknown[], Q extends Sortable, F extends string>(
  make: (select: Select, given: Given<V>, ...shape: S) => ListParts<Q, F>,
) =>
  prepared((given: Given<V>, shape: S) => {
    const select = (() => build.select(counted)) as unknown as Select;
    return make(select, given, ...shape).rows as unknown as Counting;
  });

interface Counting extends Asked {
  readonly _: { readonly result: { count: number }[] };
}

/** Which rows of a list are asked for. */
export interface Window {
  limit: number;
  offset: number;
}

/** The rows of a page, of which the first is 1. */
export const windowOf = ({ page, page_size }: ListQuery<string>): Window => ({
  limit: page_size,
  offset: (page - 1) * page_size,
});

/** The fields that a list is sorted by, as its query names them. */
export type Ordering<F extends string> = readonly (F | `-${F}`)[];

/** The terms by which a list is sorted; `ties` keep pages stable among equals. */
export function orderOf<F extends string>(
  ordering: Ordering<F> | undefined,
  columns: Record<F, SQLWrapper>,
  fallback: F | `-${F}`,
  ties: SQLWrapper[],
): SQL[] {
  const terms = (ordering?.length ? ordering : [fallback]).map((term) => {
    const descending = term.startsWith('-');
    const column = columns[(descending ? term.slice(1) : term) as F];
    return descending ? sql`${column} desc` : sql`${column}`;
  });
  return [...terms, ...ties.map((tie) => sql`${tie}`)];
}

/** What a list searches for; nothing where nothing is. */
export const searched = (search: string | undefined): string | undefined =>
  (search && patternOf(search)) || undefined;

/** That the columns, read as one, contain each word that is searched, in whatever order and case. */
export const contains = (pattern: SQL | undefined, ...columns: [SQLWrapper, ...SQLWrapper[]]) =>
  pattern && sql`${asOne(columns)} ilike all (string_to_array(${pattern}, ' '))`;

const asOne = (columns: SQLWrapper[]): SQL =>
  columns.length === 1 ? sql`(${columns[0]})` : sql`concat_ws(' ', ${sql.join(columns, sql`, `)})`;

/** A phone, or the beginning of one, however its digits are divided. */
const PHONE = /^\s*[+0](?:[\s().-]*\d){6,}\s*$/;

/**
 * A pattern of `ilike` for each word of a search, with a blank between them; an apostrophe is any sign. Of signs alone,
 * which are no word, one for all of them.
 */
export function patternOf(search: string): string {
  if (PHONE.test(search)) return `%${search.replace(/\D/g, '')}%`;
  const words = search
    .split(BETWEEN_WORDS)
    .map((word) => word.replace(/[\\%_]/g, '\\$&').replace(APOSTROPHES, inside))
    .filter(Boolean);
  const sought = words.length > 0 ? words : [search.replace(/\s/g, '')].filter(Boolean);
  return sought.map((word) => `%${word}%`).join(' ');
}

/** Around a word apostrophes are quotation marks. */
const inside = (_sign: string, at: number, word: string) => (at > 0 && at < word.length - 1 ? '_' : '');

/** The answer of a list (wire conventions); a page past the end is empty. */
export function listed<Row>(rows: Row[], count: number, query: ListQuery<string>) {
  return { results: rows, count, total_pages: Math.ceil(count / query.page_size) };
}

/** A page of a list that stands in the code: in its own order, unless another is asked for. */
export function listedOf<Row extends { id: number; name: string }>(
  all: readonly Row[],
  query: ListQuery<'id' | 'name'> & { search?: string | undefined },
) {
  const { page, page_size, ordering = [], search = '' } = query;
  const found = all.filter(({ name }) => name.includes(search.toLowerCase()));
  const terms = ordering.map(
    (term) => [term.replace('-', '') as 'id' | 'name', term.startsWith('-')] as const,
  );
  const compared = (a: Row, b: Row) =>
    terms
      .map(([field, down]) => (a[field] === b[field] ? 0 : a[field] < b[field] !== down ? -1 : 1))
      .find((difference) => difference !== 0) ?? 0;
  const from = (page - 1) * page_size;
  return listed(found.toSorted(compared).slice(from, from + page_size), found.length, query);
}

/** What a list of tags is made of: those of the rows that are meant, each once whatever its case. */
export function tagList(
  select: Select,
  tags: AnyPgColumn,
  { of, pattern }: { of: SQL | undefined; pattern: SQL | undefined },
) {
  const tag = build
    .select({ name: sql<string>`unnest(${tags})`.as('name') })
    .from(tags.table)
    .where(of)
    .as('tag');
  const once = build
    .selectDistinctOn([sql`lower(${tag.name})`], { name: tag.name })
    .from(tag)
    .orderBy(sql`lower(${tag.name})`, tag.name)
    .as('once');
  return {
    rows: select({ name: once.name }).from(once).where(contains(pattern, once.name)),
    order: { name: alphabetical(once.name) },
    by: 'name' as const,
    ties: [once.name],
  };
}
