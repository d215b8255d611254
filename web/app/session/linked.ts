import { linkedPath } from '#contract/access';
import { type LoaderFunctionArgs, redirect, replace } from 'react-router';
import { ownPath } from '../../lib/session/own-path.ts';
import { actIn, isSignedIn } from '../../lib/session/session.ts';
import { loginPath } from '../guards.ts';

export const LINKED = `${linkedPath(':space', ':role')}/*`;

/**
 * Goes on in that company and role, in this tab, to what the link names.
 * @param hashAhead the hash of the address that a navigation leads to, which its request has not
 */
export async function enterLinked(
  { request, params }: LoaderFunctionArgs,
  hashAhead: () => string,
): Promise<never> {
  const { pathname, search } = new URL(request.url);
  const isOpened = location.pathname === pathname;
  const hash = isOpened ? location.hash : hashAhead();
  if (isSignedIn()) await actIn(Number(params.space), params.role!);
  if (!isSignedIn()) throw redirect(loginPath({ pathname, search, hash }));
  const path = ownPath(`/${params['*']}${search}${hash}`) ?? '/';
  // An address that was opened stands in the history already.
  throw isOpened ? replace(path) : redirect(path);
}
