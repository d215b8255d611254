import { safely } from './safely.ts';

const TIMEOUT_MS = 120_000;
const RELOADED_AT = 'osnova.reloaded_at';

/**
 * Loads a page's code (§9: at most 120 s). After a new release the old chunks are gone, so a failure
 * reloads the page once, quietly (§8: not a product error); a second one within a minute is thrown.
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('chunk load timeout')), TIMEOUT_MS);
  });
  try {
    return await Promise.race([load(), timeout]);
  } catch (error) {
    // Without a note of it the page would reload for ever.
    if (reloadedJustNow() || !safely(noteReload)) throw error;
    location.reload();
    return new Promise<never>(() => {});
  } finally {
    clearTimeout(timer);
  }
}

function noteReload(): true {
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  return true;
}

function reloadedJustNow(): boolean {
  return Date.now() - Number(safely(() => sessionStorage.getItem(RELOADED_AT)) ?? 0) < 60_000;
}
