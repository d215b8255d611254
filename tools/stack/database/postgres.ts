import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Failure } from '../failure.ts';
import { freePort } from '../ports.ts';
import { postgresBinaries, type Account } from './postgres-binaries.ts';
import { endProcess, recordOf } from '../processes.ts';

export const DATABASE = 'osnova';
export const OWNER = 'osnova_owner';
export const WORKER = 'osnova_worker';

export interface DatabasePasswords {
  superuser: string;
  owner: string;
  worker: string;
}

export interface PostgresOptions {
  /** The cluster's own folder; nothing else lives in it. */
  folder: string;
  passwords: DatabasePasswords;
  /** `false` gives up safety against power loss: for tests only. */
  durable: boolean;
  /** Takes the way to stop the server, as soon as its process exists. */
  onStop: (stop: () => Promise<void>) => void;
}

export interface Postgres {
  port: number;
  /** The Unix socket, faster than TCP. */
  socket: string;
  ownerUrl: string;
  workerUrl: string;
  /** Superuser: for roles, passwords and checks of this machinery only. */
  adminUrl: string;
}

const SOCKET_FOLDER = '/tmp';

/** Starts the embedded Postgres on a free port, making the cluster, the owner role and the database first if needed. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { folder: programs, account } = postgresBinaries();
  await stopLeftoverPostgres(options.folder);
  if (!isComplete(options.folder)) initialise(programs, account, options);

  const port = await freePort();
  const server = launch(programs, account, options, port);
  const url = (user: string, password: string, database = DATABASE): string =>
    `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`;
  const { superuser, owner, worker } = options.passwords;
  await ready(url('postgres', superuser, 'postgres'), server, options.folder);
  await createOwner(url('postgres', superuser, 'postgres'), owner);
  return {
    port,
    socket: `${SOCKET_FOLDER}/.s.PGSQL.${port}`,
    ownerUrl: url(OWNER, owner),
    workerUrl: url(WORKER, worker),
    adminUrl: url('postgres', superuser),
  };
}

const isComplete = (folder: string): boolean => existsSync(join(folder, 'initialised'));

function initialise(
  programs: string,
  account: Account,
  { folder, passwords, durable }: PostgresOptions,
): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, `${passwords.superuser}\n`, { mode: 0o600 });
  if (account.uid !== undefined && account.gid !== undefined) {
    chmodSync(folder, 0o755);
    chownSync(folder, account.uid, account.gid);
    chownSync(passwordFile, account.uid, account.gid);
  }
  const made = spawnSync(
    join(programs, 'initdb'),
    [
      `--pgdata=${data}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=password',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      ...(durable ? [] : ['--no-sync']),
    ],
    { ...account, cwd: folder, env: environment(), encoding: 'utf8' },
  );
  rmSync(passwordFile, { force: true });
  if (made.status !== 0)
    throw new Failure(`Postgres could not make its folder ${folder}: ${lastLine(made.stderr)}`);
  writeFileSync(join(folder, 'initialised'), '');
}

/** Ends the server of a cluster that outlived a kill -9 of ours; its own PID file names it. */
export async function stopLeftoverPostgres(folder: string): Promise<void> {
  const file = join(folder, 'data', 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  const record = recordOf(pid);
  if (record && commandOf(pid).includes(join(folder, 'data'))) await endProcess(record, 'SIGINT');
  rmSync(file, { force: true });
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
  }
}

/** Nothing outlives a test, and of a few rows to look for the best plan takes longer than to follow the first. */
const THROWN_AWAY = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  from_collapse_limit: '2',
  join_collapse_limit: '2',
  enable_mergejoin: 'off',
  enable_memoize: 'off',
  max_parallel_workers_per_gather: '0',
  // What waits for something that will never come lets go of its rows, and its test says so.
  statement_timeout: '120s',
};

function launch(programs: string, account: Account, options: PostgresOptions, port: number): ChildProcess {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: SOCKET_FOLDER,
    max_connections: '200',
    shared_buffers: '256MB',
    jit: 'off',
    ...(options.durable ? {} : THROWN_AWAY),
  };
  const log = openSync(join(options.folder, 'postgres.log'), 'w');
  const server = spawn(
    join(programs, 'postgres'),
    [
      '-D',
      join(options.folder, 'data'),
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`]),
    ],
    // A group of its own: Ctrl-C must reach Postgres last, from us, not from the terminal.
    { ...account, cwd: options.folder, env: environment(), stdio: ['ignore', log, log], detached: true },
  );
  closeSync(log);
  server.on('error', () => {});
  const record = server.pid === undefined ? null : recordOf(server.pid);
  // SIGINT is Postgres' fast shutdown: it does not wait for clients to leave.
  if (record) options.onStop(() => endProcess(record, 'SIGINT'));
  return server;
}

async function ready(url: string, server: ChildProcess, folder: string): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(25)) {
    if (server.exitCode !== null || server.signalCode !== null || server.pid === undefined) break;
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return;
    } catch {
      // Not listening yet, or still recovering.
    } finally {
      await client.end().catch(() => {});
    }
  }
  throw new Failure(
    `Postgres did not start: ${lastLine(readFileSync(join(folder, 'postgres.log'), 'utf8'))}`,
  );
}

/** The owner is no superuser, as on Neon: a function that leans on superuser rights must fail here too. */
async function createOwner(url: string, password: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    const role = await admin.query('select 1 from pg_roles where rolname = $1', [OWNER]);
    const verb = role.rowCount === 0 ? 'create' : 'alter';
    await admin.query(
      `${verb} role ${OWNER} login createrole nosuperuser nocreatedb nobypassrls password ${admin.escapeLiteral(password)}`,
    );
    const database = await admin.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (database.rowCount === 0) await admin.query(`create database ${DATABASE} owner ${OWNER}`);
  } finally {
    await admin.end();
  }
}

/** Without LANG initdb would make an SQL_ASCII cluster, and a foreign locale may not be installed. */
const environment = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC' });

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';
