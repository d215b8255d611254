import { useSyncExternalStore } from 'react';
import { safely } from '../api/safely.ts';

export type ColorScheme = 'auto' | 'light' | 'dark';

const KEY = 'color_scheme';
const systemDark = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

/** The chosen scheme; `auto` follows the system. */
export function chosenScheme(): ColorScheme {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'auto';
}

let isPrinting = false;

/** What is shown now; paper is white whatever is chosen. */
export function shownScheme(): 'light' | 'dark' {
  if (isPrinting) return 'light';
  const chosen = chosenScheme();
  return chosen === 'auto' ? (systemDark.matches ? 'dark' : 'light') : chosen;
}

export function chooseScheme(scheme: ColorScheme): void {
  safely(() => localStorage.setItem(KEY, scheme));
  apply();
}

/** Puts the scheme on the page; called once before the first paint. */
export function apply(): void {
  // The theme's style sheet and Mantine read this attribute.
  document.documentElement.dataset['mantineColorScheme'] = shownScheme();
  for (const listener of listeners) listener();
}

systemDark.addEventListener('change', apply);

function print(now: boolean): void {
  isPrinting = now;
  apply();
}
window.addEventListener('beforeprint', () => print(true));
window.addEventListener('afterprint', () => print(false));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useChosenScheme(): ColorScheme {
  return useSyncExternalStore(subscribe, chosenScheme);
}

export function useShownScheme(): 'light' | 'dark' {
  return useSyncExternalStore(subscribe, shownScheme);
}
