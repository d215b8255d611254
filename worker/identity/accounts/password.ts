/** Who the password is for: it must not be like any of these (§5). */
export interface PasswordOwner {
  email?: string | null;
  phone?: string | null;
  names: readonly string[];
  /** Of the company or companies, and of the product. */
  places: readonly string[];
}

export type PasswordFault =
  | 'password_too_short'
  | 'password_numeric'
  | 'password_no_capital'
  | 'password_common'
  | 'password_similar_email'
  | 'password_similar_name'
  | 'password_similar_company';

export const MIN_LENGTH = 8;
/** Shorter parts of a name or address are too common in words to count as likeness. */
const MIN_PART = 4;
/** Of the words in a company's name, which may be any. */
const MIN_WORD = 6;

/**
 * The first rule of §5 that a password breaks, or null.
 * @param isCommon whether a lower-case password is on the list of common ones
 */
export function passwordFault(
  password: string,
  owner: PasswordOwner,
  isCommon: (lowerCase: string) => boolean,
): PasswordFault | null {
  const lower = password.toLowerCase();
  // Before its length: whoever types digits adds digits.
  if (/^\p{Nd}+$/u.test(password)) return 'password_numeric';
  if ([...password].length < MIN_LENGTH) return 'password_too_short';
  if (!/\p{Lu}/u.test(password)) return 'password_no_capital';
  if (isCommon(lower)) return 'password_common';
  if (isSimilar(lower, emailParts(owner.email))) return 'password_similar_email';
  if (isSimilar(lower, [...owner.names, owner.phone ?? ''])) return 'password_similar_name';
  if (isSimilar(lower, owner.places.flatMap(placeParts))) return 'password_similar_company';
  return null;
}

function placeParts(name: string): string[] {
  const words = name.split(/[^\p{L}\p{N}]+/u);
  return [name, words.join(''), ...words.filter((word) => [...word].length >= MIN_WORD)];
}

function emailParts(email: string | null | undefined): string[] {
  if (!email) return [];
  const [local = '', domain = ''] = email.split('@');
  return [email, local, ...local.split(/[._+-]/), domain.split('.')[0] ?? ''];
}

/** A password is similar when it contains a part or the part contains it, digits and case aside. */
function isSimilar(lower: string, parts: readonly string[]): boolean {
  const letters = lower.replace(/[\d\s._-]/g, '');
  return parts.some((part) => {
    const own = part.toLowerCase().trim();
    if ([...own].length < MIN_PART) return false;
    return (
      lower.includes(own) || (letters.length >= MIN_PART && own.replace(/[\d\s._+-]/g, '').includes(letters))
    );
  });
}

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
