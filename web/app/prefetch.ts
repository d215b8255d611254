import { matchPath } from 'react-router';
import { prefetchMessages } from '../lib/words/locale.tsx';
import { currentProfile } from '../lib/session/session.ts';
import type { AppRoute } from './parts/app-route.ts';
import { askFor } from './parts/ask-for.ts';
import { PRIVATE_ROUTES } from './routes.ts';

const EVENTS = ['pointerover', 'focusin', 'touchstart'] as const;

interface Line {
  saveData?: boolean;
  effectiveType?: string;
}

const fetched = new Set<AppRoute>();

/**
 * Fetches the code and the texts of a screen while a link to it is pointed at, focused or touched, so that following it waits
 * for its data alone. Once each; not where data is to be saved. The returned function ends it.
 */
export function prefetchLinks(): () => void {
  const hear = (event: Event) => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="/"]') : null;
    if (link && link.target !== '_blank' && !isSparing()) prefetch(link.pathname);
  };
  for (const event of EVENTS) document.addEventListener(event, hear, { passive: true });
  return () => {
    for (const event of EVENTS) document.removeEventListener(event, hear);
  };
}

function isSparing(): boolean {
  const line = (navigator as Navigator & { connection?: Line }).connection;
  return !navigator.onLine || !!line?.saveData || !!line?.effectiveType?.includes('2g');
}

function prefetch(pathname: string): void {
  const route = routeOf(pathname);
  if (!route || fetched.has(route) || !mayOpen(route)) return;
  fetched.add(route);
  askFor(route);
  Promise.all([route.page(), prefetchMessages(route.slices)]).catch(() => fetched.delete(route));
}

/** As the router ranks them: a word of the address before a parameter. */
function routeOf(pathname: string): AppRoute | undefined {
  const found = PRIVATE_ROUTES.filter(({ path }) => matchPath(path, pathname));
  return found.find(({ path }) => path === pathname) ?? found.toSorted(byParameters)[0];
}

const byParameters = (a: AppRoute, b: AppRoute) => parametersOf(a) - parametersOf(b);
const parametersOf = ({ path }: AppRoute) => path.split(':').length;

function mayOpen({ access }: AppRoute): boolean {
  return access === 'signed_in' || (currentProfile()?.permissions ?? []).includes(access);
}
