import { describe, expect, test } from 'vitest';
import { calendarFile, escapeText, folded } from '../../../../worker/learning/webinars/calendar.ts';
import { wordsOf } from '../../../../worker/platform/words/plain-text.ts';
import { providerFits } from '../../../../worker/learning/webinars/contract.ts';
import { actionsIn, webinarState } from '../../../../worker/learning/webinars/webinar.ts';

const START = new Date('2026-11-21T14:00:00Z');
const at = (minutes: number) => new Date(START.getTime() + minutes * 60_000);
const webinar = {
  starts_at: START,
  duration: 60,
  canceled_at: null as Date | null,
  recording_url: '',
  day_reminded_at: null as Date | null,
  hour_reminded_at: null as Date | null,
};

describe('the state of a webinar', () => {
  test.each([
    [-1, {}, 'scheduled'],
    [0, {}, 'live'],
    [59.9, {}, 'live'],
    [60, {}, 'ended'],
    [59, { recording_url: 'https://example.com' }, 'live'],
    [60, { recording_url: 'https://example.com' }, 'recorded'],
    [-1, { canceled_at: at(-100) }, 'canceled'],
    [90, { canceled_at: at(-100), recording_url: 'https://example.com' }, 'canceled'],
  ])('%d minutes after the start, %j: %s', (minutes, change, state) => {
    expect(webinarState({ ...webinar, ...change }, at(minutes))).toBe(state);
  });

  test('says what may be done with it', () => {
    expect(actionsIn('scheduled')).toEqual(['edit', 'cancel', 'delete']);
    expect(actionsIn('recorded')).toEqual(['edit', 'delete']);
    expect(actionsIn('canceled')).toEqual(['delete']);
  });
});

describe('the address of a provider', () => {
  test.each([
    ['link', 'https://anything.example/room', true],
    ['zoom', '', true],
    ['zoom', 'https://zoom.us/j/1', true],
    ['zoom', 'https://us02web.ZOOM.us/j/1', true],
    ['zoom', 'https://notzoom.us/j/1', false],
    ['zoom', 'https://zoom.us.example.com/j/1', false],
    ['meet', 'https://meet.google.com/abc', true],
    ['meet', 'https://google.com/meet', false],
    ['teams', 'https://teams.microsoft.com/l/1', true],
    ['teams', 'https://teams.live.com/meet/1', true],
    ['teams', 'https://live.com/', false],
  ] as const)('%s at "%s": %s', (provider, address, fits) => {
    expect(providerFits(provider, address)).toBe(fits);
  });
});

describe('the calendar file', () => {
  const octets = (line: string) => new TextEncoder().encode(line).length;

  test.each([
    ['a;b,c\\d', String.raw`a\;b\,c\\d`],
    ['one\r\ntwo\rthree\nfour', String.raw`one\ntwo\nthree\nfour`],
    ['bell\u0007 tab\t', 'bell tab\t'],
  ])('escapes %j', (text, escaped) => {
    expect(escapeText(text)).toBe(escaped);
  });

  test.each([
    'x'.repeat(75),
    'x'.repeat(76),
    'SUMMARY:' + 'ї'.repeat(300),
    `${'x'.repeat(74)}👩‍🏫${'є'.repeat(90)}`,
    '',
  ])('folds lines at 75 octets and never inside a character', (line) => {
    const lines = folded(line).split('\r\n');
    for (const each of lines) expect(octets(each)).toBeLessThanOrEqual(75);
    expect(lines.map((each, index) => (index === 0 ? each : each.slice(1))).join('')).toBe(line);
    expect(lines.length).toBe(octets(line) <= 75 ? 1 : lines.length);
  });

  test('keeps a line of 75 octets whole and breaks one of 76', () => {
    expect(folded('x'.repeat(75))).toBe('x'.repeat(75));
    expect(folded('x'.repeat(76))).toBe(`${'x'.repeat(75)}\r\n x`);
  });

  test('takes the words out of rich text', () => {
    expect(wordsOf('<h2>Тема</h2><p>Перше &amp; друге<br>третє</p><ul><li>а</li><li>б</li></ul>')).toBe(
      'Тема\nПерше & друге\nтретє\nа\nб',
    );
  });

  test('is one event with everything a calendar needs', () => {
    const file = calendarFile(
      {
        uid: '7b0f5a52-6a0c-4f3e-9d38-0a3b6f0f2f10',
        sequence: 2,
        name: 'Каса, зміна 2',
        description: 'Текст',
        starts_at: START,
        duration: 90,
        canceled: true,
        url: 'https://osnova.test/webinar/1',
      },
      'Osnova',
      at(-5),
    );
    expect(file.split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Osnova//Webinars//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'BEGIN:VEVENT',
      'UID:7b0f5a52-6a0c-4f3e-9d38-0a3b6f0f2f10',
      'SEQUENCE:2',
      'DTSTAMP:20261121T135500Z',
      'DTSTART:20261121T140000Z',
      'DTEND:20261121T153000Z',
      String.raw`SUMMARY:Каса\, зміна 2`,
      'DESCRIPTION:Текст',
      'URL:https://osnova.test/webinar/1',
      'STATUS:CANCELLED',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });
});
