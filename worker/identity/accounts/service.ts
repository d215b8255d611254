import { sql, type SQL } from 'drizzle-orm';
import { AppError } from '../../errors/app-error.ts';
import { issueAccess, signWidgetToken } from '../../platform/access-token.ts';
import type { Env, Scope, Sender } from '../../platform/context.ts';
import { json, statement, texts, type Db } from '../../platform/database.ts';
import { hashPassword, NOBODYS_HASH, randomToken, sha256, verifyPassword } from '../../platform/hash.ts';
import { sendDueMails } from '../../platform/mail.ts';
import { newToken } from '../../platform/tokens.ts';
import type { BodyOf, ResponseOf } from '../../platform/contract.ts';
import type { UserType } from '../../access/contract.ts';
import type * as contract from './contract.ts';
import {
  confirmationMails,
  emailChangeMails,
  passwordResetMails,
  registrationMails,
  securityMails,
} from './mails.ts';
import { passwordFault, type PasswordOwner } from './password.ts';
import { normalizePhone } from './phone.ts';
import { passwordOwnerOf, refuseLocked, registrationOf, widgetProductOf } from './queries.ts';

type Later = (work: Promise<unknown>) => void;

interface OpenedSession {
  session_id: number;
  user_id: number;
  company_id: number;
  user_type: UserType;
}

type SignedIn = ResponseOf<typeof contract.createToken>;

/**
 * Signs in by e-mail or phone and password (§7 accounts/token). Two round trips: the look-up, which counts the try before
 * the hash, and the session, the ticket for a second factor or the failure. Unknown accounts cost the same work and get
 * the same answer as wrong passwords.
 */
export async function signIn(
  env: Env,
  db: Db,
  sender: Sender,
  body: BodyOf<typeof contract.createToken>,
  later: Later,
): Promise<SignedIn> {
  const identifier = identifierOf(body.username);
  const account = accountKeyOf(identifier);
  // Without an address nobody else's failures count.
  const address = `address:${sha256(sender.network || account)}`;
  const [candidates] = await db.system(
    statement<Candidate>(
      sql`select * from sign_in_lookup(${identifier}, ${account}, ${address}, ${sha256(sender.known ?? '')})`,
    ),
  );
  const { locked_until, try_key } = candidates[0]!;
  refuseLocked(locked_until);
  const { found, outdated } = await fitting(env, candidates, body.password, identifier);
  if (!found) {
    await db.system(statement(sql`select sign_in_failed(${address})`));
    throw new AppError('wrong_credentials');
  }
  if (!found.activated) {
    const { tokens, mails } = newLinks(env);
    await db.system(
      statement(
        sql`select resend_confirmation(${found.user_id}, ${try_key}, ${json(tokens)}, ${json(mails)})`,
      ),
    );
    later(sendDueMails(env, db));
    throw new AppError('email_not_verified');
  }
  const fresh = outdated ? await hashPassword(body.password, env.PASSWORD_PEPPER) : '';
  return startSignIn(
    env,
    db,
    (
      ticket,
    ) => sql`select * from sign_in_succeeded(${found.user_id}, ${try_key}, ${sender.device}, ${sender.address},
      ${fresh}, ${ticket}, ${json(comingIn(body))})`,
    sender,
  );
}

/** How somebody who belongs to no company comes into one with signing in, as the database takes it. */
export const comingIn = ({
  invitation,
  new_space,
}: Pick<BodyOf<typeof contract.createToken>, keyof typeof contract.comingIn>) => ({
  ...(invitation !== undefined && { invitation: sha256(invitation) }),
  ...(new_space !== undefined && { new_space }),
});

/** How many accounts behind a phone are mailed. */
const LINKS_OF_A_PHONE = 5;

interface Candidate {
  user_id: number | null;
  password_hash: string | null;
  activated: boolean;
  locked_until: Date | null;
  /** What the try is counted under. */
  try_key: string;
}

/** As many hashes as a phone costs at least, so that it does not tell how many accounts have it. */
const HASHES_OF_A_PHONE = 3;

/** The account that the password opens. A name that nobody has costs as much as one that somebody has. */
async function fitting(env: Env, candidates: readonly Candidate[], password: string, identifier: string) {
  const hashes = candidates.map(({ password_hash }) => password_hash ?? NOBODYS_HASH);
  const atLeast = identifier.includes('@') ? 1 : HASHES_OF_A_PHONE;
  while (hashes.length < atLeast) hashes.push(NOBODYS_HASH);
  let found: Candidate | null = null;
  let isOutdated = false;
  for (const [place, hash] of hashes.entries()) {
    const { fits, outdated } = await verifyPassword(password, hash, env.PASSWORD_PEPPER);
    const candidate = candidates[place];
    if (!fits || found || !candidate?.user_id) continue;
    found = candidate;
    isOutdated = outdated;
  }
  return { found, outdated: isOutdated };
}

