import { sql, type SQL } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf } from '../../platform/contract.ts';
import { all } from '../../platform/database.ts';
import { alphabetical, matches } from '../../platform/list.ts';
import { columnOf, type courseStatistic, type CourseColumn, type FormColumn } from './contract.ts';
import { finishes, formFacts, inGroup, timesSpent, zoneOf } from './queries-facts.ts';

type Query = Omit<QueryOf<typeof courseStatistic>, 'page' | 'page_size'>;

const NAME = alphabetical(sql`(u.last_name || ' ' || u.first_name)`);
/** When a student finished, where `finish` is joined. */
export const COMPLETED = sql`case cp.state when 'finished' then coalesce(finish.at, cp.opened_at) end`;

type Sorted<Columns extends string, Left extends string> = Record<Exclude<Columns, Left>, SQL>;

/** What the course's columns sort by; never null, so that what is missing stands at one end. */
const COURSE_SORTS: Sorted<CourseColumn, 'groups' | 'can_download_certificate' | 'retake_allowed'> = {
  last_name: NAME,
  blocked_in_course: sql`(b.user_id is not null)`,
  state: sql`array_position(array['new', 'in_progress', 'finished'], cp.state)`,
  progress: sql`cp.percent`,
  materials_done: sql`cp.done`,
  started_at: sql`coalesce(cp.opened_at, '-infinity')`,
  last_activity: sql`coalesce(cp.last_activity, '-infinity')`,
  completed_at: sql`coalesce(${COMPLETED}, '-infinity')`,
  time_spent: sql`coalesce(spent.seconds, 0)`,
};

/** What a form's columns sort by, from its facts and its assignment. */
function formSort(field: FormColumn, facts: SQL, assignment: SQL): SQL {
  if (field === 'status') return sql`coalesce(${assignment}.status, 3)`;
  if (field === 'attempts_used') return sql`coalesce(${assignment}.attempts_used, 0)`;
  // A better grade is a higher percentage.
  if (field === 'ects') return sql`coalesce(${facts}.percent, -1)`;
  if (field === 'passed') return sql`coalesce(${facts}.passed::integer, -1)`;
  if (field === 'finished_by') return sql`coalesce(${facts}.finished_by, '')`;
  return sql`coalesce(${facts}.${sql.raw(field)}, -1)`;
}

interface Sort {
  /** What `chosen` calls it. */
  name: string;
  descending: boolean;
  by: SQL;
  join: SQL;
}

function sortsOf(scope: Scope, { ordering }: Query): Sort[] {
  return (ordering?.length ? ordering : ['last_name']).map((term, place) => {
    const descending = term.startsWith('-');
    const { form_id, field } = columnOf(descending ? term.slice(1) : term)!;
    const name = `by_${place}`;
    if (form_id === null)
      return { name, descending, by: COURSE_SORTS[field as keyof typeof COURSE_SORTS], join: sql`` };
    const [facts, assignment] = [sql.raw(`facts_${place}`), sql.raw(`assigned_${place}`)];
    const join = sql`
      left join (${formFacts(scope, sql`f.id = ${form_id}`)}) ${facts} on ${facts}.user_id = cp.user_id
      left join assignments ${assignment} on ${assignment}.company_id = cp.company_id and ${assignment}.form_id = ${form_id}
        and ${assignment}.user_id = cp.user_id`;
    return { name, descending, by: formSort(field, facts, assignment), join };
  });
}

/** What the order and the filters ask of everybody, beside the forms. */
function courseJoins(scope: Scope, course_id: number, query: Query): SQL {
  const sortsBy = (field: CourseColumn) => query.ordering?.some((term) => term.replace('-', '') === field);
  const finish = sortsBy('completed_at') || query.completed_from || query.completed_to;
  return sql`
    ${finish ? sql`left join (${finishes(scope, course_id)}) finish on finish.user_id = cp.user_id` : sql``}
    ${sortsBy('time_spent') ? sql`left join (${timesSpent(scope, course_id)}) spent on spent.user_id = cp.user_id` : sql``}`;
}

/** Days of the company, the last one included. */
function within(scope: Scope, instant: SQL, from: string | undefined, to: string | undefined): SQL[] {
  const starts = (day: string, days: number) =>
    sql`((${day}::date + ${days}::integer)::timestamp at time zone ${zoneOf(scope)})`;
  return [
    ...(from ? [sql`${instant} >= ${starts(from, 0)}`] : []),
    ...(to ? [sql`${instant} < ${starts(to, 1)}`] : []),
  ];
}

const between = (number: SQL, from: number | undefined, to: number | undefined): SQL[] => [
  ...(from === undefined ? [] : [sql`${number} >= ${from}::float8`]),
  ...(to === undefined ? [] : [sql`${number} <= ${to}::float8`]),
];

