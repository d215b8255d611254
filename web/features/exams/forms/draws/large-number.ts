const DIGITS = 7;

/**
 * A number of any length as people read it: up to millions in full, beyond that as a number below 10 and a power of ten.
 * @param digits a whole number, written out
 */
export function largeNumber(digits: string): { mantissa: number; power: number } {
  if (digits.length <= DIGITS) return { mantissa: Number(digits), power: 0 };
  // Rounded down: there are at least so many.
  return { mantissa: Number(`${digits[0]}.${digits[1]}`), power: digits.length - 1 };
}
