import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Failure } from './failure.ts';
import { ROOT, WEB_BUNDLE, WORKER_BUNDLE } from './paths.ts';

const run = promisify(execFile);

/** Builds what is older than its sources: first the web client, whose folder the worker's build looks at. */
export async function buildProduct(): Promise<void> {
  await buildWeb();
  await buildWorker();
}

async function buildWeb(): Promise<void> {
  if (!existsSync(join(ROOT, 'web/index.html'))) {
    mkdirSync(WEB_BUNDLE, { recursive: true });
    return;
  }
  const sources = ['web/**', 'worker/**/contract.ts', 'wrangler.toml', 'package-lock.json', 'package.json'];
  await buildIfStale('web client', WEB_BUNDLE, sources, (to) => [
    'node_modules/vite/bin/vite.js',
    'build',
    'web',
    '--outDir',
    to,
    '--emptyOutDir',
    '--logLevel',
    'error',
  ]);
}

async function buildWorker(): Promise<void> {
  const sources = ['worker/**', 'wrangler.toml', 'package-lock.json', 'package.json'];
  await buildIfStale('worker', WORKER_BUNDLE, sources, (to) => [
    'node_modules/wrangler/bin/wrangler.js',
    'deploy',
    '--dry-run',
    '--outdir',
    to,
  ]);
}

/** The target changes hands in one step: other starts and tests of this checkout read it meanwhile. */
async function buildIfStale(
  name: string,
  target: string,
  sources: string[],
  command: (to: string) => string[],
): Promise<void> {
  const stamp = `${target}.built`;
  const signature = signatureOf(sources);
  const isBuilt = () => existsSync(target) && existsSync(stamp) && readFileSync(stamp, 'utf8') === signature;
  if (isBuilt()) return;
  const part = `${target}.${process.pid}`;
  const building = run(process.execPath, command(part), {
    cwd: ROOT,
    // As production builds it, also under a test runner that says NODE_ENV=test.
    env: {
      ...process.env,
      NODE_ENV: 'production',
      CI: '1',
      NO_COLOR: '1',
      WRANGLER_SEND_METRICS: 'false',
    },
    maxBuffer: 64 * 1024 * 1024,
  });
  process.once('exit', () => building.child.kill());
  try {
    await building;
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Failure(`The ${name} does not build:\n${stdout}${stderr}`.trimEnd());
  }
  // Another has built the same meanwhile, and whoever began with that is not to lose it.
  if (isBuilt()) return rmSync(part, { recursive: true, force: true });
  rmSync(target, { recursive: true, force: true });
  renameSync(part, target);
  writeFileSync(stamp, signature);
}

/** The same for files of the same text, in whatever checkout: a clock says nothing of what was built. */
export function signatureOf(patterns: string[]): string {
  const hash = createHash('sha256');
  for (const file of globSync(patterns, { cwd: ROOT }).toSorted()) {
    const path = join(ROOT, file);
    if (statSync(path).isFile()) hash.update(`${file}\0`).update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex').slice(0, 32);
}
