import { and, eq, exists, not, sql, type SQL } from 'drizzle-orm';
import { memberships } from '../../identity/companies/tables.ts';
import { course_members, course_states, course_totals } from '../../learning/courses/tables.ts';
import { anyOf, build, tied } from '../../platform/database/queries.ts';

/** How many study a course: its kept sum. */
const studentsOf = (given: { company_id: SQL; course: SQL }) =>
  build
    .select({ students: course_totals.students })
    .from(course_totals)
    .where(and(eq(course_totals.company_id, given.company_id), eq(course_totals.course_id, given.course)));

/**
 * Who studies a course or coaches it: two looks, as those of a union would be put together first. `until`: how many are
 * wanted; where far more study it, each of the first people is looked up, in place of gathering all who study.
 */
export const ofCourse = (given: { company_id: SQL; course: SQL }, until: SQL | undefined) => {
  const tiedTo = (table: typeof course_states | typeof course_members) =>
    build
      .select({ user_id: table.user_id })
      .from(table)
      .where(and(eq(table.company_id, given.company_id), eq(table.course_id, given.course)));
  const among = sql`${memberships.user_id} in (${tiedTo(course_states)})`;
  const lookedUp = build
    .select({ studies: sql`true` })
    .from(course_states)
    .where(
      tied(
        course_states,
        memberships,
        eq(course_states.course_id, given.course),
        eq(course_states.user_id, memberships.user_id),
      ),
    );
  const studies = until
    ? sql`case when (${studentsOf(given)}) > 100 * ${until} then (${lookedUp}) else ${among} end`
    : among;
  return sql`(${studies} or ${memberships.user_id} in (${tiedTo(course_members)}))`;
};

/** How many of a company study a course or coach it: its kept sum, and who coaches it without studying it. */
export const countOfCourse = (given: { company_id: SQL; course: SQL }) => {
  const others = build
    .select({ others: sql`count(distinct ${course_members.user_id})` })
    .from(course_members)
    .where(
      and(
        eq(course_members.company_id, given.company_id),
        eq(course_members.course_id, given.course),
        not(
          exists(
            anyOf(
              course_states,
              tied(
                course_states,
                course_members,
                eq(course_states.course_id, course_members.course_id),
                eq(course_states.user_id, course_members.user_id),
              ),
            ),
          ),
        ),
      ),
    );
  return sql<number>`(coalesce((${studentsOf(given)}), 0) + (${others}))::integer`;
};
