const DAY = 24 * 60 * 60 * 1000;
const FIRST_DAY = Date.UTC(1899, 11, 30);

/**
 * A sheet's dates know no time zone: days to what the clock on the wall showed.
 * @param timeZone where it hangs
 * @returns what makes such days of instants on the wire
 */
export function wallClockOf(timeZone: string): (instant: string) => number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (instant) => {
    const shown = Date.parse(`${format.format(new Date(instant)).replace(' ', 'T')}Z`);
    return (shown - FIRST_DAY) / DAY;
  };
}

/** A day of the calendar, 2026-11-21, as sheets count days. */
export const sheetDayOf = (day: string): number => (Date.parse(`${day}T00:00:00Z`) - FIRST_DAY) / DAY;
