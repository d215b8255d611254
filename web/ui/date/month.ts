import { dayOf, two } from './written-date.ts';

/* Days as they are sent, 2026-11-23, and how a calendar goes from one to another. */

/** A day some days later. */
export function plusDays(sent: string, days: number): string {
  const date = new Date(`${sent}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The same day some months later, or the last one where a month is shorter. */
export function plusMonths(sent: string, months: number): string {
  const [year, month, day] = sent.split('-').map(Number) as [number, number, number];
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return `${first.toISOString().slice(0, 8)}${two(Math.min(day, last))}`;
}

/** The weeks that a month lies in, Monday first, with the days of its neighbours. */
export function weeksOf(sent: string): string[][] {
  const first = `${sent.slice(0, 8)}01`;
  const weekday = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7;
  const start = plusDays(first, -weekday);
  const next = plusMonths(first, 1);
  const weeks: string[][] = [];
  for (let monday = start; monday < next; monday = plusDays(monday, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, index) => plusDays(monday, index)));
  }
  return weeks;
}

/** Today where the person is. */
export function today(): string {
  const now = new Date();
  return dayOf(now.getFullYear(), now.getMonth() + 1, now.getDate())!;
}
