import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../../tools/stack/paths.ts';
import { percentText } from '../../../worker/platform/words/percent.ts';
import { bytesText } from '../../../web/lib/files/bytes.ts';
import { durationText, setNumber } from '../../../web/lib/words/numbers.ts';
import { zoneText } from '../../../web/lib/words/zones.ts';

const share = (locale: string) =>
  setNumber(
    new Intl.NumberFormat(locale, { style: 'percent', signDisplay: 'exceptZero' }).format(-0.12),
    locale,
  );

test('a minus has its own sign, and a percent sign stands where the language has it', () => {
  expect(share('uk')).toBe('\u221212\u00A0%');
  expect(share('en-US')).toBe('\u221212%');
  expect(share('de')).toBe('\u221212\u00A0%');
  expect(setNumber('3-5', 'uk')).toBe('3-5');
});

test('a result has one decimal at most wherever it stands', () => {
  expect(percentText(72.56, 'uk')).toBe('72,6\u00A0%');
  expect(percentText(100, 'en-US')).toBe('100%');
  const own = globSync('web/{features,ui,app}/**/*.{ts,tsx}', { cwd: ROOT }).filter((file) =>
    /percent[^}]*maximumFractionDigits: [1-9]|percent \/ 100/.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  expect(own.filter((file) => !file.endsWith('pdf-tools.tsx'))).toEqual([]);
});

test('sizes of files have the units that texts have, in each language', () => {
  const inWords = (locale: string) =>
    [1, 5, 700_000, 1_500_000, 2 * 1024 ** 3].map((bytes) =>
      bytesText(bytes, (count, options) => new Intl.NumberFormat(locale, options).format(count)).replace(
        /\s/,
        ' ',
      ),
    );
  expect(inWords('uk')).toEqual(['1 байт', '5 байтів', '684 КБ', '1,4 МБ', '2 ГБ']);
  expect(inWords('en-US')).toEqual(['1 byte', '5 bytes', '684 KB', '1.4 MB', '2 GB']);
  expect(inWords('de')).toEqual(['1 Byte', '5 Byte', '684 KB', '1,4 MB', '2 GB']);
  const own = globSync('web/{features,ui,app,lib}/**/*.{ts,tsx}', { cwd: ROOT }).filter((file) =>
    /[`'"} ](?:[KMGКМГ]B|[КМГ]Б)[`'"]|(?:mega|kilo|giga)byte'/.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  expect(own).toEqual(['web/lib/files/bytes.ts']);
});

test('what took five seconds took five seconds, wherever it stands', () => {
  const inWords = (seconds: number, locale: string) =>
    durationText(seconds, (count, options) =>
      new Intl.NumberFormat(locale, options).format(count),
    ).replaceAll('\u00A0', ' ');
  expect([5, 60, 84, 0].map((seconds) => inWords(seconds, 'uk'))).toEqual([
    '5 с',
    '1 хв',
    '1 хв 24 с',
    '0 с',
  ]);
  expect([3599, 3600, 3661].map((seconds) => inWords(seconds, 'de'))).toEqual([
    '59 Min. 59 Sek.',
    '1 Std.',
    '1 Std. 1 Min.',
  ]);
  const own = globSync('web/{features,app}/**/*.{ts,tsx}', { cwd: ROOT }).filter((file) =>
    /(duration|seconds|time_spent) \/ 60/.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  expect(own).toEqual([]);
});

test('a zone is called by its city and how far it is from Greenwich', () => {
  const winter = new Date('2026-01-15T12:00:00Z');
  expect(zoneText('Europe/Kyiv', 'uk', winter)).toBe('Київ (GMT+2)');
  expect(zoneText('Europe/Kiev', 'de', winter)).toBe('Kyjiw (GMT+2)');
  expect(zoneText('America/New_York', 'en-US', winter)).toBe('New York (GMT\u22125)');
});
