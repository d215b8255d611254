import { and, eq, exists, inArray, lt, or, sql, type SQL } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import type { Reach } from '../../access/contract.ts';
import { AppError } from '../../errors/app-error.ts';
import { users } from '../../identity/accounts/tables.ts';
import { dayMeant, startOfDay } from '../../identity/companies/functions.ts';
import { memberships } from '../../identity/companies/tables.ts';
import { course_states } from '../../learning/courses/tables.ts';
import { material_progress, materials } from '../../learning/materials/tables.ts';
import { group_members } from '../../people/groups/tables.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { relation } from '../../platform/database/functions.ts';
import { alphabetical, contains, listed, pagedThenTold, searched } from '../../platform/database/list.ts';
import { build, gathered, tied, type Given } from '../../platform/database/queries.ts';
import * as contract from './contract.ts';
import { appointedForms, countedResult, formIntroduction, lastAttempt } from './functions.ts';
import { endOverdue } from './queries-results.ts';
import { assignments, published_forms } from './tables.ts';

/** What the student is told before starting. Errors: not_found for a form not theirs or not published. */
export async function introductionOf(db: Db, scope: Scope, form_id: number) {
  const [, [row]] = await db.run(scope, endOverdue, formIntroduction({ form: form_id }));
  if (!row) throw new AppError('not_found');
  return { ...row, status: contract.numberOfStatus(row.status) };
}

type AppointedQuery = QueryOf<typeof contract.listAppointedForms>;

interface AppointedFilters {
  company_id: number;
  user_id: number;
  user: number | undefined;
  group: number | undefined;
  course: number | undefined;
  course_name: string | undefined;
  form: number | undefined;
  form_type: number | undefined;
  passed_form_status: contract.FormStatus | undefined;
  ends_on: string | undefined;
  ends_from: string | undefined;
  ends_to: string | undefined;
  pattern: string | undefined;
}

type AppointedWord = (typeof contract.APPOINTED_FORM_STATUSES)[number];

/** What a list of appointed forms branches on besides which filters are given. */
interface AppointedShape {
  /** Everybody's own: theirs alone, and of results those that they see. */
  own: boolean;
  reach: Reach;
  /** All of which hold. */
  words: AppointedWord[];
  /** Assigned takes in what is assigned again. */
  assigned: boolean;
  /** Asked for by results, which only then are looked up for every row. */
  byResult: boolean;
  byName: boolean;
  /** By which of them the list falls. */
  falling: 'exam_time_end' | 'percent' | undefined;
}

const { company_id, user_id } = course_states;
const best = (own: boolean) =>
  relation(
    countedResult({
      company: assignments.company_id,
      assignment: assignments.id,
      counts: sql`${published_forms.settings}->>'result_counts'`,
      published: own,
    }),
    'best',
  );
const last = relation(
  lastAttempt({ company: assignments.company_id, assignment: assignments.id }),
  'last_one',
);
/** When the result that counts was reached; without one, when the last attempt ended or will. */
const ended = (own: boolean) =>
  sql`coalesce(${best(own).finished_at}, ${last.finished_at}, ${last.deadline})`;
const notBegun = sql`coalesce(${assignments.status}, 'assigned') in ('assigned', 'reopened')`;

/** The published forms that a row can be about. */
const formsOffered = (given: Given<AppointedFilters>, { own, reach }: AppointedShape) => {
  const studied = own ? given.user_id : given.user;
  const courses = build
    .select({ course_id: course_states.course_id })
    .from(course_states)
    .where(and(eq(company_id, given.company_id), studied && eq(user_id, studied)));
  const { course_id, course_name } = published_forms;
  return and(
    eq(published_forms.company_id, given.company_id),
    own ? undefined : inReach({ reach }, 'courses', course_id),
    studied && inArray(course_id, courses),
    given.course && eq(course_id, given.course),
    given.course_name &&
      or(
        eq(sql`${course_id}::text`, given.course_name),
        eq(sql`lower(${course_name})`, sql`lower(${given.course_name})`),
      ),
    given.form && eq(published_forms.id, given.form),
    given.form_type && eq(published_forms.form_type, given.form_type),
  );
};

/** What is searched for stands in the form's name, in the course's, or among people also in theirs. */
const foundBy = (given: Given<AppointedFilters>, own: boolean) => {
  const named = contains(given.pattern, published_forms.name, published_forms.course_name);
  if (own || !named) return named;
  const people = build
    .select({ id: users.id })
    .from(users)
    .innerJoin(
      memberships,
      and(eq(memberships.company_id, given.company_id), eq(memberships.user_id, users.id)),
    )
    .where(contains(given.pattern, users.last_name, users.first_name, users.email));
  return or(named, inArray(user_id, people));
};

/** As in student_materials: archived ones are kept by those who opened the course before. */
const stillTheirs = or(
  sql`${published_forms.archived_at} is null`,
  exists(
    build
      .select({})
      .from(material_progress)
      .innerJoin(
        materials,
        tied(materials, material_progress, eq(materials.id, material_progress.material_id)),
      )
      .where(
        tied(
          material_progress,
          course_states,
          eq(material_progress.user_id, user_id),
          eq(materials.course_id, published_forms.course_id),
          lt(material_progress.opened_at, published_forms.archived_at),
        ),
      ),
  ),
);

const stands = (own: boolean): Record<AppointedWord, SQL> => ({
  assigned: notBegun,
  started: eq(assignments.status, 'in_progress'),
  passed: sql`${assignments.status} = 'completed' and ${best(own).passed}`,
  not_passed: sql`(${assignments.status} = 'completed' and not ${best(own).passed} or ${assignments.status} = 'rejected')`,
});

