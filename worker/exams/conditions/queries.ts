import type { Scope } from '../../platform/context.ts';
import type { ParamsOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import type * as contract from './contract.ts';
import * as call from './functions.ts';

/** The access code of a test in reach. Errors: not_found, own_form. */
export async function accessCodeOf(
  db: Db,
  scope: Scope,
  { id, formId }: ParamsOf<typeof contract.getAccessCode>,
) {
  const [[shown]] = await db.run(scope, call.accessCodeOf({ course: id, form: formId }));
  return { form_id: formId, ...shown! };
}

/** What a person in reach has beyond the time of every test. Errors: not_found. */
export async function extraTimeOf(db: Db, scope: Scope, user: number) {
  const [[time]] = await db.run(scope, call.extraTimeOf({ user }));
  return time!;
}
