import { sql, Subquery, type SQL, type SQLWrapper } from 'drizzle-orm';
import { asked, expressed, type Compiled, type Query } from './queries.ts';

/** A type of Postgres: its name there, and how a value of it is sent. */
export interface Type<T> {
  readonly name: string;
  /** Never set; carries the type of a value. */
  readonly value?: T;
  /** What the driver is given for a value; without it, the value as it is. */
  encode?: { bivariance(value: T): unknown }['bivariance'];
}

type Value<Of> = Of extends Type<infer T> ? T : never;

export const integer: Type<number> = { name: 'integer' };
export const bigint: Type<number> = { name: 'bigint' };
export const real: Type<number> = { name: 'real' };
export const double: Type<number> = { name: 'double precision' };
export const boolean: Type<boolean> = { name: 'boolean' };
export const text: Type<string> = { name: 'text' };
/** An instant, as text of ISO 8601. */
export const instant: Type<string> = { name: 'timestamp with time zone' };
/** A day of the calendar, as `2026-01-31`. */
export const day: Type<string> = { name: 'date' };
export const numeric: Type<number> = { name: 'numeric' };

/** One of a few words. */
export const word = <T extends string>(): Type<T> => ({ name: 'text' });

/** Anything that can be written as JSON. */
export const json = <T = unknown>(): Type<T> => ({ name: 'jsonb', encode: (value) => JSON.stringify(value) });

/** Rows of one value each, to look into: `in (select …)`. */
export const setOf = <T>({ name }: Type<T>): Type<T> => ({ name: `setof ${name}` });

/** An array, sent whole: `= any (…)`. */
export const listOf = <T>({ name }: Type<T>): Type<T[]> => ({ name: `${name}[]` });

/** A parameter that may be null, or a result that may: the driver says of neither. */
export const nullable = <T>({ name, encode }: Type<T>): Type<T | null> => ({
  name,
  ...(encode && { encode: (value: T | null) => (value === null ? null : encode(value)) }),
});

/** A parameter with a default, which may be left out; so may those after it. */
export const optional = <T>({ name, encode }: Type<T>): Type<T | undefined> => ({
  name,
  ...(encode && { encode: (value: T | undefined) => (value === undefined ? null : encode(value)) }),
});

type Columns = Record<string, Type<unknown>>;
type RowOfColumns<C extends Columns> = { [K in keyof C]: Value<C[K]> };

/** What a function gives: nothing, one value, or rows with columns. */
export type Result =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'value'; readonly type: Type<unknown> }
  | { readonly kind: 'rows'; readonly columns: Columns };

export const nothing = { kind: 'nothing' } as const;

/** Rows by the names of their columns, in the order in which the function gives them: they are read by their place. */
export const rows = <const C extends Columns>(columns: C) => ({ kind: 'rows', columns }) as const;

type Given = Type<unknown> | Result;
type RowOfResult<R extends Given> = R extends { kind: 'nothing' }
  ? undefined
  : R extends { kind: 'rows'; columns: infer C extends Columns }
    ? RowOfColumns<C>
    : Value<R>;

/** A column may stand for a value where the call is part of a query. */
type Arguments<P extends Columns> = {
  readonly [K in keyof P as undefined extends Value<P[K]> ? never : K]: Argument<Value<P[K]>> | SQLWrapper;
} & {
  readonly [K in keyof P as undefined extends Value<P[K]> ? K : never]?: Argument<Value<P[K]>> | SQLWrapper;
};
type Argument<V> = V extends readonly (infer T)[] ? readonly T[] : V;

/** A function of the database as declared here, for the test that compares it with the catalogue. */
export interface Declared {
  readonly name: string;
  readonly params: Columns;
  readonly result: Result;
}

const all: Declared[] = [];
/** Every function declared by a module that is loaded. */
export const declaredFunctions: readonly Declared[] = all;