/** Whose row stands in the list: students of the courses, with their assignment. */
const appointedTo = (given: Given<AppointedFilters>, { own, reach, words, assigned }: AppointedShape) =>
  and(
    own ? eq(user_id, given.user_id) : inReach({ reach }, 'people', user_id),
    given.user && eq(user_id, given.user),
    given.group &&
      inArray(
        user_id,
        build
          .select({ user_id: group_members.user_id })
          .from(group_members)
          .where(
            and(
              eq(group_members.company_id, given.company_id),
              eq(group_members.group_id, given.group),
              eq(group_members.role, 'student'),
            ),
          ),
      ),
    assigned ? notBegun : undefined,
    given.passed_form_status && eq(assignments.status, given.passed_form_status),
    ...words.map((word) => stands(own)[word]),
    given.ends_on &&
      sql`${ended(own)} >= (select ${startOfDay({ day: dayMeant({ value: given.ends_on }).getSQL() })})`,
    given.ends_on &&
      sql`${ended(own)} < (select ${startOfDay({ day: sql`${dayMeant({ value: given.ends_on })} + 1` })})`,
    given.ends_from && sql`${ended(own)} >= (select ${startOfDay({ day: given.ends_from })})`,
    given.ends_to && sql`${ended(own)} < (select ${startOfDay({ day: sql`${given.ends_to}::date + 1` })})`,
    stillTheirs,
  );

const appointed = pagedThenTold(
  (select, given: Given<AppointedFilters>, shape: AppointedShape) => {
    const { own, byResult, byName, falling } = shape;
    let rows = select({ form_id: published_forms.id, user_id })
      .from(published_forms)
      .innerJoin(
        course_states,
        tied(course_states, published_forms, eq(course_states.course_id, published_forms.course_id)),
      )
      .leftJoin(
        assignments,
        tied(
          assignments,
          course_states,
          eq(assignments.form_id, published_forms.id),
          eq(assignments.user_id, user_id),
        ),
      )
      .where(and(formsOffered(given, shape), foundBy(given, own), appointedTo(given, shape)))
      .$dynamic();
    if (byName) rows = rows.innerJoin(users, eq(users.id, user_id));
    if (byResult) rows = rows.leftJoinLateral(best(own), sql`true`).leftJoinLateral(last, sql`true`);
    const name = alphabetical(published_forms.name);
    return {
      rows,
      // Whoever has no date or result comes last, whichever way the list runs.
      order: {
        form_name: name,
        course_name: alphabetical(published_forms.course_name),
        last_name: alphabetical(sql`(${users.last_name} || ' ' || ${users.first_name})`),
        exam_time_end: sql`coalesce(${ended(own)}, ${sql.raw(falling === 'exam_time_end' ? "'-infinity'" : "'infinity'")})`,
        percent: sql`coalesce(${best(own).percent}, ${sql.raw(falling === 'percent' ? '-1' : '101')})`,
      },
      by: 'form_name',
      ties: [name, published_forms.id, user_id],
    };
  },
  (page, _given, { own }) => appointedForms({ page: gathered(page), published: own }),
);

const isWord = (value: unknown): value is AppointedWord =>
  contract.APPOINTED_FORM_STATUSES.some((word) => word === value);

/** The status that is asked for, and the words of the list. */
function statusAsked({ passed_form_status: asked, appointed_form_status }: AppointedQuery) {
  const words = [appointed_form_status, asked].filter(isWord);
  if (asked === undefined || isWord(asked)) return { status: undefined, words };
  return { status: typeof asked === 'number' ? contract.statusOfNumber(asked) : asked, words };
}

/**
 * Tests and exams appointed to oneself or to people in reach: everything published in the courses they study. Details
 * are looked up for the rows of the page alone.
 */
export async function pageOfAppointedForms(db: Db, scope: Scope, query: AppointedQuery) {
  const own = scope.user_type === 'student' || query.user === scope.user_id;
  const { user, group, course, course_name, form, form_type } = query;
  const { exam_time_end, exam_time_end_from, exam_time_end_to } = query;
  const { status, words } = statusAsked(query);
  const asked = (field: string) => query.ordering?.some((term) => term.replace('-', '') === field) ?? false;
  const filters: AppointedFilters = {
    company_id: scope.company_id,
    user_id: scope.user_id,
    user,
    group,
    course,
    course_name: course_name || undefined,
    form,
    form_type,
    passed_form_status: status === 'assigned' ? undefined : status,
    ends_on: exam_time_end,
    ends_from: exam_time_end_from,
    ends_to: exam_time_end_to,
    pattern: searched(query.search),
  };
  const shape: AppointedShape = {
    own,
    reach: scope.reach,
    words,
    assigned: status === 'assigned',
    byResult:
      asked('percent') ||
      asked('exam_time_end') ||
      words.includes('passed') ||
      words.includes('not_passed') ||
      exam_time_end !== undefined ||
      exam_time_end_from !== undefined ||
      exam_time_end_to !== undefined,
    byName: asked('last_name'),
    falling: (['exam_time_end', 'percent'] as const).find((field) =>
      query.ordering?.some((term) => term === `-${field}`),
    ),
  };
  const [, rows, [count]] = await db.run(scope, endOverdue, ...appointed(query, filters, shape));
  const forms = rows.map((row) => ({
    ...row,
    passed_form_status: contract.numberOfStatus(row.passed_form_status),
  }));
  return listed(forms, count!.count, query);
}
