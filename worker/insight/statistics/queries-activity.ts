import { endOverdue } from '../../exams/attempts/queries-results.ts';
import { courseReached } from '../../learning/courses/queries-one.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf, ResponseOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import type * as contract from './contract.ts';
import { attemptsOverTime, courseFigures } from './functions.ts';
import { formsOf, requireParts } from './queries-forms.ts';

/** Figures over the students of a course in reach, and over the results of theirs that count. Errors: not_found. */
export async function summaryOf(
  db: Db,
  scope: Scope,
  course_id: number,
  { group }: QueryOf<typeof contract.statisticSummary>,
) {
  const [, [course], [figures]] = await db.run(
    scope,
    endOverdue,
    courseReached(scope, course_id),
    courseFigures({ course: course_id, group: group ?? null, all: scope.reach === 'company' }),
  );
  if (!course) throw new AppError('not_found');
  return figures!;
}

/**
 * Attempts of people in reach at the course's forms by day, week, month or year; an annulled one counts nowhere.
 * Errors: not_found; invalid_choice on "form", or on "to" before "from".
 */
export async function activityOf(
  db: Db,
  scope: Scope,
  course_id: number,
  query: QueryOf<typeof contract.dynamicStatistic>,
): Promise<ResponseOf<typeof contract.dynamicStatistic>> {
  const { days, from = null, to = null, form = null, group = null, only_recent } = query;
  if (from && to && to < from) throw new AppError('invalid_choice', { field: 'to' });
  const [, [course], forms, rows] = await db.run(
    scope,
    endOverdue,
    courseReached(scope, course_id),
    formsOf({ company_id: scope.company_id, course: course_id }),
    attemptsOverTime({
      course: course_id,
      from,
      to,
      days,
      form,
      group,
      recent: only_recent === 'true',
      all: scope.reach === 'company',
    }),
  );
  if (!course) throw new AppError('not_found');
  requireParts(forms, [], query);
  const { from: first, to: last, time_zone, bucket } = rows[0]!;
  return {
    from: first,
    to: last,
    time_zone,
    bucket,
    points: rows.map(({ date, started, completed, passed, failed, average }) => ({
      date,
      started,
      completed,
      passed,
      failed,
      average,
    })),
  };
}
