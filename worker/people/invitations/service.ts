import { checkPassword } from '../../identity/accounts/service.ts';
import { openSession } from '../../identity/accounts/service-sessions.ts';
import { issueAccess } from '../../platform/secrets/access-token.ts';
import type { Env, Scope, Sender } from '../../platform/context.ts';
import type { BodyOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { hashPassword, sha256 } from '../../platform/secrets/hash.ts';
import type * as contract from './contract.ts';
import * as call from './functions.ts';
import { invitationOf } from './queries.ts';

/**
 * Accepts an invitation by making an account: of the mailbox that the link was mailed to, or of the bearer of a sheet.
 * Errors: token_incorrect, email_taken where the mailbox has an account, which accepts by signing in; a password rule.
 */
export async function finishRegistration(
  env: Env,
  db: Db,
  sender: Sender,
  body: BodyOf<typeof contract.finishRegistration>,
) {
  const { email, phone, company } = await invitationOf(db, body.token);
  const { first_name, last_name } = body;
  await checkPassword(env, body.password, { email, phone, first_name, last_name, places: [company] });
  const hash = await hashPassword(body.password, env);
  return openSession(
    env,
    db,
    call.finishRegistration({
      token_hash: sha256(body.token),
      first_name: body.first_name,
      last_name: body.last_name,
      password_hash: hash,
      device: sender.device,
      address: sender.address,
    }),
    sender,
  );
}

/** Joins the company that invites the caller's own mailbox, and goes on in it. Errors: not_found, already_member. */
export async function acceptInvitation(env: Env, db: Db, scope: Scope, id: number) {
  const [[joined]] = await db.run(scope, call.acceptInvitation({ id }));
  const { session_id, user_id } = scope;
  return { access: await issueAccess(env, { session_id, user_id, ...joined! }) };
}

/** Says no to an invitation of the caller's own mailbox. Errors: not_found. */
export async function declineInvitation(
  db: Db,
  scope: Scope,
  id: number,
  unknown_company = false,
): Promise<undefined> {
  await db.run(scope, call.declineInvitation({ id, unknown: unknown_company }));
}

/** Says no by the link of the mail, without an account. Errors: token_incorrect. */
export async function declineByLink(
  db: Db,
  { token, unknown_company = false }: BodyOf<typeof contract.declineByLink>,
): Promise<undefined> {
  await db.system(call.declineByLink({ token_hash: sha256(token), unknown: unknown_company }));
}
