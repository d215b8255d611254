import { accessToken, loginOf } from '../api/access-token.ts';

export const PREFIX = 'osnova-kept-';
/** The page itself, which the service worker gives out when there is no connection (service-worker.js). */
export const KEPT_PAGE = '/kept-page';

/** The store of the student who is signed in; others keep nothing. */
export function keptStore(): string | null {
  if (!('caches' in globalThis)) return null;
  const login = loginOf(accessToken());
  return login?.type === 'student' ? `${PREFIX}${login.sub}-${login.space}` : null;
}
