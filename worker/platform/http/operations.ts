import type { Env } from '../context.ts';
import { Db } from '../database/database.ts';
import { listOf, nothing, rows, sqlFunction, text } from '../database/functions.ts';
import { logError } from './log.ts';

const errorCounted = sqlFunction('count_error', { place: text, request: text }, nothing);
const jobsNoted = sqlFunction('note_jobs', { ran: listOf(text), failed: listOf(text) }, nothing);

/** Asked with a job, in its transaction: what it has left, since it failed, so that the rest went on. */
export const leftFailed = sqlFunction('left_failed', {}, rows({ place: text, what: text }));

/** Fails the job that left something, once all else of it is done. */
export function tellLeft(left: readonly { place: string; what: string }[]): void {
  if (left.length > 0) throw new Error(left.map(({ place, what }) => `${place}: ${what}`).join('; '));
}

/** Counts a failure of this hour at a place; that the database is away is no failure of its own. */
export async function countError(env: Env, place: string, request_id: string): Promise<void> {
  try {
    await new Db(env).system(errorCounted({ place: place.slice(0, 200), request: request_id.slice(0, 100) }));
  } catch {
    // The log has what happened.
  }
}

/**
 * Runs jobs side by side, each by its name: one's failure leaves the others to run, is logged and counted, and shows as
 * an old heartbeat.
 */
export async function runNamed(env: Env, jobs: Record<string, () => Promise<unknown>>): Promise<void> {
  const ran: string[] = [];
  const failed: string[] = [];
  await Promise.all(
    Object.entries(jobs).map(async ([name, job]) => {
      try {
        await job();
        ran.push(name);
      } catch (error) {
        logError({ job: name }, error);
        failed.push(name);
      }
    }),
  );
  try {
    await new Db(env).system(jobsNoted({ ran, failed }));
  } catch (error) {
    logError({ job: 'note_jobs' }, error);
  }
}
