import { sql, type SQL } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf, ResponseOf } from '../../platform/contract.ts';
import { all, statement, type Db } from '../../platform/database.ts';
import { alphabetical, listed, matches, pageOf } from '../../platform/list.ts';
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

type AppointedQuery = QueryOf<typeof contract.listAppointedForms>;

/**
 * Tests and exams appointed to oneself or to people in reach: everything published in the courses they study. Details
 * are looked up for the rows of the page alone.
 */
export async function pageOfAppointedForms(db: Db, scope: Scope, query: AppointedQuery) {
  const own = scope.user_type === 'student' || query.user === scope.user_id;
  const offered = formsOffered(scope, query, own);
  const held = appointedTo(scope, query, own);
  const order = orderOf(query);
  const [, rows, [count]] = await db.run(
    scope,
    endOverdue,
    statement<AppointedForm>(sql`
      with ${offered}, page as materialized (
        select shown.*, row_number() over () as place from (
          select v.id as form_id, s.user_id, a.id as assignment_id ${held} ${order}) shown
      )
      select v.id as form_id, v.name as form_name, v.form_type, v.material_id,
             jsonb_build_object('id', v.course_id, 'name', v.course_name) as course,
             jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name) as user,
             coalesce(a.status, 3) as passed_form_status,
             best.passed as passed_successfully, best.percent, best.ects,
             coalesce(a.attempts_used, 0) as attempts_used,
             attempts_allowed(v.settings, coalesce(a.extra_attempts, 0)) as attempts_allowed,
             coalesce(last.finished_at, last.deadline) as exam_time_end, last.id as last_attempt_id,
             has_certificate(v.course_id, u.id, v.id) as can_download_certificate,
             coalesce(last.status = 'completed' and last.result_published_at is null, false) as in_review,
             decision_on(a.company_id, a.id, a.status) as decision
        from page p
        join offered v on v.id = p.form_id
        join users u on u.id = p.user_id
        left join assignments a on a.company_id = ${scope.company_id} and a.id = p.assignment_id ${bestAndLast(own)}
        order by p.place`),
    statement<{ count: number }>(sql`with ${offered} select count(*)::integer as count ${held}`),
  );
  return listed(rows, count!.count, query);
}

/** The published forms that a row can be about, with what is searched and filtered by them alone. */
function formsOffered(scope: Scope, query: AppointedQuery, own: boolean): SQL {
  const { course, course_name, form, form_type } = query;
  const studied = own ? scope.user_id : query.user;
  const where = all([
    !own && inReach(scope, 'courses', sql`m.course_id`),
    studied !== undefined &&
      sql`m.course_id in (select course_id from course_states where company_id = ${scope.company_id} and user_id = ${studied})`,
    course !== undefined && sql`c.id = ${course}`,
    !!course_name && sql`(c.id::text = ${course_name} or lower(c.name) = lower(${course_name}))`,
    form !== undefined && sql`f.id = ${form}`,
    form_type !== undefined && sql`f.form_type = ${form_type}`,
  ]);
  const found = matches(query.search, sql`(v.settings->>'name')`, sql`c.name`) ?? sql`true`;
  return sql`
    offered as materialized (
      select f.id, f.form_type, f.material_id, m.course_id, m.archived_at, c.name as course_name, v.settings,
             v.settings->>'name' as name, ${found} as found
        from forms f
        join materials m on m.company_id = f.company_id and m.id = f.material_id and m.deleted_at is null
        join courses c on c.company_id = m.company_id and c.id = m.course_id and c.deleted_at is null and c.published_at is not null
        cross join lateral (
          select settings from form_versions where company_id = f.company_id and form_id = f.id order by number desc limit 1) v
        where f.company_id = ${scope.company_id} and ${where}
    )`;
}

