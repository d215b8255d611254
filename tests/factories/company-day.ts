const DAY_MS = 86_400_000;

/** A day of a company in Kyiv, so many from today, as `YYYY-MM-DD`; those on which clocks change have other lengths. */
export function companyDay(days: number): string {
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Kyiv' });
  return new Date(Date.parse(today) + days * DAY_MS).toISOString().slice(0, 10);
}
