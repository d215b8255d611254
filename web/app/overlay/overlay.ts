import { useEffect, useState, useSyncExternalStore } from 'react';
import { onTouch } from '../../lib/page/touch.ts';

type Overlay = 'palette' | 'shortcuts' | 'invite' | null;

let shown: Overlay = null;
const listeners = new Set<() => void>();

/** Puts the palette, the list of shortcuts or an invitation over the page, or takes it away. */
export function showOverlay(overlay: Overlay): void {
  shown = overlay;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useOverlay(): Overlay {
  return useSyncExternalStore(subscribe, () => shown);
}

const early: KeyboardEvent[] = [];
const keepEarly = (event: KeyboardEvent) => void early.push(event);

/** The keys that were pressed before what listens to them was there; from now on none are kept. */
export function takeEarlyKeys(): KeyboardEvent[] {
  window.removeEventListener('keydown', keepEarly);
  return early.splice(0);
}

/** Whether the page was touched: what nobody needs before is loaded then, and gets the keys pressed meanwhile. */
export function useTouched(): boolean {
  const [touched, setTouched] = useState(false);
  useEffect(() => {
    if (touched) return;
    window.addEventListener('keydown', keepEarly);
    return onTouch(() => setTouched(true));
  }, [touched]);
  return touched;
}
