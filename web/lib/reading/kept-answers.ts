import { safely } from '../api/safely.ts';
import type { ToKeep } from './kept-materials.ts';
import { KEPT_PAGE, keptStore, PREFIX } from './kept-store.ts';

/*
 * What a student reads is kept in this browser, so that it can be read again without a connection (decisions, "Without a
 * connection"): answers here, files in kept-materials.ts. Each login has a store of its own, and all go at a sign-out.
 */

/** Set while a test runs: nothing is read from here then. Goes with all that is kept. */
const REST = `${PREFIX}rest`;

const COURSE = /^\/api\/v1\/course\/course\/\d+\/$/;
const MATERIAL = /^\/api\/v1\/course\/course\/\d+\/educational_material\/\d+\/$/;
const OTHERS =
  /^\/api\/v1\/(accounts\/(user_info\/|user\/\d+\/learning\/)|course\/notes\/\?|course\/course\/$)/;

/** Whether the answer of an address may be here. */
export const isKept = (address: string) =>
  MATERIAL.test(address) || COURSE.test(address) || OTHERS.test(address);

/** Keeps an answer of the server, or forgets one that is refused now. Tests, exams and packages are never kept. */
export async function keepAnswer(address: string, answer: Response): Promise<void> {
  const store = isKept(address) ? keptStore() : null;
  if (!store || answer.status === 401) return;
  const cache = await caches.open(store);
  const text = answer.ok ? await answer.text() : '';
  // Of an answer that was cut off this throws.
  const body: unknown = text ? JSON.parse(text) : null;
  // The profile: what ran here has ended, also where nobody has gone back to it.
  if (text.includes('"running_attempt":null')) restKept(null);
  const material = MATERIAL.test(address) ? (body as (ToKeep & { form_id: number | null }) | null) : null;
  const isLive = material && (material.form_id || material.type === 'package');
  if (answer.status === 403 || answer.status === 404 || isLive) await cache.delete(address);
  else if (text)
    await cache.put(address, new Response(text, { headers: { 'Content-Type': 'application/json' } }));
  if (material && !isLive) {
    const { keepOpened } = await import('./kept-materials.ts');
    await keepOpened(material);
  }
}

/** What the server answered before, where there is no connection. */
export async function keptAnswer(address: string): Promise<Response | undefined> {
  const store = isKept(address) ? keptStore() : null;
  if (!store || (MATERIAL.test(address) && isResting())) return undefined;
  return (await caches.open(store)).match(address);
}

/** Until a test is over, materials are closed here as they are on the server. */
export function restKept(deadline: string | null): void {
  safely(() => (deadline ? localStorage.setItem(REST, deadline) : localStorage.removeItem(REST)));
}

export const isResting = () => Date.parse(localStorage.getItem(REST) ?? '') > Date.now();

/** Leaves nothing of anybody. */
export async function forgetKept(): Promise<void> {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  if (!('caches' in globalThis)) return;
  for (const name of await caches.keys())
    if (name.startsWith(PREFIX)) await caches.delete(name);
    else await (await caches.open(name)).delete(KEPT_PAGE);
}
