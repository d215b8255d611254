import { sql, type SQL } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import type { Language } from '../../identity/accounts/contract.ts';
import { endOverdue } from '../../exams/attempts/queries-results.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf } from '../../platform/contract.ts';
import { statement, type Db } from '../../platform/database.ts';
import type { Cell } from '../../platform/xlsx.ts';
import { columnOf, type CourseColumn, type FormColumn, type statisticExport } from './contract.ts';
import { courseForms, finishes, formFacts, reachedCourse, timesSpent, zoneOf } from './queries-facts.ts';
import { chosenStudents, COMPLETED, isCertified, mayRetake } from './queries-students.ts';
import { formsOf, requireForms, type CourseForm } from './queries.ts';

/** The most arguments that a function of Postgres takes. */
const MOST_ARGUMENTS = 100;

export interface ExportedStatistic {
  language: Language;
  course_name: string;
  forms: CourseForm[];
  /** In the order of the columns asked for. */
  rows: Cell[][];
}

/**
 * The cells of the filtered table in its order: words as keys, shares 0 to 1, dates and durations in days as sheets count
 * them. One round trip, which works out only what the columns show, looked up student by student: gathered first and
 * joined, it is compared with everybody as soon as the planner takes the students of a course for few. Errors: not_found;
 * invalid_choice for a form of another course.
 */
export async function statisticToExport(
  db: Db,
  scope: Scope,
  course_id: number,
  query: QueryOf<typeof statisticExport>,
): Promise<ExportedStatistic> {
  const { chosen, order } = chosenStudents(scope, course_id, query);
  const columns = query.columns.map((key) => columnOf(key)!);
  const cells = columns.map((column) =>
    column.form_id === null
      ? courseCell(scope, course_id, column.field)
      : formCell(column.field, sql.raw(`form_${column.form_id}`)),
  );
  const form_ids = [...new Set(columns.flatMap(({ form_id }) => (form_id === null ? [] : [form_id])))];
  const [, [course], forms, rows] = await db.run(
    scope,
    endOverdue,
    statement<{ name: string; language: Language }>(sql`
      select c.name, (select language from users where id = ${scope.user_id}) as language from courses c
        where c.company_id = ${scope.company_id} and c.id = ${course_id} and exists (${reachedCourse(scope, course_id)})`),
    formsOf(scope, course_id),
    statement<{ cells: Cell[] }>(sql`
      with ${courseForms(scope, course_id)}, ${chosen}
      select ${arrayOf(cells)} as cells
        from chosen
        join course_progress cp on cp.company_id = ${scope.company_id} and cp.course_id = ${course_id} and cp.user_id = chosen.user_id
        join users u on u.id = cp.user_id
        left join course_blocks b on b.company_id = cp.company_id and b.course_id = cp.course_id and b.user_id = cp.user_id
        ${query.columns.includes('completed_at') ? sql`left join lateral (${finishes(scope, course_id, sql`p.user_id = cp.user_id`)}) finish on true` : sql``}
        ${query.columns.includes('time_spent') ? sql`left join lateral (${timesSpent(scope, course_id, sql`t.user_id = cp.user_id`, sql`p.user_id = cp.user_id`)}) spent on true` : sql``}
        ${sql.join(
          form_ids.map((form_id) => formJoin(scope, form_id)),
          sql` `,
        )}
        order by ${order}`),
  );
  if (!course) throw new AppError('not_found');
  requireForms(forms, query);
  return {
    language: course.language,
    course_name: course.name,
    forms,
    rows: rows.map((row) => row.cells),
  };
}

/** An array of any number of values, which one call takes a hundred of. */
function arrayOf(cells: readonly SQL[]): SQL {
  const calls: SQL[] = [];
  for (let at = 0; at < cells.length; at += MOST_ARGUMENTS)
    calls.push(sql`jsonb_build_array(${sql.join(cells.slice(at, at + MOST_ARGUMENTS), sql`, `)})`);
  return sql.join(calls, sql` || `);
}

const DAY = sql.raw('86400.0');
/** Where sheets begin to count days, before where Postgres counts seconds from. */
const FIRST_DAY = sql.raw('25569');

const dayOf = (scope: Scope, instant: SQL): SQL =>
  sql`round(extract(epoch from ${instant} at time zone ${zoneOf(scope)}) / ${DAY} + ${FIRST_DAY}, 6)`;
const yesNo = (condition: SQL): SQL => sql`case when ${condition} then 'yes' else 'no' end`;

function courseCell(scope: Scope, course_id: number, field: CourseColumn): SQL {
  const cells: Record<CourseColumn, () => SQL> = {
    last_name: () => sql`u.last_name || ' ' || u.first_name`,
    groups: () => sql`(select string_agg(g.name, ', ' order by g.name collate "uk-x-icu")
      from group_members gm join study_groups g on g.company_id = gm.company_id and g.id = gm.group_id
      where gm.company_id = cp.company_id and gm.user_id = cp.user_id and gm.role = 'student' and g.deleted_at is null
        and ${inReach(scope, 'groups', sql`g.id`)})`,
    blocked_in_course: () => yesNo(sql`b.user_id is not null`),
    state: () => sql`cp.state`,
    progress: () => sql`cp.percent / 100.0`,
    materials_done: () => sql`cp.done`,
    started_at: () => dayOf(scope, sql`cp.opened_at`),
    last_activity: () => dayOf(scope, sql`cp.last_activity`),
    completed_at: () => dayOf(scope, sql`(${COMPLETED})`),
    time_spent: () => sql`coalesce(spent.seconds, 0) / ${DAY}`,
    can_download_certificate: () => yesNo(isCertified(scope, course_id)),
    retake_allowed: () => yesNo(mayRetake(scope)),
  };
  return cells[field]();
}

/** A cell of a form; null where the student does not have it. */
function formCell(field: FormColumn, form: SQL): SQL {
  const assigned = (value: SQL) => sql`case when ${form}.is_theirs then ${value} end`;
  if (field === 'status') {
    return assigned(sql`case coalesce(${form}.status, 3) when 1 then 'running' when 4 then 'reopened' when 5 then 'rejected'
      when 6 then 'canceled' else case when ${form}.passed then 'passed' when not ${form}.passed then 'failed' else 'assigned' end end`);
  }
  if (field === 'attempts_used') return assigned(sql`coalesce(${form}.attempts_used, 0)`);
  if (field === 'passed')
    return sql`case when ${form}.passed then 'yes' when not ${form}.passed then 'no' end`;
  if (field === 'duration') return sql`${form}.duration / ${DAY}`;
  const value = sql`${form}.${sql.raw(field)}`;
  return field.endsWith('percent') ? sql`${value} / 100` : value;
}

/** What a student has of a form, as a lateral of the form's own name. */
function formJoin(scope: Scope, form_id: number): SQL {
  return sql`left join lateral (
    select true as is_theirs, a.status, a.attempts_used, r.first_score, r.last_score, r.best_score, r.first_percent,
           r.last_percent, r.best_percent, r.percent, r.ects, r.passed, r.duration, r.finished_by
      from course_forms f
      join student_materials s on s.company_id = cp.company_id and s.course_id = cp.course_id and s.user_id = cp.user_id
        and s.material_id = f.material_id
      left join assignments a on a.company_id = cp.company_id and a.form_id = f.id and a.user_id = cp.user_id
      left join lateral (${formFacts(scope, sql`f.id = ${form_id}`, sql`t.user_id = cp.user_id`)}) r on true
      where f.id = ${form_id}
  ) ${sql.raw(`form_${form_id}`)} on true`;
}
