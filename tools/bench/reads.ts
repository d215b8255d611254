import type { NeonProxy } from '../stack/proxy/neon-proxy.ts';
import type { Call } from './load/job.ts';
import type { Load } from './load/load.ts';
import { SELECT_1 } from './load/select-1.ts';

/** One read of a company, with how many times `select 1` it may take (p50 at one client). */
export interface Read {
  calls: readonly Call[];
  goal?: number;
}

export interface ReadMeasure {
  what: string;
  goal: number | null;
  /** Milliseconds, of the read and of `select 1` in turns with it. */
  latencies: number[];
  unit: number[];
  roundTrips: number;
  /** Of one answer, in bytes. */
  bytes: number;
}

/** Whatever else the machine does meets both alike: each has its turn before the other's next one. */
const TURNS = 15;
const SECONDS = 0.1;

/** Calls each read by one client, one read after the other, in turns with `select 1`. Throws when one is not answered 200. */
export async function measureReads(
  reads: Readonly<Record<string, Read>>,
  load: Load,
  proxy: NeonProxy,
): Promise<ReadMeasure[]> {
  const measures: ReadMeasure[] = [];
  for (const [what, { calls, goal = null }] of Object.entries(reads)) {
    const run = async (those: readonly Call[], seconds: number) => {
      const outcome = await load.run({
        calls: [...those],
        clients: 1,
        seconds,
        order: 'repeat',
        expected: 200,
        keep: false,
      });
      if (outcome.failures.length > 0) throw new Error(`${what}: ${outcome.failures[0]}`);
      return outcome;
    };
    await run(calls, SECONDS);
    const measure: ReadMeasure = { what, goal, latencies: [], unit: [], roundTrips: 0, bytes: 0 };
    let trips = 0;
    let bytes = 0;
    for (let turn = 0; turn < TURNS; turn += 1) {
      measure.unit.push(...(await run([{ method: 'GET', path: SELECT_1 }], SECONDS / 2)).latencies);
      const before = proxy.roundTrips();
      const outcome = await run(calls, SECONDS);
      trips += proxy.roundTrips() - before;
      bytes += outcome.bytes;
      measure.latencies.push(...outcome.latencies);
    }
    measure.roundTrips = trips / measure.latencies.length;
    measure.bytes = bytes / measure.latencies.length;
    measures.push(measure);
  }
  return measures;
}
