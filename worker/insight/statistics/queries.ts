import { sql } from 'drizzle-orm';
import { courseReached } from '../../learning/courses/queries-one.ts';
import { reachOf } from '../../access/contract.ts';
import { numberOfStatus } from '../../exams/attempts/contract.ts';
import { endOverdue } from '../../exams/attempts/queries-results.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf, ResponseOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { relation } from '../../platform/database/functions.ts';
import { listed, windowOf } from '../../platform/database/list.ts';
import { build, counted, type RowOf } from '../../platform/database/queries.ts';
import * as contract from './contract.ts';
import { toldStudents } from './functions.ts';
import { formsOf, packagesOf, requireParts } from './queries-forms.ts';
import { chosenStudents } from './queries-students.ts';

type Row = ResponseOf<typeof contract.courseStatistic>['results'][number];
type StatisticQuery = QueryOf<typeof contract.courseStatistic>;

/** Who is chosen is found once: it gives the page and the count; details are looked up for the page alone. */
function pageOfStudents(scope: Scope, course_id: number, query: StatisticQuery) {
  const { chosen, order } = chosenStudents(scope, course_id, query);
  const { limit, offset } = windowOf(query);
  const page = build
    .select({ user_id: chosen.user_id })
    .from(chosen)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  const students = toldStudents({
    course: course_id,
    users: sql`array(${page})`,
    all_groups: scope.reach === 'company',
  });
  const told = relation(students, 'told');
  const size = build
    .select({ count: counted.count.as('count') })
    .from(chosen)
    .as('size');
  return build
    .with(chosen)
    .select({ count: size.count, ...told.all })
    .from(size)
    .leftJoin(told, sql`true`);
}

/** The students of a course in reach with progress and results (decisions, "Statistic"). Errors: not_found. */
export async function courseStatistic(db: Db, scope: Scope, course_id: number, query: StatisticQuery) {
  const given = { company_id: scope.company_id, course: course_id };
  const [, [course], forms, packages, found] = await db.run(
    scope,
    endOverdue,
    courseReached(scope, course_id),
    formsOf(given),
    packagesOf(given),
    pageOfStudents(scope, course_id, query),
  );
  if (!course) throw new AppError('not_found');
  requireParts(forms, packages, query);
  // An empty page is one row with the count.
  const people = found.flatMap(({ count: _, ...row }) => (row.user ? withActions(scope, row) : []));
  return listed(people, found[0]!.count, query);
}

/** What the caller may do about a student, and whether any form may be taken again. */
function withActions(scope: Scope, row: RowOf<ReturnType<typeof toldStudents>>): Row {
  const retake_allowed = row.forms.some((form) => form.retake_allowed);
  const forms = row.forms.map((form) => ({ ...form, status: numberOfStatus(form.status) }));
  const may = {
    retake: retake_allowed && reachOf('manageAttempts', scope.user_type) !== null,
    certificate: row.can_download_certificate,
    view_user: reachOf('viewUser', scope.user_type) !== null,
    give_time: row.forms.length > 0 && reachOf('manageAttempts', scope.user_type) !== null,
  };
  return { ...row, forms, retake_allowed, actions: contract.STUDENT_ACTIONS.filter((action) => may[action]) };
}