/**
 * Mails a link for a forgotten password, or the link that the person still misses to begin. Known and unknown accounts
 * answer alike, after the same work, and a lock of signing in does not reach here. Errors: slow_down and too_many_attempts
 * for an address that asks for many.
 */
export async function requestPasswordReset(env: Env, db: Db, sender: Sender, username: string, later: Later) {
  const identifier = identifierOf(username);
  const links = Array.from({ length: identifier.includes('@') ? 1 : LINKS_OF_A_PHONE }, () => newLinks(env));
  const [[asked]] = await db.system(
    statement<{ locked_until: Date | null }>(sql`select request_password_reset(${identifier},
      ${`reset:${sha256(identifier)}`}, ${`reset-address:${sha256(sender.network || identifier)}`}, ${json(links)}) as locked_until`),
  );
  refuseLocked(asked?.locked_until);
  later(sendDueMails(env, db));
  return {};
}

/**
 * Mails a fresh link in place of one that expired or was used, to the address that it went to.
 * Errors: token_incorrect where there is nothing left to confirm, accept or reset; slow_down.
 */
export async function renewLink(env: Env, db: Db, token: string, later: Later) {
  const { tokens, mails } = newLinks(env);
  const [[asked]] = await db.system(
    statement<{ locked_until: Date | null }>(
      sql`select renew_link(${sha256(token)}, ${json(tokens)}, ${json(mails)}) as locked_until`,
    ),
  );
  refuseLocked(asked?.locked_until);
  later(sendDueMails(env, db));
  return {};
}

/**
 * Sets a new password by the link of the mail, ends all sessions and signs in; a second factor is still asked for.
 * Errors: reset_link_invalid, a password rule on "new_password".
 */
export async function resetPassword(
  env: Env,
  db: Db,
  sender: Sender,
  body: BodyOf<typeof contract.confirmPasswordReset>,
  later: Later,
): Promise<SignedIn> {
  const { person, companies } = await passwordOwnerOf(db, body.token);
  await checkPassword(env, body.new_password, withNames(person, companies), 'new_password');
  const hash = await hashPassword(body.new_password, env.PASSWORD_PEPPER);
  const mails = json(securityMails(productOf(env), 'password_changed'));
  const answer = await startSignIn(
    env,
    db,
    (
      ticket,
    ) => sql`select * from reset_password(${sha256(body.token)}, ${hash}, ${sender.device}, ${sender.address},
      ${ticket}, ${mails})`,
    sender,
  );
  later(sendDueMails(env, db));
  return answer;
}

/**
 * Changes the caller's own password and ends all their other sessions (§7 accounts/change_password).
 * Errors: wrong_password on "old_password", a password rule on "new_password", slow_down.
 */
export async function changePassword(
  env: Env,
  db: Db,
  scope: Scope,
  body: BodyOf<typeof contract.changePassword>,
  later: Later,
): Promise<undefined> {
  const { companies, ...owner } = await proveOwnPassword(env, db, scope, body.old_password, 'old_password');
  await checkPassword(env, body.new_password, withNames(owner, companies), 'new_password');
  const hash = await hashPassword(body.new_password, env.PASSWORD_PEPPER);
  const mails = json(securityMails(productOf(env), 'password_changed'));
  await db.run(scope, statement(sql`select change_password(${hash}, ${mails})`));
  later(sendDueMails(env, db));
}

/**
 * Proves that the caller is still the person themselves; for a quarter of an hour they may change what protects the
 * account. Errors: wrong_password, slow_down.
 */
export async function confirmPassword(env: Env, db: Db, scope: Scope, password: string): Promise<undefined> {
  await proveOwnPassword(env, db, scope, password, 'password');
  await db.run(scope, statement(sql`select confirm_session()`));
}

interface OwnPassword {
  password_hash: string;
  locked_until: Date | null;
  /** Their names. */
  companies: string[];
}

async function proveOwnPassword(env: Env, db: Db, scope: Scope, password: string, field: string) {
  const [[own]] = await db.run(
    scope,
    statement<Named & OwnPassword>(sql`
      select p.password_hash, p.locked_until, u.email, u.phone, u.first_name, u.last_name,
             array(select name from own_spaces()) as companies
        from own_password() p, users u where u.id = ${scope.user_id}`),
  );
  refuseLocked(own?.locked_until);
  const { fits } = await verifyPassword(password, own?.password_hash ?? NOBODYS_HASH, env.PASSWORD_PEPPER);
  if (!own || !fits) throw new AppError('wrong_password', { field });
  return own;
}

