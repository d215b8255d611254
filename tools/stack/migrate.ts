import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { Failure, messageOf } from './failure.ts';
import { ROOT } from './paths.ts';
import { WORKER, type Postgres } from './postgres.ts';

/** Brings the database to the newest migration as its owner, then gives the worker's role a password of this machine. */
export async function migrate(postgres: Postgres, workerPassword: string): Promise<void> {
  const folder = join(ROOT, 'migrations');
  if (existsSync(join(folder, 'meta', '_journal.json'))) await applyAsOwner(postgres.ownerUrl, folder);
  const admin = new pg.Client({ connectionString: postgres.adminUrl });
  await admin.connect();
  try {
    await openWorkerRole(admin, workerPassword);
  } finally {
    await admin.end();
  }
}

async function applyAsOwner(ownerUrl: string, folder: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await applyMigrations(drizzle({ client: owner }), { migrationsFolder: folder });
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error;
    throw new Failure(`A migration failed: ${messageOf(cause)}`);
  } finally {
    await owner.end();
  }
}

/** Refuses to go on with a role that row-level security would not hold. */
async function openWorkerRole(admin: pg.Client, password: string): Promise<void> {
  const { rows } = await admin.query<{ unbound: boolean; owns: boolean }>(
    `select rolsuper or rolbypassrls or rolcreaterole as unbound,
            exists (select 1 from pg_class where relowner = r.oid) as owns
       from pg_roles r where rolname = $1`,
    [WORKER],
  );
  const role = rows[0];
  if (!role) return;
  if (role.unbound || role.owns)
    throw new Failure(`The role ${WORKER} can get round row-level security; look at its attributes.`);
  await admin.query(`alter role ${WORKER} password ${admin.escapeLiteral(password)}`);
}
