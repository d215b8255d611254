import { sql } from 'drizzle-orm';
import { reachOf } from '../../access/contract.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf, ResponseOf } from '../../platform/contract.ts';
import { statement, type Db } from '../../platform/database.ts';
import type * as contract from './contract.ts';

type Found = ResponseOf<typeof contract.search>;

/** What the caller's lists hold of a query, the best of each kind. */
export async function foundOf(
  db: Db,
  scope: Scope,
  { query }: QueryOf<typeof contract.search>,
): Promise<Found> {
  const may = (capability: 'viewUser' | 'navigateGroups') => reachOf(capability, scope.user_type) !== null;
  const [[row]] = await db.run(
    scope,
    statement<{ found: Found }>(
      sql`select search_company(${query}, ${may('viewUser')}, ${may('navigateGroups')}) as found`,
    ),
  );
  return row!.found;
}
