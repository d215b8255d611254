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

/** The formatter of `use-intl` for shares and differences. */
export function useNumbers(): Formatter {
  const format = useFormatter();
  const locale = useLocale();
  return useMemo(() => {
    const number = (...given: unknown[]) =>
      setNumber((format.number as (...given: unknown[]) => string)(...given), locale);
    return { ...format, number };
  }, [format, locale]);
}
