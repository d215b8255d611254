import { expect, test } from 'vitest';
import { dateText, dateTimeText, minuteText, timeText } from '../../../web/lib/words/dates.ts';

const day = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const minute = { hour: '2-digit', minute: '2-digit' } as const;

test('dates and times are written as the Ukrainian locale writes them', () => {
  const ways = [
    [dateText, day],
    [dateTimeText, { ...day, ...minute }],
    [minuteText, minute],
    [timeText, { ...minute, second: '2-digit' }],
  ] as const;
  const steps = Array.from({ length: 500 }, (_, step) => new Date(step * 12_345_678_901));
  for (const [write, format] of ways) {
    const written = new Intl.DateTimeFormat('uk', format);
    expect(steps.map((at) => write(at))).toEqual(steps.map((at) => written.format(at)));
  }
});

test('a date is told in the time zone asked for', () => {
  const instant = '2026-11-21T23:30:00Z';
  expect(['Europe/Kyiv', 'America/New_York'].map((zone) => dateText(instant, zone))).toEqual([
    '22.11.2026',
    '21.11.2026',
  ]);
});
