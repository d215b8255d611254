import { neon, neonConfig, types, type NeonQueryFunction } from '@neondatabase/serverless';
import { fromDatabase, isDeadlock } from '../../errors/app-error.ts';
import type { Env, Later, Scope } from '../context.ts';
import * as type from './functions.ts';
import { asked, type Asked, compile, type Query, type RowsOf } from './queries.ts';

type Rows<S extends readonly Asked[]> = { [I in keyof S]: RowsOf<S[I]> };

const TIMESTAMPTZ = 1184;
const OTHERWISE = new Map<number, (text: string) => unknown>([
  [TIMESTAMPTZ, instantOf],
  // `bigint` and `numeric` count here, and none is as large as to lose its last digit.
  [20, Number],
  [1700, Number],
  // A day is the same in every zone.
  [1082, String],
]);

/** How columns arrive, as `tables.ts` declares them: instants as text, numbers as numbers. */
const READ = {
  arrayMode: true,
  types: {
    getTypeParser: ((oid: number, format?: 'text') =>
      OTHERWISE.get(oid) ?? types.getTypeParser(oid, format)) as typeof types.getTypeParser,
  },
} as const;

/** `2026-01-02 03:04:05.678901+00` as ISO 8601 with milliseconds, without making a date of it. */
function instantOf(text: string): string {
  const [, day, time, part = ''] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(text) ?? [];
  if (day === undefined)
    return new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString();
  return `${day}T${time}.${part.slice(0, 3).padEnd(3, '0')}Z`;
}

/** What a batch enters by. */
export type Entering = Pick<Scope, 'session_id' | 'company_id' | 'user_type' | 'in_no_role' | 'idempotency'> &
  Partial<Scope>;

type Client = NeonQueryFunction<false, false>;
let made: { url: string; client: Client } | undefined;

/** The driver's client holds no connection, and reading its address anew for each request costs more than a query's text. */
function clientOf(url: string): Client {
  if (made?.url !== url) made = { url, client: neon(url) };
  return made.client;
}

const enter = type.sqlFunction(
  'enter',
  { session: type.integer, company: type.integer, type: type.nullable(type.text) },
  type.nothing,
);
const claimKey = type.sqlFunction(
  'claim_key',
  { key: type.text, endpoint: type.text, request: type.text },
  type.nothing,
);

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
  async run<const S extends readonly Asked[]>(scope: Entering, ...statements: S): Promise<Rows<S>> {
    // A role lost since the start of an attempt does not cut it off.
    const user_type = scope.in_no_role ? null : scope.user_type;
    const first = enter({ session: scope.session_id, company: scope.company_id, type: user_type });
    const { idempotency } = scope;
    const opening = idempotency ? [first, claimKey(idempotency)] : [first];
    const results = await this.#batch([...opening, ...statements]);
    return results.slice(opening.length) as Rows<S>;
  }

  /**
   * Runs statements for whoever comes in by another door than a session: one batch with that door first, which sets
   * company and person as `enter` does.
   * @throws session_ended from the door; what a statement raises
   */
  async runBy<const S extends readonly Asked[]>(entering: Asked, ...statements: S): Promise<Rows<S>> {
    const results = await this.#batch([entering, ...statements]);
    return results.slice(1) as Rows<S>;
  }

  /**
   * Runs statements without a company: the named system functions of sign-in, invitations, mails and jobs. Without
   * `enter` the policies show no tenant's rows.
   */
  async system<const S extends readonly Asked[]>(...statements: S): Promise<Rows<S>> {
    return (await this.#batch(statements)) as Rows<S>;
  }

  /** What a deadlock threw back is sent once more: all of it was undone, and whom it waited for has gone on. */
  async #batch(statements: readonly Asked[]): Promise<unknown[][]> {
    for (let isAgain = false; ; isAgain = true) {
      try {
        return await this.#send(statements);
      } catch (error) {
        if (isAgain || !isDeadlock(error)) throw fromDatabase(error);
      }
    }
  }

  async #send(statements: readonly Asked[]): Promise<unknown[][]> {
    const client = this.#client;
    const sent = statements.map((each) => {
      const { sql: text, params, rowOf } = compile(each as Query);
      return { query: client.query(text, params, READ), rowOf };
    });
    const queries = sent.map(({ query }) => query);
    const results = queries.length === 1 ? [await queries[0]!] : await client.transaction(queries as never);
    return sent.map(({ rowOf }, place) => {
      const rows = results[place] as unknown[];
      return rows.map((row) => rowOf(row as unknown[]));
    });
  }
}

/** Writes the id that a creating query gives first beside the caller's idempotency key, if there is one. */
export function remember<Row>({ company_id, user_id, idempotency }: Scope, creating: Query<Row>): Query<Row> {
  if (!idempotency) return creating;
  const { sql: text, params, rowOf } = compile(creating);
  const [company, user, key] = [1, 2, 3].map((place) => `$${params.length + place}`);
  return asked(
    `with created(id) as (${text}), remembered as (
       update idempotency_keys k set row_id = created.id from created
         where k.company_id = ${company} and k.user_id = ${user} and k.key = ${key})
     select * from created`,
    [...params, company_id, user_id, idempotency.key],
    rowOf,
  );
}

const securityProblems = type.sqlFunction('security_problems', {}, type.rows({ problem: type.text }));

let isSafe = false;
let checking: Promise<void> | undefined;

/**
 * Refuses to serve from a database where the Worker's role could see past row-level security. Asked once per isolate;
 * from then on there is nothing to wait for.
 * @param later keeps the asking alive where whoever came first leaves meanwhile: all others wait for it
 */
export function refuseUnsafeDatabase(env: Env, later: Later): Promise<void> | undefined {
  if (isSafe) return undefined;
  if (checking) return checking;
  checking = new Db(env).system(securityProblems({})).then(([problems]) => {
    if (problems.length)
      throw new Error(`unsafe database: ${problems.map((each) => each.problem).join('; ')}`);
    isSafe = true;
  });
  // A database that was away, or has been mended, is asked again.
  later(checking.catch(() => (checking = undefined)));
  return checking;
}
