import type { UserType } from '#contract/access';
import { join } from 'node:path';
import type { AppRoute } from '../app/parts/app-route.ts';

export const APP = join(import.meta.dirname, '../app');

// By its address: the configuration is bundled, and the screens are not to be a part of it.
const { PUBLIC_ROUTES } = (await import(
  join(APP, 'public-routes.ts')
)) as typeof import('../app/public-routes.ts');
const { PRIVATE_ROUTES } = (await import(join(APP, 'routes.ts'))) as typeof import('../app/routes.ts');
export { PUBLIC_ROUTES, PRIVATE_ROUTES };
const { reachOf, USER_TYPES } = (await import(
  join(APP, '../../worker/access/contract.ts')
)) as typeof import('#contract/access');

/** Who may open a route: others are led away, and what they would ask for is refused. */
export const rolesOf = ({ access }: AppRoute): readonly UserType[] =>
  access === 'signed_in' || access === 'public' || access === 'login'
    ? USER_TYPES
    : USER_TYPES.filter((one) => reachOf(access, one) !== null);

/** The file of a route's page. */
export function pageOf(route: AppRoute): string {
  const [, page] = /import\(["'`](.+?)["'`]\)/.exec(route.page.toString()) ?? [];
  if (!page) throw new Error(`${route.path} does not import its page by a name`);
  return join(APP, page);
}
