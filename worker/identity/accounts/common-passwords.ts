/**
 * The common passwords of `common-passwords.txt`, which is in order: each line begins with how many characters it shares
 * with the one before, as one digit to the base of 36.
 */
export function commonPasswords(list: string): Set<string> {
  const found = new Set<string>();
  let last = '';
  for (const line of list.split('\n')) {
    if (line === '') continue;
    last = last.slice(0, Number.parseInt(line[0]!, 36)) + line.slice(1);
    found.add(last);
  }
  return found;
}
