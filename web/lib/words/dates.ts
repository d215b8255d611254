import { createFormatter } from 'use-intl';
import { reportIntlError } from './intl-errors.ts';

/*
 * Dates are day.month.year in every language (§9). What tells the time here is written without the platform's own formats: the
 * first of these takes a phone 70 ms to make, on most first screens.
 */
const two = (number: number): string => String(number).padStart(2, '0');
const day = (at: Date): string => `${two(at.getDate())}.${two(at.getMonth() + 1)}.${at.getFullYear()}`;
const minute = (at: Date): string => `${two(at.getHours())}:${two(at.getMinutes())}`;
/** One locale that writes dates so. */
const formatter = createFormatter({ locale: 'uk', onError: reportIntlError });

/** 21.11.2026, in the person’s time zone unless told. */
export function dateText(instant: string | Date, timeZone?: string): string {
  const at = new Date(instant);
  if (!timeZone) return day(at);
  return formatter.dateTime(at, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone });
}

/** 21.11.2026, 14:03 */
export function dateTimeText(instant: string | Date): string {
  const at = new Date(instant);
  return `${day(at)}, ${minute(at)}`;
}

/** 14:03 */
export const minuteText = (instant: string | Date): string => minute(new Date(instant));

/** 14:03:21 */
export function timeText(instant: string | Date): string {
  const at = new Date(instant);
  return `${minute(at)}:${two(at.getSeconds())}`;
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
