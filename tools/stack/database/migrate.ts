import pg from 'pg';
import { migrateDatabase } from '../../migrate/migrate.ts';
import { Failure } from '../failure.ts';
import { WORKER, type Postgres } from './postgres.ts';

/** Brings the database to the present as its owner, then gives the worker's role a password of this machine. */
export async function migrate(postgres: Postgres, workerPassword: string): Promise<void> {
  await migrateDatabase(postgres.ownerUrl);
  const admin = new pg.Client({ connectionString: postgres.adminUrl });
  await admin.connect();
  try {
    await openWorkerRole(admin, workerPassword);
  } finally {
    await admin.end();
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
