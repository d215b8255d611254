/**
 * What an address is counted as. One person's network holds all of an IPv6 /64, so failures from it share a count; an
 * IPv4 address is one, in whatever form it is written.
 * @param address as the platform gives it; '' stays ''
 */
export function networkOf(address: string): string {
  const bare = address.trim().toLowerCase().replace(/%.*$/, '');
  if (!bare.includes(':')) return bare;
  const mapped = /^(?:0*:)*:?(?:0*:)*ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare)?.[1];
  if (mapped) return mapped;
  const [head = '', tail] = bare.split('::');
  const before = groupsOf(head);
  const after = tail === undefined ? [] : groupsOf(tail);
  const all = [
    ...before,
    ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'),
    ...after,
  ];
  return `${all.slice(0, 4).join(':')}::/64`;
}

const groupsOf = (part: string): string[] =>
  part === '' ? [] : part.split(':').map((group) => group.replace(/^0+(?=.)/, ''));
