import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const pidOf = (folder: string): string => readFileSync(join(folder, 'workerd.pid'), 'utf8').trim();

/** Begins to watch the runtime's memory; the answer ends it. Linux only. */
export function memoryOf(folder: string): () => number | null {
  try {
    const pid = pidOf(folder);
    const kilobytes = (field: string): number =>
      Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
    // Sets the highest mark back to what is held now.
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
    const held = kilobytes('VmRSS');
    return () => (kilobytes('VmHWM') - held) / 1024;
  } catch {
    return () => null;
  }
}

/** Begins to count milliseconds of the processor that the runtime takes, in all its threads; the answer ends it. Linux only. */
export function processorOf(folder: string): () => number | null {
  try {
    const tasks = `/proc/${pidOf(folder)}/task`;
    const taken = (): number =>
      readdirSync(tasks).reduce((sum, task) => sum + nanoseconds(join(tasks, task, 'schedstat')), 0) / 1e6;
    const before = taken();
    return () => taken() - before;
  } catch {
    return () => null;
  }
}

/** Of a thread that has just ended nothing is known. */
function nanoseconds(schedstat: string): number {
  try {
    return Number(readFileSync(schedstat, 'utf8').split(' ')[0]);
  } catch {
    return 0;
  }
}
