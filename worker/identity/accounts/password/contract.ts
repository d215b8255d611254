/** Who the password is for: it must not be like any of these (§5). */
export interface PasswordOwner {
  email?: string | null;
  phone?: string | null;
  first_name?: string;
  last_name?: string;
  /** Names of the company or companies, as far as they are known, and of the product. */
  places?: readonly string[];
}

/** Of a password, in characters. */
export const MIN_LENGTH = 8;
/** Shorter parts of a name or address are too common in words to count as likeness. */
const MIN_PART = 4;
/** Of the words in a company's name, which may be any. */
const MIN_WORD = 6;
/** So many last digits tell a phone, however its beginning is written. */
const PHONE_END = 7;

/** The rules of §5 that need no list, as codes of the catalogue, in the order in which they are told. */
const BROKEN = {
  // Before its length: whoever types digits adds digits.
  password_numeric: (password: string) => /^\p{Nd}+$/u.test(password),
  password_too_short: (password: string) => [...password].length < MIN_LENGTH,
  password_no_capital: (password: string) => !/\p{Lu}/u.test(password),
  password_similar_email: (password: string, { email }: PasswordOwner) =>
    isSimilar(password, emailParts(email)),
  password_similar_name: (password: string, { first_name = '', last_name = '', phone }: PasswordOwner) =>
    isSimilar(password, [first_name, last_name]) || isLikePhone(password, phone),
  password_similar_company: (password: string, { places = [] }: PasswordOwner) =>
    isSimilar(password, places.flatMap(placeParts)),
};

export type PasswordFault = keyof typeof BROKEN;

/** The rules that a password breaks, the first to be told first; whether it is too common the server alone says. */
export const passwordFaults = (password: string, owner: PasswordOwner): PasswordFault[] =>
  (Object.keys(BROKEN) as PasswordFault[]).filter((code) => BROKEN[code](password, owner));

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
function isSimilar(password: string, parts: readonly string[]): boolean {
  const lower = password.toLowerCase();
  const letters = lower.replace(/[\d\s._-]/g, '');
  return parts.some((part) => {
    const own = part.toLowerCase().trim();
    if ([...own].length < MIN_PART) return false;
    return (
      lower.includes(own) || (letters.length >= MIN_PART && own.replace(/[\d\s._+-]/g, '').includes(letters))
    );
  });
}

/** Whether the end of the phone stands in the password, whatever is written between its digits. */
function isLikePhone(password: string, phone: string | null | undefined): boolean {
  const end = (phone ?? '').replace(/\D/g, '').slice(-PHONE_END);
  return end.length === PHONE_END && password.replace(/\D/g, '').includes(end);
}
