import { sql, type SQL } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import { reachOf } from '../../access/contract.ts';
import { endOverdue } from '../../exams/attempts/queries-results.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf, ResponseOf } from '../../platform/contract.ts';
import { statement, type Db } from '../../platform/database.ts';
import { listed } from '../../platform/list.ts';
import * as contract from './contract.ts';
import { courseForms, finishes, formFacts, reachedCourse, timesSpent } from './queries-facts.ts';
import { chosenStudents } from './queries-students.ts';

type Row = ResponseOf<typeof contract.courseStatistic>['results'][number];
type Columns = ResponseOf<typeof contract.statisticColumns>['columns'];

/** How many tests and exams the table shows before somebody chooses. */
const FORMS_SHOWN = 3;

export interface CourseForm {
  id: number;
  name: string;
  form_type: number;
}

/** The statement of a course's published forms. */
export const formsOf = (scope: Scope, course_id: number) =>
  statement<CourseForm>(sql`
    with ${courseForms(scope, course_id)} select f.id, f.name, f.form_type from course_forms f order by f.place`);

/** What the table can show, of all or of one form. Errors: not_found. */
export async function columnsOf(db: Db, scope: Scope, course_id: number, form_id: number | null) {
  const [[course], forms] = await db.run(
    scope,
    statement(reachedCourse(scope, course_id)),
    formsOf(scope, course_id),
  );
  if (!course) throw new AppError('not_found');
  const columns = listOfColumns(forms);
  if (form_id === null) return { columns };
  const own = columns.filter((column) => column.form_id === form_id);
  if (own.length === 0) throw new AppError('not_found');
  return { columns: own };
}

/** The columns of a course with these forms, in their order. */
export function listOfColumns(forms: readonly CourseForm[]): Columns {
  const ofCourse = Object.entries(contract.COURSE_COLUMNS).map(([field, column]) => ({
    key: field,
    field,
    form_id: null,
    label: null,
    ...column,
    locked: field === 'last_name',
  }));
  const ofForms = forms.flatMap(({ id, name }, place) =>
    Object.entries(contract.FORM_COLUMNS).map(([field, column]) => ({
      key: `form_${id}_${field}`,
      field,
      form_id: id,
      label: name,
      group: `form_${id}`,
      ...column,
      default_visible: column.default_visible && place < FORMS_SHOWN,
      locked: false,
    })),
  );
  const outcome = ofCourse.findIndex(({ group }) => group === 'outcome');
  return [...ofCourse.slice(0, outcome), ...ofForms, ...ofCourse.slice(outcome)];
}

/**
 * Refuses what names a form of another course: by its columns, its order or its filter. The query is made before its
 * forms are known; what it found about a strange one is thrown away here.
 */
export function requireForms(
  forms: readonly CourseForm[],
  query: { ordering?: string[] | undefined; columns?: string[] | undefined; form?: number | undefined },
): void {
  const isOwn = (form_id: number | null | undefined) =>
    form_id === null || form_id === undefined || forms.some(({ id }) => id === form_id);
  for (const field of ['ordering', 'columns'] as const) {
    const asked = (query[field] ?? []).map((term) => contract.columnOf(term.replace(/^-/, ''))?.form_id);
    if (!asked.every(isOwn)) throw new AppError('invalid_choice', { field });
  }
  if (!isOwn(query.form)) throw new AppError('invalid_choice', { field: 'form' });
}

