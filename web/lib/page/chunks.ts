import { safely } from '../api/safely.ts';

const TIMEOUT_MS = 120_000;
const RELOADED_AT = 'osnova.reloaded_at';
/** Any file that the service worker leaves to the network. */
const ANY_FILE = '/service-worker.js';
const PAUSE_MS = 5000;

/**
 * Loads a page's code (§9: at most 120 s). After a new release the old chunks are gone, so a failure reloads the page once,
 * quietly (§8: not a product error); a second one within a minute is thrown. A browser never asks anew for what failed
 * once, so the same is done for want of a connection, but not before it is back: until then the page stays as it is.
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('chunk load timeout')), TIMEOUT_MS);
  });
  try {
    return await Promise.race([load(), timeout]);
  } catch (error) {
    while (!(await isServerReached())) await pause();
    return reload(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Settles when there is a connection, as far as the browser knows: what nobody has asked for yet is not lost to its want. */
export async function online(): Promise<void> {
  while (!navigator.onLine) await pause();
}

/** Fetches code that may be wanted later. What cannot be had is nobody's loss yet, and no page is loaded anew for it. */
export function fetchAhead(load: () => Promise<unknown>): void {
  online()
    .then(load)
    .catch(() => {});
}

function pause(): Promise<void> {
  return new Promise((resume) => {
    setTimeout(resume, PAUSE_MS);
    window.addEventListener('online', () => resume(), { once: true });
  });
}

async function isServerReached(): Promise<boolean> {
  if (!navigator.onLine) return false;
  return await fetch(ANY_FILE, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}

let isReloading = false;
let addressGoneTo = (): string | undefined => undefined;

/** Whether somebody is on the way to another screen. */
export const isGoing = (): boolean => addressGoneTo() !== undefined;

/** Where somebody is going just now, if anywhere: a page loaded anew leads there. */
export function reloadsAt(address: () => string | undefined): void {
  addressGoneTo = address;
}

function reload(reason: unknown): Promise<never> {
  if (!isReloading) {
    // Without a note of it the page would reload for ever.
    if (reloadedJustNow() || !safely(noteReload)) throw reason;
    isReloading = true;
    const address = addressGoneTo();
    if (address) history.pushState(null, '', address);
    // Of another page the service worker would give out what it has kept: of the release that is gone.
    location.reload();
  }
  return new Promise<never>(() => {});
}

function noteReload(): true {
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  return true;
}

function reloadedJustNow(): boolean {
  return Date.now() - Number(safely(() => sessionStorage.getItem(RELOADED_AT)) ?? 0) < 60_000;
}
