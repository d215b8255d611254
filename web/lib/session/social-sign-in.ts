import type { Backend, signInOptions } from '#contract/identity/social';
import type { ResponseOf } from '#contract/platform';

export type Provider = ResponseOf<typeof signInOptions>['providers'][number];

interface Purpose {
  /** Signing in, or linking the provider to the account that is signed in. */
  purpose: 'sign_in' | 'link';
  /** Where to go afterwards. */
  callback: string | null;
  /** The token of an invitation that is accepted along, and its page, for when it is not. */
  invitation?: { token: string; page: string };
}

/** What this tab has to remember until the provider sends the person back. */
export interface BegunSignIn extends Purpose {
  backend: Backend;
  state: string;
  /** The secret whose hash the identity token must carry. */
  nonce: string;
  code_verifier: string;
}

const KEY = 'social_sign_in';

/**
 * Leaves for a provider's consent page (OpenID Connect, authorization code with PKCE). The provider sends the person
 * back to /accounts/social.
 */
export async function beginSocialSignIn(provider: Provider, purpose: Purpose): Promise<void> {
  const begun: BegunSignIn = {
    ...purpose,
    backend: provider.backend,
    state: secret(),
    nonce: secret(),
    code_verifier: secret(),
  };
  const address = new URL(provider.authorize_url);
  const parameters = {
    response_type: 'code',
    client_id: provider.client_id,
    redirect_uri: provider.redirect_uri,
    scope: provider.scope,
    state: begun.state,
    nonce: await hashOf(begun.nonce),
    code_challenge: await hashOf(begun.code_verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  sessionStorage.setItem(KEY, JSON.stringify(begun));
  location.assign(address);
}

/** The sign-in begun in this tab with that state, once; null for any other, which must not be gone on with. */
export function takeBegunSignIn(state: string | null): BegunSignIn | null {
  const kept = sessionStorage.getItem(KEY);
  if (!kept) return null;
  const begun = JSON.parse(kept) as BegunSignIn;
  if (begun.state !== state) return null;
  sessionStorage.removeItem(KEY);
  return begun;
}

function secret(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

/** SHA-256 in base64url, as PKCE and our nonce have it. */
async function hashOf(text: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
