import { sql, type SQL } from 'drizzle-orm';
import { assignableTo } from '../../access/contract.ts';
import { inReach } from '../../access/authorize.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf, ResponseOf } from '../../platform/contract.ts';
import { all, photoOf, statement, texts, type Db } from '../../platform/database.ts';
import { alphabetical, listed, matches, pageOf } from '../../platform/list.ts';
import type * as contract from './contract.ts';

type UserRow = ResponseOf<typeof contract.listUsers>['results'][number];

/** The columns of a person in a list, over `users u join memberships m`. Online: active in the last 5 minutes. */
export const userColumns: SQL = sql`
  u.id, u.first_name, u.last_name, u.email, u.phone, ${photoOf(sql`u.photo_id`)} as photo, m.position, m.subdivision,
  coalesce((select jsonb_agg(t order by user_type_rank(t)) from unnest(m.user_types) t where t <> 'owner'), '[]') as user_types,
  m.blocked_at is not null as blocked, u.email_verified, u.activated_at is not null as activated,
  is_online(u.id) as is_online`;

/**
 * What the caller may do with a person, over the same tables (§6, row actions): never with themselves, the founder or
 * anybody with a role that the caller could not assign.
 */
function actionsOf(scope: Scope): SQL {
  const assignable = texts(assignableTo(scope.user_type));
  return sql`
    case when u.id = ${scope.user_id} or not m.user_types <@ ${assignable}
           or exists (select from companies c where c.id = m.company_id and c.owner_id = u.id)
      then '{}'::text[]
      else array_remove(array['edit',
        case when u.activated_at is not null then 'block' end,
        case when u.activated_at is not null then 'send_credentials' else 'invite_again' end,
        case when u.activated_at is null or m.user_types <@ '{trainer,student}' then 'delete' end], null)
    end as actions, m.declined_at is not null as declined, has_second_factor(u.id) as second_factor`;
}

/** The people that a list with these filters is about, as a condition over `users u join memberships m`. */
export function usersWhere(scope: Scope, query: QueryOf<typeof contract.listUsers>): SQL {
  const { status, group, course, program } = query;
  const statuses: Record<NonNullable<typeof status>, SQL> = {
    blocked: sql`m.blocked_at is not null`,
    not_activated: sql`m.blocked_at is null and u.activated_at is null`,
    online: sql`m.blocked_at is null and u.activated_at is not null and is_online(u.id)`,
    offline: sql`m.blocked_at is null and u.activated_at is not null and not is_online(u.id)`,
  };
  return all([
    sql`m.company_id = ${scope.company_id} and m.deleted_at is null`,
    inReach(scope, 'people', sql`m.user_id`),
    query.user_type && sql`${query.user_type} = any (m.user_types)`,
    status && statuses[status],
    query.has_email && sql`(u.email is not null) = ${query.has_email === 'true'}`,
    query.second_factor &&
      sql`u.activated_at is not null and has_second_factor(u.id) = ${query.second_factor === 'true'}`,
    !!query.position && sql`m.position = ${query.position}`,
    !!query.subdivision && sql`m.subdivision = ${query.subdivision}`,
    group !== undefined &&
      sql`exists (select from group_members gm where gm.company_id = m.company_id and gm.group_id = ${group} and gm.user_id = m.user_id)`,
    course !== undefined &&
      sql`(exists (select from enrolments e where e.company_id = m.company_id and e.course_id = ${course} and e.user_id = m.user_id)
        or exists (select from course_members cm where cm.company_id = m.company_id and cm.course_id = ${course} and cm.user_id = m.user_id))`,
    program !== undefined &&
      sql`exists (select from program_groups pg
        join group_members gm on gm.company_id = pg.company_id and gm.group_id = pg.group_id
        where pg.company_id = m.company_id and pg.program_id = ${program} and gm.user_id = m.user_id)`,
    matches(query.search, sql`u.last_name`, sql`u.first_name`, sql`u.email`, sql`u.phone`),
  ]);
}

