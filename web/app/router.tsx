import type { ComponentType } from 'react';
import {
  createBrowserRouter,
  createPath,
  type LoaderFunctionArgs,
  type RouteObject,
  useLoaderData,
  useLocation,
} from 'react-router';
import { loadChunk, reloadsAt } from '../lib/page/chunks.ts';
import { Screen } from '../lib/api/go-on.tsx';
import { loadMessages } from '../lib/words/locale.tsx';
import { isDispatched } from '../lib/session/dispatched.ts';
import { isSignedIn, onLogoutElsewhere } from '../lib/session/session.ts';
import { goHome } from './home.ts';
import { guard } from './guards.ts';
import { PublicLayout } from './public-layout.tsx';
import { RootLayout, RouteFailure, Splash } from './root-layout.tsx';
import type { AppRoute } from './parts/app-route.ts';
import { askFor } from './parts/ask-for.ts';
import { PUBLIC_ROUTES } from './public-routes.ts';
import { PRIVATE_ROUTES } from './routes.ts';
import type { RouteHandle } from './parts/route-handle.ts';
import { enterLinked, LINKED } from './session/linked.ts';

/*
 * Pages load in the route's loader, not by the router's `lazy`: that one starts before the guard has
 * answered, so that a signed-out visitor would download the private screens.
 */
export function routeOf(route: AppRoute, title: RouteHandle['title']): RouteObject {
  return {
    path: route.path,
    handle: { title } satisfies RouteHandle,
    loader: async (args) => {
      const known = route.access !== 'login' && (route.access === 'public' || isSignedIn());
      const early = known ? pageOf(route) : undefined;
      early?.catch(() => {});
      await guard(route.access, args);
      return (await (early ?? pageOf(route))).default;
    },
    // §2: the same route with only the query changed passes straight through.
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
    Component: LoadedPage,
  };
}

async function pageOf(route: AppRoute): Promise<{ default: ComponentType }> {
  askFor(route);
  const [page] = await Promise.all([loadChunk(route.page), loadMessages(route.slices)]);
  return page;
}

async function loadShell(args: LoaderFunctionArgs): Promise<ComponentType> {
  // Beside the profile, not after it: on a slow line each wait is felt.
  const early = isSignedIn() ? shellOf() : undefined;
  early?.catch(() => {});
  await guard('frame', args);
  return (await (early ?? shellOf())).default;
}

async function shellOf(): Promise<{ default: ComponentType }> {
  const [shell] = await Promise.all([
    loadChunk(() => import('./shell/private-layout.tsx')),
    loadMessages(['shell', 'refusals']),
  ]);
  return shell;
}

export function LoadedPage() {
  const Page = useLoaderData() as ComponentType;
  const { pathname } = useLocation();
  return (
    <Screen key={pathname}>
      <Page />
    </Screen>
  );
}

export function LoadedShell() {
  const Shell = useLoaderData() as ComponentType;
  return <Shell />;
}

/** In a frame of another system dispatched/router.tsx takes its place, and this one knows nothing. */
export const router = createBrowserRouter(
  isDispatched
    ? [{ path: '*' }]
    : [
        {
          Component: RootLayout,
          HydrateFallback: Splash,
          ErrorBoundary: RouteFailure,
          children: [
            { path: '/', loader: goHome },
            {
              path: LINKED,
              loader: (args) => enterLinked(args, () => router.state.navigation.location?.hash ?? ''),
            },
            {
              Component: PublicLayout,
              children: PUBLIC_ROUTES.map((route) => routeOf(route, `common.titles.${route.title}`)),
            },
            {
              loader: loadShell,
              shouldRevalidate: () => false,
              Component: LoadedShell,
              children: PRIVATE_ROUTES.map((route) => routeOf(route, `shell.titles.${route.title}`)),
            },
          ],
        },
      ],
);

reloadsAt(() => {
  const { location } = router.state.navigation;
  return location && createPath(location);
});
onLogoutElsewhere(() => void router.navigate('/login', { replace: true }));
