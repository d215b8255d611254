import { refuseLocked } from '../accounts/queries.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Scope } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { sha256 } from '../../platform/secrets/hash.ts';
import { ownSecurity, secondFactorLookup } from './functions.ts';

/** What protects the caller's account. */
export async function securityOf(db: Db, scope: Scope) {
  const [[row]] = await db.run(scope, ownSecurity({}));
  return row!;
}

/** The second factors behind a ticket; counts a try. Errors: ticket_expired, slow_down, too_many_attempts. */
export async function ticketOf(db: Db, ticket: string) {
  const [[row]] = await db.system(secondFactorLookup({ ticket_hash: sha256(ticket) }));
  if (!row) throw new AppError('ticket_expired');
  refuseLocked(row.locked_until);
  return row;
}
