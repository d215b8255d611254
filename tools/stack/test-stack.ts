import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newSecrets, type Secrets } from './data-folder.ts';
import { migrate } from './migrate.ts';
import { startNeonProxy } from './neon-proxy.ts';
import { startPostgres, stopLeftoverPostgres } from './postgres.ts';
import { isAlive, recordOf, type ProcessRecord } from './processes.ts';

/** What tests need to know of the running database; plain data, so that it passes to other processes. */
export interface TestStack {
  ownerUrl: string;
  workerUrl: string;
  adminUrl: string;
  /** For `neonConfig.fetchEndpoint`. */
  proxyUrl: string;
  secrets: Secrets;
}

const PREFIX = 'osnova-test-';

/** A migrated throw-away Postgres with its Neon endpoint, outside the tree and without fsync. */
export async function startTestStack(onStop: (stop: () => unknown) => void): Promise<TestStack> {
  await removeLeftovers();
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  // As root Postgres runs under another account, which must pass through here.
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'owner.json'), JSON.stringify(recordOf(process.pid)));
  onStop(() => rmSync(folder, { recursive: true, force: true }));

  const secrets = newSecrets();
  const postgres = await startPostgres({
    folder: join(folder, 'cluster'),
    passwords: secrets.database,
    durable: false,
    onStop,
  });
  await migrate(postgres, secrets.database.worker);
  const proxy = await startNeonProxy({ address: { path: postgres.socket } });
  onStop(proxy.stop);
  const { ownerUrl, workerUrl, adminUrl } = postgres;
  return { ownerUrl, workerUrl, adminUrl, proxyUrl: proxy.url, secrets };
}

/** Ends the databases of test runs that were killed. */
async function removeLeftovers(): Promise<void> {
  for (const file of globSync(join(tmpdir(), `${PREFIX}*`, 'owner.json'))) {
    try {
      const owner = JSON.parse(readFileSync(file, 'utf8')) as ProcessRecord;
      if (isAlive(owner)) continue;
      const folder = join(file, '..');
      await stopLeftoverPostgres(join(folder, 'cluster'));
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another user's, or being removed by another run.
    }
  }
}
