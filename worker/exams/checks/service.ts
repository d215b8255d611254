import { AppError } from '../../errors/app-error.ts';
import type { Scope } from '../../platform/context.ts';
import type { BodyOf, ResponseOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { shownCheck } from '../attempts/shown-answers.ts';
import type * as contract from './contract.ts';
import * as call from './functions.ts';

/**
 * Saves an answer and checks it, in one round trip; asking again for the same answer uses up no try.
 * Errors: as saving; not_checked, nothing_to_check on "answer", answer_settled.
 */
export async function checkAnswer(
  db: Db,
  scope: Scope,
  { attempt_id, holder, answer }: BodyOf<typeof contract.checkAnswer>,
): Promise<ResponseOf<typeof contract.checkAnswer>> {
  const checking = call.checkAnswer({ attempt: attempt_id, holder, answer });
  const [[row]] = await db.run({ ...scope, idempotency: null }, checking);
  const { server_time, deadline, question, kept } = row!;
  if (!question || !kept) throw new AppError('time_is_over');
  return { server_time, deadline, check: shownCheck(question, kept) };
}
