import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signatureOf } from './build.ts';
import { newSecrets, type Secrets } from './data-folder.ts';
import { migrate } from './database/migrate.ts';
import { startNeonProxy } from './proxy/neon-proxy.ts';
import { startPostgres, stopLeftoverPostgres } from './database/postgres.ts';
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
const TEMPLATE = 'osnova-template-';
/** What a migrated database is made from. */
const SOURCES = [
  'migrations/**/*',
  'worker/**/*.sql',
  'tools/migrate/**',
  'tools/stack/**',
  'package-lock.json',
];
const DAY_MS = 86_400_000;

/** A migrated throw-away Postgres with its Neon endpoint, outside the tree and without fsync. */
export async function startTestStack(onStop: (stop: () => unknown) => void): Promise<TestStack> {
  await removeLeftovers();
  const folder = makeFolder(PREFIX);
  writeFileSync(join(folder, 'owner.json'), JSON.stringify(recordOf(process.pid)));
  onStop(() => rmSync(folder, { recursive: true, force: true }));

  const secrets = await copyTemplate(folder);
  const postgres = await startPostgres({
    folder: join(folder, CLUSTER),
    passwords: secrets.database,
    durable: false,
    onStop,
  });
  const proxy = await startNeonProxy({ address: { path: postgres.socket } });
  onStop(proxy.stop);
  const { ownerUrl, workerUrl, adminUrl } = postgres;
  return { ownerUrl, workerUrl, adminUrl, proxyUrl: proxy.url, secrets };
}

const CLUSTER = 'cluster';
const SECRETS = 'secrets.json';

function makeFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  // As root Postgres runs under another account, which must pass through here.
  chmodSync(folder, 0o755);
  return folder;
}

/** Once for all that begin together. */
let making: Promise<void> | undefined;

/** Making and migrating a database takes seconds, copying one that was made of the same sources a moment. */
async function copyTemplate(folder: string): Promise<Secrets> {
  const template = join(tmpdir(), `${TEMPLATE}${signatureOf(SOURCES)}`);
  if (!existsSync(template)) await (making ??= makeTemplate(template));
  const now = new Date();
  utimesSync(template, now, now);
  execFileSync('cp', ['-a', join(template, CLUSTER), join(folder, CLUSTER)]);
  return JSON.parse(readFileSync(join(template, SECRETS), 'utf8')) as Secrets;
}

/** It gets its name once it is whole. */
async function makeTemplate(template: string): Promise<void> {
  removeOldTemplates();
  const folder = makeFolder(PREFIX);
  writeFileSync(join(folder, 'owner.json'), JSON.stringify(recordOf(process.pid)));
  const secrets = newSecrets();
  let stop = async (): Promise<void> => {};
  try {
    const postgres = await startPostgres({
      folder: join(folder, CLUSTER),
      passwords: secrets.database,
      durable: false,
      onStop: (end) => (stop = end),
    });
    await migrate(postgres, secrets.database.worker);
    await stop();
    writeFileSync(join(folder, SECRETS), JSON.stringify(secrets), { mode: 0o600 });
    rmSync(join(folder, 'owner.json'));
    renameSync(folder, template);
  } catch (error) {
    await stop();
    rmSync(folder, { recursive: true, force: true });
    // Another run has made it meanwhile.
    if (!existsSync(template)) throw error;
  }
}

function removeOldTemplates(): void {
  for (const folder of globSync(join(tmpdir(), `${TEMPLATE}*`)))
    if (statSync(folder).mtimeMs < Date.now() - DAY_MS) rmSync(folder, { recursive: true, force: true });
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
