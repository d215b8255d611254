import {
  changeCurrentUserType,
  type Language,
  logout,
  updateProfile,
  userInfo,
} from '#contract/identity/accounts';
import { changeCurrentSpace } from '#contract/identity/companies';
import type { Capability, UserType } from '#contract/access';
import type { ResponseOf } from '#contract/platform';
import { useSyncExternalStore } from 'react';
import { accessToken, dropAccessToken, keepAccessToken, loginOf, onOtherTab } from '../api/access-token.ts';
import { ApiError, call, onLate, onRefusal } from '../api/api.ts';
import { giveUp, noteEnd, setPageOpen } from './ended-session.ts';
import { codeOf } from '../api/errors.ts';
import { setLanguage } from '../words/locale.tsx';
import { forgetKept } from '../reading/kept-answers.ts';
import { forgetStored } from './stored.ts';

export type Profile = ResponseOf<typeof userInfo>;

let profile: Profile | null = null;
let stale = false;
let loading: Promise<Profile> | null = null;
let blocked = false;
const listeners = new Set<() => void>();
const loginListeners = new Set<() => void>();
const logoutListeners = new Set<() => void>();

onOtherTab((change, access) => {
  // A tab with nobody's page follows whoever signed in; others keep their login.
  if (change === 'signed_in' && !profile) startSession(access);
  else if (change === 'ended') noteEnd();
  // Also while this tab is still reading who is there: nobody is any more.
  else if (change === 'logged_out' && (profile || loading)) {
    loading = null;
    void forgetPerson().then(() => {
      for (const listener of logoutListeners) listener();
    });
  }
});

// A student blocked in one course is refused there with the same words, and who loses the role they act in reads it of
// any call, so the profile decides.
onRefusal((refusal, endpoint) => {
  const code = codeOf(refusal);
  if ((code !== 'account_blocked' && code !== 'user_type_not_held') || endpoint.access === 'public') return;
  if (endpoint === userInfo) setBlocked(code === 'account_blocked');
  else if (profile && !endpoint.duringAttempt) void refreshProfile();
});

onLate((endpoint, _, body) => {
  if (endpoint === userInfo) publish(body as Profile);
});

export function isSignedIn(): boolean {
  return accessToken() !== null;
}

/** Takes the token of a sign-in answer; the profile of before stays on screen until the new one is read. */
export function startSession(access: string): void {
  keepAccessToken(access);
  loading = null;
  stale = true;
}

/** The profile, loaded once; its language becomes the interface's. Throws `ApiError`. */
export async function loadProfile(): Promise<Profile> {
  return profile && !stale ? profile : readProfile();
}

/** Reads the profile again: roles, companies, permissions, licences. */
export function readProfile(): Promise<Profile> {
  if (loading) return loading;
  const started = read().finally(() => {
    if (loading === started) loading = null;
  });
  loading = started;
  return started;
}

/** Reads it again behind what changed it. That has happened and was said: a profile that does not come now is no error of it. */
export async function refreshProfile(): Promise<void> {
  await readProfile().catch(() => {});
}

async function read(): Promise<Profile> {
  const token = accessToken();
  let answer: Profile;
  try {
    answer = await call(userInfo, { known: profile !== null });
  } catch (error) {
    const goesOn = GOES_ON[codeOf(error) ?? ''];
    if (!goesOn || token !== accessToken()) throw error;
    await goesOn();
    return read();
  }
  await setLanguage(answer.language);
  if (token === accessToken()) publish(answer);
  return answer;
}

/** Takes a token for the role student, which is open to everybody. */
export async function actAsStudent(): Promise<void> {
  const { access } = await call(changeCurrentUserType, { body: { user_type: 'student' }, quiet: true });
  keepAccessToken(access);
}

/** Takes a token for the strongest role that is left, of whoever lost the one they acted in. */
async function actAsHeld(): Promise<void> {
  const space_pk = Number(loginOf(accessToken())?.space);
  const { access } = await call(changeCurrentSpace, { body: { space_pk }, quiet: true });
  keepAccessToken(access);
}

