import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  VerifiedAuthenticationResponse,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server';
import { securityMails } from '../accounts/mails.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Env, Later, Scope, Sender } from '../../platform/context.ts';
import type { BodyOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { sha256 } from '../../platform/secrets/hash.ts';
import { productOf, sendDueMails } from '../../platform/mail.ts';
import { newToken } from '../../platform/secrets/tokens.ts';
import type * as contract from './contract.ts';
import * as call from './functions.ts';
import { ticketOf } from './queries.ts';
import { finishSignIn, newRecoveryCodes } from './service.ts';

// Certificates and their formats are heavy, and few requests need them.
const webauthn = () => import('@simplewebauthn/server');

/** Options for registering a security key. Errors: password_confirmation_required. */
export async function challengeU2f(env: Env, db: Db, scope: Scope) {
  const { secret, kept } = newToken('key_registration');
  const [[owner]] = await db.run(scope, call.beginSecurityKey({ challenge: kept }));
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: env.PRODUCT_NAME,
    rpID: relyingPartyOf(env),
    userID: Uint8Array.from(Buffer.from(`user-${owner!.user_id}`)),
    userName: owner!.account,
    userDisplayName: owner!.full_name || owner!.account,
    challenge: bytesOf(secret),
    attestationType: 'none',
    excludeCredentials: owner!.credentials.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  });
  return { ...options };
}

/** Registers a security key. Errors: security_key_refused, security_key_taken, too_many_security_keys. */
export async function createU2f(
  env: Env,
  db: Db,
  scope: Scope,
  sender: Sender,
  body: BodyOf<typeof contract.createU2f>,
  later: Later,
) {
  const { registrationInfo, challenge } = await verifyRegistration(env, body.credential);
  const { codes, hashes } = newRecoveryCodes(env.PASSWORD_PEPPER);
  const { credential } = registrationInfo;
  const key = {
    name: body.name,
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: credential.transports ?? [],
  };
  const [[added]] = await db.run(
    scope,
    call.addSecurityKey({
      challenge_hash: sha256(challenge),
      key,
      recovery: hashes,
      mails: securityMails(productOf(env), sender, 'key_added'),
    }),
  );
  later(sendDueMails(env, db));
  return { id: added!.id, recovery_codes: added!.kept ? codes : null };
}

async function verifyRegistration(env: Env, credential: BodyOf<typeof contract.createU2f>['credential']) {
  const { verifyRegistrationResponse } = await webauthn();
  let challenge = '';
  let verified: VerifiedRegistrationResponse;
  try {
    verified = await verifyRegistrationResponse({
      response: credential as unknown as RegistrationResponseJSON,
      // Whether it is one of ours, unused and this person's, the database says as it is used up.
      expectedChallenge: (given) => Boolean((challenge = given)),
      expectedOrigin: new URL(env.APP_URL).origin,
      expectedRPID: relyingPartyOf(env),
      requireUserVerification: false,
    });
  } catch {
    throw new AppError('security_key_refused');
  }
  if (!verified.verified) throw new AppError('security_key_refused');
  return { registrationInfo: verified.registrationInfo, challenge };
}

/** Renames one of the caller's security keys. Errors: not_found. */
export async function renameU2f(db: Db, scope: Scope, id: number, name: string): Promise<undefined> {
  await db.run(scope, call.renameSecurityKey({ id, name }));
}

/** Removes one of the caller's security keys. Errors: not_found, password_confirmation_required. */
export async function deleteU2f(
  env: Env,
  db: Db,
  scope: Scope,
  sender: Sender,
  id: number,
  later: Later,
): Promise<undefined> {
  await db.run(
    scope,
    call.deleteSecurityKey({ id, mails: securityMails(productOf(env), sender, 'key_removed') }),
  );
  later(sendDueMails(env, db));
}

/** Options for signing in with one of the person's security keys. Errors: ticket_expired. */
export async function challengeU2fLogin(env: Env, db: Db, ticket: string) {
  const { secret, kept } = newToken('key_sign_in');
  const challenging = call.challengeSecondFactor({ ticket_hash: sha256(ticket), challenge: kept });
  const [[credentials]] = await db.system(challenging);
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(env),
    challenge: bytesOf(secret),
    allowCredentials: credentials!.map(({ id, transports }) => ({ id, transports })),
    userVerification: 'preferred',
  });
  return { ...options };
}

/** Signs in with a ticket and a security key. Errors: ticket_expired, security_key_refused, slow_down. */
export async function loginU2f(env: Env, db: Db, sender: Sender, body: BodyOf<typeof contract.loginU2f>) {
  const { credentials } = await ticketOf(db, body.ticket);
  const known = credentials.find(({ id }) => id === body.credential.id);
  if (!known) throw new AppError('security_key_refused');
  const { verifyAuthenticationResponse } = await webauthn();
  let challenge = '';
  let verified: VerifiedAuthenticationResponse;
  try {
    verified = await verifyAuthenticationResponse({
      response: body.credential as unknown as AuthenticationResponseJSON,
      expectedChallenge: (given) => Boolean((challenge = given)),
      expectedOrigin: new URL(env.APP_URL).origin,
      expectedRPID: relyingPartyOf(env),
      credential: { id: known.id, publicKey: bytesOf(known.public_key), counter: known.counter },
      requireUserVerification: false,
    });
  } catch {
    throw new AppError('security_key_refused');
  }
  if (!verified.verified) throw new AppError('security_key_refused');
  return finishSignIn(env, db, sender, body.ticket, {
    challenge: sha256(challenge),
    credential_id: known.id,
    counter: verified.authenticationInfo.newCounter,
  });
}

/** The domain that keys are bound to: the product's own, never the request's. */
const relyingPartyOf = (env: Env) => new URL(env.APP_URL).hostname;

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(base64url, 'base64url'));
