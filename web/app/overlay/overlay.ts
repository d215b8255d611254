import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { onTouch } from '../../lib/page/touch.ts';

type Overlay = 'palette' | 'shortcuts' | 'invite' | null;

let shown: Overlay = null;
const listeners = new Set<() => void>();

/** What was typed for the palette before it could take it itself; null once it does, or where none is waited for. */
let typed: string | null = null;

/** Puts the palette, the list of shortcuts or an invitation over the page, or takes it away. */
export function showOverlay(overlay: Overlay): void {
  shown = overlay;
  typed = overlay === 'palette' ? '' : null;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a key is for a palette that has not come yet: letters are kept for it, and lead nowhere else. */
export function keepTyped(event: KeyboardEvent): boolean {
  if (typed === null || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key === 'Escape') showOverlay(null);
  else if (event.key === 'Backspace') typed = typed.slice(0, -1);
  else if (event.key.length === 1) typed += event.key;
  else return false;
  event.preventDefault();
  return true;
}

/** What was typed meanwhile, for the palette; from when it is there, it takes keys itself. */
export function useTypedAhead(): string {
  const [kept] = useState(() => typed ?? '');
  useLayoutEffect(() => {
    typed = null;
  }, []);
  return kept;
}

export function useOverlay(): Overlay {
  return useSyncExternalStore(subscribe, () => shown);
}

const early: KeyboardEvent[] = [];
const keepEarly = (event: KeyboardEvent) => void early.push(event);

let focused: EventTarget[] = [];
const keepFocused = (event: FocusEvent) => void (focused = event.composedPath());

/** What was focused last before what keeps the focus was there, with all that it stood in. */
export function takeFocused(): EventTarget[] {
  window.removeEventListener('focusin', keepFocused);
  return focused;
}

/** The keys that were pressed before what listens to them was there; from now on none are kept. */
export function takeEarlyKeys(): KeyboardEvent[] {
  window.removeEventListener('keydown', keepEarly);
  return early.splice(0);
}

/** Whether the page was touched: what nobody needs before is loaded then, and gets the keys pressed meanwhile. */
export function useTouched(): boolean {
  const [touched, setTouched] = useState(false);
  useLayoutEffect(() => {
    if (touched) return;
    window.addEventListener('focusin', keepFocused);
    window.addEventListener('keydown', keepEarly);
    return onTouch(() => setTouched(true));
  }, [touched]);
  return touched;
}
