import { sql } from 'drizzle-orm';
import { AppError } from '../../errors/app-error.ts';
import type { Scope } from '../../platform/context.ts';
import type { ResponseOf } from '../../platform/contract.ts';
import { statement, type Db } from '../../platform/database.ts';
import { sha256 } from '../../platform/hash.ts';
import type * as contract from './contract.ts';

/** What an invitation is for. Errors: token_incorrect for a used, replaced, declined, expired or unknown one. */
export async function invitationOf(db: Db, token: string) {
  type Row = ResponseOf<typeof contract.invitation>;
  const [[row]] = await db.system(statement<Row>(sql`select * from invitation(${sha256(token)})`));
  if (!row) throw new AppError('token_incorrect', { field: 'token' });
  return row;
}

/** The invitations that wait for the caller, the newest first. */
export async function waitingInvitations(db: Db, scope: Scope) {
  type Row = ResponseOf<typeof contract.listInvitations>[number];
  const [rows] = await db.run(
    scope,
    statement<Row>(
      sql`select id, space, to_jsonb(user_types) as user_types, inviter, created_at from own_invitations()`,
    ),
  );
  return rows;
}
