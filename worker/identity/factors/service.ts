import { randomInt } from 'node:crypto';
import { generateSecret, generateURI, verify } from 'otplib';
import { securityMails } from '../accounts/mails.ts';
import { refuseLocked } from '../accounts/queries.ts';
import { openSession } from '../accounts/service-sessions.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Env, Later, Scope, Sender } from '../../platform/context.ts';
import type { BodyOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { hmac, sha256 } from '../../platform/secrets/hash.ts';
import { productOf, sendDueMails } from '../../platform/mail.ts';
import { seal, unseal } from '../../platform/secrets/seal.ts';
import type * as contract from './contract.ts';
import * as call from './functions.ts';
import { ticketOf } from './queries.ts';

/** Seconds that a person's clock may be off. */
const CLOCK_TOLERANCE = 30;

/**
 * Begins to set up an authenticator app, or goes on with what was begun a moment ago; an earlier app works on until a code of
 * the new one is verified.
 */
export async function createTotp(env: Env, db: Db, scope: Scope) {
  const fresh = seal(generateSecret(), env.PASSWORD_PEPPER);
  const [[owner]] = await db.run(scope, call.beginTotp({ sealed: fresh }));
  const secret = unseal(owner!.sealed, env.PASSWORD_PEPPER);
  const otpauth_url = generateURI({ issuer: env.PRODUCT_NAME, label: owner!.account, secret });
  return { secret, otpauth_url };
}

/** Finishes setting up the authenticator app. Errors: wrong_code, slow_down. */
export async function verifyTotp(env: Env, db: Db, scope: Scope, sender: Sender, code: string, later: Later) {
  const [[pending]] = await db.run(scope, call.pendingTotp({}));
  refuseLocked(pending?.locked_until);
  const step = pending?.sealed ? await stepOf(unseal(pending.sealed, env.PASSWORD_PEPPER), code) : null;
  if (step === null) throw new AppError('wrong_code', { field: 'code' });
  const { codes, hashes } = newRecoveryCodes(env.PASSWORD_PEPPER);
  const mails = securityMails(productOf(env), sender, 'totp_on');
  const finishing = call.finishTotp({ sealed: pending!.sealed!, step, recovery: hashes, mails });
  const [[kept]] = await db.run(scope, finishing);
  later(sendDueMails(env, db));
  return { recovery_codes: kept ? codes : null };
}

/**
 * Signs in with a ticket and a code of the authenticator app, or with a recovery code, of which the
 * person is told; each code opens once. Errors: ticket_expired, wrong_code, slow_down.
 */
export async function loginTotp(
  env: Env,
  db: Db,
  sender: Sender,
  body: BodyOf<typeof contract.loginTotp>,
  later: Later,
) {
  const { sealed } = await ticketOf(db, body.ticket);
  const code = body.code.replace(/\s/g, '');
  const isTotp = /^\d{6}$/.test(code);
  const step = isTotp && sealed ? await stepOf(unseal(sealed, env.PASSWORD_PEPPER), code) : null;
  if (isTotp && step === null) throw new AppError('wrong_code', { field: 'code' });
  if (isTotp) return finishSignIn(env, db, sender, body.ticket, { step });
  const proof = { recovery: hashOfRecoveryCode(code, env.PASSWORD_PEPPER) };
  const mails = securityMails(productOf(env), sender, 'recovery_code_used');
  const answer = await finishSignIn(env, db, sender, body.ticket, proof, mails);
  later(sendDueMails(env, db));
  return answer;
}

/** Goes on without the authenticator app. Errors: not_found, password_confirmation_required. */
export async function deleteTotp(
  env: Env,
  db: Db,
  scope: Scope,
  sender: Sender,
  later: Later,
): Promise<undefined> {
  await db.run(scope, call.deleteTotp({ mails: securityMails(productOf(env), sender, 'totp_off') }));
  later(sendDueMails(env, db));
}

/** Makes new recovery codes, which end the earlier ones. Errors: not_found without a second factor. */
export async function createRecoveryCodes(env: Env, db: Db, scope: Scope, sender: Sender, later: Later) {
  const { codes, hashes } = newRecoveryCodes(env.PASSWORD_PEPPER);
  const mails = securityMails(productOf(env), sender, 'codes_renewed');
  await db.run(scope, call.replaceRecoveryCodes({ hashes, mails }));
  later(sendDueMails(env, db));
  return { recovery_codes: codes };
}

/**
 * Signs in with a proof of the second factor that the database takes up together with the ticket.
 * @param mails tell of a recovery code
 */
export function finishSignIn(
  env: Env,
  db: Db,
  sender: Sender,
  ticket: string,
  proof: object,
  mails: object = {},
) {
  const { device, address } = sender;
  const finishing = call.finishSignIn({ ticket_hash: sha256(ticket), proof, device, address, mails });
  return openSession(env, db, finishing, sender);
}

/** The 30-second step that a code belongs to, or null for a wrong one; that a step counts once is the database's word. */
async function stepOf(secret: string, code: string): Promise<number | null> {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const result = await verify({ secret, token, epochTolerance: CLOCK_TOLERANCE });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}

const RECOVERY_CODES = 10;
/** Without signs that are taken for one another; ten of them are 49 bits. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';

/** Recovery codes for their owner, as `xxxxx-xxxxx`, and what is kept of them. */
export function newRecoveryCodes(pepper: string): { codes: string[]; hashes: string[] } {
  const five = () => Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const codes = Array.from({ length: RECOVERY_CODES }, () => `${five()}-${five()}`);
  return { codes, hashes: codes.map((code) => hashOfRecoveryCode(code, pepper)) };
}

/** However it was typed: capitals, blanks and hyphens do not count. */
function hashOfRecoveryCode(code: string, pepper: string): string {
  return hmac(code.toLowerCase().replace(/[^a-z0-9]/g, ''), pepper);
}
