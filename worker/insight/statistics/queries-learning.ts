import { reachOf } from '../../access/contract.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Scope } from '../../platform/context.ts';
import { numberOfStatus } from '../../exams/attempts/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { learningOf as call } from './functions.ts';

/**
 * What a person learns, with how far they are, their results and what is due: anybody's own, and of people in reach for
 * those who may view users. Groups, courses and programs out of the caller's reach are left out. Errors: not_found.
 */
export async function learningOf(db: Db, scope: Scope, id: number) {
  const reach = reachOf('viewUser', scope.user_type);
  const own = id === scope.user_id;
  if (!own && reach === null) throw new AppError('not_found');
  // Of oneself everything, whatever the role reaches.
  const [[row]] = await db.run(scope, call({ user: id, all: own || reach === 'company' }));
  if (!row) throw new AppError('not_found');
  const courses = row.courses.map((course) => ({
    ...course,
    tests: course.tests.map((test) => ({
      ...test,
      passed_form_status: numberOfStatus(test.passed_form_status),
    })),
  }));
  return { ...row, courses };
}
