import { sql } from 'drizzle-orm';
import { inReach } from '../access/authorize.ts';
import { bestAndLast, endOverdue } from '../attempts/queries-results.ts';
import { AppError } from '../errors/app-error.ts';
import type { Scope } from '../platform/context.ts';
import type { QueryOf, ResponseOf } from '../platform/contract.ts';
import { all, statement, type Db } from '../platform/database.ts';
import { alphabetical, listed, matches, pageOf } from '../platform/list.ts';
import type * as contract from './contract.ts';

type Row = ResponseOf<typeof contract.courseStatistic>['results'][number];

/** The students of a course in reach with progress and results (decisions, "Statistic"). Errors: not_found. */
export async function courseStatistic(
  db: Db,
  scope: Scope,
  course_id: number,
  query: QueryOf<typeof contract.courseStatistic>,
) {
  const where = all([
    sql`cp.company_id = ${scope.company_id} and cp.course_id = ${course_id}`,
    inReach(scope, 'people', sql`cp.user_id`),
    query.state && sql`cp.state = ${query.state}`,
    query.group !== undefined &&
      sql`exists (select from group_members gm where gm.company_id = cp.company_id and gm.group_id = ${query.group} and gm.user_id = cp.user_id)`,
    matches(query.search, sql`u.last_name`, sql`u.first_name`),
  ]);
  const from = sql`from course_progress cp join users u on u.id = cp.user_id where ${where}`;
  const order = pageOf(
    query,
    {
      last_name: alphabetical(sql`u.last_name`),
      progress: sql`cp.percent`,
      last_activity: sql`coalesce(cp.last_activity, '-infinity')`,
    },
    'last_name',
    sql`u.id`,
  );
  const [, [course], rows, [count]] = await db.run(
    scope,
    endOverdue,
    statement(sql`
      select from courses c where c.company_id = ${scope.company_id} and c.id = ${course_id} and c.deleted_at is null
        and ${inReach(scope, 'courses', sql`c.id`)}`),
    statement<Row>(sql`
      select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name) as user,
             cp.state, cp.percent as progress, cp.done as materials_done, cp.total as materials_total,
             cp.opened_at as started_at, cp.last_activity,
             has_certificate(cp.course_id, cp.user_id) as can_download_certificate,
             coalesce((select jsonb_agg(g.name order by g.name collate "uk-x-icu")
               from group_members gm join study_groups g on g.company_id = gm.company_id and g.id = gm.group_id
               where gm.company_id = cp.company_id and gm.user_id = cp.user_id and gm.role = 'student' and g.deleted_at is null
                 and ${inReach(scope, 'groups', sql`g.id`)}), '[]') as groups,
             coalesce((
               select jsonb_agg(jsonb_build_object(
                   'form_id', f.id, 'form_name', v.settings->>'name', 'form_type', f.form_type, 'status', coalesce(a.status, 3),
                   'attempts_used', coalesce(a.attempts_used, 0),
                   'attempts_allowed', attempts_allowed(v.settings, coalesce(a.extra_attempts, 0)),
                   'best_percent', best.percent, 'best_score', best.score, 'last_percent', last.percent,
                   'ects', best.ects, 'passed', best.passed, 'finished_by', last.finished_by, 'last_attempt_id', last.id
                 ) order by s.position, s.material_id)
                 from student_materials s
                 join forms f on f.company_id = s.company_id and f.material_id = s.material_id
                 join current_versions v on v.company_id = f.company_id and v.form_id = f.id
                 left join assignments a on a.company_id = f.company_id and a.form_id = f.id and a.user_id = s.user_id
                 ${bestAndLast(false)}
                 where s.company_id = cp.company_id and s.course_id = cp.course_id and s.user_id = cp.user_id
             ), '[]') as forms
        ${from} ${order}`),
    statement<{ count: number }>(sql`select count(*)::integer as count ${from}`),
  );
  if (!course) throw new AppError('not_found');
  return listed(rows, count!.count, query);
}
