import {
  and,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  not,
  sql,
  type SQL,
  type SQLWrapper,
} from 'drizzle-orm';
import type { Reach } from '../../access/contract.ts';
import { inReach, peopleInReach } from '../../access/authorize.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { relation } from '../../platform/database/functions.ts';
import {
  alphabetical,
  listed,
  orderOf,
  searched,
  windowOf,
  type Ordering,
  type Window,
} from '../../platform/database/list.ts';
import {
  anyOf,
  build,
  counted,
  isTag,
  prepared,
  tied,
  type Given,
  type RowOf,
} from '../../platform/database/queries.ts';
import { materials } from '../materials/tables.ts';
import { program_courses } from '../programs/tables.ts';
import type * as contract from './contract.ts';
import { EXAM, type CourseLock } from './contract.ts';
import { courseLocks, coursesMatching, courseSummaries } from './functions.ts';
import { course_groups, course_members, course_progress, course_totals, courses } from './tables.ts';

type CourseQuery = QueryOf<typeof contract.listCourses>;
type State = NonNullable<CourseQuery['state']>;
type CourseOrdering = Ordering<'name' | 'created_at'> | undefined;

interface CourseFilters {
  company_id: number;
  program: number | undefined;
  category: number | undefined;
  coach: number | undefined;
  tag: string | undefined;
  group: number | undefined;
  /** Of materials. */
  type: 'exam' | 'practice' | undefined;
  pattern: string | undefined;
}

function filtersOf({ company_id }: Scope, query: CourseQuery): CourseFilters {
  const { program, category, coach, tag, group, form_type, search } = query;
  const type = form_type === undefined ? undefined : form_type === EXAM ? 'exam' : 'practice';
  return {
    company_id,
    program,
    category,
    coach,
    tag: tag || undefined,
    group,
    type,
    pattern: searched(search),
  };
}

const ofProgram = tied(program_courses, courses, eq(program_courses.course_id, courses.id));
const ofMember = tied(course_members, courses, eq(course_members.course_id, courses.id));
const ofGroup = tied(course_groups, courses, eq(course_groups.course_id, courses.id));
const ofMaterial = tied(
  materials,
  courses,
  eq(materials.course_id, courses.id),
  isNull(materials.deleted_at),
);
const isCoach = eq(course_members.role, 'coach');

/** What a list of courses is narrowed by, over `courses`. */
const wanted = (given: Given<CourseFilters>): SQL | undefined =>
  and(
    eq(courses.company_id, given.company_id),
    isNull(courses.deleted_at),
    given.pattern && sql`${courses.id} in (select ${coursesMatching({ pattern: given.pattern })})`,
    given.program && exists(anyOf(program_courses, ofProgram, eq(program_courses.program_id, given.program))),
    given.category && eq(courses.category_id, given.category),
    given.coach && exists(anyOf(course_members, ofMember, eq(course_members.user_id, given.coach), isCoach)),
    given.tag && isTag(courses.tags, given.tag),
    given.group && exists(anyOf(course_groups, ofGroup, eq(course_groups.group_id, given.group))),
    given.type && exists(anyOf(materials, ofMaterial, eq(materials.type, given.type))),
  );

/** The courses the caller reaches; a student's with the counts of the tabs. */
export function pageOfCourses(db: Db, scope: Scope, query: CourseQuery) {
  return scope.user_type === 'student' ? ownCourses(db, scope, query) : coursesInReach(db, scope, query);
}

/** The state of a course over all its students (decisions, "Groups, programs, courses"): one that nobody has is new. */
const stateOfAll = (given: Given<CourseFilters>, state: State): SQL => {
  const { begun, finished, students } = course_totals;
  const totalled = (so: SQL | undefined) =>
    inArray(
      courses.id,
      build
        .select({ id: course_totals.course_id })
        .from(course_totals)
        .where(and(eq(course_totals.company_id, given.company_id), gt(begun, 0), so)),
    );
  if (state === 'new') return not(totalled(undefined));
  return totalled(state === 'finished' ? eq(finished, students) : lt(finished, students));
};

/** Over some people the sums are made of all that match. */
const inState = (given: Given<CourseFilters>, state: State, reach: Reach) => {
  if (reach === 'company') return stateOfAll(given, state);
  const matching = build
    .select({ id: courses.id })
    .from(courses)
    .where(reached(given, undefined, reach));
  const seen = relation(
    courseSummaries({ courses: sql`array(${matching})`, people: peopleInReach(reach) }),
    'seen',
  );
  return sql`${courses.id} in ${build.select({ id: seen.id }).from(seen).where(eq(seen.state, state))}`;
};

