import pg from 'pg';
import { inject } from 'vitest';

/** A client of the tables' owner for tests in Node; close it with `await using` or `end()`. */
export async function ownerClient(): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({ connectionString: inject('stack').ownerUrl });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

/** HTTP requests of the product to its database so far: read it before and after a call. */
export async function roundTrips(): Promise<number> {
  const response = await fetch(new URL('/round-trips', inject('stack').proxyUrl));
  const counts = (await response.json()) as Record<string, number>;
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
