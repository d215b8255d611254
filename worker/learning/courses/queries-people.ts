import { and, eq, exists, isNotNull, isNull, not, sql, type SQL } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import type { Reach } from '../../access/contract.ts';
import { AppError } from '../../errors/app-error.ts';
import { users } from '../../identity/accounts/tables.ts';
import { memberships } from '../../identity/companies/tables.ts';
import { group_members } from '../../people/groups/tables.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import {
  alphabetical,
  contains,
  listed,
  orderOf,
  paged,
  searched,
  windowOf,
  type Ordering,
  type Window,
} from '../../platform/database/list.ts';
import { anyOf, build, counted, prepared, tied, type Given } from '../../platform/database/queries.ts';
import type * as blocking from './blocking/contract.ts';
import type * as contract from './contract.ts';
import { courseStudents } from './functions.ts';
import { course_blocks, course_members, course_progress, course_totals, courses } from './tables.ts';
import { personColumns } from '../../identity/accounts/queries.ts';

const courseInReach = prepared((given: Given<{ company_id: number; id: number }>, reach: Reach) =>
  build
    .select({ id: courses.id })
    .from(courses)
    .where(
      and(
        eq(courses.company_id, given.company_id),
        eq(courses.id, given.id),
        isNull(courses.deleted_at),
        inReach({ reach }, 'courses', courses.id),
      ),
    ),
);

interface StudentFilters {
  company_id: number;
  id: number;
  state: string | undefined;
  group: number | undefined;
  pattern: string | undefined;
}

const isBlocked = tied(
  course_blocks,
  course_progress,
  eq(course_blocks.course_id, course_progress.course_id),
  eq(course_blocks.user_id, course_progress.user_id),
);

const studentsWhere = (
  given: Given<StudentFilters>,
  blocked: boolean | null,
  reach: Reach,
): SQL | undefined =>
  and(
    eq(course_progress.company_id, given.company_id),
    eq(course_progress.course_id, given.id),
    inReach({ reach }, 'people', course_progress.user_id),
    given.state && eq(course_progress.state, given.state),
    given.group &&
      exists(
        anyOf(
          group_members,
          tied(group_members, course_progress, eq(group_members.user_id, course_progress.user_id)),
          eq(group_members.group_id, given.group),
          eq(group_members.role, 'student'),
        ),
      ),
    blocked === null ? undefined : blocked ? isNotNull(course_blocks.user_id) : isNull(course_blocks.user_id),
    given.pattern && searchedFor(given.pattern),
  );

/** Names and addresses are looked at only in search of one. */
const searchedFor = (pattern: SQL) =>
  exists(
    anyOf(
      users,
      eq(users.id, course_progress.user_id),
      contains(pattern, users.last_name, users.first_name, users.email),
    ),
  );

type StudentOrdering = Ordering<'last_name' | 'percent' | 'last_activity'> | undefined;

const students = prepared(
  (
    given: Given<StudentFilters & Window>,
    blocked: boolean | null,
    reach: Reach,
    ordering: StudentOrdering,
  ) => {
    const order = {
      last_name: alphabetical(memberships.surname),
      percent: course_progress.percent,
      last_activity: sql`coalesce(${course_progress.last_activity}, '-infinity')`,
    };
    // Among a hundred thousand the page is chosen by ids alone.
    const page = build
      .select({ id: course_progress.user_id })
      .from(course_progress)
      .leftJoin(course_blocks, isBlocked)
      .innerJoin(
        memberships,
        tied(memberships, course_progress, eq(memberships.user_id, course_progress.user_id)),
      )
      .where(studentsWhere(given, blocked, reach))
      .orderBy(...orderOf(ordering, order, 'last_name', [memberships.user_id]))
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'));
    return courseStudents({ course: given.id, users: sql`array(${page})` });
  },
);

/** Of all students of a course the kept sum; of some of them those who are. */
const studentCount = prepared((given: Given<StudentFilters>, blocked: boolean | null, reach: Reach) => {
  if (reach === 'company' && blocked === null && Object.keys(given).length === 2) {
    return build
      .select({ count: sql<number>`coalesce(${course_totals.students}, 0)` })
      .from(courses)
      .leftJoin(course_totals, tied(course_totals, courses, eq(course_totals.course_id, courses.id)))
      .where(and(eq(courses.company_id, given.company_id), eq(courses.id, given.id)));
  }
  return build
    .select(counted)
    .from(course_progress)
    .leftJoin(course_blocks, isBlocked)
    .where(studentsWhere(given, blocked, reach));
});

