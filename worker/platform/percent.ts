/** A share from 0 to 100 in words: Ukrainian sets its sign off by a blank that does not break, which Intl leaves out. */
export function percentText(percent: number, locale: string, maximumFractionDigits = 0): string {
  const text = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits }).format(
    percent / 100,
  );
  return locale === 'uk' ? text.replace('%', '\u00A0%') : text;
}
