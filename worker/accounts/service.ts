import { sql, type SQL } from 'drizzle-orm';
import { AppError } from '../errors/app-error.ts';
import { issueAccess } from '../platform/access-token.ts';
import type { Env, Scope, Sender } from '../platform/context.ts';
import { statement, type Db } from '../platform/database.ts';
import { hashPassword, NOBODYS_HASH, sha256, verifyPassword } from '../platform/hash.ts';
import type { BodyOf } from '../platform/contract.ts';
import type { UserType } from '../access/contract.ts';
import type * as contract from './contract.ts';
import { passwordFault, type PasswordOwner } from './password.ts';
import { normalizePhone } from './phone.ts';
import { invitationOf } from './queries.ts';

interface OpenedSession {
  session_id: number;
  user_id: number;
  company_id: number;
  user_type: UserType;
}

/**
 * Signs in by e-mail or phone and password (§7 accounts/token). Two round trips: the look-up, and the session or the
 * count of the failure. Unknown accounts cost the same work and get the same answer as wrong passwords.
 */
export async function signIn(env: Env, db: Db, sender: Sender, body: BodyOf<typeof contract.createToken>) {
  const identifier = body.username.includes('@')
    ? body.username.toLowerCase()
    : (normalizePhone(body.username) ?? body.username);
  const account = `account:${sha256(identifier)}`;
  const address = `address:${sha256(sender.address)}`;
  const [[found]] = await db.system(
    statement<{
      user_id: number | null;
      password_hash: string | null;
      email_verified: boolean;
      locked_until: Date | null;
    }>(sql`select * from sign_in_lookup(${identifier}, ${account}, ${address})`),
  );
  const locked = found?.locked_until ? found.locked_until.getTime() - Date.now() : 0;
  if (locked > 0) {
    throw new AppError('too_many_attempts', { params: { minutes: Math.ceil(locked / 60_000) } });
  }
  const { fits, outdated } = await verifyPassword(
    body.password,
    found?.password_hash ?? NOBODYS_HASH,
    env.PASSWORD_PEPPER,
  );
  if (!fits || !found?.user_id) {
    await db.system(statement(sql`select sign_in_failed(${account}, ${address})`));
    throw new AppError('wrong_credentials');
  }
  if (!found.email_verified) throw new AppError('email_not_verified');
  const fresh = outdated ? await hashPassword(body.password, env.PASSWORD_PEPPER) : '';
  return openSession(
    env,
    db,
    sql`select * from sign_in_succeeded(${found.user_id}, ${account}, ${sender.device}, ${sender.address}, ${fresh})`,
  );
}

/** Ends the caller's session; its token is refused from the next request on. */
export async function signOut(db: Db, scope: Scope): Promise<undefined> {
  await db.run(scope, statement(sql`select end_session(${scope.session_id})`));
}

/** Confirms an e-mail address and signs in. Errors: token_incorrect for a used, expired or unknown link. */
export function confirmEmail(env: Env, db: Db, sender: Sender, token: string) {
  return openSession(
    env,
    db,
    sql`select * from confirm_email(${sha256(token)}, ${sender.device}, ${sender.address})`,
  );
}

/** Accepts an invitation: sets name and password and signs in. Errors: token_incorrect, a password rule. */
export async function finishRegistration(
  env: Env,
  db: Db,
  sender: Sender,
  body: BodyOf<typeof contract.finishRegistration>,
) {
  const invited = await invitationOf(db, body.token);
  await checkPassword(body.password, {
    email: invited.email,
    phone: invited.phone,
    names: [body.first_name, body.last_name],
  });
  const hash = await hashPassword(body.password, env.PASSWORD_PEPPER);
  return openSession(
    env,
    db,
    sql`select * from finish_registration(${sha256(body.token)}, ${body.first_name}, ${body.last_name}, ${hash},
      ${sender.device}, ${sender.address})`,
  );
}

/** Acts under another role of the same company. Errors: user_type_not_held. */
export async function changeUserType(env: Env, db: Db, scope: Scope, user_type: UserType) {
  return switchTo(env, db, scope, scope.company_id, user_type);
}

/** Goes on in another company under the strongest role held there. Errors: not_found. */
export async function changeSpace(env: Env, db: Db, scope: Scope, company_id: number) {
  return switchTo(env, db, scope, company_id, null);
}

async function switchTo(env: Env, db: Db, scope: Scope, company_id: number, user_type: UserType | null) {
  const [[switched]] = await db.run(
    scope,
    statement<{ user_type: UserType }>(
      sql`select switch_session(${scope.session_id}, ${company_id}, ${user_type}) as user_type`,
    ),
  );
  return {
    access: await issueAccess(env, {
      session_id: scope.session_id,
      user_id: scope.user_id,
      company_id,
      user_type: switched!.user_type,
    }),
  };
}

/** Changes the caller's own name or language. */
export async function updateProfile(
  db: Db,
  scope: Scope,
  body: BodyOf<typeof contract.updateProfile>,
): Promise<undefined> {
  await db.run(
    scope,
    statement(sql`update users set
      first_name = coalesce(${body.first_name ?? null}, first_name),
      last_name = coalesce(${body.last_name ?? null}, last_name),
      middle_name = coalesce(${body.middle_name ?? null}, middle_name),
      language = coalesce(${body.language ?? null}, language)
      where id = ${scope.user_id}`),
  );
}

/**
 * Judges a new password by the rules of §5.
 * @throws the rule broken, on the field "password"
 */
export async function checkPassword(password: string, owner: PasswordOwner): Promise<void> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  common ??= new Set(dictionary['passwords-common']);
  const fault = passwordFault(password, owner, (lower) => common!.has(lower));
  if (fault) throw new AppError(fault, { field: 'password' });
}

let common: Set<string> | undefined;

async function openSession(env: Env, db: Db, query: SQL) {
  const [[opened]] = await db.system(statement<OpenedSession>(query));
  return { access: await issueAccess(env, opened!) };
}
