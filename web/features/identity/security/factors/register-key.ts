import { challengeU2f, createU2f } from '#contract/identity/factors';
import type { ResponseOf } from '#contract/platform';
import { ApiError, type call } from '../../../../lib/api/api.ts';
import { loadChunk } from '../../../../lib/page/chunks.ts';

type Options = Parameters<Library['startRegistration']>[0]['optionsJSON'];
type Library = typeof import('@simplewebauthn/browser');

/** Loads what talks to security keys; early, since some browsers ask for a key only right after a press. */
export function loadKeyLibrary(): Promise<Library> {
  return loadChunk(() => import('@simplewebauthn/browser'));
}

/** Has the browser ask for a key and registers it. Throws `ApiError`, or what the browser says. */
export async function registerKey(send: typeof call, name: string): Promise<ResponseOf<typeof createU2f>> {
  const { startRegistration } = await loadKeyLibrary();
  const options = await send(challengeU2f, {});
  const { response, ...credential } = await startRegistration({ optionsJSON: options as unknown as Options });
  return send(createU2f, { body: { name, credential: { ...credential, response: { ...response } } } });
}

export const canUseKeys = (): boolean => 'PublicKeyCredential' in window;

/** Why the browser gave no key; null for a failure of the call. */
export function keyFailure(error: unknown): 'cancelled' | 'taken' | 'unsupported' | 'failed' | null {
  if (error instanceof ApiError) return null;
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return 'taken';
  if (name === 'NotSupportedError' || name === 'SecurityError' || name === 'ConstraintError')
    return 'unsupported';
  // Browsers say "not allowed" both when the person cancels and when nobody touches the key in time.
  return name === 'NotAllowedError' || name === 'AbortError' ? 'cancelled' : 'failed';
}
