import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SignIn } from '../demo.ts';
import type { DataFolder } from './data-folder.ts';
import { Failure } from './failure.ts';
import { migrate } from './database/migrate.ts';
import { startPostgres, stopLeftoverPostgres, type Postgres } from './database/postgres.ts';

/** What the first start leaves when it has finished. */
export interface Installation {
  cluster: string;
  sign_ins: SignIn[];
}

const INSTALLATION = 'installation.json';
const LEFT_BY_EARLIER = ['runtime', 'runtime-tmp', 'mails.jsonl', 'started.json', INSTALLATION];

/** Throws away database, files and mails, so that the next start is a first one; keeps the secrets. */
export async function removeInstallation(folder: DataFolder): Promise<void> {
  // A killed start may have left its Postgres running in the folder that is about to go.
  await stopLeftoverPostgres(folder.cluster);
  for (const name of LEFT_BY_EARLIER) rmSync(folder.file(name), { recursive: true, force: true });
  rmSync(folder.cluster, { recursive: true, force: true });
}

/**
 * Starts the database of the folder, migrated. A first start also fills it with demo data if asked, and counts as done
 * only after that: a first start that broke off begins anew.
 */
export async function startDatabase(
  folder: DataFolder,
  options: { demo: boolean; onStop: (stop: () => unknown) => void },
): Promise<{ postgres: Postgres; installation: Installation }> {
  const known = folder.readJson(INSTALLATION) as Installation | null;
  if (known && (known.cluster !== folder.cluster || !existsSync(join(known.cluster, 'initialised')))) {
    throw new Failure(
      `The database of ${folder.path} should be in ${known.cluster}, but is not there or belongs to another user; ` +
        'start as that user, or remove the data folder.',
    );
  }
  if (!known) await removeInstallation(folder);
  const { database, password_pepper } = folder.secrets;
  const postgres = await startPostgres({
    folder: folder.cluster,
    passwords: database,
    durable: true,
    onStop: options.onStop,
  });
  await migrate(postgres, database.worker);
  if (known) return { postgres, installation: known };
  const sign_ins = options.demo ? await fillWithDemo(postgres.ownerUrl, password_pepper) : [];
  const installation = { cluster: folder.cluster, sign_ins };
  folder.writeJson(INSTALLATION, installation);
  return { postgres, installation };
}

async function fillWithDemo(ownerUrl: string, pepper: string): Promise<SignIn[]> {
  // Asked for here, since it is much, and most starts need none of it.
  const { buildDemo } = await import('../demo.ts');
  return (await buildDemo({ ownerUrl, pepper })).sign_ins;
}
