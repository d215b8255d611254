const HERE = ['localhost', '127.0.0.1', '[::1]', ''];

/** Whether an address is of this machine, where nothing listens in between. */
export const isHere = (address: string) => HERE.includes(URL.parse(address)?.hostname ?? '-');

/** The owner's connection string: to another machine encrypted, with a certificate that is verified. */
export function verifiedAddress(owner_url: string): string {
  const url = URL.parse(owner_url);
  if (!url || isHere(owner_url)) return owner_url;
  url.searchParams.set('sslmode', 'verify-full');
  return url.href;
}
