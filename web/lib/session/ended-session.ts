import { useSyncExternalStore } from 'react';

/*
 * A session that ends under an open page does not take the page away: its calls wait here until the person has signed
 * in again, and then go out once more. The same where the company begins to require a second factor that is missing.
 */

/** What the person has to do before the page goes on. */
type Ending = 'session' | 'second_factor';

let page_open = false;
let ended: Ending | null = null;
const waiting = new Set<(resumed: boolean) => void>();
const listeners = new Set<() => void>();
const resumptions = new Set<() => void>();

/** Whether a private page is open; without one nothing waits. */
export function setPageOpen(open: boolean): void {
  page_open = open;
  if (!open) giveUp();
}

/** The session is over, or waits for a second factor: asks for what is missing, where a page is open. */
export function noteEnd(ending: Ending = 'session'): void {
  if (!page_open || ended === ending) return;
  ended = ending;
  tell();
}

export const endingNow = (): Ending | null => ended;

export function useEnding(): Ending | null {
  return useSyncExternalStore(subscribe, endingNow);
}

/** Waits until the same person may go on; false when nobody will. Rejects when the caller gives up. */
export function resumed(signal?: AbortSignal): Promise<boolean> {
  if (!ended) return Promise.resolve(false);
  return new Promise((resolve, reject) => {
    waiting.add(resolve);
    signal?.addEventListener('abort', () => {
      waiting.delete(resolve);
      reject(signal.reason as Error);
    });
  });
}

/** The same person may go on: everything that waits goes on. */
export function goOn(): void {
  settle(true);
  for (const listener of resumptions) listener();
}

/** Nobody goes on with the page: everything that waits fails. */
export function giveUp(): void {
  settle(false);
}

/** Hears that a session that had ended goes on, for what does not wait by itself. */
export function onResumed(listener: () => void): () => void {
  resumptions.add(listener);
  return () => resumptions.delete(listener);
}

function settle(result: boolean): void {
  ended = null;
  const calls = [...waiting];
  waiting.clear();
  for (const done of calls) done(result);
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
