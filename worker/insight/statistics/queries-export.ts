import { and, eq, isNull, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { courseReached } from '../../learning/courses/queries-one.ts';
import { inReach } from '../../access/authorize.ts';
import { assignments } from '../../exams/attempts/tables.ts';
import { endOverdue } from '../../exams/attempts/queries-results.ts';
import { shownNumber } from '../../exams/certificates/functions.ts';
import { certificates } from '../../exams/certificates/tables.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Language } from '../../identity/accounts/contract.ts';
import { fullName, languageOf } from '../../identity/accounts/queries.ts';
import { users } from '../../identity/accounts/tables.ts';
import { companies, memberships } from '../../identity/companies/tables.ts';
import { course_blocks, course_progress } from '../../learning/courses/tables.ts';
import { student_materials } from '../../learning/materials/tables.ts';
import { group_members, study_groups } from '../../people/groups/tables.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { build, tied } from '../../platform/database/queries.ts';
import type { Cell } from '../../platform/formats/xlsx.ts';
import {
  columnOf,
  type CourseColumn,
  type FormColumn,
  type PackageColumn,
  type statisticExport,
} from './contract.ts';
import { sheetStanding, sheetDay } from './functions.ts';
import { formsOf, packagesOf, requireParts, type CourseForm, type CoursePackage } from './queries-forms.ts';
import { chosenStudents, COMPLETED, isCertified, mayRetake, termsOf } from './queries-students.ts';
import {
  course_finishes,
  course_forms,
  course_packages,
  form_facts,
  package_facts,
  times_spent,
} from './tables.ts';

/** The most arguments that a function of Postgres takes. */
const MOST_ARGUMENTS = 100;

export interface ExportedStatistic {
  language: Language;
  course_name: string;
  forms: CourseForm[];
  packages: CoursePackage[];
  /** In the order of the columns asked for. */
  rows: Cell[][];
}

type Query = QueryOf<typeof statisticExport>;

const student = course_progress;

/**
 * The cells of the filtered table in its order: words as keys, shares 0 to 1, dates and durations in days as sheets count
 * them. One round trip, which works out only what the columns show, looked up student by student: gathered first and
 * joined, it is compared with everybody as soon as the planner takes the students of a course for few. Errors: not_found;
 * invalid_choice for a form or package of another course.
 */
export async function statisticToExport(
  db: Db,
  scope: Scope,
  course_id: number,
  query: Query,
): Promise<ExportedStatistic> {
  const given = { company_id: scope.company_id, course: course_id };
  const [, [course], [own], forms, packages, rows] = await db.run(
    scope,
    endOverdue,
    courseReached(scope, course_id),
    languageOf({ user_id: scope.user_id }),
    formsOf(given),
    packagesOf(given),
    cellsOf(scope, course_id, query),
  );
  if (!course) throw new AppError('not_found');
  requireParts(forms, packages, query);
  return {
    language: own!.language,
    course_name: course.name,
    forms,
    packages,
    rows: rows.map((row) => row.cells),
  };
}

function cellsOf(scope: Scope, course_id: number, query: Query) {
  const { chosen, order } = chosenStudents(scope, course_id, query);
  const columns = query.columns.map((key) => columnOf(key)!);
  const ids = (name: 'form_id' | 'package_id') => [
    ...new Set(columns.flatMap(({ [name]: part }) => (part === null ? [] : [part]))),
  ];
  const forms = new Map(ids('form_id').map((form_id) => [form_id, formOf(scope, course_id, form_id)]));
  const packages = new Map(ids('package_id').map((id) => [id, packageOf(scope, course_id, id)]));
  const course = courseCells(scope, course_id);
  const cells = columns.map((column) => {
    if (column.package_id !== null) return packageCell(column.field, packages.get(column.package_id)!);
    return column.form_id === null
      ? course[column.field]
      : formCell(column.field, forms.get(column.form_id)!);
  });
  const ofCourse = and(eq(student.company_id, scope.company_id), eq(student.course_id, course_id));
  let rows = build
    .with(chosen)
    .select({ cells: arrayOf(cells) })
    .from(chosen)
    .innerJoin(student, and(ofCourse, eq(student.user_id, chosen.user_id)))
    .innerJoin(users, eq(users.id, student.user_id))
    .leftJoin(course_blocks, ofStudent(course_blocks))
    .$dynamic();
  if (query.columns.includes('completed_at')) rows = rows.leftJoinLateral(finish, sql`true`);
  if (query.columns.some((key) => key === 'due_at' || key === 'late_days')) {
    // Worked out once, for all of the course: asked student by student each timeline would be gone through anew.
    const terms = termsOf(course_id);
    rows = rows.leftJoin(terms, eq(terms.user_id, student.user_id)) as typeof rows;
  }
  if (query.columns.includes('time_spent')) rows = rows.leftJoinLateral(spent, sql`true`);
  for (const part of [...forms.values(), ...packages.values()])
    rows = rows.leftJoinLateral(part as StudentForm, sql`true`);
  return rows.orderBy(...order);
}

const ofStudent = (table: typeof course_finishes | typeof times_spent | typeof course_blocks) =>
  tied(table, student, eq(table.course_id, student.course_id), eq(table.user_id, student.user_id));

// Named as their views, so that what is said of those holds for the one row as well.
const finish = build.select().from(course_finishes).where(ofStudent(course_finishes)).as('course_finishes');
const spent = build.select().from(times_spent).where(ofStudent(times_spent)).as('times_spent');

/** An array of any number of values, which one call takes a hundred of. */
function arrayOf(cells: readonly SQL[]): SQL<Cell[]> {
  const calls: SQL[] = [];
  for (let at = 0; at < cells.length; at += MOST_ARGUMENTS)
    calls.push(sql`jsonb_build_array(${sql.join(cells.slice(at, at + MOST_ARGUMENTS), sql`, `)})`);
  return sql.join(calls, sql` || `) as SQL<Cell[]>;
}

const SECONDS_OF_DAY = sql.raw('86400.0');

const yesNo = (condition: SQLWrapper): SQL => sql`case when ${condition} then 'yes' else 'no' end`;

/** The names of the groups that a student studies in, as far as the caller reaches them. */
const groupsOf = ({ reach }: Scope) =>
  build
    .select({
      names: sql`string_agg(${study_groups.name}, ', ' order by ${study_groups.name} collate "uk-x-icu")`,
    })
    .from(group_members)
    .innerJoin(study_groups, tied(study_groups, group_members, eq(study_groups.id, group_members.group_id)))
    .where(
      tied(
        group_members,
        student,
        eq(group_members.user_id, student.user_id),
        eq(group_members.role, 'student'),
        isNull(study_groups.deleted_at),
        inReach({ reach }, 'groups', study_groups.id),
      ),
    );

/** Where a student works, as the company recorded it. */
const place = (field: 'position' | 'subdivision') =>
  build
    .select({ text: memberships[field] })
    .from(memberships)
    .where(tied(memberships, student, eq(memberships.user_id, student.user_id)));

/** The number of a student's certificate in its newest version. */
const certificateOf = ({ company_id }: Scope, course_id: number) =>
  build
    .select({ number: shownNumber({ number: certificates.number }).getSQL() })
    .from(certificates)
    .where(
      and(
        eq(certificates.company_id, company_id),
        eq(certificates.course_id, course_id),
        eq(certificates.user_id, student.user_id),
        isNull(certificates.replaced_at),
        isNull(certificates.revoked_at),
      ),
    );

function courseCells(scope: Scope, course_id: number): Record<CourseColumn, SQL> {
  const zone = build
    .select({ zone: companies.time_zone })
    .from(companies)
    .where(eq(companies.id, scope.company_id));
  const terms = termsOf(course_id);
  const dayOf = (at: SQLWrapper) => sheetDay({ at, zone }).getSQL();
  return {
    last_name: sql`coalesce(nullif(${fullName}, ''), ${users.email}, ${users.phone})`,
    email: sql`${users.email}`,
    position: sql`${place('position')}`,
    subdivision: sql`${place('subdivision')}`,
    groups: sql`${groupsOf(scope)}`,
    blocked_in_course: yesNo(sql`${course_blocks.user_id} is not null`),
    state: sql`${student.state}`,
    progress: sql`${student.percent} / 100.0`,
    materials_done: sql`${student.done}`,
    started_at: dayOf(student.opened_at),
    last_activity: dayOf(student.last_activity),
    completed_at: dayOf(COMPLETED),
    // A due date is the last millisecond of its day, which a sheet would round to the next.
    due_at: sql`floor(${dayOf(sql`${terms.due_at} - interval '1 minute'`)})`,
    late_days: sql`${terms.finished_late_days}`,
    certificate_number: sql`${certificateOf(scope, course_id)}`,
    time_spent: sql`coalesce(${times_spent.seconds}, 0) / ${SECONDS_OF_DAY}`,
    can_download_certificate: yesNo(isCertified(scope, course_id)),
    retake_allowed: yesNo(mayRetake(course_id)),
  };
}

type StudentForm = ReturnType<typeof formOf>;

/** A cell of a form; null where the student does not have it. */
function formCell(field: FormColumn, form: StudentForm): SQL {
  const assigned = (value: SQL) => sql`case when ${form.id} is not null then ${value} end`;
  if (field === 'status')
    return assigned(sheetStanding({ status: form.status, passed: form.passed }).getSQL());
  if (field === 'attempts_used') return assigned(sql`coalesce(${form.attempts_used}, 0)`);
  if (field === 'passed')
    return sql`case when ${form.passed} then 'yes' when not ${form.passed} then 'no' end`;
  if (field === 'duration') return sql`${form.duration} / ${SECONDS_OF_DAY}`;
  return field.endsWith('percent') ? sql`${form[field]} / 100` : sql`${form[field]}`;
}

/** What a student's attempts at a form come to. */
const factsOf = (course_id: number, form_id: number) =>
  build
    .select()
    .from(form_facts)
    .where(
      tied(
        form_facts,
        student,
        eq(form_facts.course_id, course_id),
        eq(form_facts.form_id, form_id),
        eq(form_facts.user_id, student.user_id),
      ),
    )
    .as(`facts_${form_id}`);

/** What a student has of a form, as a lateral of the form's own name. */
function formOf({ company_id }: Scope, course_id: number, form_id: number) {
  const facts = factsOf(course_id, form_id);
  return build
    .select({
      id: course_forms.id,
      status: assignments.status,
      attempts_used: assignments.attempts_used,
      first_score: facts.first_score,
      last_score: facts.last_score,
      best_score: facts.best_score,
      first_percent: facts.first_percent,
      last_percent: facts.last_percent,
      best_percent: facts.best_percent,
      percent: facts.percent,
      ects: facts.ects,
      passed: facts.passed,
      duration: facts.duration,
      finished_by: facts.finished_by,
    })
    .from(course_forms)
    .innerJoin(
      student_materials,
      tied(
        student_materials,
        student,
        eq(student_materials.course_id, student.course_id),
        eq(student_materials.user_id, student.user_id),
        eq(student_materials.material_id, course_forms.material_id),
      ),
    )
    .leftJoin(
      assignments,
      tied(
        assignments,
        student,
        eq(assignments.form_id, course_forms.id),
        eq(assignments.user_id, student.user_id),
      ),
    )
    .leftJoinLateral(facts, sql`true`)
    .where(
      and(
        eq(course_forms.company_id, company_id),
        eq(course_forms.course_id, course_id),
        eq(course_forms.id, form_id),
      ),
    )
    .as(`form_${form_id}`);
}

type StudentPackage = ReturnType<typeof packageOf>;

/** A cell of a package; null where the student does not have it. */
function packageCell(field: PackageColumn, one: StudentPackage): SQL {
  const had = (value: SQL) => sql`case when ${one.id} is not null then ${value} end`;
  if (field === 'standing') return had(sql`'package_' || coalesce(${one.standing}, 'not_begun')`);
  if (field === 'tries') return had(sql`coalesce(${one.tries}, 0)`);
  return field === 'time' ? sql`${one.time} / ${SECONDS_OF_DAY}` : sql`${one.score} / 100`;
}

/** What a student has of a package, as a lateral of its own name. */
function packageOf({ company_id }: Scope, course_id: number, id: number) {
  const facts = build
    .select()
    .from(package_facts)
    .where(
      tied(
        package_facts,
        student,
        eq(package_facts.course_id, course_id),
        eq(package_facts.material_id, id),
        eq(package_facts.user_id, student.user_id),
      ),
    )
    .as(`tries_${id}`);
  return build
    .select({
      id: course_packages.id,
      standing: facts.standing,
      score: facts.score,
      tries: facts.tries,
      time: facts.time,
    })
    .from(course_packages)
    .innerJoin(
      student_materials,
      tied(
        student_materials,
        student,
        eq(student_materials.course_id, student.course_id),
        eq(student_materials.user_id, student.user_id),
        eq(student_materials.material_id, course_packages.id),
      ),
    )
    .leftJoinLateral(facts, sql`true`)
    .where(
      and(
        eq(course_packages.company_id, company_id),
        eq(course_packages.course_id, course_id),
        eq(course_packages.id, id),
      ),
    )
    .as(`package_${id}`);
}
