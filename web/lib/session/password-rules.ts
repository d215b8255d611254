import type { ErrorCode } from '#contract/errors';

export interface PasswordOwner {
  email?: string | null;
  phone?: string | null;
  first_name?: string;
  last_name?: string;
  /** Names of the companies, where the page knows them, and of the product. */
  places?: readonly string[];
}

/** The rules of §5 that can be judged while typing; whether a password is too common the server says. */
export const PASSWORD_RULES = {
  length: { code: 'password_too_short', met: (password: string) => password.length >= 8 },
  capital: { code: 'password_no_capital', met: (password: string) => /\p{Lu}/u.test(password) },
  not_numeric: { code: 'password_numeric', met: (password: string) => !/^\d+$/.test(password) },
  not_similar: {
    code: 'password_similar_name',
    met: (password: string, owner: PasswordOwner) => !similar(password, owner),
  },
  not_company: {
    code: 'password_similar_company',
    met: (password: string, { places = [] }: PasswordOwner) =>
      !places.some((name) => likePlace(password.toLowerCase(), name)),
  },
} as const satisfies Record<
  string,
  { code: ErrorCode; met: (password: string, owner: PasswordOwner) => boolean }
>;

export type PasswordRule = keyof typeof PASSWORD_RULES;

/** The first rule a password breaks, as a catalogue code. */
export function passwordError(password: string, owner: PasswordOwner): { code: ErrorCode } | null {
  for (const rule of Object.values(PASSWORD_RULES))
    if (!rule.met(password, owner)) return { code: rule.code };
  return null;
}

function similar(password: string, { email, phone, first_name, last_name }: PasswordOwner): boolean {
  const typed = password.toLowerCase();
  const digits = typed.replace(/\D/g, '');
  const number = (phone ?? '').replace(/\D/g, '');
  const words = [email, email?.split('@')[0], first_name, last_name].map(
    (word) => word?.trim().toLowerCase() ?? '',
  );
  return (
    words.some((word) => word.length >= 4 && typed.includes(word)) ||
    (number.length >= 7 && digits.length >= 7 && number.includes(digits))
  );
}

/** As the server judges it (worker/identity/accounts/password.ts), so that nothing is refused that was ticked off. */
function likePlace(typed: string, place: string): boolean {
  const name = place.toLowerCase();
  const words = name.split(/[^\p{L}\p{N}]+/u);
  const letters = typed.replace(/[\d\s._-]/g, '');
  return [name.trim(), words.join(''), ...words.filter((word) => [...word].length >= 6)].some(
    (part) =>
      [...part].length >= 4 &&
      (typed.includes(part) || (letters.length >= 4 && part.replace(/[\d\s._+-]/g, '').includes(letters))),
  );
}
