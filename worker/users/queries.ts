import { sql, type SQL } from 'drizzle-orm';
import { inReach } from '../access/authorize.ts';
import { AppError } from '../errors/app-error.ts';
import type { Scope } from '../platform/context.ts';
import type { QueryOf, ResponseOf } from '../platform/contract.ts';
import { all, statement, type Db } from '../platform/database.ts';
import { alphabetical, listed, matches, pageOf } from '../platform/list.ts';
import type * as contract from './contract.ts';

type UserRow = ResponseOf<typeof contract.listUsers>['results'][number];

/** The columns of a person in a list, over `users u join memberships m`. Online: active in the last 5 minutes. */
export const userColumns: SQL = sql`
  u.id, u.first_name, u.last_name, u.email, u.phone, m.position, m.subdivision,
  coalesce((select jsonb_agg(t order by user_type_rank(t)) from unnest(m.user_types) t where t <> 'owner'), '[]') as user_types,
  m.blocked_at is not null as blocked, u.email_verified, is_online(u.id) as is_online`;

/** The people of the company whom the caller reaches. */
export async function pageOfUsers(db: Db, scope: Scope, query: QueryOf<typeof contract.listUsers>) {
  const where = all([
    inReach(scope, 'people', sql`m.user_id`),
    query.user_type && sql`${query.user_type} = any (m.user_types)`,
    query.group !== undefined &&
      sql`exists (select from group_members gm where gm.company_id = m.company_id and gm.group_id = ${query.group} and gm.user_id = m.user_id)`,
    matches(query.search, sql`u.last_name`, sql`u.first_name`, sql`u.email`, sql`u.phone`),
  ]);
  const from = sql`from memberships m join users u on u.id = m.user_id where m.company_id = ${scope.company_id} and m.deleted_at is null and ${where}`;
  const order = pageOf(
    query,
    {
      last_name: alphabetical(sql`u.last_name`),
      email: sql`u.email`,
      position: alphabetical(sql`m.position`),
      subdivision: alphabetical(sql`m.subdivision`),
      created_at: sql`m.created_at`,
      last_seen_at: sql`m.created_at`,
    },
    'last_name',
    sql`u.id`,
  );
  const [rows, [count]] = await db.run(
    scope,
    statement<UserRow>(sql`select ${userColumns} ${from} ${order}`),
    statement<{ count: number }>(sql`select count(*)::integer as count ${from}`),
  );
  return listed(rows, count!.count, query);
}

type Membership = ResponseOf<typeof contract.listMemberships>[number];

/**
 * The memberships of a person that the caller may know of.
 * @throws not_found for somebody who is not in the caller's reach
 */
export async function membershipsOf(db: Db, scope: Scope, user_id: number): Promise<Membership[]> {
  const [rows] = await db.run(
    scope,
    statement<Membership>(sql`select m.* from memberships_of(${user_id}) m
      where m.user_pk = ${scope.user_id} or ${inReach(scope, 'people', sql`m.user_pk`)}`),
  );
  if (!rows.some((row) => row.space.id === scope.company_id)) throw new AppError('not_found');
  return rows;
}
