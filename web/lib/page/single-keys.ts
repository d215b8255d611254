import { useSyncExternalStore } from 'react';
import { safely } from '../api/safely.ts';

const KEY = 'single_keys';
const listeners = new Set<() => void>();

/** Whether shortcuts of one key are on; whoever speaks to their computer turns them off (WCAG 2.1.4). */
export function singleKeysOn(): boolean {
  return localStorage.getItem(KEY) !== 'off';
}

export function turnSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(KEY);
  else safely(() => localStorage.setItem(KEY, 'off'));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore(subscribe, singleKeysOn);
}
