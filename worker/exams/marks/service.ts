import type { Scope } from '../../platform/context.ts';
import type { BodyOf, ParamsOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import type * as contract from './contract.ts';
import * as call from './functions.ts';

/**
 * Marks an answer and grades its attempt anew. Whom the result is shown by it the minute's work tells, so that a mark taken
 * back at once told nobody. Errors: not_found, own_assignment, own_form, status_not_allowed, mark_changed; max_value and required on "score",
 * invalid_choice on "question_id" and "levels".
 */
export async function saveMark(
  db: Db,
  scope: Scope,
  attempt: number,
  { question_id, score, levels, comment, settles, replaces }: BodyOf<typeof contract.saveMark>,
) {
  const [[id]] = await db.run(
    scope,
    call.saveMark({
      attempt,
      question: question_id,
      score: score ?? null,
      levels: levels ?? null,
      comment: comment ?? '',
      settles: settles ?? false,
      seen: replaces === undefined ? null : (replaces ?? 0),
    }),
  );
  return { id: id! };
}

/** Takes a mark of the caller's back; repeating it changes nothing. Errors: as saveMark. */
export async function undoMark(
  db: Db,
  scope: Scope,
  { id, markId }: ParamsOf<typeof contract.undoMark>,
): Promise<undefined> {
  await db.run(scope, call.undoMark({ attempt: id, mark: markId }));
}
