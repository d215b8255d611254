/** The result of a test, 0 to 100, with one decimal at most, as everywhere: Ukrainian sets its sign off by a blank that does not break, which Intl leaves out. */
export function percentText(percent: number, locale: string): string {
  const text = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(
    percent / 100,
  );
  return locale === 'uk' ? text.replace('%', '\u00A0%') : text;
}
