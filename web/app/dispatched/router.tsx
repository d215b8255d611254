import type { ComponentType } from 'react';
import { createMemoryRouter, type RouteObject } from 'react-router';
import { loadChunk } from '../../lib/page/chunks.ts';
import { loadMessages } from '../../lib/words/locale.tsx';
import { RootLayout, RouteFailure, Splash } from '../root-layout.tsx';
import type { RouteHandle } from '../parts/route-handle.ts';
import { LoadedPage, LoadedShell, routeOf } from '../router.tsx';
import { DISPATCHED_ROUTES } from './routes.ts';

/** What stands around a course in another system; who the person is its first page finds out. */
async function loadLayout(): Promise<ComponentType> {
  const [layout] = await Promise.all([
    loadChunk(() => import('./dispatched-layout.tsx')),
    loadMessages(['shell', 'refusals', 'dispatches']),
  ]);
  return layout.default;
}

const door = (path: string): RouteObject => ({
  path,
  handle: { title: 'shell.titles.course' } satisfies RouteHandle,
  loader: () => loadChunk(() => import('./door.tsx')).then((it) => it.default),
  Component: LoadedPage,
});

/** The address of the frame stays as it is, so that opening it anew begins at the door. */
export const dispatchedRouter = createMemoryRouter([
  {
    Component: RootLayout,
    HydrateFallback: Splash,
    ErrorBoundary: RouteFailure,
    children: [
      {
        loader: loadLayout,
        shouldRevalidate: () => false,
        Component: LoadedShell,
        children: [
          ...DISPATCHED_ROUTES.map((route) => routeOf(route, `shell.titles.${route.title}`)),
          door('/'),
          door('*'),
        ],
      },
    ],
  },
]);
