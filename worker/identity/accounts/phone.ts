import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** A phone in any usual form as E.164, or null if it is none. Without a country code it is Ukrainian. */
export function normalizePhone(typed: string): string | null {
  const parsed = parsePhoneNumberFromString(typed, 'UA');
  return parsed?.isValid() ? parsed.number : null;
}
