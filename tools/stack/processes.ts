import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process as written to a file: a bare PID may long belong to another program. */
export interface ProcessRecord {
  pid: number;
  started: string;
}

/** Describes a living process so that `isAlive` later knows this very one; null once it has ended. */
export function recordOf(pid: number): ProcessRecord | null {
  const started = startOf(pid);
  return started === null ? null : { pid, started };
}

/** Whether exactly the recorded process still runs. */
export function isAlive(record: ProcessRecord): boolean {
  return startOf(record.pid) === record.started;
}

/** Ends a recorded process: the given signal first, SIGKILL after `patience` milliseconds. */
export async function endProcess(
  record: ProcessRecord,
  signal: NodeJS.Signals,
  patience = 5_000,
): Promise<void> {
  for (const [sent, limit] of [[signal, patience] as const, ['SIGKILL', 5_000] as const]) {
    if (!isAlive(record)) return;
    try {
      process.kill(record.pid, sent);
    } catch {
      return;
    }
    for (const end = Date.now() + limit; Date.now() < end && isAlive(record);) await sleep(20);
  }
}

function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold spaces; the state and then the start time follow it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return null;
    return `${fields[19]}@${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`;
  } catch {
    return process.platform === 'linux' ? null : startByPs(pid);
  }
}

function startByPs(pid: number): string | null {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}
