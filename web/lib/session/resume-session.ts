import { changeCurrentUserType, userInfo } from '#contract/identity/accounts';
import { changeCurrentSpace } from '#contract/identity/companies';
import { keepAccessToken } from '../api/access-token.ts';
import { call } from '../api/api.ts';
import { goOn, noteEnd } from './ended-session.ts';
import { codeOf } from '../api/errors.ts';
import { forgetPerson, type Profile, startSession } from './session.ts';

/**
 * Goes on after the session ended under the page of `before`, or a second factor was set up. Throws `ApiError`.
 * @param access of signing in again
 * @returns whether the page goes on: the same person, in the same company and role; else nothing of it is left
 */
export async function resumeSession(before: Profile, access: string): Promise<boolean> {
  const now = await call(userInfo, { access });
  let back: string | null;
  try {
    back = now.id === before.id ? await returnTo(before, now, access) : null;
  } catch (error) {
    if (codeOf(error) !== 'second_factor_required') throw error;
    keepAccessToken(access);
    noteEnd('second_factor');
    return true;
  }
  if (back !== null) {
    keepAccessToken(back);
    goOn();
    return true;
  }
  await forgetPerson();
  startSession(access);
  return false;
}

/** A token for the company and role of before, or null when they are no longer the person's. */
async function returnTo(before: Profile, now: Profile, access: string): Promise<string | null> {
  const { space_pk, type_user } = before.current_login_info;
  const current = now.current_login_info;
  const space = now.spaces.find(({ id }) => id === space_pk);
  if (!space?.user_types.includes(type_user)) return null;
  if (current.space_pk === space_pk && current.type_user === type_user) return access;
  let back = access;
  if (current.space_pk !== space_pk)
    back = (await call(changeCurrentSpace, { access: back, body: { space_pk } })).access;
  return (await call(changeCurrentUserType, { access: back, body: { user_type: type_user } })).access;
}