/** Ends the caller's session; its token is refused from the next request on. */
export async function signOut(db: Db, scope: Scope): Promise<undefined> {
  await db.run(scope, statement(sql`select end_session(${scope.session_id})`));
}

/**
 * Proves the mailbox of a registration and signs in. Whoever registered need not be who reads the mail, so the password
 * chosen then counts only if it is typed again; else the new one does, or none until it is set by mail.
 * Errors: token_incorrect for a used, expired or unknown link; wrong_password; a password rule on "new_password".
 */
export async function confirmEmail(
  env: Env,
  db: Db,
  sender: Sender,
  body: BodyOf<typeof contract.confirmEmail>,
) {
  const { password_hash, company, ...person } = await registrationOf(db, body.token);
  let hash = '';
  if (body.new_password !== undefined) {
    await checkPassword(env, body.new_password, withNames(person, [company]), 'new_password');
    hash = await hashPassword(body.new_password, env.PASSWORD_PEPPER);
  } else if (body.password !== undefined) {
    const { fits } = await verifyPassword(body.password, password_hash ?? NOBODYS_HASH, env.PASSWORD_PEPPER);
    if (!fits) throw new AppError('wrong_password', { field: 'password' });
  }
  const keeps = body.new_password === undefined && body.password !== undefined;
  return openSession(
    env,
    db,
    sql`select * from confirm_email(${sha256(body.token)}, ${keeps}, ${hash}, ${sender.device}, ${sender.address})`,
    sender,
  );
}

/** Makes another e-mail the caller's own by the link that was mailed there. Errors: token_incorrect, email_taken. */
export async function changeEmail(db: Db, scope: Scope, token: string) {
  const [[changed]] = await db.run(
    scope,
    statement<{ email: string }>(sql`select change_email(${sha256(token)}) as email`),
  );
  return changed!;
}

/** Leaves the company entered; access is null where it was the last one. Errors: owner_stays. */
export async function leaveCompany(env: Env, db: Db, scope: Scope) {
  const [[next]] = await db.run(
    scope,
    statement<{ company_id: number | null; user_type: UserType }>(sql`select * from leave_company()`),
  );
  const { company_id, user_type } = next!;
  if (company_id === null) return { access: null };
  const { session_id, user_id } = scope;
  return { access: await issueAccess(env, { session_id, user_id, company_id, user_type }) };
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

/**
 * Changes the caller's own name, language, phone, or asks for another e-mail, which becomes theirs when its link is used.
 * Errors: invalid_phone, email_or_phone_required, slow_down; password_confirmation_required for phone and e-mail.
 */
export async function updateProfile(
  env: Env,
  db: Db,
  scope: Scope,
  body: BodyOf<typeof contract.updateProfile>,
  later: Later,
): Promise<undefined> {
  const fields = statement(sql`update users set
      first_name = coalesce(${body.first_name ?? null}, first_name),
      last_name = coalesce(${body.last_name ?? null}, last_name),
      middle_name = coalesce(${body.middle_name ?? null}, middle_name),
      language = coalesce(${body.language ?? null}, language),
      dismissed_hints = ${body.dismissed_hints ? texts([...new Set(body.dismissed_hints)]) : sql`dismissed_hints`}
      where id = ${scope.user_id}`);
  const asked = [];
  if (body.phone !== undefined) {
    const phone = body.phone && normalizePhone(body.phone);
    if (phone === null) throw new AppError('invalid_phone', { field: 'phone' });
    const mails = json(securityMails(productOf(env), 'phone_changed'));
    asked.push(statement<{ locked_until: null }>(sql`select set_own_phone(${phone}, ${mails})`));
  }
  if (body.email !== undefined) {
    const { secret, kept } = newToken('email_change');
    const mails = json(emailChangeMails(productOf(env), body.email, secret));
    asked.push(
      statement<{ locked_until: Date | null }>(
        sql`select request_email_change(${body.email}, ${json(kept)}, ${mails}) as locked_until`,
      ),
    );
  }
  const [, ...answers] = await db.run(scope, fields, ...asked);
  for (const [answer] of answers) refuseLocked(answer?.locked_until);
  if (asked.length > 0) later(sendDueMails(env, db));
}

/** Ends one of the caller's own sessions. Errors: not_found for one that is ended or somebody else's. */
export async function endSession(db: Db, scope: Scope, session_id: number): Promise<undefined> {
  const [[ended]] = await db.run(
    scope,
    statement<{ id: number | null }>(sql`select end_own_session(${session_id}) as id`),
  );
  if (typeof ended?.id !== 'number') throw new AppError('not_found');
}

/** Ends all of the caller's sessions but this one. */
export async function endOtherSessions(db: Db, scope: Scope): Promise<undefined> {
  await db.run(scope, statement(sql`select end_other_sessions()`));
}

/** The help widget in the caller's language and the token that signs them in there, where one is configured. */
export async function createSleekplanToken(env: Env, db: Db, scope: Scope) {
  const [[person]] = await db.run(
    scope,
    statement<{ email: string | null; name: string; language: string }>(sql`
      select u.email, trim(concat_ws(' ', u.first_name, u.last_name)) as name, u.language
        from users u where u.id = ${scope.user_id}`),
  );
  const key = env.SLEEKPLAN_KEY;
  const product_id = widgetProductOf(env, person!.language);
  if (!key || !product_id) return { product_id: null, token: null };
  const claims = { id: scope.user_id, mail: person!.email ?? '', name: person!.name };
  return { product_id, token: await signWidgetToken(key, claims) };
}

/**
 * Judges a new password by the rules of §5.
 * @throws the rule broken, on the field it was typed into
 */
export async function checkPassword(
  env: Env,
  password: string,
  owner: PasswordOwner,
  field = 'password',
): Promise<void> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  common ??= new Set(dictionary['passwords-common']);
  const places = [...owner.places, env.PRODUCT_NAME];
  const fault = passwordFault(password, { ...owner, places }, (lower) => common!.has(lower));
  if (fault) throw new AppError(fault, { field });
}

