import { createLocalJWKSet, errors, jwtVerify, type JSONWebKeySet } from 'jose';
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { AppError } from '../../errors/app-error.ts';
import type { Env } from '../../platform/context.ts';
import type { Backend } from './contract.ts';

/** A provider of OpenID Connect, as it publishes itself, with what we are registered as there. */
export interface Provider {
  issuer: string;
  authorize_url: string;
  token_url: string;
  jwks_url: string;
  client_id: string;
  /** Not every provider asks for one beside the proof key (PKCE). */
  client_secret?: string | undefined;
}

/** Who a provider says somebody is. */
export interface Identity {
  subject: string;
  /** Only one that the provider has verified; else ''. */
  email: string;
  first_name: string | null;
  last_name: string | null;
}

const PUBLISHED: Record<Backend, Omit<Provider, 'client_id'>> = {
  google: {
    issuer: 'https://accounts.google.com',
    authorize_url: 'https://accounts.google.com/o/oauth2/v2/auth',
    token_url: 'https://oauth2.googleapis.com/token',
    jwks_url: 'https://www.googleapis.com/oauth2/v3/certs',
  },
  facebook: {
    issuer: 'https://www.facebook.com',
    authorize_url: 'https://www.facebook.com/v23.0/dialog/oauth',
    token_url: 'https://graph.facebook.com/v23.0/oauth/access_token',
    jwks_url: 'https://www.facebook.com/.well-known/oauth/openid/jwks/',
  },
};

const settings = z.strictObject({
  client_id: z.string().check(z.minLength(1)),
  client_secret: z.optional(z.string()),
  issuer: z.optional(z.string()),
  authorize_url: z.optional(z.string()),
  token_url: z.optional(z.string()),
  jwks_url: z.optional(z.string()),
});

/** The provider as configured (`GOOGLE_SIGN_IN`, `FACEBOOK_SIGN_IN`), or null without settings. */
export function providerOf(env: Env, backend: Backend): Provider | null {
  const configured = backend === 'google' ? env.GOOGLE_SIGN_IN : env.FACEBOOK_SIGN_IN;
  if (!configured) return null;
  const own = settings.parse(JSON.parse(configured));
  return {
    issuer: own.issuer ?? PUBLISHED[backend].issuer,
    authorize_url: own.authorize_url ?? PUBLISHED[backend].authorize_url,
    token_url: own.token_url ?? PUBLISHED[backend].token_url,
    jwks_url: own.jwks_url ?? PUBLISHED[backend].jwks_url,
    client_id: own.client_id,
    client_secret: own.client_secret,
  };
}

/** Where providers send people back to; it is registered with them. */
export const redirectUriOf = (env: Env) => `${env.APP_URL}/accounts/social`;

/**
 * Trades an authorization code for the identity token.
 * @throws social_refused when the provider refuses the code, social_unavailable when it does not answer
 */
export async function tokenFor(
  provider: Provider,
  redirect_uri: string,
  code: string,
  code_verifier: string,
): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: provider.client_id,
    ...(provider.client_secret ? { client_secret: provider.client_secret } : {}),
    redirect_uri,
    code,
    code_verifier,
  });
  const response = await ask(provider.token_url, { method: 'POST', body });
  if (response.status >= 500) throw new AppError('social_unavailable');
  const answer: unknown = await response.json().catch(() => null);
  const token = (answer as { id_token?: unknown } | null)?.id_token;
  if (!response.ok || typeof token !== 'string') throw new AppError('social_refused');
  return token;
}

/**
 * Verifies an identity token: signature, issuer, audience, authorized party, expiry, and that it was made for this sign-in.
 * @param nonce what the token carries the SHA-256 of
 * @throws social_refused, social_unavailable
 */
export async function identityIn(provider: Provider, token: string, nonce: string): Promise<Identity> {
  let payload;
  try {
    payload = await verifyWith(await keysOf(provider.jwks_url), provider, token);
  } catch (error) {
    if (error instanceof AppError) throw error;
    // A key that we do not know yet: providers change theirs.
    if (!(error instanceof errors.JWKSNoMatchingKey)) throw new AppError('social_refused');
    payload = await verifyWith(await keysOf(provider.jwks_url, true), provider, token).catch((again) => {
      throw again instanceof AppError ? again : new AppError('social_refused');
    });
  }
  const expected = createHash('sha256').update(nonce).digest('base64url');
  if (payload['nonce'] !== expected) throw new AppError('social_refused');
  const { email, email_verified } = payload;
  const isVerified = email_verified === true || email_verified === 'true';
  return {
    subject: payload.sub!,
    email: isVerified && typeof email === 'string' ? email.toLowerCase() : '',
    first_name: nameIn(payload['given_name']),
    last_name: nameIn(payload['family_name']),
  };
}

/** A name that may stand where people type theirs. */
const nameIn = (claim: unknown): string | null =>
  (typeof claim === 'string' && [...claim.trim()].slice(0, 100).join('').trim()) || null;

async function verifyWith(keys: JSONWebKeySet, provider: Provider, token: string) {
  const { payload } = await jwtVerify<{ azp?: unknown }>(token, createLocalJWKSet(keys), {
    algorithms: ['RS256', 'ES256'],
    issuer: provider.issuer,
    audience: provider.client_id,
    requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
    clockTolerance: 30,
  });
  // Made for several, it says for whom it was (OpenID Connect Core, 3.1.3.7).
  const { aud, azp } = payload;
  const isForSeveral = Array.isArray(aud) && aud.length > 1;
  if ((azp !== undefined || isForSeveral) && azp !== provider.client_id) throw new AppError('social_refused');
  return payload;
}

const KEEP_MS = 10 * 60_000;
const known = new Map<string, { keys: JSONWebKeySet; until: number }>();

// Kept as data: a promise of one request must not be awaited by another.
async function keysOf(url: string, anew = false): Promise<JSONWebKeySet> {
  const kept = known.get(url);
  if (kept && kept.until > Date.now() && !anew) return kept.keys;
  const response = await ask(url, {});
  const keys = response.ok ? ((await response.json().catch(() => null)) as JSONWebKeySet | null) : null;
  if (!keys) throw new AppError('social_unavailable');
  known.set(url, { keys, until: Date.now() + KEEP_MS });
  return keys;
}

async function ask(url: string, init: RequestInit): Promise<Response> {
  try {
    // A provider that leads elsewhere is not asked there: what is sent holds our secret.
    return await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(5_000) });
  } catch {
    throw new AppError('social_unavailable');
  }
}
