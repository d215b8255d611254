import { type Language, logout, updateProfile, userInfo } from '#contract/accounts';
import type { Capability } from '#contract/access';
import type { ResponseOf } from '#contract/platform';
import { useSyncExternalStore } from 'react';
import { accessToken, dropAccessToken, keepAccessToken, onSessionEnd } from './access-token.ts';
import { call } from './api.ts';
import { setLanguage } from './locale.tsx';

export type Profile = ResponseOf<typeof userInfo>;

let profile: Profile | null = null;
let stale = false;
let loading: Promise<Profile> | null = null;
const listeners = new Set<() => void>();

onSessionEnd(() => publish(null));

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

async function read(): Promise<Profile> {
  const token = accessToken();
  const answer = await call(userInfo, {});
  await setLanguage(answer.language);
  if (token === accessToken()) publish(answer);
  return answer;
}

/** Ends the session here and on the server; also without an answer from it. */
export async function endOwnSession(): Promise<void> {
  await call(logout, {}).catch(() => {});
  dropAccessToken();
  publish(null);
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

/** Changes the interface's language and, when signed in, the profile's. */
export async function chooseLanguage(language: Language): Promise<void> {
  await setLanguage(language);
  if (!isSignedIn()) return;
  await call(updateProfile, { body: { language } });
  await readProfile();
}

function publish(next: Profile | null): void {
  profile = next;
  stale = false;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
