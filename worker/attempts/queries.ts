import { sql } from 'drizzle-orm';
import { inReach } from '../access/authorize.ts';
import { AppError } from '../errors/app-error.ts';
import type { Scope } from '../platform/context.ts';
import type { QueryOf, ResponseOf } from '../platform/contract.ts';
import { all, statement, type Db } from '../platform/database.ts';
import { alphabetical, listed, matches, pageOf } from '../platform/list.ts';
import type * as contract from './contract.ts';
import { bestAndLast, endOverdue } from './queries-results.ts';

type Introduction = ResponseOf<typeof contract.formIntroduction>;
type AppointedForm = ResponseOf<typeof contract.listAppointedForms>['results'][number];

/** What the student is told before starting. Errors: not_found for a form not theirs or not published. */
export async function introductionOf(db: Db, scope: Scope, form_id: number): Promise<Introduction> {
  const [, [row]] = await db.run(
    scope,
    endOverdue,
    statement<Introduction>(sql`
      select f.id as form_id, m.course_id, m.id as material_id, c.name as course_name,
             v.settings->>'name' as name, v.settings->>'description' as description, f.form_type,
             coalesce((v.settings->>'time_limit')::integer, 120) as minutes, jsonb_array_length(v.questions) as questions,
             (v.settings->>'passing_score')::integer as passing_score, v.settings->>'passing_score_type' as passing_score_type,
             coalesce(a.attempts_used, 0) as attempts_used, attempts_allowed(v.settings, coalesce(a.extra_attempts, 0)) as attempts_allowed,
             (select t.id from attempts t where t.company_id = a.company_id and t.assignment_id = a.id and t.status = 'running') as running_attempt_id,
             (select t.id from attempts t where t.company_id = a.company_id and t.assignment_id = a.id and t.status <> 'running'
                order by t.number desc limit 1) as last_attempt_id,
             coalesce(a.status, 3) as status, decision_on(a.company_id, a.id, a.status) as decision, locked_by(m.id, ${scope.user_id}) is not null as locked
        from forms f
        join materials m on m.company_id = f.company_id and m.id = f.material_id and m.deleted_at is null
        join courses c on c.company_id = m.company_id and c.id = m.course_id and c.deleted_at is null and c.published_at is not null
        join student_materials s on s.company_id = m.company_id and s.material_id = m.id and s.user_id = ${scope.user_id}
        join current_versions v on v.company_id = f.company_id and v.form_id = f.id
        left join assignments a on a.company_id = f.company_id and a.form_id = f.id and a.user_id = ${scope.user_id}
        where f.company_id = ${scope.company_id} and f.id = ${form_id}`),
  );
  if (!row) throw new AppError('not_found');
  return row;
}

/** Tests and exams appointed to oneself or to people in reach: everything published in the courses they study. */
export async function pageOfAppointedForms(
  db: Db,
  scope: Scope,
  query: QueryOf<typeof contract.listAppointedForms>,
) {
  const own = scope.user_type === 'student' || query.user === scope.user_id;
  const where = all([
    own
      ? sql`s.user_id = ${scope.user_id}`
      : sql`${inReach(scope, 'courses', sql`s.course_id`)} and ${inReach(scope, 'people', sql`s.user_id`)}`,
    query.user !== undefined && sql`s.user_id = ${query.user}`,
    query.course !== undefined && sql`s.course_id = ${query.course}`,
    query.form_type !== undefined && sql`f.form_type = ${query.form_type}`,
    query.passed_form_status !== undefined && sql`coalesce(a.status, 3) = ${query.passed_form_status}`,
    matches(query.search, sql`(v.settings->>'name')`),
  ]);
  const from = sql`
    from student_materials s
    join courses c on c.company_id = s.company_id and c.id = s.course_id and c.deleted_at is null and c.published_at is not null
    join forms f on f.company_id = s.company_id and f.material_id = s.material_id
    join current_versions v on v.company_id = f.company_id and v.form_id = f.id
    left join assignments a on a.company_id = f.company_id and a.form_id = f.id and a.user_id = s.user_id`;
  const order = pageOf(
    query,
    {
      form_name: alphabetical(sql`(v.settings->>'name')`),
      exam_time_end: sql`coalesce(last.finished_at, last.deadline, 'infinity')`,
    },
    'form_name',
    sql`f.id, s.user_id`,
  );
  const [, rows, [count]] = await db.run(
    scope,
    endOverdue,
    statement<AppointedForm>(sql`
      select f.id as form_id, v.settings->>'name' as form_name, f.form_type, s.material_id,
             jsonb_build_object('id', c.id, 'name', c.name) as course,
             jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name) as user,
             coalesce(a.status, 3) as passed_form_status,
             best.passed as passed_successfully, best.percent, best.ects,
             coalesce(a.attempts_used, 0) as attempts_used,
             attempts_allowed(v.settings, coalesce(a.extra_attempts, 0)) as attempts_allowed,
             coalesce(last.finished_at, last.deadline) as exam_time_end, last.id as last_attempt_id,
             has_certificate(s.course_id, s.user_id, f.id) as can_download_certificate,
             coalesce(last.status = 'completed' and last.result_published_at is null, false) as in_review,
             decision_on(a.company_id, a.id, a.status) as decision
        ${from} join users u on u.id = s.user_id ${bestAndLast(own)}
        where s.company_id = ${scope.company_id} and ${where} ${order}`),
    statement<{ count: number }>(sql`
      select count(*)::integer as count ${from} where s.company_id = ${scope.company_id} and ${where}`),
  );
  return listed(rows, count!.count, query);
}
