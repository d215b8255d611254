import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { AppError } from '../../errors/app-error.ts';
import { users } from '../../identity/accounts/tables.ts';
import { memberships } from '../../identity/companies/tables.ts';
import { study_groups } from '../../people/groups/tables.ts';
import type { Scope } from '../../platform/context.ts';
import type { ParamsOf, QueryOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { alphabetical, contains, listed, paged, searched } from '../../platform/database/list.ts';
import { build, counted, type Given, object, prepared, tied } from '../../platform/database/queries.ts';
import { course_states, courses } from '../courses/tables.ts';
import type * as contract from './contract.ts';
import { standingInCourse } from './functions.ts';
import { dispatch_learners, dispatches } from './tables.ts';

interface OfCourse {
  company_id: number;
  course_id: number;
  pattern: string | undefined;
}

const state = sql<
  'open' | 'ended' | 'withdrawn'
>`case when ${isNotNull(dispatches.withdrawn_at)} then 'withdrawn'
  when ${dispatches.ends_at} <= app_now() then 'ended' else 'open' end`;

const people = sql<number>`${build
  .select(counted)
  .from(dispatch_learners)
  .where(tied(dispatch_learners, dispatches, eq(dispatch_learners.dispatch_id, dispatches.id)))}`;

const dispatchesOfCourse = paged((select, given: Given<OfCourse>) => ({
  rows: select({
    id: dispatches.id,
    name: dispatches.name,
    standard: dispatches.standard,
    state,
    max_people: dispatches.max_people,
    ends_at: dispatches.ends_at,
    withdrawn_at: dispatches.withdrawn_at,
    created_at: dispatches.created_at,
    downloaded_at: dispatches.downloaded_at,
    refused_at: dispatches.refused_at,
    people,
    group: object({ id: study_groups.id, name: study_groups.name }),
  })
    .from(dispatches)
    .innerJoin(study_groups, tied(study_groups, dispatches, eq(study_groups.id, dispatches.group_id)))
    .where(
      and(
        eq(dispatches.company_id, given.company_id),
        eq(dispatches.course_id, given.course_id),
        contains(given.pattern, dispatches.name),
      ),
    ),
  order: { created_at: dispatches.created_at, name: alphabetical(dispatches.name) },
  by: '-created_at',
  ties: [desc(dispatches.id)],
}));

const courseThere = prepared((given: Given<Omit<OfCourse, 'pattern'>>) =>
  build
    .select({ id: courses.id })
    .from(courses)
    .where(
      and(
        eq(courses.company_id, given.company_id),
        eq(courses.id, given.course_id),
        isNull(courses.deleted_at),
      ),
    ),
);

/** Where a course is given into other systems. Errors: not_found. */
export async function pageOfDispatches(
  db: Db,
  scope: Scope,
  course_id: number,
  query: QueryOf<typeof contract.listDispatches>,
) {
  const course = { company_id: scope.company_id, course_id };
  const [results, [count], [seen]] = await db.run(
    scope,
    ...dispatchesOfCourse(query, { ...course, pattern: searched(query.search) }),
    courseThere(course),
  );
  if (!seen) throw new AppError('not_found');
  return listed(results, count!.count, query);
}

interface OfDispatch extends OfCourse {
  id: number;
}

const learnersOfDispatch = paged((select, given: Given<OfDispatch>) => ({
  rows: select({
    user_id: dispatch_learners.user_id,
    first_name: users.first_name,
    last_name: users.last_name,
    learner_id: dispatch_learners.learner_id,
    joined_at: dispatch_learners.joined_at,
    seen_at: dispatch_learners.seen_at,
    done: sql<number>`coalesce(${course_states.done}, 0)`,
    total: sql<number>`coalesce(${course_states.total}, 0)`,
    blocked: sql<boolean>`${memberships.blocked_at} is not null or ${memberships.deleted_at} is not null`,
  })
    .from(dispatch_learners)
    .innerJoin(
      dispatches,
      tied(dispatches, dispatch_learners, eq(dispatches.id, dispatch_learners.dispatch_id)),
    )
    .innerJoin(users, eq(users.id, dispatch_learners.user_id))
    .innerJoin(
      memberships,
      tied(memberships, dispatch_learners, eq(memberships.user_id, dispatch_learners.user_id)),
    )
    .leftJoin(
      course_states,
      tied(
        course_states,
        dispatch_learners,
        and(
          eq(course_states.course_id, dispatches.course_id),
          eq(course_states.user_id, dispatch_learners.user_id),
        ),
      ),
    )
    .where(
      and(
        eq(dispatch_learners.company_id, given.company_id),
        eq(dispatches.course_id, given.course_id),
        eq(dispatches.id, given.id),
        contains(given.pattern, users.first_name, users.last_name, dispatch_learners.learner_id),
      ),
    ),
  order: {
    last_name: alphabetical(users.last_name),
    joined_at: dispatch_learners.joined_at,
    seen_at: dispatch_learners.seen_at,
  },
  by: '-seen_at',
  ties: [desc(dispatch_learners.user_id)],
}));

const dispatchThere = prepared((given: Given<Omit<OfDispatch, 'pattern'>>) =>
  build
    .select({ id: dispatches.id })
    .from(dispatches)
    .innerJoin(courses, tied(courses, dispatches, eq(courses.id, dispatches.course_id)))
    .where(
      and(
        eq(dispatches.company_id, given.company_id),
        eq(dispatches.course_id, given.course_id),
        eq(dispatches.id, given.id),
        isNull(courses.deleted_at),
      ),
    ),
);

/** Who came by a dispatch. Errors: not_found. */
export async function pageOfLearners(
  db: Db,
  scope: Scope,
  { id: course_id, dispatchId: id }: ParamsOf<typeof contract.listDispatchPeople>,
  query: QueryOf<typeof contract.listDispatchPeople>,
) {
  const one = { company_id: scope.company_id, course_id, id };
  const [results, [count], [seen]] = await db.run(
    scope,
    ...learnersOfDispatch(query, { ...one, pattern: searched(query.search) }),
    dispatchThere(one),
  );
  if (!seen) throw new AppError('not_found');
  return listed(results, count!.count, query);
}

/** How the caller stands in a course. Errors: not_found where it is not theirs. */
export async function standingOf(db: Db, scope: Scope, course: number) {
  const [[standing]] = await db.run(scope, standingInCourse({ course }));
  if (!standing) throw new AppError('not_found');
  return standing;
}
