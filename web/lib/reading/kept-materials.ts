import { useSyncExternalStore } from 'react';
import { safely } from '../api/safely.ts';
import { comesAlong } from './comes-along.ts';
import { serve } from './serve.ts';
import { KEPT_PAGE, keptStore } from './kept-store.ts';

interface File {
  kind: string;
  /** What kind of file it is by its name: `image`, `text`. */
  group?: string;
  size: number;
  url: string;
}

/** As the server tells of a material. */
export interface ToKeep {
  id: number;
  course_id: number;
  course_name: string;
  name: string;
  type: string;
  text: string;
  files: readonly File[];
}

export interface KeptMaterial {
  id: number;
  course_id: number;
  course_name: string;
  name: string;
  /** Paths of its files that are here. */
  files: readonly string[];
  /** Bytes, of text and files. */
  size: number;
  /** The person asked for it: nothing else may take its room. */
  chosen: boolean;
  kept_at: number;
}

/** Bytes for all that is kept in a browser. */
export const MOST_BYTES = 500 * 1024 ** 2;
const RELEASE = /^osnova-[0-9a-f]{8}$/;

const listeners = new Set<() => void>();
let known: { store: string | null; materials: readonly KeptMaterial[] } = { store: null, materials: [] };

/** What is in this browser for the student who is signed in, the latest first. */
export function keptMaterials(): readonly KeptMaterial[] {
  const store = keptStore();
  if (known.store !== store) {
    const text = store && safely(() => localStorage.getItem(store));
    known = { store, materials: text ? (JSON.parse(text) as KeptMaterial[]) : [] };
  }
  return known.materials;
}

export function useKeptMaterials(): readonly KeptMaterial[] {
  return useSyncExternalStore(subscribe, keptMaterials);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function note(store: string, materials: readonly KeptMaterial[]): void {
  if (store !== keptStore()) return;
  known = { store, materials };
  safely(() => localStorage.setItem(store, JSON.stringify(materials)));
  for (const listener of listeners) listener();
}

const pathOf = ({ url }: File) => new URL(url, location.href).pathname;
const sizeOf = ({ text, files }: Pick<ToKeep, 'text' | 'files'>) =>
  files.reduce((sum, { size }) => sum + size, 2 * text.length);

/** All bytes of a material, as it would be kept. */
export const wholeSizeOf = sizeOf;
export const bytesOf = (materials: readonly KeptMaterial[]): number =>
  materials.reduce((sum, { size }) => sum + size, 0);

/** One after the other: what was asked for is not taken for what was only opened at the same time. */
let last: Promise<unknown> = Promise.resolve();
function inTurn<R>(work: () => Promise<R>): Promise<R> {
  const done = last.then(work);
  last = done.catch(() => {});
  return done;
}

/**
 * After a material was opened: its text is here already; what else it shows comes along. One that is mainly a file which
 * does not come, as a video, is none that can be read here.
 */
export async function keepOpened(material: ToKeep): Promise<void> {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  const comes = (file: File) => !connection?.saveData && comesAlong(file, material.type);
  await inTurn(async () => {
    const isChosen = keptMaterials().some(({ id, chosen }) => chosen && id === material.id);
    const isWhole = material.files.every((file) => file.kind !== 'main' || comes(file));
    if (isChosen || isWhole)
      return keep(material, isChosen ? material.files : material.files.filter(comes), isChosen);
    await dropMaterials([material.id]);
    return keepPage();
  }).catch(() => {});
}

/** Keeps a material with all its files. Throws where it cannot be fetched; false: there is no room. */
export const keepMaterial = (material: ToKeep): Promise<boolean> =>
  inTurn(() => keep(material, material.files, true));

async function keep(material: ToKeep, files: readonly File[], chosen: boolean): Promise<boolean> {
  const store = keptStore();
  if (!store) return false;
  const size = sizeOf({ text: material.text, files });
  if (!(await makeRoom(store, material.id, size, chosen))) return false;
  const cache = await caches.open(store);
  const addresses = new Map(files.map((file) => [pathOf(file), file.url]));
  for (const [path, url] of addresses) {
    if (await cache.match(path)) continue;
    const answer = await fetch(url);
    if (!answer.ok) {
      // Left half read, it would hold its connection.
      await answer.body?.cancel();
      throw new Error(`file answered ${answer.status}`);
    }
    await cache.put(path, answer);
  }
  const { id, course_id, course_name, name } = material;
  const others = keptMaterials().filter((one) => one.id !== id);
  const kept = {
    id,
    course_id,
    course_name,
    name,
    files: [...addresses.keys()],
    size,
    chosen,
    kept_at: Date.now(),
  };
  note(store, [kept, ...others]);
  // Signed out meanwhile: nothing stays.
  if (store !== keptStore()) await caches.delete(store);
  else await keepPage();
  return true;
}

/** What was only opened gives way, the oldest first. */
async function makeRoom(store: string, id: number, size: number, chosen: boolean): Promise<boolean> {
  const others = keptMaterials().filter((one) => one.id !== id);
  const opened = others.filter((one) => !one.chosen).toSorted((one, other) => one.kept_at - other.kept_at);
  let left = MOST_BYTES - bytesOf(others);
  const leaving: number[] = [];
  for (const one of opened) {
    if (left >= size) break;
    left += one.size;
    leaving.push(one.id);
  }
  if (left < size) return false;
  if (chosen) await navigator.storage?.persist?.().catch(() => false);
  await dropMaterials(leaving, store);
  return true;
}

/** Takes materials out of this browser. */
export async function dropMaterials(ids: readonly number[], store = keptStore()): Promise<void> {
  if (!store || ids.length === 0) return;
  const [gone, left] = [true, false].map((goes) =>
    keptMaterials().filter(({ id }) => ids.includes(id) === goes),
  ) as [KeptMaterial[], KeptMaterial[]];
  const cache = await caches.open(store);
  const needed = new Set(left.flatMap(({ files }) => files));
  for (const { id, course_id, files } of gone) {
    await cache.delete(`/api/v1/course/course/${course_id}/educational_material/${id}/`);
    for (const path of files) if (!needed.has(path)) await cache.delete(path);
  }
  note(store, left);
}

/** Milliseconds from what a screen reads to all that it shows. */
const SHOWN_MS = 1000;

/** Keeps the page, and the code that it has loaded, beside the files that the service worker keeps. */
async function keepPage(): Promise<void> {
  // The first screen has had its time when what it reads is kept.
  await new Promise((shown) => setTimeout(shown, SHOWN_MS));
  await serve();
  await navigator.serviceWorker?.ready;
  const release = (await caches.keys()).find((name) => RELEASE.test(name));
  const [main] = [...document.querySelectorAll<HTMLScriptElement>('body > script[type=module]')];
  if (!release || !main) return;
  const cache = await caches.open(release);
  const assets = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'));
  const add = async ({ pathname }: URL) => (await cache.match(pathname)) ?? cache.add(pathname);
  await Promise.all(assets.map(add));
  if (await cache.match(KEPT_PAGE)) return;
  const answer = await fetch('/');
  const text = await answer.clone().text();
  // Of another release, it would ask for code that is not here.
  if (answer.ok && text.includes(new URL(main.src).pathname)) await cache.put(KEPT_PAGE, answer);
}

/** After more code has come. */
export const keepCode = (): Promise<void> => keepPage().catch(() => {});