const reached = (given: Given<CourseFilters>, state: State | undefined, reach: Reach): SQL | undefined =>
  and(wanted(given), inReach({ reach }, 'courses', courses.id), state && inState(given, state, reach));

const sortedBy = (
  ordering: CourseOrdering,
  of: { id: SQLWrapper; name: SQLWrapper; created_at: SQLWrapper },
) => orderOf(ordering, { name: alphabetical(of.name), created_at: of.created_at }, 'name', [of.id]);

interface Sortable {
  orderBy(...terms: SQL[]): { limit(count: Placed): { offset(count: Placed): SQLWrapper } };
}

const page = (rows: Sortable, order: SQL[]): SQL =>
  sql`array(${rows
    .orderBy(...order)
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))})`;
type Placed = ReturnType<typeof sql.placeholder>;

const summaries = prepared(
  (
    given: Given<CourseFilters & Window>,
    state: State | undefined,
    reach: Reach,
    ordering: CourseOrdering,
  ) => {
    const rows = build
      .select({ id: courses.id })
      .from(courses)
      .where(reached(given, state, reach));
    return courseSummaries({
      courses: page(rows, sortedBy(ordering, courses)),
      people: peopleInReach(reach),
    });
  },
);

const reachedCount = prepared((given: Given<CourseFilters>, state: State | undefined, reach: Reach) =>
  build
    .select(counted)
    .from(courses)
    .where(reached(given, state, reach)),
);

/** The courses that staff reach, each with how its students in reach get on. */
async function coursesInReach(db: Db, scope: Scope, query: CourseQuery) {
  const { state, ordering } = query;
  const filters = filtersOf(scope, query);
  const [rows, [count]] = await db.run(
    scope,
    summaries({ ...filters, ...windowOf(query) }, state, scope.reach, ordering),
    reachedCount(filters, state, scope.reach),
  );
  const results = rows.map((row) => ({ ...row, locked: null }));
  return { ...listed(results, count!.count, query), states: null };
}

const of = (state: State) => sql<number>`count(*) filter (where state = ${sql.raw(`'${state}'`)})::integer`;

const own = prepared(
  (
    given: Given<CourseFilters & Window & { user_id: number }>,
    state: State | undefined,
    ordering: CourseOrdering,
  ) => {
    // A student's own courses are few: read once, they give the page, its count and the tabs.
    const matching = build.$with('matching').as(
      build
        .select({
          id: courses.id,
          name: courses.name,
          created_at: courses.created_at,
          state: course_progress.state,
        })
        .from(course_progress)
        .innerJoin(courses, tied(courses, course_progress, eq(courses.id, course_progress.course_id)))
        .where(
          and(
            eq(course_progress.company_id, given.company_id),
            eq(course_progress.user_id, given.user_id),
            isNotNull(courses.published_at),
            wanted(given),
          ),
        ),
    );
    const matches = state && eq(matching.state, state);
    const counts = build
      .select({
        all: sql<number>`count(*)::integer`.as('all'),
        new: of('new').as('new'),
        in_progress: of('in_progress').as('in_progress'),
        finished: of('finished').as('finished'),
        count: sql<number>`count(*) filter (where ${matches ?? sql`true`})::integer`.as('count'),
      })
      .from(matching)
      .as('counts');
    const rows = page(
      build.select({ id: matching.id }).from(matching).where(matches),
      sortedBy(ordering, matching),
    );
    const people = sql`array[${given.user_id}::integer]`;
    const seen = relation(courseSummaries({ courses: rows, people }), 'seen');
    const { all, in_progress, finished, count } = counts;
    return build
      .with(matching)
      .select({
        course: sql<Summary | null>`case when ${seen.id} is not null then to_jsonb(seen) end`,
        // Worked out once for the page, not for each of its rows.
        locked: sql<CourseLock | null>`(select ${courseLocks({ courses: rows })}) -> ${seen.id}::text`,
        all,
        new: counts.new,
        in_progress,
        finished,
        count,
      })
      .from(counts)
      .leftJoin(seen, sql`true`);
  },
);

type Summary = RowOf<ReturnType<typeof courseSummaries>>;

/** A student's own courses with what keeps each closed, and how many stand under each tab. */
async function ownCourses(db: Db, scope: Scope, query: CourseQuery) {
  const values = { ...filtersOf(scope, query), ...windowOf(query), user_id: scope.user_id };
  // An empty page is one row of counts.
  const [found] = await db.run(scope, own(values, query.state, query.ordering));
  const { all, in_progress, finished, count, new: fresh } = found[0]!;
  const results = found.flatMap(({ course, locked }) =>
    course ? [{ ...course, students: null, locked }] : [],
  );
  const states = { all, new: fresh, in_progress, finished };
  return { ...listed(results, count, query), states };
}
