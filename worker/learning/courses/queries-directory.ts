import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import type { Reach } from '../../access/contract.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { alphabetical, contains, listed, paged, searched, tagList } from '../../platform/database/list.ts';
import { build, counted, prepared, tied, type Given } from '../../platform/database/queries.ts';
import type * as contract from './contract.ts';
import { course_categories, course_progress, courses } from './tables.ts';

type Names = QueryOf<typeof contract.listCourseNames>;

interface Filters {
  company_id: number;
  pattern: string | undefined;
}

/** The courses in reach; a student's are the published ones. */
const reached = (given: Given<{ company_id: number }>, reach: Reach, student: boolean) =>
  and(
    eq(courses.company_id, given.company_id),
    isNull(courses.deleted_at),
    inReach({ reach }, 'courses', courses.id),
    student ? isNotNull(courses.published_at) : undefined,
  );

const names = paged((select, given: Given<Filters>, reach: Reach, student: boolean) => ({
  rows: select({ id: courses.id, name: courses.name })
    .from(courses)
    .where(and(reached(given, reach, student), contains(given.pattern, courses.name))),
  order: { name: alphabetical(courses.name) },
  by: 'name',
  ties: [courses.name],
}));

const tags = paged((select, given: Given<Filters>, reach: Reach, student: boolean) =>
  tagList(select, courses.tags, { of: reached(given, reach, student), pattern: given.pattern }),
);

/** A category with how many courses in reach it has. */
const counting = (given: Given<{ company_id: number }>, reach: Reach, student: boolean) => ({
  id: course_categories.id,
  name: course_categories.name,
  courses: sql<number>`${build
    .select(counted)
    .from(courses)
    .where(and(eq(courses.category_id, course_categories.id), reached(given, reach, student)))}`,
});

const categoryById = prepared(
  (given: Given<{ company_id: number; id: number }>, reach: Reach, student: boolean) =>
    build
      .select(counting(given, reach, student))
      .from(course_categories)
      .where(and(eq(course_categories.company_id, given.company_id), eq(course_categories.id, given.id))),
);

/** One category. Errors: not_found. */
export async function categoryOf(db: Db, scope: Scope, id: number) {
  const { company_id, reach } = scope;
  const [[row]] = await db.run(scope, categoryById({ company_id, id }, reach, isStudent(scope)));
  if (!row) throw new AppError('not_found');
  return row;
}

const categories = paged((select, given: Given<Filters>, reach: Reach, student: boolean) => ({
  rows: select(counting(given, reach, student))
    .from(course_categories)
    .where(
      and(
        eq(course_categories.company_id, given.company_id),
        contains(given.pattern, course_categories.name),
      ),
    ),
  order: { name: alphabetical(course_categories.name) },
  by: 'name',
  ties: [course_categories.name],
}));

const filtersOf = ({ company_id }: Scope, { search }: Names) => ({ company_id, pattern: searched(search) });
const isStudent = ({ user_type }: Scope) => user_type === 'student';

/** Names of the courses in reach. */
export async function pageOfCourseNames(db: Db, scope: Scope, query: Names) {
  const [rows, [count]] = await db.run(
    scope,
    ...names(query, filtersOf(scope, query), scope.reach, isStudent(scope)),
  );
  return listed(rows, count!.count, query);
}

/** The tags of the courses in reach, each once whatever its case. */
export async function pageOfCourseTags(db: Db, scope: Scope, query: Names) {
  const [rows, [count]] = await db.run(
    scope,
    ...tags(query, filtersOf(scope, query), scope.reach, isStudent(scope)),
  );
  return listed(rows, count!.count, query);
}

/** The categories of the company, with how many courses in reach each has. */
export async function pageOfCategories(db: Db, scope: Scope, query: Names) {
  const [rows, [count]] = await db.run(
    scope,
    ...categories(query, filtersOf(scope, query), scope.reach, isStudent(scope)),
  );
  return listed(rows, count!.count, query);
}

const inState = (state: 'new' | 'in_progress' | 'finished') =>
  sql<number>`count(*) filter (where ${course_progress.state} = ${sql.raw(`'${state}'`)})::integer`;

const standings = prepared((given: Given<{ company_id: number; user_id: number }>) =>
  build
    .select({
      all: counted.count,
      new: inState('new'),
      in_progress: inState('in_progress'),
      finished: inState('finished'),
    })
    .from(course_progress)
    .innerJoin(courses, tied(courses, course_progress, eq(courses.id, course_progress.course_id)))
    .where(
      and(
        eq(course_progress.company_id, given.company_id),
        eq(course_progress.user_id, given.user_id),
        isNull(courses.deleted_at),
        isNotNull(courses.published_at),
      ),
    ),
);

/** How many of a student's own courses stand where; the same figures as the list's tabs. */
export async function statusInfo(db: Db, { company_id, user_id, ...scope }: Scope) {
  const [[counts]] = await db.run({ ...scope, company_id, user_id }, standings({ company_id, user_id }));
  return counts!;
}