/** The people of the company whom the caller reaches. */
export async function pageOfUsers(db: Db, scope: Scope, query: QueryOf<typeof contract.listUsers>) {
  const from = sql`from memberships m join users u on u.id = m.user_id where ${usersWhere(scope, query)}`;
  const order = pageOf(
    query,
    {
      last_name: alphabetical(sql`u.last_name`),
      email: sql`u.email`,
      position: alphabetical(sql`m.position`),
      subdivision: alphabetical(sql`m.subdivision`),
      created_at: sql`m.created_at`,
      last_seen_at: sql`coalesce(last_seen_at(u.id), '-infinity')`,
    },
    'last_name',
    sql`u.id`,
  );
  const [rows, [count]] = await db.run(
    scope,
    statement<UserRow>(sql`select ${userColumns}, ${actionsOf(scope)} ${from} ${order}`),
    statement<{ count: number }>(sql`select count(*)::integer as count ${from}`),
  );
  return listed(rows, count!.count, query);
}

/** One person of the company in reach. Errors: not_found. */
export async function userOf(db: Db, scope: Scope, id: number) {
  const [[row]] = await db.run(
    scope,
    statement<ResponseOf<typeof contract.getUser>>(sql`
      select ${userColumns}, ${actionsOf(scope)}, u.middle_name, m.comment, u.language, 'owner' = any (m.user_types) as is_owner,
             m.created_at, last_seen_at(u.id) as last_seen_at, person_is_ours(u.id) as person_editable,
             case when u.activated_at is null then invited_until(u.id) end as invited_until,
             coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'role', gm.role)
                                        order by g.name collate "uk-x-icu", gm.role)
               from group_members gm join study_groups g on g.company_id = gm.company_id and g.id = gm.group_id
               where gm.company_id = m.company_id and gm.user_id = u.id and g.deleted_at is null
                 and ${inReach(scope, 'groups', sql`g.id`)}), '[]') as groups
        from memberships m join users u on u.id = m.user_id
        where m.company_id = ${scope.company_id} and m.user_id = ${id} and m.deleted_at is null
          and ${inReach(scope, 'people', sql`m.user_id`)}`),
  );
  if (!row) throw new AppError('not_found');
  return row;
}

/** People of all companies that the caller owns or administers (§7 all_spaces_users). */
export async function pageOfAllSpacesUsers(
  db: Db,
  scope: Scope,
  query: QueryOf<typeof contract.listAllSpacesUsers>,
) {
  type Row = ResponseOf<typeof contract.listAllSpacesUsers>['results'][number];
  const from = sql`from people_of_administered_companies(${query.space ?? null}) u
    where ${all([matches(query.search, sql`u.last_name`, sql`u.first_name`, sql`u.email`, sql`u.phone`)])}`;
  const order = pageOf(
    query,
    { last_name: alphabetical(sql`u.last_name`), email: sql`u.email` },
    'last_name',
    sql`u.id`,
  );
  const [rows, [count]] = await db.run(
    scope,
    statement<Row>(sql`
      select u.id, u.first_name, u.last_name, u.email, u.phone, ${photoOf(sql`u.photo_id`)} as photo, '' as position,
             '' as subdivision, '[]'::jsonb as user_types, false as blocked, u.email_verified, u.activated,
             false as is_online, u.spaces, u.is_member ${from} ${order}`),
    statement<{ count: number }>(sql`select count(*)::integer as count ${from}`),
  );
  return listed(rows, count!.count, query);
}

/** The positions or subdivisions that people in reach have, each once. */
export async function pageOfPlaces(
  db: Db,
  scope: Scope,
  place: 'position' | 'subdivision',
  query: QueryOf<typeof contract.listPositions>,
) {
  const column = sql`m.${sql.identifier(place)}`;
  const from = sql`from (
    select distinct ${column} as name from memberships m
      where m.company_id = ${scope.company_id} and m.deleted_at is null and ${column} <> ''
        and ${inReach(scope, 'people', sql`m.user_id`)}
  ) places where ${all([matches(query.search, sql`name`)])}`;
  const order = pageOf(query, { name: alphabetical(sql`name`) }, 'name', sql`name`);
  const [rows, [count]] = await db.run(
    scope,
    statement<{ name: string }>(sql`select name ${from} ${order}`),
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
