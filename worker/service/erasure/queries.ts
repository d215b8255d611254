import { sql } from 'drizzle-orm';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf, ResponseOf } from '../../platform/contract.ts';
import { all, photoOf, statement, type Db } from '../../platform/database.ts';
import { alphabetical, listed, matches, pageOf } from '../../platform/list.ts';
import type * as contract from './contract.ts';

/** Who has left the company and still has a name here. */
export async function pageOfFormerUsers(
  db: Db,
  scope: Scope,
  query: QueryOf<typeof contract.listFormerUsers>,
) {
  type Row = ResponseOf<typeof contract.listFormerUsers>['results'][number];
  const from = sql`from former_users() f join users u on u.id = f.user_id
    where ${all([matches(query.search, sql`u.last_name`, sql`u.first_name`, sql`u.email`, sql`u.phone`)])}`;
  const order = pageOf(
    query,
    { left_at: sql`f.left_at`, last_name: alphabetical(sql`u.last_name`) },
    '-left_at',
    sql`u.id`,
  );
  const [rows, [count]] = await db.run(
    scope,
    statement<Row>(sql`
      select u.id, u.first_name, u.last_name, u.email, u.phone, ${photoOf(sql`u.photo_id`)} as photo, f.left_at
        ${from} ${order}`),
    statement<{ count: number }>(sql`select count(*)::integer as count ${from}`),
  );
  return listed(rows, count!.count, query);
}
