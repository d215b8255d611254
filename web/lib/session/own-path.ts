/**
 * The address if it is a path of our own, else null: a callback never leads to another site. Judged once more as the browser
 * has resolved it, which may turn "/.//host" into "//host".
 */
export function ownPath(address: string | null, origin = location.origin): string | null {
  if (!address || !isPath(address)) return null;
  const url = URL.parse(address, origin);
  if (url?.origin !== origin || !isPath(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}

const isPath = (address: string): boolean => /^\/(?![/\\])/.test(address);
