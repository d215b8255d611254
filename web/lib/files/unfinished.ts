import { UPLOADS } from '../session/stored.ts';

/** What has arrived of a file that goes in parts. */
export interface Unfinished {
  id: number;
  part_size: number;
  /** Of the parts, by their numbers. */
  arrived: [number: number, etag: string][];
}

/** Longer than the server keeps it, in milliseconds. */
const KEPT_MS = 86_400_000;

/** The same file for the same place: whoever chooses it again after the page went sends only the rest. */
const keyOf = (place: string, { name, size, lastModified }: File): string =>
  `${UPLOADS}${place}:${size}:${lastModified}:${name}`;

type Kept = Unfinished & { at: number };

function read(key: string): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}

export function unfinishedOf(place: string, file: File): Unfinished | null {
  // Nobody comes back to what the server has removed.
  for (const key of Object.keys(localStorage))
    if (key.startsWith(UPLOADS) && Date.now() - (read(key)?.at ?? 0) > KEPT_MS) localStorage.removeItem(key);
  return read(keyOf(place, file));
}

export function keepUnfinished(place: string, file: File, unfinished: Unfinished): void {
  const key = keyOf(place, file);
  const at = read(key)?.at ?? Date.now();
  try {
    localStorage.setItem(key, JSON.stringify({ ...unfinished, at } satisfies Kept));
  } catch {
    // Full: it is sent anew.
  }
}

export const forgetUnfinished = (place: string, file: File): void =>
  localStorage.removeItem(keyOf(place, file));
