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

/** 1:05:09, 4:07: seconds as a clock shows them, never below zero. What is begun of a second is not told. */
export function clockText(seconds: number): string {
  const total = Math.max(0, Math.floor(seconds));
  const parts = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

/** What is left, in milliseconds, as a clock that comes to 0:00 at the end. */
export const countdownText = (left: number): string => clockText(Math.ceil(left / 1000));
