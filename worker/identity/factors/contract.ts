import * as z from 'zod/mini';
import { access, SECOND_FACTORS } from '../accounts/contract.ts';
import { byId, endpoint, exactText, id, instant, nothing, text } from '../../platform/contract.ts';

const ticket = text(200);
/** Shown once; each opens the door once when the device is lost. */
const recoveryCodes = z.array(z.string());
/** null: the person keeps those they have. */
const firstRecoveryCodes = z.object({ recovery_codes: z.nullable(recoveryCodes) });

/** Base64url of what an authenticator makes; generous, since attestations carry certificates. */
const bytes = exactText(20_000);
/** Options of the WebAuthn API in their JSON form, made and read by its library. */
const options = z.looseObject({ challenge: z.string() });

/** `PublicKeyCredential.toJSON()` after `navigator.credentials.create` or `.get`. */
const credentialOf = <R extends z.ZodMiniType>(response: R) =>
  z.looseObject({ id: bytes, rawId: bytes, type: z.literal('public-key'), response });

export const KEY_NAME_LENGTH = 60;

const securityKey = z.object({
  id,
  name: z.string(),
  created_at: instant,
  last_used_at: z.nullable(instant),
});

export const security = endpoint({
  method: 'GET',
  path: '/api/v1/accounts/security',
  access: 'signed_in',
  inNoRole: true,
  summary: 'What protects the caller’s account: second factors, recovery codes, linked providers',
  response: z.object({
    two_factor: z.array(z.enum(SECOND_FACTORS)),
    totp_since: z.nullable(instant),
    recovery_codes_left: z.int(),
    security_keys: z.array(securityKey),
    social_links: z.array(z.object({ backend: z.string(), email: z.string(), linked_at: instant })),
    password_changed_at: instant,
  }),
});

export const createTotp = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/totp/create',
  access: 'signed_in',
  inNoRole: true,
  summary: 'Begin to set up an authenticator app; it counts once a code of it is verified',
  response: z.object({ secret: z.string(), otpauth_url: z.string() }),
  status: 201,
});

export const verifyTotp = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/totp/verify',
  access: 'signed_in',
  inNoRole: true,
  summary: 'Finish setting up the authenticator app with a code of it',
  body: z.strictObject({ code: text(20) }),
  response: firstRecoveryCodes,
});

export const loginTotp = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/totp/login',
  access: 'public',
  summary: 'Sign in with the ticket and a code of the authenticator app, or a recovery code',
  body: z.strictObject({ ticket, code: text(40) }),
  response: access,
});

export const deleteTotp = endpoint({
  method: 'DELETE',
  path: '/api/v1/accounts/totp',
  access: 'signed_in',
  summary: 'Sign in without the authenticator app from now on',
  response: nothing,
  status: 204,
});

export const createRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/recovery_codes',
  access: 'signed_in',
  summary: 'New recovery codes; those of before open nothing any more',
  response: z.object({ recovery_codes: recoveryCodes }),
  status: 201,
});

export const challengeU2f = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/u2f/challenge',
  access: 'signed_in',
  inNoRole: true,
  summary: 'Options for registering a security key',
  response: options,
  status: 201,
});

export const createU2f = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/u2f/create',
  access: 'signed_in',
  inNoRole: true,
  summary: 'Register a security key',
  body: z.strictObject({
    name: text(KEY_NAME_LENGTH),
    credential: credentialOf(z.looseObject({ clientDataJSON: bytes, attestationObject: bytes })),
  }),
  response: z.extend(firstRecoveryCodes, { id }),
  status: 201,
});

export const renameU2f = endpoint({
  method: 'PATCH',
  path: '/api/v1/accounts/u2f/:id',
  access: 'signed_in',
  summary: 'Rename a security key',
  params: byId,
  body: z.strictObject({ name: text(KEY_NAME_LENGTH) }),
  readAs: securityKey,
  response: nothing,
  status: 204,
});

export const deleteU2f = endpoint({
  method: 'DELETE',
  path: '/api/v1/accounts/u2f/:id',
  access: 'signed_in',
  summary: 'Remove a security key',
  params: byId,
  response: nothing,
  status: 204,
});

export const challengeU2fLogin = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/u2f/login/challenge',
  access: 'public',
  summary: 'Options for signing in with a security key',
  body: z.strictObject({ ticket }),
  response: options,
  status: 201,
});

export const loginU2f = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/u2f/login',
  access: 'public',
  summary: 'Sign in with the ticket and a security key',
  body: z.strictObject({
    ticket,
    credential: credentialOf(
      z.looseObject({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }),
    ),
  }),
  response: access,
});