let common: Set<string> | undefined;

/**
 * Signs in by a database function that gives the new session.
 * @param sender whose browser is known from then on
 */
export async function openSession(env: Env, db: Db, query: SQL, sender?: Sender) {
  return { access: await issueAccess(env, await knownFrom<OpenedSession>(db, query, sender)) };
}

/** The session that a database function opens; the browser gets a secret to be known by, unless it has one. */
async function knownFrom<Row>(db: Db, query: SQL, sender: Sender | undefined): Promise<Row> {
  if (!sender) return (await db.system(statement<Row>(query)))[0][0]!;
  const secret = randomToken();
  const [[opened]] = await db.system(
    statement<Row & { keeps: boolean | null }>(sql`
      select s.*, case when s.session_id is not null
               then remember_device(s.user_id, ${sha256(sender.known ?? '')}, ${sha256(secret)}) end as keeps
        from (${query}) s`),
  );
  if (opened!.keeps) sender.keep(secret);
  return opened!;
}

/**
 * The end of a first step: access, or the ticket for the second factor that the person has set up.
 * @param query calls a database function with the ticket to keep, and gives the rows of `sign_in`
 * @param sender whose browser is known from then on
 */
export async function startSignIn(
  env: Env,
  db: Db,
  query: (ticket: SQL) => SQL,
  sender?: Sender,
): Promise<SignedIn> {
  type Started = OpenedSession & { session_id: number | null; two_factor: ('totp' | 'u2f')[] };
  const { secret, kept } = newToken('second_factor');
  const started = await knownFrom<Started>(db, query(json(kept)), sender);
  if (started.session_id === null && started.two_factor.length === 0) throw new AppError('no_company');
  if (started.session_id === null) return { two_factor: started.two_factor, ticket: secret };
  return { access: await issueAccess(env, started) };
}

export const productOf = (env: Env) => ({ name: env.PRODUCT_NAME, url: env.APP_URL });

/** The links a person may be waiting for; the database sends the one that fits. */
function newLinks(env: Env) {
  const reset = newToken('password_reset');
  const confirmation = newToken('email_confirmation');
  const invitation = newToken('invitation');
  const product = productOf(env);
  return {
    tokens: {
      password_reset: reset.kept,
      email_confirmation: confirmation.kept,
      invitation: invitation.kept,
    },
    mails: {
      password_reset: passwordResetMails(product, reset.secret),
      email_confirmation: confirmationMails(product, confirmation.secret),
      invitation: registrationMails(product, invitation.secret),
    },
  };
}

/** What people type as e-mail or phone, in the form it is stored in. */
function identifierOf(username: string): string {
  return username.includes('@') ? username.toLowerCase() : (normalizePhone(username) ?? username);
}

// As `account_key` in the database.
const accountKeyOf = (identifier: string) => `account:${sha256(identifier)}`;

interface Named {
  email: string | null;
  phone: string | null;
  first_name: string;
  last_name: string;
}

const withNames = (
  { email, phone, first_name, last_name }: Named,
  companies: readonly string[],
): PasswordOwner => ({
  email,
  phone,
  names: [first_name, last_name],
  places: companies,
});
