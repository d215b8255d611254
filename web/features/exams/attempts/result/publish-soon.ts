import { publishResults } from '#contract/exams/results';
import { useSyncExternalStore } from 'react';
import { call } from '../../../../lib/api/api.ts';
import { currentToasts, onToasts, showSuccess } from '../../../../lib/page/toasts.ts';

interface Publishing {
  attempt_id: number;
  form_id: number;
  course_id: number;
}

interface Words {
  done: string;
  undo: string;
  onFail: (error: unknown) => void;
}

let waiting: (Publishing & { words: Words }) | null = null;
let sent: ReadonlySet<number> = new Set();
const listeners = new Set<() => void>();

function wait(next: typeof waiting): void {
  waiting = next;
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

/** Sends what waits: behind the page too, which may be left while it is on its way. */
function send(): void {
  const own = waiting;
  if (!own) return;
  const { attempt_id, form_id, course_id, words } = own;
  sent = new Set(sent).add(attempt_id);
  const ended = () => waiting === own && wait(null);
  call(publishResults, {
    params: { id: course_id },
    body: { form_id, attempt_ids: [attempt_id] },
    keepalive: true,
  }).then(ended, (error: unknown) => {
    sent = new Set([...sent].filter((one) => one !== attempt_id));
    ended();
    tell();
    words.onFail(error);
  });
}

/**
 * Publishes a result when its message is gone, and not when that is answered with "undo": a result that was shown
 * cannot be hidden again. One waits at a time.
 */
export function publishSoon(publishing: Publishing, words: Words): void {
  send();
  const own = { ...publishing, words };
  wait(own);
  const leave = () => waiting === own && send();
  window.addEventListener('pagehide', leave, { once: true });
  const toast = showSuccess(words.done, {
    label: words.undo,
    run: () => waiting === own && wait(null),
  });
  const stop = onToasts(() => {
    if (currentToasts().some(({ id }) => id === toast)) return;
    stop();
    window.removeEventListener('pagehide', leave);
    if (waiting === own) send();
  });
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The attempt whose result is about to be published, if any. */
export const usePublishedSoon = (): number | null =>
  useSyncExternalStore(listen, () => waiting?.attempt_id ?? null);

/** Those whose results were sent: they wait no more, also where a list that was read before still says so. */
export const useSent = (): ReadonlySet<number> => useSyncExternalStore(listen, () => sent);
