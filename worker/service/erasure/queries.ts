import { eq } from 'drizzle-orm';
import { users } from '../../identity/accounts/tables.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { relation } from '../../platform/database/functions.ts';
import { alphabetical, contains, listed, paged, searched } from '../../platform/database/list.ts';
import { photoOf, type Given } from '../../platform/database/queries.ts';
import type * as contract from './contract.ts';
import { formerUsers } from './functions.ts';

const former = relation(formerUsers({}), 'former');

const gone = paged((select, given: Given<{ pattern: string | undefined }>) => ({
  rows: select({
    id: users.id,
    first_name: users.first_name,
    last_name: users.last_name,
    email: users.email,
    phone: users.phone,
    photo: photoOf(users.photo_id),
    left_at: former.left_at,
  })
    .from(former)
    .innerJoin(users, eq(users.id, former.user_id))
    .where(contains(given.pattern, users.last_name, users.first_name, users.email, users.phone)),
  order: { left_at: former.left_at, last_name: alphabetical(users.last_name) },
  by: '-left_at',
  ties: [users.id],
}));

/** Who has left the company and still has a name here. */
export async function pageOfFormerUsers(
  db: Db,
  scope: Scope,
  query: QueryOf<typeof contract.listFormerUsers>,
) {
  const [rows, [count]] = await db.run(scope, ...gone(query, { pattern: searched(query.search) }));
  return listed(rows, count!.count, query);
}
