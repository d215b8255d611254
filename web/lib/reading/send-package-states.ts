import { commitPackage } from '#contract/learning/packages';
import { ApiError, call } from '../api/api.ts';
import { queryClient } from '../api/use-data.ts';
import { forgetState, type PackageState, statesOf } from './package-states.ts';

/** There is no connection, the session is over, the material is closed for now, or the server has trouble. */
const WAITS_ON: readonly number[] = [0, 401, 403, 429];
const waitsOn = (error: unknown) =>
  !(error instanceof ApiError) || error.status >= 500 || WAITS_ON.includes(error.status);

/** Sends one. Throws where it has to wait on; what the server will never take, or keeps by another opening, is done. */
export async function sendState(login: string, state: PackageState): Promise<void> {
  const { course_id, material_id, try_id, sequence, body } = state;
  const params = { id: course_id, materialId: material_id, tryId: try_id };
  try {
    await call(commitPackage, { params, body: { commit: body }, quiet: true });
  } catch (error) {
    if (waitsOn(error)) throw error;
  }
  forgetState(login, try_id, sequence);
}

/** Sends what waits of a login, and has what is shown of it read again. What cannot go now waits on. */
export async function sendStates(login: string): Promise<void> {
  const states = statesOf(login);
  const sent = await Promise.allSettled(states.map((state) => sendState(login, state)));
  if (sent.some(({ status }) => status === 'fulfilled')) void queryClient.invalidateQueries();
}
