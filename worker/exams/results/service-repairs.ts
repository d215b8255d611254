import type { Scope } from '../../platform/context.ts';
import type { BodyOf, ParamsOf, ResponseOf } from '../../platform/contract.ts';
import { remember, type Db } from '../../platform/database/database.ts';
import type * as contract from './contract.ts';
import * as call from './functions.ts';

type Preview = ResponseOf<typeof contract.previewRepair>;

/**
 * Whose results a repair would change. Errors: not_found, own_form, own_assignment; invalid_choice, question_without_right_answer,
 * question_single_right_answer, repair_leaves_nothing on "changes".
 */
export async function previewRepair(
  db: Db,
  scope: Scope,
  { id, formId }: ParamsOf<typeof contract.previewRepair>,
  { changes, only_raise }: BodyOf<typeof contract.previewRepair>,
): Promise<Preview> {
  const summing = call.repairSums({ course: id, form: formId, changes, only_raise });
  const [[sums]] = await db.run(scope, summing);
  return sums!;
}

/** Mends the key and grades anew, set-based, in one round trip. Errors: as previewRepair. */
export async function repairKey(
  db: Db,
  scope: Scope,
  { id, formId }: ParamsOf<typeof contract.repairKey>,
  { changes, only_raise, reason }: BodyOf<typeof contract.repairKey>,
) {
  const repairing = call.repairKey({ course: id, form: formId, changes, only_raise, reason });
  const [[created]] = await db.run(scope, remember(scope, repairing));
  return { id: created! };
}

/** Takes a repair back; repeating it changes nothing. Errors: not_found, own_form, own_assignment. */
export async function undoRepair(
  db: Db,
  scope: Scope,
  { id, formId, repairId }: ParamsOf<typeof contract.undoRepair>,
): Promise<undefined> {
  await db.run(scope, call.undoRepair({ course: id, form: formId, repair: repairId }));
}