/**
 * Goes on in a company and a role, in this tab. What is not the person's any more, or cannot be asked for, leaves them where
 * they are.
 */
export async function actIn(space_pk: number, user_type: string): Promise<void> {
  const before = accessToken();
  try {
    if (Number(loginOf(before)?.space) !== space_pk)
      startSession((await call(changeCurrentSpace, { body: { space_pk }, quiet: true })).access);
    if (loginOf(accessToken())?.type !== user_type)
      startSession(
        (await call(changeCurrentUserType, { body: { user_type: user_type as UserType }, quiet: true }))
          .access,
      );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
  if (accessToken() !== before) await refreshProfile();
}

/** How one goes on where the profile is refused to the role that one acts in: else no screen could be read, not even left. */
const GOES_ON: Record<string, (() => Promise<void>) | undefined> = {
  // A student reads on, and the guard leads to where a second factor is set up.
  second_factor_required: actAsStudent,
  user_type_not_held: actAsHeld,
};

/** Names the company where the person chose to go on as a student, until the tab is closed. */
export const STUDENT_OF = 'student_of';

/**
 * Ends the session here and on the server. Its answer is not waited for: on a dead line one is signed out all the same,
 * and what the page reads meanwhile would be refused.
 */
export async function endOwnSession(): Promise<void> {
  setPageOpen(false);
  call(logout, { keepalive: true, quiet: true }).catch(() => {});
  dropAccessToken();
  await forgetPerson();
}

/**
 * Leaves nothing of the person in this tab. What stays in the browser are its own choices (language, theme, drawer)
 * and answers of an attempt that the server has not got yet.
 */
export async function forgetPerson(): Promise<void> {
  giveUp();
  sessionStorage.clear();
  forgetStored();
  publish(null);
  await forgetKept().catch(() => {});
  // React takes the page away in a microtask; until then its unsaved changes would hold up a navigation.
  await Promise.resolve();
}

/** Hears that another tab logged out. */
export function onLogoutElsewhere(listener: () => void): void {
  logoutListeners.add(listener);
}

/** Hears that another person, company or role took the place of the one before: nothing read before holds. */
export function onOtherLogin(listener: () => void): void {
  loginListeners.add(listener);
}

/** Whether the company has blocked the person. */
export function useBlocked(): boolean {
  return useSyncExternalStore(subscribe, () => blocked);
}

/** The profile, inside the private screens (their guard has loaded it). */
export function useProfile(): Profile {
  const current = useMaybeProfile();
  if (!current) throw new Error('profile outside of the private screens');
  return current;
}

export function useMaybeProfile(): Profile | null {
  return useSyncExternalStore(subscribe, () => profile);
}

/** Whether the current role holds a capability: `const may = useMay(); may('editGroup')`. */
export function useMay(): (capability: Capability) => boolean {
  const current = useMaybeProfile();
  return (capability) => current?.permissions.includes(capability) ?? false;
}

/** The profile of now, outside of a component. */
export const currentProfile = (): Profile | null => profile;

/** Shows what was changed before the server has answered. */
export function changeProfile(changes: Partial<Profile>): void {
  if (!profile) return;
  profile = { ...profile, ...changes };
  for (const listener of listeners) listener();
}

/** Changes the interface's language and, when signed in, the profile's. */
export async function chooseLanguage(language: Language): Promise<void> {
  await setLanguage(language);
  if (!isSignedIn()) return;
  await call(updateProfile, { body: { language } });
  await readProfile();
}

/** One login: person, company and role. */
export function loginKey({ id, current_login_info }: Profile): string {
  return `${id}-${current_login_info.space_pk}-${current_login_info.type_user}`;
}

function publish(next: Profile | null): void {
  const other = !profile || !next || loginKey(profile) !== loginKey(next);
  profile = next;
  stale = false;
  blocked = false;
  if (other) for (const listener of loginListeners) listener();
  for (const listener of listeners) listener();
}

function setBlocked(now: boolean): void {
  blocked = now;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
