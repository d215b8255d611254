import { neon, neonConfig, type NeonQueryFunction } from '@neondatabase/serverless';
import { sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { fromDatabase } from '../errors/app-error.ts';
import type { Env, Scope } from './context.ts';

/** A statement with the type of its rows. */
export interface Statement<Row> {
  sql: SQL;
  /** Never set; carries the row's type. */
  row?: Row;
}

type Rows<S extends readonly Statement<unknown>[]> = {
  [I in keyof S]: S[I] extends Statement<infer Row> ? Row[] : never;
};

/** Types a statement. Values go in as parameters; identifiers are written out. */
export function statement<Row = unknown>(query: SQL): Statement<Row> {
  return { sql: query };
}

/** A value as a jsonb parameter. */
export function json(value: unknown): SQL {
  return sql`${JSON.stringify(value)}::jsonb`;
}

/** A list of ids as an array parameter. */
export function ids(values: readonly number[]): SQL {
  return sql`${`{${values.join(',')}}`}::integer[]`;
}

/** A list of words of our own, such as roles or hashes, as an array parameter. */
export function texts(values: readonly string[]): SQL {
  return sql`${`{${values.join(',')}}`}::text[]`;
}

/** The address of a photo, or null, from the column with its media id. */
export function photoOf(column: SQL): SQL {
  return sql`'/api/v1/media/' || ${column}`;
}

/** Joins conditions with "and"; none at all is true. */
export function all(conditions: readonly (SQL | false | null | undefined)[]): SQL {
  const given = conditions.filter((condition) => condition instanceof Object);
  return given.length ? sql.join(given, sql` and `) : sql`true`;
}

const dialect = new PgDialect();

type Client = NeonQueryFunction<false, false>;
let made: { url: string; client: Client } | undefined;

/** The driver's client holds no connection, and reading its address anew for each request costs more than a query's text. */
function clientOf(url: string): Client {
  if (made?.url !== url) made = { url, client: neon(url) };
  return made.client;
}

/**
 * The database over HTTP. Each call is one batch, which is one transaction and one round trip; values only ever travel as
 * parameters. Errors of SQL functions come as `AppError` of their code, anything else as it is.
 */
export class Db {
  readonly #client: Client;

  constructor(env: Pick<Env, 'DATABASE_URL' | 'DATABASE_PROXY'>) {
    if (env.DATABASE_PROXY) neonConfig.fetchEndpoint = env.DATABASE_PROXY;
    this.#client = clientOf(env.DATABASE_URL);
  }

  /**
   * Runs statements for a caller: one batch, one transaction, one round trip, with `enter` first.
   * @returns the rows of each statement
   * @throws session_ended, account_blocked, user_type_not_held, second_factor_required from `enter`; what a statement
   * raises
   */
  async run<const S extends readonly Statement<unknown>[]>(scope: Scope, ...statements: S): Promise<Rows<S>> {
    // A role lost since the start of an attempt does not cut it off.
    const user_type = scope.in_no_role ? null : scope.user_type;
    const first = sql`select enter(${scope.session_id}, ${scope.company_id}, ${user_type})`;
    const { idempotency } = scope;
    const claim = idempotency ? [sql`select claim_key(${idempotency.key}, ${idempotency.endpoint})`] : [];
    const opening = [first, ...claim];
    const results = await this.#batch([...opening, ...statements.map((each) => each.sql)]);
    return results.slice(opening.length) as Rows<S>;
  }

  /**
   * Runs statements without a company: the named system functions of sign-in, invitations, mails and jobs. Without
   * `enter` the policies show no tenant's rows.
   */
  async system<const S extends readonly Statement<unknown>[]>(...statements: S): Promise<Rows<S>> {
    return (await this.#batch(statements.map((each) => each.sql))) as Rows<S>;
  }

  async #batch(queries: readonly SQL[]): Promise<unknown[][]> {
    const compiled = queries.map((query) => dialect.sqlToQuery(query));
    try {
      const client = this.#client;
      if (compiled.length === 1) return [await client.query(compiled[0]!.sql, compiled[0]!.params)];
      return await client.transaction(compiled.map((each) => client.query(each.sql, each.params)));
    } catch (error) {
      throw fromDatabase(error);
    }
  }
}

/**
 * Where a creating statement writes the id it made beside the caller's idempotency key: one more CTE after `created`.
 * Empty without a key.
 */
export function remembered(scope: Scope): SQL {
  if (!scope.idempotency) return sql``;
  return sql`, remembered as (
    update idempotency_keys k set row_id = created.id from created
      where k.company_id = ${scope.company_id} and k.user_id = ${scope.user_id} and k.key = ${scope.idempotency.key})`;
}

let checked: Promise<void> | undefined;

/**
 * Refuses to serve from a database where the Worker's role could see past row-level security. Asked once per isolate.
 */
export function refuseUnsafeDatabase(env: Env): Promise<void> {
  checked ??= new Db(env)
    .system(statement<{ problem: string }>(sql`select problem from security_problems()`))
    .then(([problems]) => {
      if (problems.length)
        throw new Error(`unsafe database: ${problems.map((each) => each.problem).join('; ')}`);
    });
  // A database that was away, or has been mended, is asked again.
  checked.catch(() => (checked = undefined));
  return checked;
}
