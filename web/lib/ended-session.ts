import { useSyncExternalStore } from 'react';

/*
 * A session that ends under an open page does not take the page away: its calls wait here until the person has signed
 * in again, and then go out once more.
 */

let page_open = false;
let ended = false;
const waiting = new Set<(resumed: boolean) => void>();
const listeners = new Set<() => void>();
const resumptions = new Set<() => void>();

/** Whether a private page is open; without one nothing waits. */
export function setPageOpen(open: boolean): void {
  page_open = open;
  if (!open) giveUp();
}

/** The session is over: asks to sign in again, where a page is open. */
export function noteEnd(): void {
  if (!page_open || ended) return;
  ended = true;
  tell();
}

export function isEnded(): boolean {
  return ended;
}

export function useSessionEnded(): boolean {
  return useSyncExternalStore(subscribe, isEnded);
}

/** Waits until the same person has signed in again; false when nobody will. Rejects when the caller gives up. */
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

/** The same person signed in again: everything that waits goes on. */
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
  ended = false;
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
