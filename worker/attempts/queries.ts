import { sql, type SQL } from 'drizzle-orm';
import { inReach } from '../access/authorize.ts';
import { AppError } from '../errors/app-error.ts';
import type { Scope } from '../platform/context.ts';
import type { QueryOf, ResponseOf } from '../platform/contract.ts';
import { all, statement, type Db } from '../platform/database.ts';
import { alphabetical, listed, matches, pageOf } from '../platform/list.ts';
import type * as contract from './contract.ts';

type Introduction = ResponseOf<typeof contract.formIntroduction>;
type Result = ResponseOf<typeof contract.getPassedForm>;
type AppointedForm = ResponseOf<typeof contract.listAppointedForms>['results'][number];

/** Every read treats an overdue attempt as ended at its deadline: it ends it. */
export const endOverdue = statement(sql`select end_due_attempts()`);

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
             coalesce(a.status, 3) as status, locked_by(m.id, ${scope.user_id}) is not null as locked
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

interface ResultRow extends Omit<Result, 'published' | 'score_explanation' | 'text_after_passing'> {
  result_published_at: Date | null;
  settings: {
    rating_system: Result['rating_system'];
    passing_score: number;
    passing_score_type: Result['passing_score_type'];
    show_uncounted_answers: boolean;
    show_right_answers: boolean;
    show_points_for_answers: boolean;
    text_after_success_passing: string;
    text_after_failure_passing: string;
  };
  questions: {
    id: number;
    title: string;
    answers: { id: number; title: string; is_right_answer: boolean }[];
  }[];
  explanation:
    | { id: number; earned: number; maximum: number; outcome: 'right' | 'wrong' | 'not_answered' }[]
    | null;
  chosen: Record<string, number[]>;
}

/**
 * The result of an attempt as the caller may see it: one's own, once published and as far as the form shows; for staff
 * those of courses and people in reach. Errors: not_found.
 */
export async function resultOf(db: Db, scope: Scope, id: number): Promise<Result> {
  const student = scope.user_type === 'student';
  const [, [row]] = await db.run(
    scope,
    endOverdue,
    statement<ResultRow>(sql`
      select t.id, t.form_id, v.settings->>'name' as form_name, f.form_type, t.number, a.status as passed_form_status,
             t.started_at, t.finished_at, t.finished_by, t.result_published_at,
             extract(epoch from t.finished_at - t.started_at)::integer as duration,
             jsonb_build_object('id', c.id, 'name', c.name) as course, m.id as material_id,
             jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name) as user,
             v.settings, v.questions, g.explanation, g.passed as passed_successfully, g.ects,
             g.score::float8 as score, g.max_score::float8 as max_score, g.percent::float8 as percent,
             coalesce((select jsonb_object_agg(s.question_id, s.answer_ids) from attempt_answers s
               where s.company_id = t.company_id and s.attempt_id = t.id), '{}') as chosen
        from attempts t
        join assignments a on a.company_id = t.company_id and a.id = t.assignment_id
        join form_versions v on v.company_id = t.company_id and v.id = t.form_version_id
        join forms f on f.company_id = t.company_id and f.id = t.form_id
        join materials m on m.company_id = f.company_id and m.id = f.material_id
        join courses c on c.company_id = m.company_id and c.id = m.course_id
        join users u on u.id = t.user_id
        left join results g on g.company_id = t.company_id and g.attempt_id = t.id
        where t.company_id = ${scope.company_id} and t.id = ${id}
          and (t.user_id = ${scope.user_id}
            or ${student ? sql`false` : sql`${inReach(scope, 'courses', sql`c.id`)} and ${inReach(scope, 'people', sql`t.user_id`)}`})`),
  );
  if (!row) throw new AppError('not_found');
  return shownResult(row, row.user.id === scope.user_id);
}

function shownResult(row: ResultRow, student: boolean): Result {
  const { settings, questions, explanation, chosen, result_published_at, ...result } = row;
  const { passed_successfully, score, max_score, percent, ects, ...facts } = result;
  const published = explanation !== null && (!student || result_published_at !== null);
  const shown = {
    ...facts,
    rating_system: settings.rating_system,
    passing_score: settings.passing_score,
    passing_score_type: settings.passing_score_type,
    published,
    can_download_certificate: false,
  };
  if (!published) return shown;
  const showsKey = !student || settings.show_right_answers;
  const marksOwn = showsKey || settings.show_uncounted_answers;
  const showsPoints = !student || settings.show_points_for_answers;
  const text = passed_successfully
    ? settings.text_after_success_passing
    : settings.text_after_failure_passing;
  return {
    ...shown,
    passed_successfully: passed_successfully!,
    score: score!,
    max_score: max_score!,
    percent: percent!,
    ects: ects!,
    text_after_passing: text,
    score_explanation: questions.map((question) => {
      const own = chosen[question.id] ?? [];
      const graded = explanation.find((each) => each.id === question.id);
      return {
        id: question.id,
        title: question.title,
        answers: question.answers.map(({ id, title, is_right_answer }) => {
          const isChosen = own.includes(id);
          const marked = showsKey || (marksOwn && isChosen);
          return { id, title, chosen: isChosen, ...(marked ? { is_right_answer } : {}) };
        }),
        ...(marksOwn && graded ? { outcome: graded.outcome } : {}),
        ...(showsPoints && graded ? { earned: graded.earned, maximum: graded.maximum } : {}),
      };
    }),
  };
}

/** The best result of an assignment `a` as a lateral "best", and its last attempt as "last". */
export const bestAndLast: SQL = sql`
  left join lateral (
    select g.percent::float8 as percent, g.score::float8 as score, g.ects, bool_or(g.passed) over () as passed
      from attempts t join results g on g.company_id = t.company_id and g.attempt_id = t.id
      where t.company_id = a.company_id and t.assignment_id = a.id and t.status = 'completed'
      order by g.percent desc, t.number limit 1
  ) best on true
  left join lateral (
    select t.id, t.deadline, t.finished_at, t.finished_by, t.status, t.result_published_at, g.percent::float8 as percent
      from attempts t left join results g on g.company_id = t.company_id and g.attempt_id = t.id
      where t.company_id = a.company_id and t.assignment_id = a.id order by t.number desc limit 1
  ) last on true`;

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
  const hidden = own ? sql`last.result_published_at is null` : sql`false`;
  const [, rows, [count]] = await db.run(
    scope,
    endOverdue,
    statement<AppointedForm>(sql`
      select f.id as form_id, v.settings->>'name' as form_name, f.form_type, s.material_id,
             jsonb_build_object('id', c.id, 'name', c.name) as course,
             jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name) as user,
             coalesce(a.status, 3) as passed_form_status,
             case when not ${hidden} then best.passed end as passed_successfully,
             case when not ${hidden} then best.percent end as percent,
             case when not ${hidden} then best.ects end as ects,
             coalesce(a.attempts_used, 0) as attempts_used,
             attempts_allowed(v.settings, coalesce(a.extra_attempts, 0)) as attempts_allowed,
             coalesce(last.finished_at, last.deadline) as exam_time_end, last.id as last_attempt_id
        ${from} join users u on u.id = s.user_id ${bestAndLast}
        where s.company_id = ${scope.company_id} and ${where} ${order}`),
    statement<{ count: number }>(sql`
      select count(*)::integer as count ${from} where s.company_id = ${scope.company_id} and ${where}`),
  );
  return listed(rows, count!.count, query);
}