/** The students of a course whom the caller reaches, with their progress. Errors: not_found. */
export async function pageOfCourseStudents(
  db: Db,
  scope: Scope,
  id: number,
  query: QueryOf<typeof contract.listCourseStudents>,
) {
  const { company_id, reach } = scope;
  const { state, group, ordering } = query;
  const filters = { company_id, id, state, group, pattern: searched(query.search) };
  const blocked = query.blocked === undefined ? null : query.blocked === 'true';
  const [[course], rows, [count]] = await db.run(
    scope,
    courseInReach({ company_id, id }, reach),
    students({ ...filters, ...windowOf(query) }, blocked, reach, ordering),
    studentCount(filters, blocked, reach),
  );
  if (!course) throw new AppError('not_found');
  return listed(rows, count!.count, query);
}

interface CandidateFilters {
  company_id: number;
  id: number;
  pattern: string | undefined;
}

const candidates = paged((select, given: Given<CandidateFilters>) => {
  const coaching = anyOf(
    course_members,
    tied(course_members, memberships, eq(course_members.user_id, memberships.user_id)),
    eq(course_members.course_id, given.id),
    eq(course_members.role, 'coach'),
  );
  return {
    rows: select(personColumns)
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.user_id))
      .where(
        and(
          eq(memberships.company_id, given.company_id),
          isNull(memberships.deleted_at),
          isNull(memberships.blocked_at),
          sql`'trainer' = any (${memberships.user_types})`,
          not(exists(coaching)),
          contains(given.pattern, users.last_name, users.first_name),
        ),
      ),
    order: { last_name: alphabetical(users.last_name) },
    by: 'last_name',
    ties: [users.id],
  };
});

/** Trainers of the company who do not coach the course yet, also beyond the caller's reach. Errors: not_found. */
export async function pageOfCoachCandidates(
  db: Db,
  scope: Scope,
  id: number,
  query: QueryOf<typeof contract.listCoachCandidates>,
) {
  const { company_id, reach } = scope;
  const [[course], rows, [count]] = await db.run(
    scope,
    courseInReach({ company_id, id }, reach),
    ...candidates(query, { company_id, id, pattern: searched(query.search) }),
  );
  if (!course) throw new AppError('not_found');
  return listed(rows, count!.count, query);
}

interface KeptOutFilters {
  company_id: number;
  id: number;
  /** One of them alone. */
  user_id: number | undefined;
  pattern: string | undefined;
}

const keptOut = paged((select, given: Given<KeptOutFilters>, reach: Reach) => ({
  rows: select({ ...personColumns, blocked_at: course_blocks.blocked_at })
    .from(course_blocks)
    .innerJoin(users, eq(users.id, course_blocks.user_id))
    .where(
      and(
        eq(course_blocks.company_id, given.company_id),
        eq(course_blocks.course_id, given.id),
        given.user_id && eq(course_blocks.user_id, given.user_id),
        inReach({ reach }, 'people', course_blocks.user_id),
        contains(given.pattern, users.last_name, users.first_name),
      ),
    ),
  order: { last_name: alphabetical(users.last_name), blocked_at: course_blocks.blocked_at },
  by: 'last_name',
  ties: [users.id],
}));

/** The students kept out of a course, of those the caller reaches, or one of them. Errors: not_found for the course. */
export async function pageOfBlockedUsers(
  db: Db,
  scope: Scope,
  id: number,
  query: QueryOf<typeof blocking.listBlockedUsers>,
  user_id?: number,
) {
  const { company_id, reach } = scope;
  const filters = { company_id, id, user_id, pattern: searched(query.search) };
  const [[course], rows, [count]] = await db.run(
    scope,
    courseInReach({ company_id, id }, reach),
    ...keptOut(query, filters, reach),
  );
  if (!course) throw new AppError('not_found');
  return listed(rows, count!.count, query);
}
