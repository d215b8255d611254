import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../stack/paths.ts';

export interface StartUp {
  /** Milliseconds in which the processor evaluated the Worker, and those of them that went into collecting garbage. */
  active: number;
  collecting: number;
}

interface Profile {
  nodes: { id: number; callFrame: { functionName: string } }[];
  samples: number[];
  /** Microseconds. */
  timeDeltas: number[];
}

/**
 * What `wrangler check startup` finds: an isolate that begins, with a profiler at its side. Read from the profile, since
 * what it prints does not always arrive.
 */
export async function measureStartUp(): Promise<StartUp> {
  const folder = mkdtempSync(join(tmpdir(), 'osnova-start-up-'));
  const file = join(folder, 'start.cpuprofile');
  try {
    await promisify(execFile)(
      process.execPath,
      ['node_modules/wrangler/bin/wrangler.js', 'check', 'startup', '--outfile', file],
      { cwd: ROOT, env: { ...process.env, CI: '1', NO_COLOR: '1', WRANGLER_SEND_METRICS: 'false' } },
    );
    return startUpOf(JSON.parse(readFileSync(file, 'utf8')) as Profile);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function startUpOf({ nodes, samples, timeDeltas }: Profile): StartUp {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, callFrame.functionName]));
  const spentIn = (counts: (name: string) => boolean) =>
    samples.reduce((sum, id, at) => sum + (counts(names.get(id) ?? '') ? timeDeltas[at]! : 0), 0) / 1000;
  return {
    active: spentIn((name) => name !== '(idle)'),
    collecting: spentIn((name) => name === '(garbage collector)'),
  };
}
