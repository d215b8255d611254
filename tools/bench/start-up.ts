import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../stack/paths.ts';

export interface StartUp {
  /** Milliseconds in which the processor evaluated the Worker, and those of them that went into collecting garbage. */
  active: number;
  collecting: number;
}

/** What `wrangler check startup` reports: an isolate that begins, with a profiler at its side. */
export async function measureStartUp(): Promise<StartUp> {
  const folder = mkdtempSync(join(tmpdir(), 'osnova-start-up-'));
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['node_modules/wrangler/bin/wrangler.js', 'check', 'startup', '--outfile', join(folder, 'profile')],
      { cwd: ROOT, env: { ...process.env, CI: '1', NO_COLOR: '1', WRANGLER_SEND_METRICS: 'false' } },
    );
    const [, active, collecting = '0'] =
      /Active: ([\d.]+) ms(?: \(including ([\d.]+) ms garbage)?/.exec(stdout) ?? [];
    if (!active) throw new Error(`wrangler check startup reports no time:\n${stdout}`);
    return { active: Number(active), collecting: Number(collecting) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
