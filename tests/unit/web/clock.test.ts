import { expect, test, vi } from 'vitest';
import { clockText, countdownText } from '../../../web/lib/words/dates.ts';
import { isLeftOut } from '../../../web/lib/words/wall-clock.ts';
import { zoneChoices } from '../../../web/ui/form/zone-choices.ts';
import { ownZone, toldZone } from '../../../web/lib/words/zones.ts';

test('what was played reads as a clock', () => {
  expect([3_909, 192.9, 0].map(clockText)).toEqual(['1:05:09', '3:12', '0:00']);
});

test('what is left reads as a clock and stops at zero', () => {
  expect([3_909_000, 247_000, 9_001, -5_000].map(countdownText)).toEqual(['1:05:09', '4:07', '0:10', '0:00']);
});

test('zones to choose from tell how far they are from Greenwich on the day they are chosen for', () => {
  const labelAt = (at: string) =>
    zoneChoices('en', new Date(at), 'America/New_York').find(({ value }) => value === 'America/New_York')!
      .label;
  expect(labelAt('2027-07-15T12:00:00Z')).toBe('New York (GMT−4)');
  expect(labelAt('2027-01-15T12:00:00Z')).toBe('New York (GMT−5)');
});

test('zones to choose from are found by what the reader’s language calls their city', () => {
  const also = (locale: string, zone: string) =>
    zoneChoices(locale)
      .find(({ value }) => value === zone)!
      .also.replace(zone.replaceAll('_', ' '), '');
  expect(also('uk', 'Europe/Berlin')).toBe(' Берлін');
  expect(also('uk', 'America/New_York')).toBe(' Нью-Йорк');
  expect(also('de', 'Europe/Vienna')).toBe(' Wien');
  expect(also('de', 'Europe/Berlin')).toBe(' ');
  const known = new Set(Intl.supportedValuesOf('timeZone').map((zone) => zone.split('/').at(-1)));
  const found = zoneChoices('uk').filter(({ also: words }) => /[а-яіїє]$/i.test(words));
  // Each name of the table belongs to a zone that there is.
  expect(found.length).toBeGreaterThan(45);
  expect(found.every(({ value }) => known.has(value.split('/').at(-1)) || value === 'Europe/Kyiv')).toBe(
    true,
  );
});

test('the own zone is told, for which the browser is asked once: a form asks at each letter', () => {
  const asked = vi.spyOn(Intl, 'DateTimeFormat');
  const told = toldZone();
  expect(asked).toHaveBeenCalledTimes(1);
  asked.mockRestore();
  expect(told).toBe(ownZone().includes('/') ? ownZone() : undefined);
});

test('a time that the clocks leave out is told from one that there is', () => {
  expect(isLeftOut('2027-03-28T03:30', 'Europe/Kyiv')).toBe(true);
  expect(isLeftOut('2027-03-28T02:59', 'Europe/Kyiv')).toBe(false);
  expect(isLeftOut('2027-03-28T04:00', 'Europe/Kyiv')).toBe(false);
  expect(isLeftOut('2027-03-28T03:30', 'Asia/Tokyo')).toBe(false);
  // An hour that comes twice is there, and what is being typed is no time yet.
  expect(isLeftOut('2027-10-31T03:30', 'Europe/Kyiv')).toBe(false);
  expect(isLeftOut('', 'Europe/Kyiv')).toBe(false);
});
