import { AppError } from '../../errors/app-error.ts';
import { refuseLocked } from '../../identity/accounts/queries.ts';
import type { Scope } from '../../platform/context.ts';
import type { BodyOf, ParamsOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import type { RowOf } from '../../platform/database/queries.ts';
import type * as contract from './contract.ts';
import * as call from './functions.ts';

/** Digits, since every keyboard has them. */
const drawnCode = () => String(crypto.getRandomValues(new Uint32Array(1))[0]! % 1_000_000).padStart(6, '0');

/** Sets, draws or takes away the code of a test. Errors: not_found, own_form. */
export async function setAccessCode(
  db: Db,
  scope: Scope,
  { id, formId }: ParamsOf<typeof contract.setAccessCode>,
  { code = drawnCode() }: BodyOf<typeof contract.setAccessCode>,
) {
  const [, [shown]] = await db.run(
    scope,
    call.setAccessCode({ course: id, form: formId, code }),
    call.accessCodeOf({ course: id, form: formId }),
  );
  return { form_id: formId, ...shown! };
}

/** Gives a person time beyond that of every test. Errors: not_found, own_assignment. */
export async function setExtraTime(
  db: Db,
  scope: Scope,
  user: number,
  { percent, minutes }: BodyOf<typeof contract.setExtraTime>,
) {
  await db.run(scope, call.setExtraTime({ user, percent, minutes }));
  return { percent, minutes };
}

/**
 * Says why a start without the right code is none.
 * @param code what came of the code that was sent; undefined: none was
 * Errors: access_code_required, wrong_access_code, too_many_attempts.
 */
export function refuseCode(code: RowOf<ReturnType<typeof call.showAccessCode>> | undefined): never {
  refuseLocked(code?.locked_until ?? null);
  throw new AppError(code?.outcome === 'wrong' ? 'wrong_access_code' : 'access_code_required', {
    field: 'access_code',
  });
}