/** Whose row stands in the list: students of the courses, with their assignment; the results only where they are asked by. */
function appointedTo(scope: Scope, query: AppointedQuery, own: boolean): SQL {
  const { user, group, passed_form_status, appointed_form_status, exam_time_end_from, exam_time_end_to } =
    query;
  const asked = (field: string) => query.ordering?.some((term) => term.replace('-', '') === field);
  const wantsResult =
    asked('percent') ||
    asked('exam_time_end') ||
    appointed_form_status === 'passed' ||
    appointed_form_status === 'not_passed' ||
    exam_time_end_from !== undefined ||
    exam_time_end_to !== undefined;
  const ended = sql`coalesce(last.finished_at, last.deadline)`;
  const startOf = (day: SQL) =>
    sql`(${day})::timestamp at time zone (select time_zone from companies where id = ${scope.company_id})`;
  const people = own ? null : matches(query.search, sql`w.last_name`, sql`w.first_name`, sql`w.email`);
  const where = all([
    own ? sql`s.user_id = ${scope.user_id}` : inReach(scope, 'people', sql`s.user_id`),
    user !== undefined && sql`s.user_id = ${user}`,
    group !== undefined &&
      sql`s.user_id in (select user_id from group_members where company_id = ${scope.company_id} and group_id = ${group} and role = 'student')`,
    people
      ? sql`(v.found or s.user_id in (
          select w.id from users w join memberships b on b.company_id = ${scope.company_id} and b.user_id = w.id where ${people}))`
      : sql`v.found`,
    passed_form_status === 3
      ? sql`coalesce(a.status, 3) in (3, 4)`
      : passed_form_status !== undefined && sql`a.status = ${passed_form_status}`,
    appointed_form_status !== undefined && STANDS[appointed_form_status],
    exam_time_end_from !== undefined && sql`${ended} >= ${startOf(sql`${exam_time_end_from}::date`)}`,
    exam_time_end_to !== undefined && sql`${ended} < ${startOf(sql`${exam_time_end_to}::date + 1`)}`,
    // As in student_materials: archived ones are kept by those who opened the course before.
    sql`(v.archived_at is null or exists (
      select from material_progress p join materials m on m.company_id = p.company_id and m.id = p.material_id
        where p.company_id = s.company_id and p.user_id = s.user_id and m.course_id = v.course_id and p.opened_at < v.archived_at))`,
  ]);
  return sql`
    from offered v
    join course_states s on s.company_id = ${scope.company_id} and s.course_id = v.course_id
    ${asked('last_name') ? sql`join users u on u.id = s.user_id` : sql``}
    left join assignments a on a.company_id = s.company_id and a.form_id = v.id and a.user_id = s.user_id
    ${wantsResult ? bestAndLast(own) : sql``}
    where ${where}`;
}

const STANDS: Record<(typeof contract.APPOINTED_FORM_STATUSES)[number], SQL> = {
  assigned: sql`coalesce(a.status, 3) in (3, 4)`,
  started: sql`a.status = 1`,
  passed: sql`a.status = 2 and best.passed`,
  not_passed: sql`(a.status = 2 and not best.passed or a.status = 5)`,
};

/** Whoever has no date or result comes last, whichever way the list runs. */
function orderOf(query: AppointedQuery): SQL {
  const falls = (field: 'exam_time_end' | 'percent') => query.ordering?.some((term) => term === `-${field}`);
  return pageOf(
    query,
    {
      form_name: alphabetical(sql`v.name`),
      course_name: alphabetical(sql`v.course_name`),
      last_name: alphabetical(sql`(u.last_name || ' ' || u.first_name)`),
      exam_time_end: sql`coalesce(last.finished_at, last.deadline, ${falls('exam_time_end') ? sql`'-infinity'` : sql`'infinity'`})`,
      percent: sql`coalesce(best.percent, ${falls('percent') ? sql`-1` : sql`101`})`,
    },
    'form_name',
    sql`${alphabetical(sql`v.name`)}, v.id, s.user_id`,
  );
}
