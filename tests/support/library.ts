import { ownerClient } from './owner.ts';

/** Milliseconds in which others with the mark are done. */
export const LIBRARY_PATIENCE = 900_000;

/**
 * Waits until no other test has the mark of the library, of which the product has one, and keeps it.
 * @returns lets others have it
 */
export async function holdTheLibrary(): Promise<() => Promise<void>> {
  const client = await ownerClient();
  await client.query(`select pg_advisory_lock(hashtext('the mark of the library'))`);
  return () => client.end();
}
