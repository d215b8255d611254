import { useSyncExternalStore } from 'react';

/** Whether the browser has a connection; false is sure, true a guess. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

/** Milliseconds for which an answer says that the server is reached, whatever fails beside it. */
const REACHED_MS = 2000;

let answers = true;
let answeredAt = -REACHED_MS;
const listeners = new Set<(answers: boolean) => void>();

/**
 * Notes whether the server has answered what was read last. Where one thing fails and others come, as with what a browser's
 * extension blocks, it is reached; else each of these would send the page to read all of it again.
 */
export function noteAnswers(now: boolean): void {
  if (now) answeredAt = performance.now();
  else if (performance.now() - answeredAt < REACHED_MS) return;
  if (now === answers) return;
  answers = now;
  for (const listener of listeners) listener(now);
}

export const isAnswering = (): boolean => answers;

/** Hears that the server answers again, or no more. */
export function onAnswering(listener: (answers: boolean) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the server is reached, as far as it is known: a browser may have a connection through which nothing comes. */
export const useReached = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine && answers);

function subscribe(listener: () => void): () => void {
  const deaf = onAnswering(listener);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    deaf();
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
