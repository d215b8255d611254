import type { NeonProxy } from '../stack/neon-proxy.ts';
import type { Call } from './job.ts';
import type { Load } from './load.ts';
import { SELECT_1 } from './select-1.ts';

/** One read of a company, with how many times `select 1` it may take (p50 at one client). */
export interface Read {
  calls: readonly Call[];
  goal?: number;
}

export interface ReadMeasure {
  what: string;
  goal: number | null;
  /** Milliseconds. */
  latencies: number[];
  roundTrips: number;
}

const SECONDS = 1.5;

/** Calls each read by one client, one read after the other, and `select 1` before them. Throws when one is not answered 200. */
export async function measureReads(
  reads: Readonly<Record<string, Read>>,
  load: Load,
  proxy: NeonProxy,
): Promise<ReadMeasure[]> {
  const measures: ReadMeasure[] = [];
  const all: Record<string, Read> = {
    'select 1': { calls: [{ method: 'GET', path: SELECT_1 }] },
    ...reads,
  };
  for (const [what, { calls, goal = null }] of Object.entries(all)) {
    const run = (seconds: number) =>
      load.run({ calls: [...calls], clients: 1, seconds, order: 'repeat', expected: 200, keep: false });
    await run(0.3);
    const before = proxy.roundTrips();
    const { latencies, failures } = await run(SECONDS);
    if (failures.length > 0) throw new Error(`${what}: ${failures[0]}`);
    const roundTrips = (proxy.roundTrips() - before) / latencies.length;
    measures.push({ what, goal, latencies, roundTrips });
  }
  return measures;
}
