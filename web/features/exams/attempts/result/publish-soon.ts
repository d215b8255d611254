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
const listeners = new Set<() => void>();

function wait(next: typeof waiting): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Sends what waits; a page that is being left has it sent behind it. */
function send(keepalive = false): void {
  const sent = waiting;
  if (!sent) return;
  const { attempt_id, form_id, course_id, words } = sent;
  const ended = () => waiting === sent && wait(null);
  call(publishResults, {
    params: { id: course_id },
    body: { form_id, attempt_ids: [attempt_id] },
    keepalive,
  }).then(ended, (error: unknown) => {
    ended();
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
  const leave = () => waiting === own && send(true);
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

/** The attempt whose result is about to be published, if any. */
export function usePublishedSoon(): number | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting?.attempt_id ?? null,
  );
}
