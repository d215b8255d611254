import { currentProfile } from '../../../lib/session/session.ts';

/**
 * The state of a try that the server has not acknowledged. It lies in the product's storage, which no package reads:
 * the host of content is shared by all of them.
 */
const keyOf = (try_id: number) => `package:${currentProfile()?.id ?? 0}:${try_id}`;

interface Kept {
  sequence: number;
  body: string;
}

/** Larger than any package's state may be. */
const LONGEST = 2_100_000;

export function keepState(try_id: number, { sequence, body }: Kept): void {
  if (body.length > LONGEST) return;
  try {
    localStorage.setItem(keyOf(try_id), JSON.stringify({ sequence, body } satisfies Kept));
  } catch {
    // Full: the player goes on sending it while it is open.
  }
}

export function keptState(try_id: number): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(keyOf(try_id)) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}

/** Forgets what the server has. */
export function forgetState(try_id: number, sequence: number): void {
  const kept = keptState(try_id);
  if (kept && kept.sequence <= sequence) localStorage.removeItem(keyOf(try_id));
}
