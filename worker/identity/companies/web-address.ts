/** Where a name alone leads, by the network. */
const PAGES = {
  facebook: 'facebook.com/',
  instagram: 'instagram.com/',
  linkedin: 'linkedin.com/company/',
} as const;
export type Network = keyof typeof PAGES;

const HOST =
  /^[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)+(?::\d+)?$/u;
const NAME = /^@?([\p{L}\p{N}_.-]+)$/u;

/**
 * A web address without its scheme (§3), '' for none; null where it is no address.
 * @param given as it was typed
 */
export function webAddress(given: string): string | null {
  const address = given
    .trim()
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/(?<!\/)\/+$/, '');
  if (address === '') return '';
  const [host = ''] = address.split(/[/?#]/, 1);
  return HOST.test(host) && !/\s/.test(address) ? address : null;
}

/**
 * A company's page in a network, without its scheme: an address of that network, or the name of the page, with or without
 * its @. '' for none; null where it is neither.
 */
export function networkAddress(network: Network, given: string): string | null {
  const name = NAME.exec(given.trim())?.[1];
  const domain = `${network}.com`;
  if (name && !name.toLowerCase().endsWith(domain)) return PAGES[network] + name;
  const address = webAddress(given);
  if (!address) return address;
  const [host = ''] = address.toLowerCase().split(/[/?#]/, 1);
  return host === domain || host.endsWith(`.${domain}`) ? address : null;
}
