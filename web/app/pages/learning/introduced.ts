import { safely } from '../../../lib/api/safely.ts';
import { RECENT } from '../../../lib/session/stored.ts';

/** Beside what logins had open, with which it goes at a sign-out. */
const KEY = `${RECENT}tests`;
const MOST = 20;

type Pair = [material_id: number, form_id: number];

/** Keeps which test stands in a material, so that the page asks for its introduction at once the next time (early.js). */
export function noteIntroduced(material_id: number, form_id: number): void {
  safely(() => {
    const known = JSON.parse(localStorage.getItem(KEY) ?? '[]') as Pair[];
    const others = known.filter(([id]) => id !== material_id);
    localStorage.setItem(KEY, JSON.stringify([[material_id, form_id], ...others].slice(0, MOST)));
  });
}
