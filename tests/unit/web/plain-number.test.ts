import { expect, test } from 'vitest';
import { plainNumber } from '../../../web/lib/words/format-message.ts';

const LOCALES = ['uk', 'en-US', 'de'];
const WAYS: (Intl.NumberFormatOptions | undefined)[] = [
  undefined,
  { style: 'percent' },
  { style: 'percent', maximumFractionDigits: 1 },
];

test('small counts and whole percents are written as the browser writes them', () => {
  for (const locale of LOCALES) {
    for (const way of WAYS) {
      const written = new Intl.NumberFormat(locale, way);
      const values = Array.from({ length: 1000 }, (_, value) => (way ? value / 100 : value));
      expect(values.map((value) => plainNumber(value, locale, way))).toEqual(
        values.map((value) => written.format(value)),
      );
    }
  }
});

test('what needs more than its digits is left to the browser', () => {
  const others: Parameters<typeof plainNumber>[] = [
    [1000, 'uk'],
    [-1, 'uk'],
    [2.5, 'uk'],
    [Number.NaN, 'uk'],
    [0.125, 'uk', { style: 'percent' }],
    [5, 'uk', { style: 'unit', unit: 'minute' }],
    [5, 'uk', { notation: 'compact' }],
    [0.05, 'uk', { style: 'percent', signDisplay: 'exceptZero' }],
    ['5', 'uk'],
  ];
  expect(others.map((one) => plainNumber(...one))).toEqual(others.map(() => undefined));
});
