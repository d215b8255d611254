import * as z from 'zod/mini';
import { comingIn, signedIn } from '../accounts/contract.ts';
import { endpoint, exactText, nothing } from '../../platform/contract.ts';

export const BACKENDS = ['google', 'facebook'] as const;
export type Backend = (typeof BACKENDS)[number];

const backend = z.enum(BACKENDS);

/** The proof that a token was made for this browser: the token carries the SHA-256 of this nonce, in base64url. */
const proof = { backend, token: exactText(10_000), nonce: exactText(200) };

export const signInOptions = endpoint({
  method: 'GET',
  path: '/api/v1/accounts/sign_in_options',
  access: 'public',
  summary: 'The providers one can sign in with, as configured',
  response: z.object({
    providers: z.array(
      z.object({
        backend,
        /** Where the browser goes with client_id, redirect_uri, scope, state, nonce and code_challenge. */
        authorize_url: z.string(),
        client_id: z.string(),
        redirect_uri: z.string(),
        scope: z.string(),
      }),
    ),
  }),
});

export const exchangeCode = endpoint({
  method: 'POST',
  path: '/api/v1/auth/exchange-code',
  access: 'public',
  summary: 'Trade a provider’s authorization code (PKCE) for its identity token',
  body: z.strictObject({
    backend,
    code: exactText(4000),
    code_verifier: exactText(128),
    /** Of the provider's answer, where it says who answers (RFC 9207). */
    iss: z.optional(exactText(1000)),
  }),
  response: z.object({ token: z.string() }),
});

export const convertToken = endpoint({
  method: 'POST',
  path: '/api/v1/auth/convert-token',
  access: 'public',
  summary: 'Sign in with a provider’s identity token; with an invitation to its e-mail, make the account',
  body: z.strictObject({ ...proof, ...comingIn }),
  response: signedIn,
});

export const createSocialLink = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/social_links',
  access: 'signed_in',
  summary: 'Link a provider’s account, so that it signs the caller in',
  body: z.strictObject(proof),
  response: nothing,
  status: 204,
});

export const deleteSocialLink = endpoint({
  method: 'DELETE',
  path: '/api/v1/accounts/social_links/:backend',
  access: 'signed_in',
  summary: 'Unlink a provider’s account',
  params: z.strictObject({ backend }),
  response: nothing,
  status: 204,
});
