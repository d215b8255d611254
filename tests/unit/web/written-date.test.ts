import { expect, test } from 'vitest';
import { plusDays, plusMonths, weeksOf } from '../../../web/ui/date/month.ts';
import { instantOf, readsAsDate } from '../../../web/lib/words/wall-clock.ts';
import { readDay, readMoment, readTime, written } from '../../../web/ui/date/written-date.ts';

test.each([
  ['23.11.2026', '2026-11-23'],
  ['3.1.2026', '2026-01-03'],
  ['03/01/2026', '2026-01-03'],
  ['03012026', '2026-01-03'],
  [' 2026-01-03 ', '2026-01-03'],
  ['29.02.2028', '2028-02-29'],
  ['29.02.2027', null],
  ['31.04.2026', null],
  ['0.1.2026', null],
  ['13.13.2026', null],
  ['23.11.', null],
  ['tomorrow', null],
  ['', null],
])('"%s" is the day %s', (text, day) => {
  expect(readDay(text)).toBe(day);
});

test('two digits are a year once somebody has gone on', () => {
  expect(readDay('23.11.26')).toBeNull();
  expect(readDay('23.11.26', true)).toBe('2026-11-23');
});

test.each([
  ['9:05', '09:05'],
  ['0905', '09:05'],
  ['23.59', '23:59'],
  ['24:00', null],
  ['12:60', null],
  ['9 PM', null],
])('"%s" is the time %s', (text, time) => {
  expect(readTime(text)).toBe(time);
});

test('a day and a time are read together, as they are written or sent', () => {
  expect(readMoment('23.11.2026 9:05')).toBe('2026-11-23T09:05');
  expect(readMoment('23.11.2026, 09:05')).toBe('2026-11-23T09:05');
  expect(readMoment('2026-11-23T09:05')).toBe('2026-11-23T09:05');
  expect(readMoment('23.11.2026')).toBeNull();
  expect(written('2026-11-23T09:05:00')).toBe('23.11.2026 09:05');
  expect(written('2026-11-23')).toBe('23.11.2026');
});

test('a month is shown in whole weeks from Monday on', () => {
  const weeks = weeksOf('2026-11-23');
  expect(weeks.map((week) => week[0])).toEqual([
    '2026-10-26',
    '2026-11-02',
    '2026-11-09',
    '2026-11-16',
    '2026-11-23',
    '2026-11-30',
  ]);
  expect(weeksOf('2027-02-10')).toHaveLength(4);
  expect(new Set(weeksOf('2026-03-29').flat()).size).toBe(42);
});

test('steps cross months, years and the hour that clocks skip', () => {
  expect(plusDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(plusDays('2026-03-29', 1)).toBe('2026-03-30');
  expect(plusMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(plusMonths('2026-01-31', -2)).toBe('2025-11-30');
});

test('text that is no date is neither a moment nor none where it is sent', () => {
  for (const typed of ['24.12.2026', '12.11.2026', '31.12', '9']) {
    expect(readsAsDate(typed)).toBe(false);
    expect(instantOf(typed, 'Europe/Kyiv')).toBe('');
  }
  expect(readsAsDate('2026-12-24')).toBe(true);
  expect(readsAsDate('2026-12-24T08:00')).toBe(true);
});
