import { useEffect, useSyncExternalStore } from 'react';

let named: string | null = null;
const listeners = new Set<() => void>();

function name(next: string | null): void {
  named = next;
  for (const listener of listeners) listener();
}

/** Names what the page is about in its title, in place of its kind; `null` leaves the route's words. */
export function useTitleOf(thing: string | null): void {
  useEffect(() => {
    if (thing === null) return;
    name(thing);
    return () => name(null);
  }, [thing]);
}

/** What the page is about, or null where nothing has said so. */
export const useNamedTitle = (): string | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => named,
  );
