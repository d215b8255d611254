import {
  and,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  not,
  notInArray,
  sql,
  type SQL,
  type SQLWrapper,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { inReach } from '../../access/authorize.ts';
import { AppError } from '../../errors/app-error.ts';
import { PASSED_FORM_STATUSES } from '../../exams/attempts/contract.ts';
import { assignments, attempts } from '../../exams/attempts/tables.ts';
import { hasCertificate } from '../../exams/certificates/functions.ts';
import { certificates } from '../../exams/certificates/tables.ts';
import { studentsForRetakes } from '../../exams/results/functions.ts';
import { users } from '../../identity/accounts/tables.ts';
import { startOfDay } from '../../identity/companies/functions.ts';
import { courseTerms } from '../../learning/chronology/functions.ts';
import { course_blocks, course_progress } from '../../learning/courses/tables.ts';
import { group_members } from '../../people/groups/tables.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf } from '../../platform/contract.ts';
import { relation } from '../../platform/database/functions.ts';
import { alphabetical, contains, patternOf } from '../../platform/database/list.ts';
import { build, tied } from '../../platform/database/queries.ts';
import {
  columnOf,
  type courseStatistic,
  type CourseColumn,
  type FormColumn,
  type PackageColumn,
} from './contract.ts';
import { course_finishes, course_forms, form_facts, package_facts, times_spent } from './tables.ts';

type Query = Omit<QueryOf<typeof courseStatistic>, 'page' | 'page_size'>;

/** A student of the course: what all these queries are about. */
const student = course_progress;

/** The student's own row of a table or view of the course. */
const ofStudent = (table: typeof course_finishes | typeof times_spent | typeof course_blocks) =>
  tied(table, student, eq(table.course_id, student.course_id), eq(table.user_id, student.user_id));

/** What a form's attempts come to, of everybody, by a name of its own. */
const factsOf = ({ company_id }: Scope, course_id: number, form_id: number, name: string) =>
  build
    .select()
    .from(form_facts)
    .where(
      and(
        eq(form_facts.company_id, company_id),
        eq(form_facts.course_id, course_id),
        eq(form_facts.form_id, form_id),
      ),
    )
    .as(name);

/** When a student finished, where `course_finishes` is joined. */
export const COMPLETED = sql<string | null>`case ${student.state} when 'finished'
  then coalesce(${course_finishes.at}, ${student.opened_at}) end`;

/** By when the course is due to everybody, and how late those were who finished it. */
export const termsOf = (course_id: number) =>
  relation(courseTerms({ course: course_id, users: null }), 'terms');

const term = (name: 'due_at' | 'finished_late_days') =>
  sql`${sql.identifier('terms')}.${sql.identifier(name)}`;

/** The certificate that a student holds. */
const held = alias(certificates, 'held');

/** What the course's columns sort by; never null, so that what is missing stands at one end. */
const COURSE_SORTS: Record<
  Exclude<
    CourseColumn,
    'email' | 'position' | 'subdivision' | 'groups' | 'can_download_certificate' | 'retake_allowed'
  >,
  SQL
> = {
  last_name: alphabetical(sql`(${users.last_name} || ' ' || ${users.first_name})`),
  blocked_in_course: sql`(${course_blocks.user_id} is not null)`,
  state: sql`array_position(array['new', 'in_progress', 'finished'], ${student.state})`,
  progress: sql`${student.percent}`,
  materials_done: sql`${student.done}`,
  started_at: sql`coalesce(${student.opened_at}, '-infinity')`,
  last_activity: sql`coalesce(${student.last_activity}, '-infinity')`,
  completed_at: sql`coalesce(${COMPLETED}, '-infinity')`,
  // Without a due date nothing presses.
  due_at: sql`coalesce(${term('due_at')}, 'infinity')`,
  late_days: sql`coalesce(${term('finished_late_days')}, -1)`,
  certificate_number: sql`coalesce(${held.number}, '')`,
  time_spent: sql`coalesce(${times_spent.seconds}, 0)`,
};

/** In the order of their numbers; what was not begun is assigned. */
const BY_NUMBER = PASSED_FORM_STATUSES.toSorted((one, other) => one.id - other.id).map(({ name }) => name);
const STATUSES = sql`${`{${BY_NUMBER.join(',')}}`}::text[]`;

/** What a form's columns sort by, from its facts and its assignment. */
function formSort(
  field: FormColumn,
  facts: ReturnType<typeof factsOf>,
  assigned: { status: SQLWrapper; attempts_used: SQLWrapper },
): SQL {
  if (field === 'status') return sql`array_position(${STATUSES}, coalesce(${assigned.status}, 'assigned'))`;
  if (field === 'attempts_used') return sql`coalesce(${assigned.attempts_used}, 0)`;
  // A better grade is a higher percentage.
  if (field === 'ects') return sql`coalesce(${facts.percent}, -1)`;
  if (field === 'passed') return sql`coalesce(${facts.passed}::integer, -1)`;
  if (field === 'finished_by') return sql`coalesce(${facts.finished_by}, '')`;
  return sql`coalesce(${facts[field]}, -1)`;
}

/** What tries at a package come to, of everybody, by a name of its own. */
const triesOf = ({ company_id }: Scope, course_id: number, material_id: number, name: string) =>
  build
    .select()
    .from(package_facts)
    .where(
      and(
        eq(package_facts.company_id, company_id),
        eq(package_facts.course_id, course_id),
        eq(package_facts.material_id, material_id),
      ),
    )
    .as(name);

/** From nothing to passed; who failed stands before who came to an end unjudged. */
const BY_RANK = sql`${`{not_begun,incomplete,failed,completed,passed}`}::text[]`;

const packageSort = (field: PackageColumn, facts: ReturnType<typeof triesOf>): SQL =>
  field === 'standing'
    ? sql`array_position(${BY_RANK}, coalesce(${facts.standing}, 'not_begun'))`
    : field === 'score'
      ? sql`coalesce(${facts.score}, -1)`
      : sql`coalesce(${facts[field]}, 0)`;

const studentsBy = (keys: Record<string, SQL.Aliased>) =>
  build
    .select({ user_id: student.user_id, ...keys })
    .from(student)
    .innerJoin(users, eq(users.id, student.user_id))
    .leftJoin(course_blocks, ofStudent(course_blocks))
    .$dynamic();

type Students = ReturnType<typeof studentsBy>;

interface Sort {
  /** What `chosen` calls it. */
  name: string;
  descending: boolean;
  by: SQL;
  join: (rows: Students) => Students;
}

function sortsOf(scope: Scope, course_id: number, { ordering }: Query): Sort[] {
  return (ordering?.length ? ordering : ['last_name']).map((key, place) => {
    const descending = key.startsWith('-');
    const { form_id, package_id, field } = columnOf(descending ? key.slice(1) : key)!;
    const name = `by_${place}`;
    if (package_id !== null) {
      const facts = triesOf(scope, course_id, package_id, `tries_${place}`);
      const join = (rows: Students) => rows.leftJoin(facts, eq(facts.user_id, student.user_id)) as Students;
      return { name, descending, by: packageSort(field, facts), join };
    }
    if (form_id === null) {
      const by = COURSE_SORTS[field as keyof typeof COURSE_SORTS];
      return { name, descending, by, join: (rows) => rows };
    }
    const facts = factsOf(scope, course_id, form_id, `facts_${place}`);
    const assigned = alias(assignments, `assigned_${place}`);
    const ofForm = tied(
      assigned,
      student,
      eq(assigned.form_id, form_id),
      eq(assigned.user_id, student.user_id),
    );
    return {
      name,
      descending,
      by: formSort(field, facts, assigned),
      join: (rows) =>
        rows.leftJoin(facts, eq(facts.user_id, student.user_id)).leftJoin(assigned, ofForm) as Students,
    };
  });
}

/** What the order and the filters ask of everybody, beside the forms. */
function withWhole(rows: Students, course_id: number, query: Query): Students {
  const sortsBy = (field: CourseColumn) => query.ordering?.some((key) => key.replace('-', '') === field);
  let joined = rows;
  if (sortsBy('due_at') || sortsBy('late_days') || query.term || query.due_from || query.due_to) {
    const terms = termsOf(course_id);
    joined = joined.leftJoin(terms, eq(terms.user_id, student.user_id)) as Students;
  }
  if (sortsBy('certificate_number')) {
    const current = and(isNull(held.replaced_at), isNull(held.revoked_at));
    const theirs = and(eq(held.course_id, student.course_id), eq(held.user_id, student.user_id), current);
    joined = joined.leftJoin(held, tied(held, student, theirs)) as Students;
  }
  if (sortsBy('completed_at') || query.completed_from || query.completed_to)
    joined = joined.leftJoin(course_finishes, ofStudent(course_finishes)) as Students;
  if (sortsBy('time_spent')) joined = joined.leftJoin(times_spent, ofStudent(times_spent)) as Students;
  return joined;
}

/** Days of the company, the last one included. */
const within = (instant: SQLWrapper, from: string | undefined, to: string | undefined) =>
  and(
    from ? sql`${instant} >= (select ${startOfDay({ day: from })})` : undefined,
    to ? sql`${instant} < (select ${startOfDay({ day: sql`${to}::date + 1` })})` : undefined,
  );

const between = (number: SQLWrapper, from: number | undefined, to: number | undefined) =>
  and(
    from === undefined ? undefined : gte(number, sql`${from}::float8`),
    to === undefined ? undefined : lte(number, sql`${to}::float8`),
  );

/** The condition about a form, or about any of the course. Errors: required on "form" for a range of no form. */
function outcomeWhere({ company_id }: Scope, course_id: number, query: Query): SQL | undefined {
  const { form, result, percent_from, percent_to } = query;
  const attempting = (state: SQL | undefined) =>
    build
      .select({ user_id: attempts.user_id })
      .from(course_forms)
      .innerJoin(attempts, tied(attempts, course_forms, eq(attempts.form_id, course_forms.id)))
      .where(
        and(
          eq(course_forms.company_id, company_id),
          eq(course_forms.course_id, course_id),
          form === undefined ? undefined : eq(course_forms.id, form),
          state,
        ),
      );
  const whose = (found: SQL | undefined) =>
    inArray(
      student.user_id,
      build
        .select({ user_id: form_facts.user_id })
        .from(form_facts)
        .where(
          and(
            eq(form_facts.company_id, company_id),
            eq(form_facts.course_id, course_id),
            form === undefined ? undefined : eq(form_facts.form_id, form),
            found,
          ),
        ),
    );
  const completed = eq(attempts.status, 'completed');
  const outcomes = {
    passed: () => whose(eq(form_facts.passed, true)),
    failed: () => whose(eq(form_facts.passed, false)),
    not_taken: () => notInArray(student.user_id, attempting(completed)),
    running: () => inArray(student.user_id, attempting(eq(attempts.status, 'running'))),
    in_review: () =>
      inArray(student.user_id, attempting(and(completed, isNull(attempts.result_published_at)))),
  };
  const range = between(form_facts.percent, percent_from, percent_to);
  if (range && form === undefined) throw new AppError('required', { field: 'form' });
  return and(result && outcomes[result](), range && whose(range));
}

/**
 * The condition about a package, or about any of the course. Errors: required on "package" for a range of no package.
 */
function standingWhere({ company_id }: Scope, course_id: number, query: Query): SQL | undefined {
  const { package: id, standing, score_from, score_to } = query;
  const whose = (found: SQL | undefined) =>
    build
      .select({ user_id: package_facts.user_id })
      .from(package_facts)
      .where(
        and(
          eq(package_facts.company_id, company_id),
          eq(package_facts.course_id, course_id),
          id === undefined ? undefined : eq(package_facts.material_id, id),
          found,
        ),
      );
  const range = between(package_facts.score, score_from, score_to);
  if (range && id === undefined) throw new AppError('required', { field: 'package' });
  const begun = ne(package_facts.standing, 'not_begun');
  return and(
    standing === 'not_begun' ? notInArray(student.user_id, whose(begun)) : undefined,
    standing && standing !== 'not_begun'
      ? inArray(student.user_id, whose(eq(package_facts.standing, standing)))
      : undefined,
    range && inArray(student.user_id, whose(range)),
  );
}

/** Whether a student holds a certificate; asked only of those who ever held one. */
export const isCertified = ({ company_id }: Scope, course_id: number): SQL =>
  and(
    inArray(
      student.user_id,
      build
        .select({ user_id: certificates.user_id })
        .from(certificates)
        .where(and(eq(certificates.company_id, company_id), eq(certificates.course_id, course_id))),
    ),
    sql`${hasCertificate({ course: student.course_id, user: student.user_id })}`,
  )!;

/** Whether a student may have a retake of any form. */
export function mayRetake(course_id: number): SQL {
  const retaking = relation(studentsForRetakes({ course: course_id }), 'retaking');
  return inArray(student.user_id, build.select({ user_id: retaking.user_id }).from(retaking));
}

const studiesIn = (group: number) =>
  inArray(
    student.user_id,
    build
      .select({ user_id: group_members.user_id })
      .from(group_members)
      .where(
        and(
          eq(group_members.company_id, student.company_id),
          eq(group_members.group_id, group),
          eq(group_members.role, 'student'),
        ),
      ),
  );

/** The condition about the due date, where `terms` is joined. */
function termWhere(course_id: number, { term: asked, due_from, due_to }: Query): SQL | undefined {
  const { user_id, due_at, overdue, finished_at, finished_late_days } = termsOf(course_id);
  const states = {
    to_come: () => and(isNotNull(user_id), isNull(finished_at), not(sql`${overdue}`)),
    overdue: () => sql`${overdue}`,
    in_time: () => eq(finished_late_days, 0),
    late: () => gt(finished_late_days, 0),
    none: () => isNull(user_id),
  };
  return and(asked && states[asked](), within(due_at, due_from, due_to));
}

/** A condition as it was asked for: that it holds, that it does not; undefined: whichever. */
const asAsked = (condition: SQL, asked: string | undefined) =>
  asked === undefined ? undefined : asked === 'true' ? condition : not(condition);

/** The condition that a student is one of those looked for. */
function studentsWhere(scope: Scope, course_id: number, query: Query): SQL | undefined {
  const { state, group, search } = query;
  return and(
    inReach(scope, 'people', student.user_id),
    state === 'started' ? ne(student.state, 'new') : state && eq(student.state, state),
    group === undefined ? undefined : studiesIn(group),
    asAsked(isNotNull(course_blocks.user_id), query.blocked),
    asAsked(isCertified(scope, course_id), query.certificate),
    asAsked(mayRetake(course_id), query.retake_allowed),
    between(student.percent, query.progress_from, query.progress_to),
    within(student.opened_at, query.started_from, query.started_to),
    within(student.last_activity, query.last_activity_from, query.last_activity_to),
    within(COMPLETED, query.completed_from, query.completed_to),
    termWhere(course_id, query),
    outcomeWhere(scope, course_id, query),
    standingWhere(scope, course_id, query),
    search ? contains(sql`${patternOf(search)}`, users.last_name, users.first_name) : undefined,
  );
}

/**
 * Who of a course's students is looked for.
 * @returns them as the CTE `chosen`, and the order of its rows
 */
export function chosenStudents(scope: Scope, course_id: number, query: Query) {
  const { company_id } = scope;
  const sorts = sortsOf(scope, course_id, query);
  const keys = Object.fromEntries(sorts.map(({ by, name }) => [name, by.as(name)]));
  const whole = withWhole(studentsBy(keys), course_id, query);
  const rows = sorts
    .reduce((joined, { join }) => join(joined), whole)
    .where(
      and(
        eq(student.company_id, company_id),
        eq(student.course_id, course_id),
        studentsWhere(scope, course_id, query),
      ),
    );
  const chosen = build.$with('chosen').as(rows);
  const order = sorts.map(({ name, descending }) => {
    const key = sql`${sql.identifier('chosen')}.${sql.identifier(name)}`;
    return descending ? desc(key) : key;
  });
  return { chosen, order: [...order, chosen.user_id] };
}
