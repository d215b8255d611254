import { AppError } from '../../errors/app-error.ts';
import type { Scope } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { endOverdue } from '../attempts/queries-results.ts';
import { ownRetakeRequest } from './functions.ts';

/** Whether the caller may ask for another attempt, and what they asked for last. Errors: not_found. */
export async function retakeRequestOf(db: Db, scope: Scope, form_id: number) {
  const [, [row]] = await db.run(scope, endOverdue, ownRetakeRequest({ form: form_id }));
  if (!row) throw new AppError('not_found');
  return row;
}
