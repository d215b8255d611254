import { useMemo } from 'react';
import { useFormatter, useLocale } from 'use-intl';

type Formatter = ReturnType<typeof useFormatter>;

/**
 * A formatted number as it is set in print: a minus by its own sign, and in Ukrainian a percent sign that stands off by a
 * blank that does not break, which Intl leaves out.
 */
export function setNumber(text: string, locale: string): string {
  const signed = text.replace(/^-/, '\u2212');
  return locale === 'uk' ? signed.replace(/(?<=\d)%/, '\u00A0%') : signed;
}

interface Numbers extends Formatter {
  /** What a test came to, or several on average, 0 to 100: one decimal at most, wherever it stands. */
  result: (percent: number) => string;
  /** A part of a whole, 0 to 1, such as progress: whole percents. */
  share: (part: number) => string;
}

/** The formatter of `use-intl` with the two ways in which percents are written. */
export function useNumbers(): Numbers {
  const format = useFormatter();
  const locale = useLocale();
  return useMemo(() => {
    const number = (...given: unknown[]) =>
      setNumber((format.number as (...given: unknown[]) => string)(...given), locale);
    const percent = (part: number, digits: number) =>
      number(part, { style: 'percent', maximumFractionDigits: digits });
    return {
      ...format,
      number,
      result: (value: number) => percent(value / 100, 1),
      share: (part: number) => percent(part, 0),
    };
  }, [format, locale]);
}
