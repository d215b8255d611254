import { join } from 'node:path';
import pg from 'pg';
import { Failure, messageOf } from '../stack/failure.ts';
import { ROOT } from '../stack/paths.ts';
import { applyBeforeTables, applyObjects, makeRegister } from './objects.ts';
import { readSources, releaseOf, type SchemaObject } from './sources.ts';

const FOLDER = join(ROOT, 'migrations');
/** Of the advisory lock by which two at once are one. */
const LOCK = 7_236_518;
/** SQLSTATE of a lock that was waited for in vain. */
const LOCK_NOT_AVAILABLE = '55P03';
/** How long a change waits for what holds its table, milliseconds: everybody who comes after it waits as well. */
const LOCK_TIMEOUT = 10_000;

/**
 * Brings a database, empty or of an earlier release, to the present: migrations of tables and data in their order, then
 * whatever else has changed its text. Cut off anywhere, it goes on when it is run again.
 * @param owner_url the owner's connection string, which is not a pooler's
 * @param lock_timeout how long it waits for a table that somebody's query holds, milliseconds
 * @throws Failure where the database is older than the baseline, or something is refused or held for longer
 */
export async function migrateDatabase(
  owner_url: string,
  objects = readSources(),
  lock_timeout = LOCK_TIMEOUT,
): Promise<void> {
  const client = new pg.Client({ connectionString: owner_url });
  // What breaks the connection is told by the query under way.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query("select set_config('lock_timeout', $1, false)", [`${lock_timeout}`]);
    await refuseOlderLayout(client);
    await bringToPresent(client, objects);
  } catch (error) {
    if (error instanceof Failure) throw error;
    const cause = error instanceof Error && error.cause ? error.cause : error;
    if (cause instanceof pg.DatabaseError && cause.code === LOCK_NOT_AVAILABLE)
      throw new Failure(
        `A long query held what was to be changed for ${lock_timeout} ms, so nothing waits behind this any more. Run it again; it goes on where it stopped. (${cause.message})`,
        { cause: error },
      );
    throw new Failure(`A migration failed: ${messageOf(cause)}`, { cause: error });
  } finally {
    // The lock goes with the session.
    await client.end();
  }
}

async function bringToPresent(client: pg.Client, objects: SchemaObject[]): Promise<void> {
  const release = releaseOf(objects);
  await makeRegister(client);
  await applyBeforeTables(client, objects, release);
  // Loading it takes a second, and most runs of the tests copy a database that is migrated.
  const { drizzle } = await import('drizzle-orm/node-postgres');
  const { migrate: applyMigrations } = await import('drizzle-orm/node-postgres/migrator');
  await applyMigrations(drizzle({ client }), { migrationsFolder: FOLDER });
  await applyObjects(client, objects, release);
}

/** Before the baseline functions stood in migrations: nothing tells which text such a database has. */
async function refuseOlderLayout(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ older: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null
        and to_regclass('drizzle.schema_objects') is null as older`,
  );
  if (rows[0]!.older)
    throw new Failure(
      'The database was made before migrations began with one baseline, and cannot be brought to the present: ' +
        'begin with an empty one (for npm start: remove the data folder).',
    );
}
