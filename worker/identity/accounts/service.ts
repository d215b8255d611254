import { eq, sql } from 'drizzle-orm';
import { AppError } from '../../errors/app-error.ts';
import { issueAccess, signWidgetToken } from '../../platform/secrets/access-token.ts';
import type { Env, Later, Scope, Sender } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { relation } from '../../platform/database/functions.ts';
import { type Asked, build, type Given, prepared, type RowOf } from '../../platform/database/queries.ts';
import { hashPassword, sha256, verifyPassword } from '../../platform/secrets/hash.ts';
import { productOf, sendDueMails } from '../../platform/mail.ts';
import { newToken } from '../../platform/secrets/tokens.ts';
import type { BodyOf, ResponseOf } from '../../platform/contract.ts';
import type { UserType } from '../../access/contract.ts';
import type * as contract from './contract.ts';
import type { Language } from './contract.ts';
import * as call from './functions.ts';
import {
  confirmationMails,
  emailChangeMails,
  passwordResetMails,
  registrationMails,
  securityMails,
} from './mails.ts';
import { commonPasswords } from './common-passwords.ts';
import { MIN_LENGTH, passwordFaults, type PasswordOwner } from './password/contract.ts';
import { normalizePhone } from './phone.ts';
import { openSession, startSignIn } from './service-sessions.ts';
import { fullName, passwordOwnerOf, refuseLocked, registrationOf, widgetProductOf } from './queries.ts';
import { users } from './tables.ts';

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
    call.signInLookup({
      identifier,
      account_key: account,
      address_key: address,
      device_hash: sha256(sender.known ?? ''),
    }),
  );
  const { locked_until, try_key } = candidates[0]!;
  refuseLocked(locked_until);
  const { found, outdated } = await fitting(env, candidates, body.password, identifier);
  if (!found) {
    await db.system(call.signInFailed({ address_key: address }));
    throw new AppError('wrong_credentials');
  }
  if (!found.activated) {
    const { tokens, mails } = newLinks(env);
    await db.system(call.resendConfirmation({ user: found.user_id!, account_key: try_key, tokens, mails }));
    later(sendDueMails(env, db));
    throw new AppError('email_not_verified');
  }
  const fresh = outdated ? await hashPassword(body.password, env) : '';
  return startSignIn(
    env,
    db,
    (ticket) =>
      call.signInSucceeded({
        user: found.user_id!,
        account_key: try_key,
        device: sender.device,
        address: sender.address,
        new_hash: fresh,
        ticket,
        along: comingIn(body),
      }),
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

type Candidate = RowOf<ReturnType<typeof call.signInLookup>>;

/** As many hashes as a phone costs at least, so that it does not tell how many accounts have it. */
const HASHES_OF_A_PHONE = 3;

/** The account that the password opens. A name that nobody has costs as much as one that somebody has. */
async function fitting(env: Env, candidates: readonly Candidate[], password: string, identifier: string) {
  const hashes = candidates.map(({ password_hash }) => password_hash);
  const atLeast = identifier.includes('@') ? 1 : HASHES_OF_A_PHONE;
  while (hashes.length < atLeast) hashes.push(null);
  let found: Candidate | null = null;
  let isOutdated = false;
  for (const [place, hash] of hashes.entries()) {
    const { fits, outdated } = await verifyPassword(password, hash, env);
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
  const [[locked_until]] = await db.system(
    call.requestPasswordReset({
      identifier,
      key: `reset:${sha256(identifier)}`,
      address_key: `reset-address:${sha256(sender.network || identifier)}`,
      links,
    }),
  );
  refuseLocked(locked_until);
  later(sendDueMails(env, db));
  return {};
}

/**
 * Mails a fresh link in place of one that expired or was used, to the address that it went to.
 * Errors: token_incorrect where there is nothing left to confirm, accept or reset; slow_down.
 */
export async function renewLink(env: Env, db: Db, token: string, later: Later) {
  const { tokens, mails } = newLinks(env);
  const [[locked_until]] = await db.system(call.renewLink({ token_hash: sha256(token), tokens, mails }));
  refuseLocked(locked_until);
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
  await checkPassword(env, body.new_password, { ...person, places: companies }, 'new_password');
  const hash = await hashPassword(body.new_password, env);
  const mails = securityMails(productOf(env), sender, 'password_changed');
  const answer = await startSignIn(
    env,
    db,
    (ticket) =>
      call.resetPassword({
        token_hash: sha256(body.token),
        password_hash: hash,
        device: sender.device,
        address: sender.address,
        ticket,
        mails,
      }),
    sender,
  );
  later(sendDueMails(env, db));
  return answer;
}

/**
 * Changes the caller's own password and ends all their other sessions (§7 accounts/change_password).
 * Errors: wrong_password on "old_password", password_unchanged or a password rule on "new_password", slow_down.
 */
export async function changePassword(
  env: Env,
  db: Db,
  scope: Scope,
  sender: Sender,
  body: BodyOf<typeof contract.changePassword>,
  later: Later,
): Promise<undefined> {
  const { companies, ...owner } = await proveOwnPassword(env, db, scope, body.old_password, 'old_password');
  // Whoever changes it because somebody else knows it would think they are safe.
  if (body.new_password === body.old_password)
    throw new AppError('password_unchanged', { field: 'new_password' });
  await checkPassword(env, body.new_password, { ...owner, places: companies }, 'new_password');
  const hash = await hashPassword(body.new_password, env);
  const mails = securityMails(productOf(env), sender, 'password_changed');
  await db.run(scope, call.changePassword({ password_hash: hash, mails }));
  later(sendDueMails(env, db));
}

/**
 * Proves that the caller is still the person themselves; for a quarter of an hour they may change what protects the
 * account. Errors: wrong_password, slow_down.
 */
export async function confirmPassword(env: Env, db: Db, scope: Scope, password: string): Promise<undefined> {
  await proveOwnPassword(env, db, scope, password, 'password');
  await db.run(scope, call.confirmSession({}));
}

const own = relation(call.ownPassword({}), 'own');
const space = relation(call.ownSpaces({}), 'space');

const ownProof = prepared((given: Given<{ user_id: number }>) =>
  build
    .select({
      password_hash: own.password_hash,
      locked_until: own.locked_until,
      email: users.email,
      phone: users.phone,
      first_name: users.first_name,
      last_name: users.last_name,
      /** Their names. */
      companies: sql<string[]>`array(${build.select({ name: space.name }).from(space)})`,
    })
    .from(own)
    .innerJoin(users, eq(users.id, given.user_id)),
);

async function proveOwnPassword(env: Env, db: Db, scope: Scope, password: string, field: string) {
  const [[proof]] = await db.run(scope, ownProof({ user_id: scope.user_id }));
  refuseLocked(proof?.locked_until);
  const { fits } = await verifyPassword(password, proof?.password_hash ?? null, env);
  if (!proof || !fits) throw new AppError('wrong_password', { field });
  return proof;
}

/** Ends the caller's session, whatever it is let into; its token is refused from the next request on. */
export async function signOut(db: Db, { session_id }: Scope): Promise<undefined> {
  await db.system(call.endSession({ session: session_id }));
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
    await checkPassword(env, body.new_password, { ...person, places: [company] }, 'new_password');
    hash = await hashPassword(body.new_password, env);
  } else if (body.password !== undefined) {
    const { fits } = await verifyPassword(body.password, password_hash, env);
    if (!fits) throw new AppError('wrong_password', { field: 'password' });
  }
  const keeps = body.new_password === undefined && body.password !== undefined;
  return openSession(
    env,
    db,
    call.confirmEmail({
      token_hash: sha256(body.token),
      keeps,
      new_hash: hash,
      device: sender.device,
      address: sender.address,
    }),
    sender,
  );
}

/** Makes another e-mail the caller's own by the link that was mailed there. Errors: token_incorrect, email_taken. */
export async function changeEmail(db: Db, scope: Scope, token: string) {
  const [[email]] = await db.run(scope, call.changeEmail({ token_hash: sha256(token) }));
  return { email: email! };
}

/** Leaves the company entered; access is null where it was the last one. Errors: owner_stays. */
export async function leaveCompany(env: Env, db: Db, scope: Scope) {
  const [[next]] = await db.run(scope, call.leaveCompany({}));
  const { company_id, user_type } = next!;
  if (company_id === null) return { access: null };
  const { session_id, user_id } = scope;
  return { access: await issueAccess(env, { session_id, user_id, company_id, user_type }) };
}

/** Acts under another role of the same company. Errors: user_type_not_held. */
export async function changeUserType(env: Env, db: Db, scope: Scope, user_type: UserType) {
  const { company_id } = scope;
  const [[entered]] = await db.run(scope, switchTo(scope, company_id, user_type));
  return { access: await issueAccess(env, { ...loginOf(scope), company_id, user_type: entered! }) };
}

/**
 * Goes on in another company under the strongest role held there, also from one that is closed to the caller, which is
 * why that one is not entered. Errors: session_ended, not_found.
 */
export async function changeSpace(env: Env, db: Db, scope: Scope, company_id: number) {
  const [[entered]] = await db.system(switchTo(scope, company_id, null));
  return { access: await issueAccess(env, { ...loginOf(scope), company_id, user_type: entered! }) };
}

const switchTo = ({ session_id }: Scope, company: number, type: UserType | null) =>
  call.switchSession({ session: session_id, company, type });

const loginOf = ({ session_id, user_id }: Scope) => ({ session_id, user_id });

interface OwnFields {
  user_id: number;
  first_name: string | undefined;
  last_name: string | undefined;
  middle_name: string | undefined;
  language: Language | undefined;
  dismissed_hints: string[] | undefined;
}

const changeOwn = prepared((given: Given<OwnFields>) => {
  const { user_id, ...fields } = given;
  // A statement sets something, even where only the phone changes.
  const set = { ...fields, middle_name: fields.middle_name ?? sql`${users.middle_name}` };
  return build.update(users).set(set).where(eq(users.id, user_id));
});

/**
 * Changes the caller's own name, language, phone, or asks for another e-mail, which becomes theirs when its link is used.
 * `besides` is done with it, or not at all.
 * Errors: invalid_phone, email_or_phone_required, slow_down; password_confirmation_required for phone and e-mail.
 */
export async function updateProfile(
  env: Env,
  db: Db,
  scope: Scope,
  sender: Sender,
  body: BodyOf<typeof contract.updateProfile>,
  later: Later,
  besides: readonly Asked[] = [],
): Promise<undefined> {
  const { first_name, last_name, middle_name, language, dismissed_hints } = body;
  const hints = dismissed_hints && [...new Set(dismissed_hints)];
  const fields = { first_name, last_name, middle_name, language, dismissed_hints: hints };
  const asked = [];
  if (body.phone !== undefined) {
    const phone = body.phone && normalizePhone(body.phone);
    if (phone === null) throw new AppError('invalid_phone', { field: 'phone' });
    asked.push(call.setOwnPhone({ phone, mails: securityMails(productOf(env), sender, 'phone_changed') }));
  }
  if (body.email !== undefined) {
    const { secret, kept } = newToken('email_change');
    const mails = emailChangeMails(productOf(env), sender, body.email, secret);
    asked.push(call.requestEmailChange({ email: body.email, token: kept, mails }));
  }
  const fieldsChanged = changeOwn({ ...fields, user_id: scope.user_id });
  const rows: readonly (readonly unknown[])[] = await db.run(scope, fieldsChanged, ...asked, ...besides);
  for (const [locked_until] of rows.slice(1, 1 + asked.length)) refuseLocked(locked_until as string | null);
  if (asked.length > 0) later(sendDueMails(env, db));
}

/** Ends one of the caller's own sessions. Errors: not_found for one that is ended or somebody else's. */
export async function endSession(db: Db, scope: Scope, session_id: number): Promise<undefined> {
  const [[ended]] = await db.run(scope, call.endOwnSession({ session: session_id }));
  if (typeof ended !== 'number') throw new AppError('not_found');
}

/** Ends all of the caller's sessions but this one. */
export async function endOtherSessions(db: Db, scope: Scope): Promise<undefined> {
  await db.run(scope, call.endOtherSessions({}));
}

const ownName = prepared((given: Given<{ user_id: number }>) =>
  build
    .select({
      email: users.email,
      name: fullName,
      language: users.language,
    })
    .from(users)
    .where(eq(users.id, given.user_id)),
);

/** The help widget in the caller's language and the token that signs them in there, where one is configured. */
export async function createSleekplanToken(env: Env, db: Db, scope: Scope) {
  const [[person]] = await db.run(scope, ownName({ user_id: scope.user_id }));
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
  const places = [...(owner.places ?? []), env.PRODUCT_NAME];
  const [fault] = passwordFaults(password, { ...owner, places });
  if (fault) throw new AppError(fault, { field, params: { min: MIN_LENGTH } });
  const { default: list } = await import('./common-passwords.txt');
  common ??= commonPasswords(list);
  if (common.has(password.toLowerCase())) throw new AppError('password_common', { field });
}

let common: Set<string> | undefined;

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
