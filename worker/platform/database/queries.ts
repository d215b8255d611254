import {
  and,
  Column,
  eq,
  fillPlaceholders,
  getTableName,
  is,
  SQL,
  sql,
  Subquery,
  type GetColumnData,
  type SQLWrapper,
} from 'drizzle-orm';
import { PgDatabase, PgDialect, type PgQueryResultHKT, type PgTable, type PgView } from 'drizzle-orm/pg-core';

/** Something to be asked of the database: a query of the builder, one kept by `prepared`, or the call of an SQL function. */
export interface Query<Row = unknown> {
  /** Never set; carries the type of the rows. */
  readonly _: { readonly result: Row[] };
  toSQL(): { sql: string; params: unknown[] };
}

/** The rows of a query. */
export type RowsOf<Q> = Q extends { readonly _: { readonly result: infer R extends unknown[] } } ? R : never;
export type RowOf<Q> = RowsOf<Q>[number];

/** A query as text, with how a row of it is read. */
export interface Compiled<Row = unknown> {
  sql: string;
  params: unknown[];
  rowOf: (values: unknown[]) => Row;
}

/** Anything with an SQL text and the type of its rows: a builder, a kept query, the call of a function. */
export interface Asked {
  readonly _: { readonly result: unknown };
  toSQL(): { sql: string; params: unknown[] };
}

const dialect = new PgDialect();

interface Driver extends PgQueryResultHKT {
  type: never[];
}

/** Composes queries over `tables.ts`. It only writes them: `Db` sends them, several in one round trip. */
export const build = new PgDatabase<Driver>(dialect, undefined as never, undefined);

/** A query as text. Builders are written anew each time, which takes some 130 µs: what is asked often is `prepared`. */
export function compile<Row>(query: Query<Row> | Compiled<Row>): Compiled<Row> {
  if ('rowOf' in query) return query;
  const builder = query as unknown as Asked & Selection;
  return { ...builder.toSQL(), rowOf: readerOf(builder) as Compiled<Row>['rowOf'] };
}

/** As much as is needed of a builder's inside: the fields that it selects or returns, and which of its joins may miss. */
interface Selection {
  config: { fields?: Fields; returningFields?: Fields };
  joinsNotNullableMap?: Record<string, boolean>;
}
type Fields = Record<string, unknown>;

interface Place {
  name: string;
  /** Of a field inside a named thing. */
  inner: string | null;
}

/** Reads the columns of a row by their place, so that a field bears the name that the query gives it. */
function readerOf({ config, joinsNotNullableMap: present = {} }: Selection): (values: unknown[]) => Fields {
  const fields = config.fields ?? config.returningFields ?? {};
  const places = Object.entries(fields).flatMap(([name, field]): Place[] =>
    isLeaf(field) ? [{ name, inner: null }] : Object.keys(field as Fields).map((inner) => ({ name, inner })),
  );
  const missing = Object.entries(fields).flatMap(([name, field]) => (mayMiss(field, present) ? [name] : []));
  return (values) => {
    const row: Fields = {};
    for (let at = 0; at < places.length; at += 1) {
      const { name, inner } = places[at]!;
      if (inner === null) row[name] = values[at];
      else ((row[name] ??= {}) as Fields)[inner] = values[at];
    }
    for (const name of missing) {
      if (Object.values(row[name] as Fields).every((value) => value === null)) row[name] = null;
    }
    return row;
  };
}

const isLeaf = (field: unknown): boolean =>
  is(field, Column) || is(field, SQL) || is(field, SQL.Aliased) || is(field, Subquery);

/** Whether a field is a named thing of a table that a left join may not find. */
function mayMiss(field: unknown, present: Record<string, boolean>): boolean {
  if (isLeaf(field)) return false;
  const tables = Object.values(field as Fields).map((each) =>
    is(each, Column) ? getTableName(each.table) : null,
  );
  const [table] = tables;
  return typeof table === 'string' && tables.every((each) => each === table) && present[table] === false;
}

/** What stands in a kept query for the values of a call; nothing for a value that is left out. */
export type Given<V> = {
  readonly [K in keyof V]: undefined extends V[K] ? SQL<NonNullable<V[K]>> | undefined : SQL<V[K]>;
};

/** Texts of one kept query, each of another shape, that an isolate holds at most. */
const SHAPES = 200;

/**
 * Keeps a query: it is composed once per isolate for each shape it is asked in, and then only filled in.
 * @param make composes it from what stands for the values. What it branches on besides which values are left out comes
 * after them, as plain data
 */
