import { useSyncExternalStore } from 'react';
import { safely } from '../api/safely.ts';
import { PACKAGES } from '../session/stored.ts';

/**
 * The state of a try at a package that the server has not acknowledged. It lies in the product's storage, which no package
 * reads: the host of content is shared by all of them.
 */
export interface PackageState {
  course_id: number;
  material_id: number;
  try_id: number;
  sequence: number;
  /** As the player sends it. */
  body: string;
}

/** Larger than any package's state may be. */
const LONGEST = 2_100_000;

const listeners = new Set<() => void>();
const keyOf = (login: string, try_id: number) => `${PACKAGES}${login}.${try_id}`;

/** Where there is no room, the player goes on sending it while it is open. */
export function keepState(login: string, state: PackageState): void {
  if (state.body.length > LONGEST) return;
  safely(() => localStorage.setItem(keyOf(login, state.try_id), JSON.stringify(state)));
  tell();
}

/** Forgets what the server has. */
export function forgetState(login: string, try_id: number, sequence: number): void {
  const key = keyOf(login, try_id);
  if ((read(key)?.sequence ?? Infinity) > sequence) return;
  localStorage.removeItem(key);
  tell();
}

/** All that waits of a login (`loginKey`) in this browser. */
export function statesOf(login: string): PackageState[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(`${PACKAGES}${login}.`))
    .map(read)
    .filter((state) => state !== null);
}

/** Whether something waits of a material. */
export const useWaitingState = (login: string, material_id: number): boolean =>
  useSyncExternalStore(subscribe, () => statesOf(login).some((state) => state.material_id === material_id));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}

function read(key: string): PackageState | null {
  return safely(() => JSON.parse(localStorage.getItem(key) ?? 'null') as PackageState | null) ?? null;
}
