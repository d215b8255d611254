import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { endProcess, recordOf } from './processes.ts';

const PID_FILE = 'workerd.pid';
const PID_VARIABLE = 'OSNOVA_WORKERD_PID_FILE';

/**
 * Miniflare does not tell which process it starts, so workerd is started through a script that notes its PID first;
 * after a kill -9 the next start finds the leftover there.
 */
export function noteRuntimePid(folder: string): void {
  const script = join(folder, 'workerd.sh');
  writeFileSync(script, `#!/bin/sh\necho $$ > "$${PID_VARIABLE}"\nexec "$OSNOVA_WORKERD" "$@"\n`);
  chmodSync(script, 0o755);
  const { default: workerd } = createRequire(createRequire(import.meta.url).resolve('miniflare'))(
    'workerd',
  ) as {
    default: string;
  };
  process.env.OSNOVA_WORKERD = workerd;
  process.env[PID_VARIABLE] = join(folder, PID_FILE);
  process.env.MINIFLARE_WORKERD_PATH = script;
}

/** Ends the workerd that a killed start left behind in this folder. */
export async function endLeftoverRuntime(folder: string): Promise<void> {
  const file = join(folder, PID_FILE);
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8'));
  const record = pid > 0 ? recordOf(pid) : null;
  if (record && isStartedFor(pid, file)) await endProcess(record, 'SIGTERM', 1_000);
  rmSync(file, { force: true });
}

/** The PID may be another program's by now: only ours carries our file in its environment. */
function isStartedFor(pid: number, file: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`${PID_VARIABLE}=${file}`);
  } catch {
    return false;
  }
}
