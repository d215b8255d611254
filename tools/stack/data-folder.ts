import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { codeOf, Failure } from './failure.ts';
import type { DatabasePasswords } from './database/postgres.ts';
import { ROOT_FOLDER } from './database/postgres-binaries.ts';
import { endLeftoverRuntime } from './runtime-process.ts';
import { isAlive, recordOf, type ProcessRecord } from './processes.ts';

/** Random per machine, never in the repository. */
export interface Secrets {
  jwt_secret: string;
  password_pepper: string;
  database: DatabasePasswords;
}

/** A folder that holds one installation; at most one running start uses it. */
export interface DataFolder {
  path: string;
  /** The cluster's folder: outside `path` as root, since the account of Postgres must reach it. */
  cluster: string;
  secrets: Secrets;
  file: (name: string) => string;
  /** What `writeJson` wrote, or null. */
  readJson: (name: string) => unknown;
  writeJson: (name: string, value: unknown, mode?: number) => void;
  release: () => Promise<void>;
}

const LOCK = 'running.json';
const SECRETS = 'secrets.json';

/** Takes the folder for this process. Throws a Failure when it is in use or cannot be written. */
export async function openDataFolder(path: string): Promise<DataFolder> {
  const folder = makeFolder(resolve(path));
  await takeLock(folder);
  const file = (name: string): string => join(folder, name);
  const readJson = (name: string): unknown =>
    existsSync(file(name)) ? JSON.parse(readFileSync(file(name), 'utf8')) : null;
  const writeJson = (name: string, value: unknown, mode = 0o644): void => {
    writeFileSync(file(`${name}.part`), `${JSON.stringify(value, null, 2)}\n`, { mode });
    renameSync(file(`${name}.part`), file(name));
  };
  const release = async (): Promise<void> => {
    await endLeftoverRuntime(folder);
    rmSync(file(LOCK), { force: true });
  };
  const cluster =
    process.getuid?.() === 0
      ? join(ROOT_FOLDER, createHash('sha256').update(folder).digest('hex').slice(0, 16))
      : file('postgres');

  let secrets = readJson(SECRETS) as Secrets | null;
  if (!secrets) {
    secrets = newSecrets();
    writeJson(SECRETS, secrets, 0o600);
  }
  return { path: folder, cluster, secrets, file, readJson, writeJson, release };
}

/** Fresh random secrets. */
export function newSecrets(): Secrets {
  const random = (): string => randomBytes(32).toString('hex');
  return {
    jwt_secret: random(),
    password_pepper: random(),
    database: { superuser: random(), owner: random(), worker: random() },
  };
}

function makeFolder(path: string): string {
  try {
    makeAll(path);
    writeFileSync(join(path, '.writable'), '');
    rmSync(join(path, '.writable'));
    return realpathSync(path);
  } catch (error) {
    throw new Failure(
      `The data folder ${path} cannot be written (${codeOf(error)}); set DATA_DIR to one that can.`,
    );
  }
}

/** Node's own recursive mkdir never returns below /proc. */
function makeAll(path: string): void {
  if (existsSync(path)) return;
  makeAll(dirname(path));
  mkdirSync(path);
}

async function takeLock(folder: string): Promise<void> {
  const lock = join(folder, LOCK);
  const self = recordOf(process.pid);
  for (;;) {
    try {
      writeFileSync(lock, JSON.stringify(self), { flag: 'wx' });
      await endLeftoverRuntime(folder);
      return;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    const owner = readRecord(lock);
    if (owner && isAlive(owner)) {
      throw new Failure(
        `The data folder ${folder} is in use by process ${owner.pid}; stop that one first, or set another DATA_DIR.`,
      );
    }
    rmSync(lock, { force: true });
  }
}

/** Null for a file that a kill left empty. */
function readRecord(lock: string): ProcessRecord | null {
  try {
    return JSON.parse(readFileSync(lock, 'utf8')) as ProcessRecord;
  } catch {
    return null;
  }
}
