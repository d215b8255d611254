import { sql } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf, ResponseOf } from '../../platform/contract.ts';
import { all, photoOf, statement, type Db } from '../../platform/database.ts';
import { alphabetical, listed, matches, pageOf } from '../../platform/list.ts';
import type * as contract from './contract.ts';

type Student = ResponseOf<typeof contract.listCourseStudents>['results'][number];

const reachedCourse = (scope: Scope, id: number) =>
  statement(sql`select from courses c where c.company_id = ${scope.company_id} and c.id = ${id} and c.deleted_at is null
    and ${inReach(scope, 'courses', sql`c.id`)}`);

/** The students of a course whom the caller reaches, with their progress. Errors: not_found. */
export async function pageOfCourseStudents(
  db: Db,
  scope: Scope,
  id: number,
  query: QueryOf<typeof contract.listCourseStudents>,
) {
  const where = all([
    sql`p.company_id = ${scope.company_id} and p.course_id = ${id}`,
    inReach(scope, 'people', sql`p.user_id`),
    query.state && sql`p.state = ${query.state}`,
    query.group !== undefined &&
      sql`exists (select from group_members gm where gm.company_id = p.company_id and gm.user_id = p.user_id
            and gm.group_id = ${query.group} and gm.role = 'student')`,
    query.blocked && sql`(b.user_id is not null) = ${query.blocked === 'true'}`,
    matches(query.search, sql`u.last_name`, sql`u.first_name`, sql`u.email`),
  ]);
  const states = sql`
    from course_progress p
    left join course_blocks b on b.company_id = p.company_id and b.course_id = p.course_id and b.user_id = p.user_id`;
  const from = sql`${states} join users u on u.id = p.user_id where ${where}`;
  const order = pageOf(
    query,
    {
      last_name: alphabetical(sql`u.last_name`),
      percent: sql`p.percent`,
      last_activity: sql`coalesce(p.last_activity, '-infinity')`,
    },
    'last_name',
    sql`u.id`,
  );
  const [[course], rows, [count]] = await db.run(
    scope,
    reachedCourse(scope, id),
    // Among a hundred thousand the page is chosen by ids alone.
    statement<Student>(sql`
      with chosen as materialized (
        select user_id, row_number() over () as place from (select p.user_id ${from} ${order}) page
      ), retakes as materialized (
        select j.user_id, f.id as form_id, m.name as form_name, m.position
          from materials m join forms f on f.company_id = m.company_id and f.material_id = m.id and f.deleted_at is null
          cross join lateral judge_retakes(f.id, array(select user_id from chosen)) j
          where m.company_id = ${scope.company_id} and m.course_id = ${id} and m.deleted_at is null and j.code is null
      )
      select u.id, u.first_name, u.last_name, u.email, u.phone, ${photoOf(sql`u.photo_id`)} as photo,
             p.state, p.percent, p.done, p.total, p.last_activity, b.user_id is not null as blocked_in_course,
             has_certificate(p.course_id, p.user_id) as can_download_certificate,
             exists (select from course_members cm where cm.company_id = p.company_id and cm.course_id = p.course_id
                       and cm.user_id = p.user_id and cm.role = 'student') as is_individual_student,
             coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name collate "uk-x-icu")
               from study_groups g
               where g.company_id = p.company_id and g.deleted_at is null and ${inReach(scope, 'groups', sql`g.id`)}
                 and exists (select from group_members gm where gm.company_id = g.company_id and gm.group_id = g.id
                               and gm.user_id = p.user_id and gm.role = 'student')
                 and (exists (select from course_groups cg where cg.company_id = g.company_id and cg.group_id = g.id
                                and cg.course_id = p.course_id)
                      or exists (select from program_groups pg join program_courses pc
                                   on pc.company_id = pg.company_id and pc.program_id = pg.program_id
                                   where pg.company_id = g.company_id and pg.group_id = g.id and pc.course_id = p.course_id))),
               '[]') as groups,
             coalesce((select jsonb_agg(jsonb_build_object('form_id', r.form_id, 'form_name', r.form_name) order by r.position, r.form_id)
               from retakes r where r.user_id = p.user_id), '[]') as retakes
        from chosen join course_progress p on p.company_id = ${scope.company_id} and p.course_id = ${id} and p.user_id = chosen.user_id
        join users u on u.id = p.user_id
        left join course_blocks b on b.company_id = p.company_id and b.course_id = p.course_id and b.user_id = p.user_id
        order by chosen.place`),
    statement<{ count: number }>(
      // Everybody's name is looked at only in search of one.
      sql`select count(*)::integer as count ${query.search ? from : sql`${states} where ${where}`}`,
    ),
  );
  if (!course) throw new AppError('not_found');
  return listed(rows, count!.count, query);
}

/** Trainers of the company who do not coach the course yet, also beyond the caller's reach. Errors: not_found. */
export async function pageOfCoachCandidates(
  db: Db,
  scope: Scope,
  id: number,
  query: QueryOf<typeof contract.listCoachCandidates>,
) {
  const from = sql`
    from memberships m join users u on u.id = m.user_id
    where ${all([
      sql`m.company_id = ${scope.company_id} and m.deleted_at is null and m.blocked_at is null and 'trainer' = any (m.user_types)`,
      sql`not exists (select from course_members cm where cm.company_id = m.company_id and cm.course_id = ${id}
            and cm.user_id = m.user_id and cm.role = 'coach')`,
      matches(query.search, sql`u.last_name || ' ' || u.first_name || ' ' || u.last_name`),
    ])}`;
  const order = pageOf(query, { last_name: alphabetical(sql`u.last_name`) }, 'last_name', sql`u.id`);
  const [[course], rows, [count]] = await db.run(
    scope,
    reachedCourse(scope, id),
    statement<ResponseOf<typeof contract.listCoachCandidates>['results'][number]>(sql`
      select u.id, u.first_name, u.last_name, ${photoOf(sql`u.photo_id`)} as photo ${from} ${order}`),
    statement<{ count: number }>(sql`select count(*)::integer as count ${from}`),
  );
  if (!course) throw new AppError('not_found');
  return listed(rows, count!.count, query);
}

/** The students kept out of a course, of those the caller reaches. Errors: not_found. */
export async function blockedUsersOf(db: Db, scope: Scope, id: number) {
  const [[course], rows] = await db.run(
    scope,
    reachedCourse(scope, id),
    statement<ResponseOf<typeof contract.listBlockedUsers>[number]>(sql`
      select u.id, u.first_name, u.last_name, ${photoOf(sql`u.photo_id`)} as photo, b.blocked_at
        from course_blocks b join users u on u.id = b.user_id
        where b.company_id = ${scope.company_id} and b.course_id = ${id} and ${inReach(scope, 'people', sql`b.user_id`)}
        order by u.last_name collate "uk-x-icu", u.id`),
  );
  if (!course) throw new AppError('not_found');
  return rows;
}
