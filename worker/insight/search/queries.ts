import { reachOf } from '../../access/contract.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database.ts';
import type * as contract from './contract.ts';
import { searchCompany } from './functions.ts';

/** What the caller's lists hold of a query, the best of each kind. */
export async function foundOf(db: Db, scope: Scope, { query }: QueryOf<typeof contract.search>) {
  const may = (capability: 'viewUser' | 'navigateGroups') => reachOf(capability, scope.user_type) !== null;
  const [[found]] = await db.run(
    scope,
    searchCompany({ query, people: may('viewUser'), groups: may('navigateGroups') }),
  );
  return found!;
}
