/** §9: toasts last 3000 ms. */
export const TOAST_MS = 3000;

/** One that offers something has to be read, decided on and reached. */
export const ACTION_TOAST_MS = 10_000;

export interface Toast {
  id: number;
  kind: 'warning' | 'success';
  text: string;
  /** What can be done about it. */
  action?: { label: string; run: () => void };
}

let toasts: readonly Toast[] = [];
let lastId = 0;
/** Here, since what draws a toast is made anew with each dialog that opens or closes, and its time is not. */
const timers = new Map<number, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

/** The warning popup of §8. */
export function showWarning(text: string, action?: Toast['action']): void {
  show('warning', text, action);
}

/** Returns what `closeToast` takes. */
export function showSuccess(text: string, action?: Toast['action']): number {
  return show('success', text, action);
}

export function closeToast(id: number): void {
  publish(toasts.filter((toast) => toast.id !== id));
}

/** It stays until it is let go: somebody reads it. */
export function holdToast(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

/** It has all of its time from now on. */
export function letToastGo(id: number): void {
  const toast = toasts.find((one) => one.id === id);
  if (!toast) return;
  holdToast(id);
  timers.set(
    id,
    setTimeout(() => closeToast(id), toast.action ? ACTION_TOAST_MS : TOAST_MS),
  );
}

export function currentToasts(): readonly Toast[] {
  return toasts;
}

export function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(kind: Toast['kind'], text: string, action?: Toast['action']): number {
  lastId += 1;
  publish(
    [
      ...toasts.filter((toast) => toast.text !== text),
      { id: lastId, kind, text, ...(action && { action }) },
    ].slice(-4),
  );
  letToastGo(lastId);
  return lastId;
}

function publish(next: readonly Toast[]): void {
  toasts = next;
  for (const id of timers.keys()) if (!next.some((toast) => toast.id === id)) holdToast(id);
  for (const listener of listeners) listener();
}
