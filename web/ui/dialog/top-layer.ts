import { useSyncExternalStore } from 'react';

/** The dialogs that are open, in the order in which they lie over each other. */
let opened: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

function set(next: readonly HTMLElement[]): void {
  opened = next;
  for (const listener of listeners) listener();
}

/** The page behind a dialog rests: it keeps its place and its width. */
function rest(): void {
  const { style } = document.documentElement;
  const hasBar = window.innerWidth > document.documentElement.clientWidth;
  style.overflow = 'hidden';
  if (hasBar) style.scrollbarGutter = 'stable';
}

/** Notes a dialog over all others. @returns what takes it away */
export function putOnTop(dialog: HTMLElement): () => void {
  if (opened.length === 0) rest();
  set([...opened, dialog]);
  return () => {
    set(opened.filter((one) => one !== dialog));
    if (opened.length > 0) return;
    const { style } = document.documentElement;
    style.overflow = '';
    style.scrollbarGutter = '';
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The dialog over all others. What lies outside of it can be neither pressed nor heard: what speaks to everybody goes there. */
export const useTopDialog = (): HTMLElement | null =>
  useSyncExternalStore(subscribe, () => opened.at(-1) ?? null);