/** The condition about a form, or about any of the course. Errors: required on "form" for a range of no form. */
function outcomeWhere(scope: Scope, { form, result, percent_from, percent_to }: Query): (SQL | false)[] {
  const ofForm = form === undefined ? sql`true` : sql`f.id = ${form}`;
  const attempts = (state: SQL) => sql`
    select t.user_id from course_forms f
      join attempts t on t.company_id = ${scope.company_id} and t.form_id = f.id where ${ofForm} and ${state}`;
  const facts = (found: SQL) =>
    sql`cp.user_id in (select r.user_id from (${formFacts(scope, ofForm)}) r where ${found})`;
  const outcomes = {
    passed: () => facts(sql`r.passed`),
    failed: () => facts(sql`not r.passed`),
    not_taken: () => sql`cp.user_id not in (${attempts(sql`t.status = 'completed'`)})`,
    running: () => sql`cp.user_id in (${attempts(sql`t.status = 'running'`)})`,
    in_review: () =>
      sql`cp.user_id in (${attempts(sql`t.status = 'completed' and t.result_published_at is null`)})`,
  };
  const range = between(sql`r.percent`, percent_from, percent_to);
  if (range.length > 0 && form === undefined) throw new AppError('required', { field: 'form' });
  return [result !== undefined && outcomes[result](), range.length > 0 && facts(all(range))];
}

/** Whether a student holds a certificate; asked only of those who ever held one. */
export const isCertified = (
  scope: Scope,
  course_id: number,
): SQL => sql`(cp.user_id in (select k.user_id from certificates k
    where k.company_id = ${scope.company_id} and k.course_id = ${course_id}) and has_certificate(cp.course_id, cp.user_id))`;

/** Whether a student may have a retake of any form; asked only of those whose form is completed or rejected. */
export const mayRetake = (scope: Scope): SQL => sql`(cp.user_id in (
    select j.user_id from course_forms f
      cross join lateral judge_retakes(f.id, array(select a.user_id from assignments a
        where a.company_id = ${scope.company_id} and a.form_id = f.id and a.status in (2, 5))) j
      where j.code is null))`;

/** The condition that a student is one of those looked for. */
function studentsWhere(scope: Scope, course_id: number, query: Query): (SQL | false | null)[] {
  const { state, certificate, retake_allowed, blocked } = query;
  return [
    inReach(scope, 'people', sql`cp.user_id`),
    state === 'started' ? sql`cp.state <> 'new'` : state !== undefined && sql`cp.state = ${state}`,
    inGroup(scope, query.group, sql`cp.user_id`),
    blocked !== undefined && sql`(b.user_id is not null) = ${blocked === 'true'}`,
    certificate !== undefined && sql`${isCertified(scope, course_id)} = ${certificate === 'true'}`,
    retake_allowed !== undefined && sql`${mayRetake(scope)} = ${retake_allowed === 'true'}`,
    ...between(sql`cp.percent`, query.progress_from, query.progress_to),
    ...within(scope, sql`cp.opened_at`, query.started_from, query.started_to),
    ...within(scope, sql`cp.last_activity`, query.last_activity_from, query.last_activity_to),
    ...within(scope, COMPLETED, query.completed_from, query.completed_to),
    ...outcomeWhere(scope, query),
    matches(query.search, sql`u.last_name || ' ' || u.first_name || ' ' || u.last_name`),
  ];
}

/**
 * Who of a course's students is looked for, as the CTE `chosen`, after `course_forms`; with what they are ordered by.
 * @returns the CTE, and the order of its rows
 */
export function chosenStudents(scope: Scope, course_id: number, query: Query): { chosen: SQL; order: SQL } {
  const sorts = sortsOf(scope, query);
  const joins = [courseJoins(scope, course_id, query), ...sorts.map(({ join }) => join)];
  const keys = sorts.map(({ by, name }) => sql`${by} as ${sql.raw(name)}`);
  const terms = sorts.map(({ name, descending }) => sql.raw(`chosen.${name}${descending ? ' desc' : ''}`));
  return {
    chosen: sql`chosen as materialized (
      select cp.user_id, ${sql.join(keys, sql`, `)}
        from course_progress cp
        join users u on u.id = cp.user_id
        left join course_blocks b on b.company_id = cp.company_id and b.course_id = cp.course_id and b.user_id = cp.user_id
        ${sql.join(joins, sql` `)}
        where ${all([sql`cp.company_id = ${scope.company_id} and cp.course_id = ${course_id}`, ...studentsWhere(scope, course_id, query)])}
    )`,
    order: sql.join([...terms, sql`chosen.user_id`], sql`, `),
  };
}
