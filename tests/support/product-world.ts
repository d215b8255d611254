import pg from 'pg';
import { inject } from 'vitest';
import type { Answer, World } from '../factories/world.ts';

/** The built product in its own process, as a browser reaches it. */
export function productWorld(): World {
  const { url } = inject('product');
  const { ownerUrl, proxyUrl, secrets } = inject('stack');
  return {
    fetch: (path, init) => fetch(`${url}${path}`, init),
    ownerUrl,
    proxyUrl,
    jwtSecret: secrets.jwt_secret,
  };
}

/** Runs the calls so that they leave together. */
export function together<Result>(count: number, call: (index: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => call(index)));
}

const isHeldUp = (by: string) =>
  `exists (select from pg_locks l where not granted
     and exists (select from unnest(pg_blocking_pids(l.pid)) by where ${by}))`;

/**
 * Two calls, the second of which comes in the middle of the first: that waits for rows which somebody holds until the
 * second is done or waits for the first.
 * @param given.rows a query of the rows
 * @param given.done a condition that is true once the second is done
 */
export async function inTheMiddle(given: {
  rows: string;
  first: () => Promise<Answer>;
  second: () => Promise<Answer>;
  done: string;
}): Promise<[number, number]> {
  const client = new pg.Client({ connectionString: inject('stack').ownerUrl });
  await client.connect();
  const waitUntil = (condition: string) =>
    client.query(`do $$ begin while not (${condition}) loop perform pg_sleep(0.01); end loop; end $$`);
  try {
    await client.query('set role osnova_system');
    await client.query('begin');
    await client.query(`${given.rows} for update`);
    const first = given.first();
    await waitUntil(isHeldUp('by = pg_backend_pid()'));
    const second = given.second();
    await waitUntil(`${isHeldUp('pg_backend_pid() = any (pg_blocking_pids(by))')} or ${given.done}`);
    await client.query('rollback');
    return [(await first).status, (await second).status];
  } finally {
    await client.end();
  }
}
