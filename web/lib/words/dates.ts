import { createFormatter } from 'use-intl';
import { reportIntlError } from './intl-errors.ts';

// Dates are day.month.year in every language (§9), so one locale that writes them so.
const formatter = createFormatter({ locale: 'uk', onError: reportIntlError });
const day = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const minute = { hour: '2-digit', minute: '2-digit' } as const;

/** 21.11.2026, in the person’s time zone unless told. */
export function dateText(instant: string | Date, timeZone?: string): string {
  return formatter.dateTime(new Date(instant), timeZone ? { ...day, timeZone } : day);
}

/** 21.11.2026, 14:03 */
export function dateTimeText(instant: string | Date): string {
  return formatter.dateTime(new Date(instant), { ...day, ...minute });
}

/** 14:03 */
export function minuteText(instant: string | Date): string {
  return formatter.dateTime(new Date(instant), minute);
}

/** 14:03:21 */
export function timeText(instant: string | Date): string {
  return formatter.dateTime(new Date(instant), { ...minute, second: '2-digit' });
}
