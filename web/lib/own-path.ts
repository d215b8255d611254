/** The address if it is a path of our own, else null: a callback never leads to another site. */
export function ownPath(address: string | null): string | null {
  if (!address || !/^\/(?![/\\])/.test(address)) return null;
  const url = URL.parse(address, location.origin);
  return url?.origin === location.origin ? url.pathname + url.search + url.hash : null;
}
