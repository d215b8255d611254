import { convertToken, createSocialLink, exchangeCode } from '#contract/identity/social';
import type { BodyInputOf } from '#contract/platform';
import { call } from '../../../../lib/api/api.ts';
import { codeOf, errorOf, type ShownError } from '../../../../lib/api/errors.ts';
import { type BegunSignIn, takeBegunSignIn } from '../../../../lib/session/social-sign-in.ts';
import type { SignInAnswer } from './password-step.tsx';

/** `denied`: the person said no at the provider; `lost`: this tab did not begin what came back. */
export type SocialFailure = 'denied' | 'lost' | ShownError;

export interface SocialReturn {
  begun: BegunSignIn | null;
  /** `homeless`: what proved somebody who belongs to no company. */
  outcome: Promise<
    | { answer: SignInAnswer }
    | { linked: true }
    | { homeless: BodyInputOf<typeof convertToken> }
    | { failure: SocialFailure }
  >;
}

// A code works once, so a second mount of the same page must not send it again.
const returns = new Map<string, SocialReturn>();

/** Goes on with what a provider sent back in the query: signs in or links. */
export function socialReturn(search: string): SocialReturn {
  const known = returns.get(search);
  if (known) return known;
  const parameters = new URLSearchParams(search);
  const begun = takeBegunSignIn(parameters.get('state'));
  const made = {
    begun,
    outcome: begun ? finish(begun, parameters) : Promise.resolve({ failure: 'lost' as const }),
  };
  returns.set(search, made);
  return made;
}

async function finish(
  { backend, code_verifier, nonce, purpose, invitation }: BegunSignIn,
  parameters: URLSearchParams,
): SocialReturn['outcome'] {
  if (parameters.get('error') === 'access_denied') return { failure: 'denied' };
  const code = parameters.get('code');
  if (!code) return { failure: { code: 'social_refused', params: {} } };
  try {
    const iss = parameters.get('iss') ?? undefined;
    const { token } = await call(exchangeCode, { body: { backend, code, code_verifier, iss } });
    const body = { backend, token, nonce };
    if (purpose === 'link') {
      await call(createSocialLink, { body });
      return { linked: true };
    }
    try {
      return {
        answer: await call(convertToken, {
          body: { ...body, ...(invitation && { invitation: invitation.token }) },
        }),
      };
    } catch (error) {
      if (codeOf(error) === 'no_company') return { homeless: body };
      throw error;
    }
  } catch (error) {
    return { failure: errorOf(error) };
  }
}