export function prepared<V extends object, S extends readonly unknown[], Q extends Asked>(
  make: (given: Given<V>, ...shape: S) => Q,
): (values: V, ...shape: S) => Query<RowOf<Q>> {
  const kept = new Map<string, Compiled>();
  return (values, ...shape) => {
    const key = shapeOf(values) + (shape.length ? JSON.stringify(shape, told) : '');
    let known = kept.get(key);
    if (!known) {
      if (kept.size >= SHAPES) kept.clear();
      known = compile(make(standingFor(values), ...shape) as unknown as Query);
      kept.set(key, known);
    }
    return asked(known.sql, fillPlaceholders(known.params, values as Fields), known.rowOf) as Query<RowOf<Q>>;
  };
}

/** JSON has what is left out of a list as null, which is another shape. */
const told = (_: string, value: unknown) => (value === undefined ? '\0' : value);

function shapeOf(values: object): string {
  let shape = '';
  for (const [name, value] of Object.entries(values)) if (value !== undefined) shape += `${name},`;
  return shape;
}

function standingFor<V extends object>(values: V): Given<V> {
  const given: Record<string, SQL> = {};
  for (const [name, value] of Object.entries(values))
    if (value !== undefined) given[name] = sql`${sql.placeholder(name)}`;
  return given as unknown as Given<V>;
}

/** A query that is text already. */
export function asked<Row>(
  text: string,
  params: unknown[],
  rowOf: Compiled<Row>['rowOf'],
): Query<Row> & Compiled<Row> {
  const compiled = { sql: text, params, rowOf };
  return { ...compiled, toSQL: () => compiled, _: {} as { result: Row[] } };
}

/** A query from an expression that is composed each time. */
export function expressed<Row>(expression: SQL, rowOf: Compiled<Row>['rowOf']): Query<Row> & Compiled<Row> {
  const { sql: text, params } = dialect.sqlToQuery(expression);
  return asked(text, params, rowOf);
}

/** Does what a query does, or fails as not found where it gives no row: a guard that matches nothing must raise. */
export function required(query: Query): Query<never> {
  const { sql: text, params } = compile(query);
  return asked<never>(
    `with done as (${text}) select case when not exists (select from done) then fail('not_found') end`,
    params,
    nothingOf,
  );
}

const nothingOf = (): never => undefined as never;

interface OfCompany {
  company_id: Column;
}

/** That a row is of the same company as another, and what else ties them: how all tables of a company are joined. */
export const tied = (one: OfCompany, other: OfCompany, ...conditions: (SQL | undefined)[]): SQL =>
  and(eq(one.company_id, other.company_id), ...conditions)!;

/** The rows of a table that fulfil a condition, for `exists`. */
export const anyOf = (table: PgTable | PgView, ...conditions: (SQL | undefined)[]) =>
  build
    .select({})
    .from(table)
    .where(and(...conditions));

/** That a value stands in a list that is given. */
export const among = (column: SQLWrapper, list: SQLWrapper): SQL<boolean> => sql`${column} = any(${list})`;

/** That a word stands in a list of such, whatever its case. */
export const isTag = (tags: SQLWrapper, tag: SQLWrapper): SQL<boolean> =>
  sql`exists (select from unnest(${tags}) tag where lower(tag) = lower(${tag}))`;

/** How many rows there are. */
export const counted = { count: sql<number>`count(*)::integer` };

/** The rows of a query as one JSON list, in its order. */
export function gathered<Q extends Asked>(query: Q): SQL<RowOf<Q>[]> {
  return sql`coalesce((select jsonb_agg(to_jsonb(row)) from ${query} row(${namesOf(query)})), '[]')`;
}

/** The first row of a query as JSON; null where it has none. */
export function firstOf<Q extends Asked>(query: Q): SQL<RowOf<Q> | null> {
  return sql`(select to_jsonb(row) from ${query} row(${namesOf(query)}) limit 1)`;
}

/** Named by place, as the rows of a query are. */
function namesOf(query: Asked): SQL {
  const { fields = {} } = (query as unknown as Selection).config;
  return sql.join(
    Object.keys(fields).map((name) => sql.identifier(name)),
    sql`, `,
  );
}

type ValueOf<F> =
  F extends SQL<infer T>
    ? T
    : F extends SQL.Aliased<infer T>
      ? T
      : F extends Column
        ? GetColumnData<F>
        : never;

/** Fields as one JSON object. */
export function object<const F extends Record<string, SQLWrapper>>(
  fields: F,
): SQL<{ [K in keyof F]: ValueOf<F[K]> }> {
  const pairs = Object.entries(fields).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`);
  return sql`jsonb_build_object(${sql.join(pairs, sql`, `)})`;
}

/** The address of a photo, or null, from the column with its media id. */
export function photoOf<C extends SQLWrapper>(
  column: C,
): SQL<null extends ValueOf<C> ? string | null : string> {
  return sql`'/api/v1/media/' || ${column}`;
}
