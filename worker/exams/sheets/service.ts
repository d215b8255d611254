import type { Scope } from '../../platform/context.ts';
import type { BodyOf, ParamsOf } from '../../platform/contract.ts';
import { remember, type Db } from '../../platform/database/database.ts';
import type * as contract from './contract.ts';
import * as call from './functions.ts';

/**
 * Types an answer sheet in. Errors: not_found, own_form, own_assignment, student_blocked, assignment_canceled,
 * status_not_allowed, test_already_started, attempts_exhausted; sheet_typed_already unless asked for; invalid_choice on
 * "variants", "sat_on", "answers", "on_paper" and "levels"; max_value on "score".
 */
export async function typeSheet(
  db: Db,
  scope: Scope,
  { id: course, formId: form, runId: run }: ParamsOf<typeof contract.typeSheet>,
  { user_id: user, ...sheet }: BodyOf<typeof contract.typeSheet>,
) {
  const typing = call.typeSheet({ course, form, run, user, ...sheet });
  const [[id]] = await db.run(scope, remember(scope, typing));
  return { id: id! };
}

/** Takes a sheet back; repeating it changes nothing. Errors: not_found, own_form, own_assignment, status_not_allowed. */
export async function undoSheet(
  db: Db,
  scope: Scope,
  { id: course, formId: form, runId: run, attemptId: attempt }: ParamsOf<typeof contract.undoSheet>,
  { reason }: BodyOf<typeof contract.undoSheet>,
): Promise<undefined> {
  const batch = crypto.randomUUID();
  await db.run(scope, call.undoSheet({ course, form, run, attempt, reason: reason ?? '', batch }));
}