/** The call of a function: a query, or a part of one. */
export interface Call<Row> extends Query<Row>, Compiled<Row>, SQLWrapper {
  /** Of its rows, where it gives such. */
  readonly columns: readonly string[];
  getSQL(): SQL<Row>;
}

/**
 * Declares a function of the slice's `sql/`, which a test compares with the catalogue.
 * @param params in the order of its parameters, without their `p_`
 * @param result a type for one value, `rows` for a set, `nothing` for void
 * @returns what calls it; a single value is the row itself
 */
export function sqlFunction<const P extends Columns, const R extends Given>(
  name: string,
  params: P,
  result: R,
) {
  const declared: Result = 'kind' in result ? result : { kind: 'value', type: result };
  all.push({ name, params, result: declared });
  const types = Object.entries(params);
  const head = declared.kind === 'rows' ? `select ${columnsOf(declared.columns)} from ` : 'select ';
  const placed = types.map(([, type], place) => `$${place + 1}::${type.name}`);
  // By how many arguments are given.
  const texts = [...placed, ''].map((_, count) => `${head}${name}(${placed.slice(0, count).join(', ')})`);
  const columns = declared.kind === 'rows' ? Object.keys(declared.columns) : [];
  const rowOf = rowReader(declared) as Compiled<RowOfResult<R>>['rowOf'];

  return (args: Arguments<P>): Call<RowOfResult<R>> => {
    const given = types.map(([param, type]) => ({ type, value: (args as Record<string, unknown>)[param] }));
    while (given.length && given.at(-1)!.value === undefined) given.pop();
    const getSQL = () => callOf(name, given) as SQL<RowOfResult<R>>;
    const composed = given.some(({ value }) => isExpression(value))
      ? expressed(sql`${sql.raw(head)}${getSQL()}`, rowOf)
      : asked(texts[given.length]!, given.map(encoded), rowOf);
    return { ...composed, columns, getSQL };
  };
}

interface GivenValue {
  type: Type<unknown>;
  value: unknown;
}

const isExpression = (value: unknown): value is SQLWrapper => value instanceof Object && 'getSQL' in value;

const encoded = ({ type, value }: GivenValue): unknown => (type.encode ? type.encode(value) : value);

function callOf(name: string, given: GivenValue[]): SQL {
  const args = given.map(
    (each) =>
      sql`${isExpression(each.value) ? sql`(${each.value})` : sql.param(encoded(each))}::${sql.raw(each.type.name)}`,
  );
  return sql`${sql.raw(name)}(${sql.join(args, sql`, `)})`;
}

const columnsOf = (columns: Columns): string =>
  Object.keys(columns)
    .map((name) => `"${name}"`)
    .join(', ');

function rowReader(result: Result): (row: unknown[]) => unknown {
  if (result.kind === 'nothing') return () => undefined;
  if (result.kind !== 'rows') return ([value]) => value;
  const names = Object.keys(result.columns);
  return (row) => Object.fromEntries(names.map((name, place) => [name, row[place]]));
}

/**
 * The rows of a function as a relation to select from and to join, by a name; its columns stand as its fields, and
 * as `all` to be selected together.
 */
export function relation<Row extends object>(call: Call<Row>, name: string) {
  type Fields = { [K in keyof Row & string]: SQL<Row[K]> };
  type Named = { [K in keyof Row & string]: SQL.Aliased<Row[K]> };
  // By their names in full: the builder names columns of a subquery without it, which another may have as well.
  const columns = Object.fromEntries(
    call.columns.map((column) => [column, sql`${sql.identifier(name)}.${sql.identifier(column)}`]),
  ) as Fields;
  const named = Object.fromEntries(
    Object.entries<SQL>(columns).map(([column, field]) => [column, field.as(column)]),
  ) as Named;
  return Object.assign(new Subquery(sql`select * from ${call.getSQL()}`, columns, name), columns, {
    all: named,
  });
}

/** The database's clock, by which everything is judged. */
export const appNow = sqlFunction('app_now', {}, instant);
