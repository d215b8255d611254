/** Signs that nobody takes for another: no 0 and O, no 1, I and L. Their number is prime. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 12;

/** Cyrillic capitals that look like a sign of the alphabet, as typed without switching the keyboard. */
const LOOKALIKES: Record<string, string> = {
  А: 'A',
  В: 'B',
  Е: 'E',
  З: '3',
  К: 'K',
  М: 'M',
  Н: 'H',
  Р: 'P',
  С: 'C',
  Т: 'T',
  У: 'Y',
  Х: 'X',
};

/**
 * The last sign of a number, from the eleven before it: weights 12 to 1, modulo 31, so that one wrong sign and two
 * exchanged ones are always noticed. As new_certificate_number() in the database.
 */
export function checkSign(signs: string): string {
  const sum = [...signs].reduce((total, sign, place) => total + ALPHABET.indexOf(sign) * (LENGTH - place), 0);
  return ALPHABET[(ALPHABET.length - (sum % ALPHABET.length)) % ALPHABET.length]!;
}

/** What was typed as a number, or a part of one: capitals without blanks and dashes. */
export function typedSigns(text: string): string {
  const capitals = text.normalize('NFKC').toUpperCase();
  return [...capitals.replace(/[\s\p{Pd}\u2212_.]/gu, '')].map((sign) => LOOKALIKES[sign] ?? sign).join('');
}

/**
 * A number as it was typed: with blanks, dashes, in lower case.
 * @returns the twelve signs, or null where the check sign does not fit
 */
export function numberOf(text: string): string | null {
  const signs = typedSigns(text);
  if (signs.length !== LENGTH || [...signs].some((sign) => !ALPHABET.includes(sign))) return null;
  return checkSign(signs.slice(0, -1)) === signs.at(-1) ? signs : null;
}

export interface CountedResult {
  form_id: number;
  /** 0 to 100. */
  percent: number;
  passed: boolean;
}

export type Verdict = 'none' | 'issue' | 'keep' | 'renew' | 'replace' | 'revoke';

/**
 * What becomes of a student's certificate of a course (decisions, "Issuing a certificate"). As issue_certificates() in
 * the database.
 * @param required the course's published forms with issue_certificate, among the materials the student has
 * @param counted the result of each form that counts: best or last, of what the student may see, since the last renewal
 * @param stated what the valid certificate says, or null without one
 * @param again where it can be renewed: what counts of the attempts since then, whatever versions followed
 * @param isWhole false where the course asks for all of it, and something else in it is not done
 * @param isRenewable it has expired or does within 60 days: a better result waits until all are passed again
 */
export function judge(
  required: readonly number[],
  counted: readonly CountedResult[],
  stated: readonly Pick<CountedResult, 'form_id' | 'percent'>[] | null,
  again: readonly CountedResult[] = [],
  isWhole = true,
  isRenewable = false,
): Verdict {
  const resultOf = (form_id: number) => counted.find((each) => each.form_id === form_id);
  const arePassed = (results: readonly CountedResult[]) =>
    required.length > 0 &&
    required.every((form_id) => results.find((each) => each.form_id === form_id)?.passed);
  const isEarned = arePassed(counted);
  if (!stated) return isEarned && isWhole ? 'issue' : 'none';
  if (isWhole && arePassed(again)) return 'renew';
  const fell = stated.some(({ form_id, percent }) => {
    const now = resultOf(form_id);
    return !now?.passed || now.percent < percent;
  });
  if (!isEarned) return fell ? 'revoke' : 'keep';
  const saysSomethingElse = required.some(
    (form_id) => stated.find((each) => each.form_id === form_id)?.percent !== resultOf(form_id)?.percent,
  );
  return fell || (saysSomethingElse && !isRenewable) ? 'replace' : 'keep';
}
