import { isDispatched } from '../session/dispatched.ts';
import { safely } from './safely.ts';

const KEY = 'access';
const MAX_AGE = 30 * 24 * 3600;
/** Stands in place of a token whose session ended by itself; nothing stands there after a logout. */
const ENDED = '';

/** Hears what another tab of this browser did to the token; `access` is the one it signed in with. */
type Listener = (change: 'signed_in' | 'logged_out' | 'ended', access: string) => void;
const listeners = new Set<Listener>();

// Each tab keeps its own: another one may go on in another company.
let token = isDispatched ? null : localStorage.getItem(KEY) || null;

/** The token of the sign-in answer (§7: kept in a cookie and in local storage). */
export function accessToken(): string | null {
  return token;
}

/** Whose a token is, and where they act, by its own word. */
export function loginOf(access: string | null) {
  const payload = access?.split('.')[1];
  if (!payload) return undefined;
  const text = () => atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
  return safely(() => JSON.parse(text()) as Record<'sub' | 'space' | 'type', string>);
}

/** Whether a token that took the place of another is of the same person in the same company. */
export function isOfSame(access: string | null, before: string | null): boolean {
  const [now, then] = [loginOf(access), loginOf(before)];
  return now !== undefined && now.sub === then?.sub && now.space === then.space;
}

/** Keeps the token; the cookie serves pictures and files only, the API reads the Bearer header. */
export function keepAccessToken(access: string): void {
  token = access;
  if (isDispatched) return;
  safely(() => localStorage.setItem(KEY, access));
  writeCookie(access, MAX_AGE);
}

/** After a logout: other tabs log out, too. */
export function dropAccessToken(): void {
  token = null;
  if (isDispatched) return;
  localStorage.removeItem(KEY);
  writeCookie('', 0);
}

/** After an answer 401 to that token. One that another tab has got since stays. */
export function endAccessToken(ended: string | null): void {
  if (token === ended) token = null;
  if (isDispatched || ended === null || localStorage.getItem(KEY) !== ended) return;
  localStorage.setItem(KEY, ENDED);
  writeCookie('', 0);
}

export function onOtherTab(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Over https its name keeps anybody without https from setting it. */
function writeCookie(value: string, maxAge: number): void {
  const [name, secure] = location.protocol === 'https:' ? [`__Secure-${KEY}`, '; Secure'] : [KEY, ''];
  document.cookie = `${name}=${value}; Path=/api/v1/media; Max-Age=${maxAge}; SameSite=Strict${secure}`;
}

// Whoever signed in before has it under another name, or has lost it.
if (token) writeCookie(token, MAX_AGE);

window.addEventListener('storage', ({ key, oldValue, newValue }) => {
  if (isDispatched || key !== KEY || oldValue === newValue) return;
  if (newValue) {
    for (const listener of listeners) listener('signed_in', newValue);
  } else if (newValue === null || oldValue === token) {
    token = null;
    for (const listener of listeners) listener(newValue === null ? 'logged_out' : 'ended', '');
  }
});
