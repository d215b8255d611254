import { eq, or } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import type { Reach } from '../../access/contract.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { relation } from '../../platform/database/functions.ts';
import { listedOf } from '../../platform/database/list.ts';
import { build, prepared, type Given } from '../../platform/database/queries.ts';
import type * as contract from './contract.ts';
import { membershipsOf as membershipsOfPerson } from './functions.ts';

const knownMemberships = prepared((given: Given<{ user_id: number; own: number }>, reach: Reach) => {
  const membership = relation(membershipsOfPerson({ user: given.user_id }), 'membership');
  return build
    .select({
      user_pk: membership.user_pk,
      space: membership.space,
      user_types: membership.user_types,
      position: membership.position,
      subdivision: membership.subdivision,
      blocked: membership.blocked,
    })
    .from(membership)
    .where(or(eq(membership.user_pk, given.own), inReach({ reach }, 'people', membership.user_pk)));
});

/**
 * The memberships of a person that the caller may know of.
 * @throws not_found for somebody who is not in the caller's reach
 */
export async function membershipsOf(
  db: Db,
  scope: Scope,
  user_id: number,
  query: QueryOf<typeof contract.getMemberships>,
) {
  const [rows] = await db.run(scope, knownMemberships({ user_id, own: scope.user_id }, scope.reach));
  if (!rows.some((row) => row.space.id === scope.company_id)) throw new AppError('not_found');
  const known = rows.map((membership) => ({ ...membership.space, membership }));
  const { results, ...page } = listedOf(known, query);
  return { results: results.map(({ membership }) => membership), ...page };
}
