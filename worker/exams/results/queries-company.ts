import { and, desc, eq, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import { users } from '../../identity/accounts/tables.ts';
import { startOfDay } from '../../identity/companies/functions.ts';
import { companies, memberships } from '../../identity/companies/tables.ts';
import { courses } from '../../learning/courses/tables.ts';
import { materials } from '../../learning/materials/tables.ts';
import { group_members } from '../../people/groups/tables.ts';
import { inSubdivision } from '../../people/users/queries.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { alphabetical, contains, listed, pagedThenTold, searched } from '../../platform/database/list.ts';
import { build, prepared, tied, type Given, type RowOf } from '../../platform/database/queries.ts';
import { endOverdue } from '../attempts/queries-results.ts';
import { attempts, gradings } from '../attempts/tables.ts';
import { form_versions, forms } from '../forms/tables.ts';
import { EXPORTED_RESULTS, type listCompanyResults } from './contract.ts';
import { awaitsMarks, companyResults } from './functions.ts';

type Query = QueryOf<typeof listCompanyResults>;
export type CompanyResult = RowOf<ReturnType<typeof companyResults>>;

interface ResultFilters {
  company_id: number;
  user: number | undefined;
  course: number | undefined;
  form: number | undefined;
  group: number | undefined;
  subdivision: string | undefined;
  form_type: number | undefined;
  finished_from: string | undefined;
  finished_to: string | undefined;
  pattern: string | undefined;
}

interface ResultShape {
  state: Query['state'];
  passed: boolean | undefined;
  /** Asked for by the grade, which only then is looked up for every row. */
  graded: boolean;
  falling: 'percent' | 'duration' | undefined;
}

const completed = eq(attempts.status, 'completed');
const IN_STATE: Record<NonNullable<Query['state']>, SQL | undefined> = {
  running: eq(attempts.status, 'running'),
  in_review: and(completed, isNull(attempts.result_published_at)),
  completed,
  annulled: eq(attempts.status, 'annulled'),
};

const grade = build
  .select({ percent: gradings.percent, passed: gradings.passed, explanation: gradings.explanation })
  .from(gradings)
  .where(tied(gradings, attempts, eq(gradings.attempt_id, attempts.id)))
  .orderBy(desc(gradings.id))
  .limit(1)
  .as('grade');

/** No answer waits for its mark, which only what is not published can have. */
const settled = or(
  isNotNull(attempts.result_published_at),
  sql`not ${awaitsMarks({ explanation: grade.explanation })}`,
);

const formName = sql`(${form_versions.settings}->>'name')`;

const inGroup = (given: Given<ResultFilters>, group: SQL) =>
  build
    .select({ user_id: group_members.user_id })
    .from(group_members)
    .where(
      and(
        eq(group_members.company_id, given.company_id),
        eq(group_members.group_id, group),
        eq(group_members.role, 'student'),
      ),
    );

const foundBy = (given: Given<ResultFilters>): SQL | undefined => {
  const people = contains(given.pattern, users.last_name, users.first_name, users.email);
  if (!people) return undefined;
  const found = build
    .select({ user_id: memberships.user_id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.user_id))
    .where(and(eq(memberships.company_id, given.company_id), people));
  return or(inArray(attempts.user_id, found), contains(given.pattern, formName, courses.name));
};

const results = pagedThenTold(
  (select, given: Given<ResultFilters>, { state, passed, graded, falling }: ResultShape) => {
    const { finished_at, started_at } = attempts;
    const { finished_from, finished_to } = given;
    const rows = select({ id: attempts.id })
      .from(attempts)
      .innerJoin(forms, tied(forms, attempts, eq(forms.id, attempts.form_id)))
      .innerJoin(materials, tied(materials, forms, eq(materials.id, forms.material_id)))
      .innerJoin(
        courses,
        tied(courses, materials, eq(courses.id, materials.course_id), isNull(courses.deleted_at)),
      )
      .innerJoin(form_versions, tied(form_versions, attempts, eq(form_versions.id, attempts.form_version_id)))
      .innerJoin(users, eq(users.id, attempts.user_id))
      .where(
        and(
          eq(attempts.company_id, given.company_id),
          given.user && eq(attempts.user_id, given.user),
          given.course && eq(courses.id, given.course),
          given.form && eq(forms.id, given.form),
          given.group && inArray(attempts.user_id, inGroup(given, given.group)),
          given.subdivision && inSubdivision(attempts.user_id, given.subdivision),
          given.form_type && eq(forms.form_type, given.form_type),
          state && IN_STATE[state],
          passed === undefined ? undefined : and(completed, eq(grade.passed, passed), settled),
          finished_from && sql`${finished_at} >= (select ${startOfDay({ day: finished_from })})`,
          finished_to && sql`${finished_at} < (select ${startOfDay({ day: sql`${finished_to}::date + 1` })})`,
          foundBy(given),
        ),
      )
      .$dynamic();
    return {
      rows: graded ? rows.leftJoinLateral(grade, sql`true`) : rows,
      // Whatever has no grade or has not ended comes last, whichever way the list runs.
      order: {
        last_name: alphabetical(sql`(${users.last_name} || ' ' || ${users.first_name})`),
        form_name: alphabetical(formName),
        course_name: alphabetical(courses.name),
        percent: sql`case when ${completed} then coalesce(${grade.percent}, -1)
          else ${sql.raw(falling === 'percent' ? '-2' : '101')} end`,
        // What runs is the latest of all.
        finished_at: sql`coalesce(${finished_at}, ${started_at})`,
        duration: sql`coalesce(${finished_at} - ${started_at},
          interval ${sql.raw(falling === 'duration' ? "'-1 second'" : "'100 years'")})`,
      },
      by: '-finished_at',
      ties: [desc(attempts.id)],
    };
  },
  (page) => companyResults({ attempts: sql`array(${page})` }),
);

function resultsAsked({ company_id }: Scope, query: Query) {
  const { user, course, form, group, subdivision, form_type, state, finished_from, finished_to } = query;
  const passed = query.passed === undefined ? undefined : query.passed === 'true';
  const sorts = (field: string) => query.ordering?.some((term) => term === field) ?? false;
  return results(
    query,
    {
      company_id,
      user,
      course,
      form,
      group,
      subdivision: subdivision || undefined,
      form_type,
      finished_from,
      finished_to,
      pattern: searched(query.search),
    },
    {
      state,
      passed,
      graded: passed !== undefined || sorts('percent') || sorts('-percent'),
      falling: (['percent', 'duration'] as const).find((field) => sorts(`-${field}`)),
    },
  );
}

/** A page of the company's attempts; details are looked up for it alone. */
export async function pageOfCompanyResults(db: Db, scope: Scope, query: Query) {
  const [, rows, [count]] = await db.run(scope, endOverdue, ...resultsAsked(scope, query));
  return listed(rows, count!.count, query);
}

const placeOf = prepared((given: Given<{ company_id: number; user_id: number }>) =>
  build
    .select({ language: users.language, time_zone: companies.time_zone })
    .from(companies)
    .innerJoin(users, eq(users.id, given.user_id))
    .where(eq(companies.id, given.company_id)),
);

/** The filtered list as it is exported, with the caller's language and the company's time zone. */
export async function resultsToExport(db: Db, scope: Scope, query: Query) {
  const { company_id, user_id } = scope;
  const [listing] = resultsAsked(scope, { ...query, page: 1, page_size: EXPORTED_RESULTS });
  const [, [place], found] = await db.run(scope, endOverdue, placeOf({ company_id, user_id }), listing);
  return { ...place!, results: found };
}
