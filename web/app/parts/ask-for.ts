import { PUBLIC_ROUTES } from '../public-routes.ts';
import { PRIVATE_ROUTES } from '../routes.ts';
import type { AppRoute } from './app-route.ts';

declare global {
  interface Window {
    /** As early.js, where the page has it. */
    askFor?: (path: string) => void;
  }
}

const known: readonly AppRoute[] = [...PUBLIC_ROUTES, ...PRIVATE_ROUTES];

/** Asks for all files of a screen at once, which would find each other only one after the other. */
export function askFor(route: AppRoute): void {
  if (known.includes(route)) window.askFor?.(route.path);
}