/** The students of a course in reach with progress and results (decisions, "Statistic"). Errors: not_found. */
export async function courseStatistic(
  db: Db,
  scope: Scope,
  course_id: number,
  query: QueryOf<typeof contract.courseStatistic>,
) {
  const { chosen, order } = chosenStudents(scope, course_id, query);
  const onPage = (person: SQL) => sql`${person} = any (array(select user_id from page))`;
  const [, [course], forms, rows] = await db.run(
    scope,
    endOverdue,
    statement(reachedCourse(scope, course_id)),
    formsOf(scope, course_id),
    statement<Omit<Row, 'actions' | 'retake_allowed'> & { count: number; place: number | null }>(sql`
      with ${courseForms(scope, course_id)}, ${chosen}, page as materialized (
        select c.user_id, row_number() over () as place from (
          select user_id from chosen order by ${order} limit ${query.page_size} offset ${(query.page - 1) * query.page_size}
        ) c
      ), facts as materialized (${formFacts(scope, sql`true`, onPage(sql`t.user_id`))}
      ), finish as materialized (${finishes(scope, course_id, onPage(sql`p.user_id`))}
      ), spent as materialized (${timesSpent(scope, course_id, onPage(sql`t.user_id`), onPage(sql`p.user_id`))}
      ), retakes as materialized (
        select f.id as form_id, j.user_id from course_forms f
          cross join lateral judge_retakes(f.id, array(select user_id from page)) j where j.code is null
      )
      select n.count, page.place, jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name) as user,
             cp.state, cp.percent as progress, cp.done as materials_done, cp.total as materials_total,
             cp.opened_at as started_at, cp.last_activity,
             case cp.state when 'finished' then coalesce(finish.at, cp.opened_at) end as completed_at,
             coalesce(spent.seconds, 0) as time_spent, b.user_id is not null as blocked_in_course,
             has_certificate(cp.course_id, cp.user_id) as can_download_certificate,
             coalesce((select jsonb_agg(g.name order by g.name collate "uk-x-icu")
               from group_members gm join study_groups g on g.company_id = gm.company_id and g.id = gm.group_id
               where gm.company_id = cp.company_id and gm.user_id = cp.user_id and gm.role = 'student' and g.deleted_at is null
                 and ${inReach(scope, 'groups', sql`g.id`)}), '[]') as groups,
             coalesce((
               select jsonb_agg(jsonb_build_object(
                   'form_id', f.id, 'form_name', f.name, 'form_type', f.form_type, 'status', coalesce(a.status, 3),
                   'attempts_used', coalesce(a.attempts_used, 0),
                   'attempts_allowed', attempts_allowed(f.settings, coalesce(a.extra_attempts, 0)),
                   'first_score', r.first_score, 'last_score', r.last_score, 'best_score', r.best_score,
                   'first_percent', r.first_percent, 'last_percent', r.last_percent, 'best_percent', r.best_percent,
                   'percent', r.percent, 'ects', r.ects, 'passed', r.passed, 'duration', r.duration, 'finished_by', r.finished_by,
                   'in_review', coalesce(r.in_review, false),
                   'retake_allowed', exists (select from retakes w where w.form_id = f.id and w.user_id = cp.user_id),
                   'last_attempt_id', (select t.id from attempts t
                     where t.company_id = a.company_id and t.assignment_id = a.id order by t.number desc limit 1)
                 ) order by f.place)
                 from student_materials s
                 join course_forms f on f.material_id = s.material_id
                 left join assignments a on a.company_id = s.company_id and a.form_id = f.id and a.user_id = s.user_id
                 left join facts r on r.form_id = f.id and r.user_id = s.user_id
                 where s.company_id = cp.company_id and s.course_id = cp.course_id and s.user_id = cp.user_id
             ), '[]') as forms
        from (select count(*)::integer as count from chosen) n
        left join page on true
        left join course_progress cp on cp.company_id = ${scope.company_id} and cp.course_id = ${course_id} and cp.user_id = page.user_id
        left join users u on u.id = cp.user_id
        left join course_blocks b on b.company_id = cp.company_id and b.course_id = cp.course_id and b.user_id = cp.user_id
        left join finish on finish.user_id = cp.user_id
        left join spent on spent.user_id = cp.user_id
        order by page.place`),
  );
  if (!course) throw new AppError('not_found');
  requireForms(forms, query);
  const people = rows.flatMap(({ count: _, place, ...row }) =>
    place === null ? [] : withActions(scope, row),
  );
  return listed(people, rows[0]!.count, query);
}

/** What the caller may do about a student, and whether any form may be taken again. */
function withActions(scope: Scope, row: Omit<Row, 'actions' | 'retake_allowed'>): Row {
  const retake_allowed = row.forms.some((form) => form.retake_allowed);
  const may = {
    retake: retake_allowed && reachOf('manageAttempts', scope.user_type) !== null,
    certificate: row.can_download_certificate,
    view_user: reachOf('viewUser', scope.user_type) !== null,
    give_time: row.forms.length > 0 && reachOf('manageAttempts', scope.user_type) !== null,
  };
  return { ...row, retake_allowed, actions: contract.STUDENT_ACTIONS.filter((action) => may[action]) };
}
