import type { Capability } from '#contract/access';
import { type LoaderFunctionArgs, redirect, replace } from 'react-router';
import { isSignedIn, loadProfile, STUDENT_OF } from '../lib/session/session.ts';
import { ApiError } from '../lib/api/api.ts';
import { codeOf } from '../lib/api/errors.ts';
import { ownPath } from '../lib/session/own-path.ts';

export type RouteAccess = 'public' | 'login' | 'signed_in' | Capability;

/**
 * The access rules of specification §2, all of them: a signed-in person leaves the sign-in screen, a private
 * route needs a session and the loaded profile, and a permission where the route names one. Whoever misses the second
 * factor that the company requires comes to where it is set up, but for an attempt. What stands around private routes
 * (`frame`) needs the session alone.
 */
export async function guard(
  access: RouteAccess | 'frame',
  { request }: Pick<LoaderFunctionArgs, 'request'>,
): Promise<void> {
  const url = new URL(request.url);
  // A request has no hash, but the address being opened does.
  if (location.pathname === url.pathname) url.hash = location.hash;
  if (access === 'login') {
    if (isSignedIn()) throw redirect(ownPath(url.searchParams.get('callback_url')) ?? '/');
    return;
  }
  if (access === 'public') return;
  if (!isSignedIn()) throw redirect(loginPath(url));
  const profile = await loadProfile().catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 401) throw redirect(loginPath(url));
    // The private layout says it, in place of any page.
    if (codeOf(error) === 'account_blocked') return null;
    throw error;
  });
  if (!profile || access === 'frame') return;
  if (
    profile.second_factor_missing &&
    access !== 'startTest' &&
    url.pathname !== SECOND_FACTOR &&
    sessionStorage.getItem(STUDENT_OF) !== String(profile.current_login_info.space_pk)
  )
    throw redirect(pathBackTo(url, SECOND_FACTOR));
  if (access !== 'signed_in' && !profile.permissions.includes(access)) {
    // An address that was opened stands in the history already: going back to it would lead here for ever.
    throw location.pathname === url.pathname ? replace('/no-access') : redirect('/no-access');
  }
}

const SECOND_FACTOR = '/second-factor';

/** The sign-in screen, coming back to the address afterwards. */
export function loginPath(from: Pick<URL, 'pathname' | 'search' | 'hash'>): string {
  const address = from.pathname + from.search + from.hash;
  return address === '/' || address === '/profile' ? '/login' : pathBackTo(from, '/login');
}

/** A screen that leads back to the address afterwards. */
const pathBackTo = ({ pathname, search, hash }: Pick<URL, 'pathname' | 'search' | 'hash'>, screen: string) =>
  `${screen}?callback_url=${encodeURIComponent(pathname + search + hash)}`;
