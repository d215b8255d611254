import { useMemo } from 'react';
import { useFormatter, useLocale } from 'use-intl';
import { plainNumber } from './format-message.ts';

type Formatter = ReturnType<typeof useFormatter>;

/**
 * A formatted number as it is set in print: a minus by its own sign, and in Ukrainian a percent sign that stands off by a
 * blank that does not break, which Intl leaves out.
 */
export function setNumber(text: string, locale: string): string {
  const signed = text.replace(/^-/, '\u2212');
  return locale === 'uk' ? signed.replace(/(?<=\d)%/, '\u00A0%') : signed;
}

/** How long something took: to the second within the hour, then to the minute. */
export function durationText(
  seconds: number,
  number: (count: number, options: Intl.NumberFormatOptions) => string,
): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const parts = (
    hours > 0
      ? ([
          ['hour', hours],
          ['minute', minutes],
        ] as const)
      : ([
          ['minute', minutes],
          ['second', seconds % 60],
        ] as const)
  ).filter(([, count]) => count > 0);
  return (parts.length > 0 ? parts : [['second', 0] as const])
    .map(([unit, count]) => number(count, { style: 'unit', unit }))
    .join(' ');
}

interface Numbers extends Formatter {
  /** What a test came to, or several on average, 0 to 100: one decimal at most, wherever it stands. */
  result: (percent: number) => string;
  /** A part of a whole, 0 to 1, such as progress: whole percents. */
  share: (part: number) => string;
  /** Of whole seconds, wherever one stands. */
  duration: (seconds: number) => string;
}

/** The formatter of `use-intl` with the ways in which percents and durations are written. */
export function useNumbers(): Numbers {
  const format = useFormatter();
  const locale = useLocale();
  return useMemo(() => {
    const number = (...given: unknown[]) => {
      const [value, how] = given;
      const plain = typeof how === 'string' ? undefined : plainNumber(value, locale, how ?? {});
      return setNumber(plain ?? (format.number as (...given: unknown[]) => string)(...given), locale);
    };
    const percent = (part: number, digits: number) =>
      number(part, { style: 'percent', maximumFractionDigits: digits });
    return {
      ...format,
      number,
      result: (value: number) => percent(value / 100, 1),
      share: (part: number) => percent(part, 0),
      duration: (seconds: number) => durationText(seconds, number),
    };
  }, [format, locale]);
}
