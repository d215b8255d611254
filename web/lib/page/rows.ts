import { useSyncExternalStore } from 'react';
import { safely } from '../api/safely.ts';

const KEY = 'osnova.rows';
const DENSE = 'dense';

let dense = safely(() => localStorage.getItem(KEY)) === DENSE;
const heard = new Set<() => void>();

function choose(next: boolean): void {
  dense = next;
  safely(() => (next ? localStorage.setItem(KEY, DENSE) : localStorage.removeItem(KEY)));
  for (const hear of heard) hear();
}

/** Whether the rows of tables are low in this browser, 48 px instead of 56, and the way to choose. */
export function useDenseRows(): [dense: boolean, choose: (dense: boolean) => void] {
  const shown = useSyncExternalStore(
    (hear) => {
      heard.add(hear);
      return () => heard.delete(hear);
    },
    () => dense,
  );
  return [shown, choose];
}
