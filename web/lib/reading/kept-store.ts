import { accessToken } from '../api/access-token.ts';
import { safely } from '../api/safely.ts';

export const PREFIX = 'osnova-kept-';
/** The page itself, which the service worker gives out when there is no connection (service-worker.js). */
export const KEPT_PAGE = '/kept-page';

/** The store of the student who is signed in; others keep nothing. */
export function keptStore(): string | null {
  const payload = accessToken()?.split('.')[1];
  if (!payload || !('caches' in globalThis)) return null;
  const login = safely(
    () =>
      JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as Record<
        'sub' | 'space' | 'type',
        string
      >,
  );
  return login?.type === 'student' ? `${PREFIX}${login.sub}-${login.space}` : null;
}
