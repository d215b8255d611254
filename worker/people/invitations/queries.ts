import { AppError } from '../../errors/app-error.ts';
import type { Scope } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { sha256 } from '../../platform/secrets/hash.ts';
import { ownInvitations } from '../../identity/accounts/functions.ts';
import { invitation } from './functions.ts';

/** What an invitation is for. Errors: token_incorrect for a used, replaced, declined, expired or unknown one. */
export async function invitationOf(db: Db, token: string) {
  const [[row]] = await db.system(invitation({ token_hash: sha256(token) }));
  if (!row) throw new AppError('token_incorrect', { field: 'token' });
  return row;
}

/** The invitations that wait for the caller, the newest first. */
export async function waitingInvitations(db: Db, scope: Scope) {
  const [rows] = await db.run(scope, ownInvitations({}));
  return rows;
}
