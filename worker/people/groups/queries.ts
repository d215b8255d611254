import { sql, type SQL } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf, ResponseOf } from '../../platform/contract.ts';
import { all, photoOf, statement, type Db } from '../../platform/database.ts';
import { alphabetical, listed, matches, pageOf } from '../../platform/list.ts';
import { userColumns } from '../users/queries.ts';
import type * as contract from './contract.ts';

type GroupRow = ResponseOf<typeof contract.listGroups>['results'][number];
type MemberRow = ResponseOf<typeof contract.listGroupMembers>['results'][number];

/** How many members of each role `study_groups g` has. */
const sizesOf: SQL = sql`
  select count(*) filter (where role = 'manager')::integer as managers,
         count(*) filter (where role = 'coach')::integer as coaches,
         count(*) filter (where role = 'student')::integer as students
    from group_members gm where gm.company_id = g.company_id and gm.group_id = g.id`;

/** The study groups the caller reaches. */
export async function pageOfGroups(db: Db, scope: Scope, query: QueryOf<typeof contract.listGroups>) {
  const where = all([
    sql`g.deleted_at is null`,
    inReach(scope, 'groups', sql`g.id`),
    query.user !== undefined &&
      sql`exists (select from group_members gm where gm.company_id = g.company_id and gm.group_id = g.id and gm.user_id = ${query.user})`,
    query.course !== undefined &&
      sql`exists (select from course_groups cg where cg.company_id = g.company_id and cg.group_id = g.id and cg.course_id = ${query.course})`,
    query.program !== undefined &&
      sql`exists (select from program_groups pg where pg.company_id = g.company_id and pg.group_id = g.id and pg.program_id = ${query.program})`,
    matches(query.search, sql`g.name`),
  ]);
  const order = pageOf(
    query,
    { name: alphabetical(sql`g.name`), created_at: sql`g.created_at` },
    'name',
    sql`g.id`,
  );
  const [rows, [count]] = await db.run(
    scope,
    statement<GroupRow>(sql`
      select g.id, g.name, g.description, g.created_at, members.managers, members.coaches, members.students,
             (select count(*)::integer from course_groups cg join courses c on c.id = cg.course_id and c.deleted_at is null
                where cg.company_id = g.company_id and cg.group_id = g.id) as courses
        from study_groups g
        cross join lateral (${sizesOf}) members
        where g.company_id = ${scope.company_id} and ${where} ${order}`),
    statement<{ count: number }>(sql`select count(*)::integer as count from study_groups g
      where g.company_id = ${scope.company_id} and ${where}`),
  );
  return listed(rows, count!.count, query);
}

/** One study group in reach. Errors: not_found. */
export async function groupOf(db: Db, scope: Scope, id: number) {
  const [[row]] = await db.run(
    scope,
    statement<ResponseOf<typeof contract.getGroup>>(sql`
      select g.id, g.name, g.description, g.created_at,
             coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by c.name collate "uk-x-icu")
               from course_groups cg join courses c on c.company_id = cg.company_id and c.id = cg.course_id
               where cg.company_id = g.company_id and cg.group_id = g.id and c.deleted_at is null
                 and (c.published_at is not null or ${scope.user_type !== 'student'})), '[]') as courses,
             coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by p.name collate "uk-x-icu")
               from program_groups pg join programs p on p.company_id = pg.company_id and p.id = pg.program_id
               where pg.company_id = g.company_id and pg.group_id = g.id and p.deleted_at is null), '[]') as programs,
             coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name)
                                        order by u.last_name collate "uk-x-icu", u.id)
               from group_members gm join users u on u.id = gm.user_id
               where gm.company_id = g.company_id and gm.group_id = g.id and gm.role = 'manager'), '[]') as managers,
             members.coaches, members.students
        from study_groups g
        cross join lateral (${sizesOf}) members
        where g.company_id = ${scope.company_id} and g.id = ${id} and g.deleted_at is null and ${inReach(scope, 'groups', sql`g.id`)}`),
  );
  if (!row) throw new AppError('not_found');
  return row;
}

/** What classmates see of each other (decisions, "Nobody decides about themselves"). */
const classmateColumns: SQL = sql`
  u.id, u.first_name, u.last_name, ${photoOf(sql`u.photo_id`)} as photo, m.position`;

/** The members of a group in reach, to students as classmates. Errors: not_found for a group out of reach. */
export async function pageOfGroupMembers(
  db: Db,
  scope: Scope,
  query: QueryOf<typeof contract.listGroupMembers>,
) {
  // Neither a search nor an order tells an address.
  const student = scope.user_type === 'student';
  const where = all([
    sql`gm.group_id = ${query.group}`,
    query.role && sql`gm.role = ${query.role}`,
    matches(query.search, sql`u.last_name`, sql`u.first_name`, ...(student ? [] : [sql`u.email`])),
  ]);
  const from = sql`
    from group_members gm
    join memberships m on m.company_id = gm.company_id and m.user_id = gm.user_id
    join users u on u.id = gm.user_id
    where gm.company_id = ${scope.company_id} and ${where}`;
  const order = pageOf(
    query,
    { last_name: alphabetical(sql`u.last_name`), email: student ? sql`u.id` : sql`u.email` },
    'last_name',
    sql`u.id, gm.role`,
  );
  const [[group], rows, [count]] = await db.run(
    scope,
    statement(sql`
      select from study_groups g
        where g.company_id = ${scope.company_id} and g.id = ${query.group} and g.deleted_at is null
          and ${inReach(scope, 'groups', sql`g.id`)}`),
    statement<MemberRow>(sql`select ${student ? classmateColumns : userColumns}, gm.role ${from} ${order}`),
    statement<{ count: number }>(sql`select count(*)::integer as count ${from}`),
  );
  if (!group) throw new AppError('not_found');
  return listed(rows, count!.count, query);
}
