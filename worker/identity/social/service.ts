import { securityMails } from '../accounts/mails.ts';
import { comingIn } from '../accounts/service.ts';
import { startSignIn } from '../accounts/service-sessions.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Env, Later, Scope, Sender } from '../../platform/context.ts';
import type { BodyOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { productOf, sendDueMails } from '../../platform/mail.ts';
import { BACKENDS, type Backend } from './contract.ts';
import type * as contract from './contract.ts';
import * as call from './functions.ts';
import { identityIn, providerOf, redirectUriOf, tokenFor, type Provider } from './provider.ts';

/** The providers that are configured, with what the browser needs to go there. */
export function signInOptions(env: Env) {
  const providers = BACKENDS.flatMap((backend) => {
    const provider = providerOf(env, backend);
    if (!provider) return [];
    const { authorize_url, client_id } = provider;
    const scope = backend === 'google' ? 'openid email profile' : 'openid email';
    return [{ backend, authorize_url, client_id, redirect_uri: redirectUriOf(env), scope }];
  });
  return { providers };
}

/** Trades a provider's authorization code for its identity token. Errors: social_refused, social_unavailable. */
export async function exchangeCode(env: Env, body: BodyOf<typeof contract.exchangeCode>) {
  const provider = configured(env, body.backend);
  // A code of another provider is not shown to this one.
  if (body.iss !== undefined && body.iss !== provider.issuer) throw new AppError('social_refused');
  return { token: await tokenFor(provider, redirectUriOf(env), body.code, body.code_verifier) };
}

/**
 * Signs in with a provider's identity token (§7 auth/convert-token): by the provider's id, or by an e-mail that the
 * provider and we have verified, which is then linked; by an invitation to that e-mail it makes the account. A second
 * factor is still asked for.
 * Errors: social_refused, social_unknown, social_unavailable, account_blocked, no_company; token_incorrect and
 * invitation_of_another for an invitation.
 */
export async function convertToken(
  env: Env,
  db: Db,
  sender: Sender,
  body: BodyOf<typeof contract.convertToken>,
  later: Later,
) {
  const identity = await identityIn(configured(env, body.backend), body.token, body.nonce);
  const { subject, email, ...names } = identity;
  const { backend } = body;
  const mails = providerMails(env, sender, 'provider_linked', backend);
  const { device, address } = sender;
  const along = comingIn(body);
  const answer = await startSignIn(env, db, (ticket) =>
    call.socialSignIn({ backend, subject, email, names, device, address, ticket, mails, along }),
  );
  later(sendDueMails(env, db));
  return answer;
}

/** Links a provider's account to the caller. Errors: social_refused, social_taken, password_confirmation_required. */
export async function createSocialLink(
  env: Env,
  db: Db,
  scope: Scope,
  sender: Sender,
  body: BodyOf<typeof contract.createSocialLink>,
  later: Later,
): Promise<undefined> {
  const { subject, email } = await identityIn(configured(env, body.backend), body.token, body.nonce);
  const mails = providerMails(env, sender, 'provider_linked', body.backend);
  await db.run(scope, call.linkSocial({ backend: body.backend, subject, email, mails }));
  later(sendDueMails(env, db));
}

/** Unlinks a provider's account. Errors: not_found, password_confirmation_required. */
export async function deleteSocialLink(
  env: Env,
  db: Db,
  scope: Scope,
  sender: Sender,
  backend: Backend,
  later: Later,
): Promise<undefined> {
  const mails = providerMails(env, sender, 'provider_unlinked', backend);
  await db.run(scope, call.unlinkSocial({ backend, mails }));
  later(sendDueMails(env, db));
}

const NAMES: Record<Backend, string> = { google: 'Google', facebook: 'Facebook' };

const providerMails = (
  env: Env,
  sender: Sender,
  change: 'provider_linked' | 'provider_unlinked',
  backend: Backend,
) => securityMails(productOf(env), sender, change, { provider: NAMES[backend] });

function configured(env: Env, backend: Backend): Provider {
  const provider = providerOf(env, backend);
  if (!provider) throw new AppError('social_refused');
  return provider;
}
