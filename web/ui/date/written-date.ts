/* Dates as they are written here, day.month.year and 24 hours in every language (§9), and as they are sent: 2026-11-23. */

/** Four digits at last: while somebody types, `1.2.20` is on its way to 2026. */
const WRITTEN = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/;
const SHORT = /^(\d{1,2})[./-](\d{1,2})[./-](\d{2})$/;
const BARE = /^(\d{2})(\d{2})(\d{4})$/;
const SENT = /^(\d{4})-(\d{2})-(\d{2})$/;
const HOURS = /^(\d{1,2})[:.](\d{2})$/;
const BARE_HOURS = /^(\d{2})(\d{2})$/;

/** Two digits. */
export const two = (value: number): string => String(value).padStart(2, '0');

/** A day of the calendar as it is sent, or null where there is no such day. */
export function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1;
  return isReal && day > 0 ? `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}` : null;
}

/**
 * What somebody wrote as a day, or null.
 * @param isFinished whether they went on: then two digits are a year of this century
 */
export function readDay(text: string, isFinished = false): string | null {
  const words = text.trim();
  const sent = SENT.exec(words);
  if (sent) return dayOf(Number(sent[1]), Number(sent[2]), Number(sent[3]));
  const [, day, month, year] = WRITTEN.exec(words) ?? BARE.exec(words) ?? [];
  if (day) return dayOf(Number(year), Number(month), Number(day));
  const [, shortDay, shortMonth, shortYear] = (isFinished && SHORT.exec(words)) || [];
  return shortDay ? dayOf(2000 + Number(shortYear), Number(shortMonth), Number(shortDay)) : null;
}

/** What somebody wrote as a time, `9:05` or `0905`, as `09:05`; or null. */
export function readTime(text: string): string | null {
  const words = text.trim();
  const [, hour, minute] = HOURS.exec(words) ?? BARE_HOURS.exec(words) ?? [];
  if (!hour || Number(hour) > 23 || Number(minute) > 59) return null;
  return `${two(Number(hour))}:${minute}`;
}

/** What somebody wrote as a day and a time, as `2026-11-23T09:05`; or null. */
export function readMoment(text: string, isFinished = false): string | null {
  const [day = '', time = ''] = text.trim().split(/[T\s,]+/);
  const [readableDay, readableTime] = [readDay(day, isFinished), readTime(time)];
  return readableDay && readableTime ? `${readableDay}T${readableTime}` : null;
}

/** `2026-11-23` as 23.11.2026, `2026-11-23T09:05` as 23.11.2026 09:05. */
export function written(sent: string): string {
  const [day = '', time = ''] = sent.split('T');
  const [year, month, date] = day.split('-');
  return [`${date}.${month}.${year}`, time.slice(0, 5)].filter(Boolean).join(' ');
}
