import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Job, Outcome } from './job.ts';

export interface Load {
  run: (job: Job) => Promise<Outcome>;
  stop: () => Promise<unknown>;
}

/** Clients in a thread of their own: the proxy of the database needs this one. */
export async function startLoad(url: string): Promise<Load> {
  const worker = new Worker(new URL('./load-thread.ts', import.meta.url), { workerData: { url } });
  await once(worker, 'online');
  return {
    run: async (job) => {
      worker.postMessage(job);
      const [outcome] = (await once(worker, 'message')) as [Outcome];
      return outcome;
    },
    stop: () => worker.terminate(),
  };
}
