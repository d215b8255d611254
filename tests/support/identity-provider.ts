import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import type { BrowserContext } from 'playwright-core';
import { inject } from 'vitest';
import type { Backend } from '../../worker/identity/social/contract.ts';

const CLIENT_ID = 'osnova-under-test';
const CLIENT_SECRET = 'secret-of-the-product-under-test';
const KEY_ID = 'the-only-key';

/** Somebody who is signed in at the provider. */
export interface ProviderPerson {
  sub: string;
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
}

/** What goes wrong at the provider: the person says no, it breaks down, its token is meant for somebody else, another answers. */
type Mishap = 'denied' | 'down' | 'wrong_audience' | 'another_answers';

interface Visitor {
  person: ProviderPerson;
  mishap?: Mishap;
}

interface Grant extends Visitor {
  backend: string;
  nonce: string;
  redirect_uri: string;
  code_challenge: string;
}

export interface IdentityProvider {
  url: string;
  /** The settings under which the product uses this provider as Google and as Facebook. */
  bindings: { GOOGLE_SIGN_IN: string; FACEBOOK_SIGN_IN: string };
  stop: () => Promise<void>;
}

/**
 * Plays Google and Facebook: OpenID Connect with an authorization code and PKCE. Who is signed in there a cookie of the
 * browser says (`signInAtProvider`), so that tests do not meet each other.
 */
export async function startIdentityProvider(port: number): Promise<IdentityProvider> {
  const url = `http://127.0.0.1:${port}`;
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' };
  const grants = new Map<string, Grant>();

  function authorize(backend: string, query: URLSearchParams, cookies: string): string {
    const back = new URL(query.get('redirect_uri') ?? '');
    back.searchParams.set('state', query.get('state') ?? '');
    const visitor = visitorIn(cookies, backend);
    const answers = visitor?.mishap === 'another_answers' ? 'another' : backend;
    if (backend === 'google') back.searchParams.set('iss', `${url}/${answers}`);
    if (query.get('client_id') !== CLIENT_ID || query.get('code_challenge_method') !== 'S256')
      back.searchParams.set('error', 'invalid_request');
    else if (!visitor || visitor.mishap === 'denied') back.searchParams.set('error', 'access_denied');
    else {
      const code = randomUUID();
      const [nonce, code_challenge] = [query.get('nonce') ?? '', query.get('code_challenge') ?? ''];
      grants.set(code, {
        ...visitor,
        backend,
        nonce,
        code_challenge,
        redirect_uri: back.origin + back.pathname,
      });
      back.searchParams.set('code', code);
    }
    return back.href;
  }

  async function tokenFor(backend: string, form: URLSearchParams): Promise<[status: number, body: object]> {
    const code = form.get('code') ?? '';
    const grant = grants.get(code);
    grants.delete(code);
    const challenge = createHash('sha256').update(form.get('code_verifier') ?? '');
    const isGood =
      grant?.backend === backend &&
      form.get('grant_type') === 'authorization_code' &&
      form.get('client_id') === CLIENT_ID &&
      form.get('client_secret') === CLIENT_SECRET &&
      form.get('redirect_uri') === grant.redirect_uri &&
      challenge.digest('base64url') === grant.code_challenge;
    if (!isGood) return [400, { error: 'invalid_grant' }];
    if (grant.mishap === 'down') return [503, { error: 'temporarily_unavailable' }];
    const claims: JWTPayload = { ...grant.person, nonce: grant.nonce };
    const id_token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: KEY_ID })
      .setIssuer(`${url}/${backend}`)
      .setAudience(grant.mishap === 'wrong_audience' ? 'another-product' : CLIENT_ID)
      .setIssuedAt()
      .setExpirationTime('1 hour')
      .sign(privateKey);
    return [200, { access_token: randomUUID(), token_type: 'Bearer', id_token }];
  }

  async function answer(request: IncomingMessage): Promise<[status: number, body: object | string]> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    const [, backend = '', action] = pathname.split('/');
    if (action === 'keys') return [200, { keys: [jwk] }];
    if (action === 'authorize') return [302, authorize(backend, searchParams, request.headers.cookie ?? '')];
    if (action === 'token') return tokenFor(backend, new URLSearchParams(await bodyOf(request)));
    return [404, {}];
  }

  const server = createServer((request, response) => {
    answer(request).then(
      ([status, body]) => {
        if (typeof body === 'string') response.writeHead(status, { Location: body }).end();
        else response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));

  const settings = (backend: Backend) =>
    JSON.stringify({
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      issuer: `${url}/${backend}`,
      authorize_url: `${url}/${backend}/authorize`,
      token_url: `${url}/${backend}/token`,
      jwks_url: `${url}/${backend}/keys`,
    });
  return {
    url,
    bindings: { GOOGLE_SIGN_IN: settings('google'), FACEBOOK_SIGN_IN: settings('facebook') },
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

/** Who is signed in at a provider in this browser, and what will go wrong there. */
export async function signInAtProvider(
  context: BrowserContext,
  backend: Backend,
  person: ProviderPerson,
  mishap?: Mishap,
): Promise<void> {
  const visitor: Visitor = { person, ...(mishap && { mishap }) };
  const value = Buffer.from(JSON.stringify(visitor)).toString('base64url');
  await context.addCookies([{ name: backend, value, url: inject('identityProvider').url }]);
}

function visitorIn(cookies: string, backend: string): Visitor | null {
  const value = new RegExp(`(?:^|; )${backend}=([\\w-]+)`).exec(cookies)?.[1];
  return value ? (JSON.parse(Buffer.from(value, 'base64url').toString()) as Visitor) : null;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
