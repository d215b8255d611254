import type { PUBLIC_ROUTES } from '../public-routes.ts';
import type { PRIVATE_ROUTES } from '../routes.ts';

/** What the router knows of a matched route: its title's key. */
export interface RouteHandle {
  title:
    | `common.titles.${(typeof PUBLIC_ROUTES)[number]['title']}`
    | `shell.titles.${(typeof PRIVATE_ROUTES)[number]['title']}`;
}
