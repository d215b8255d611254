import { expect, test } from 'vitest';
import { clockText, countdownText } from '../../../web/lib/words/dates.ts';

test('what was played reads as a clock', () => {
  expect([3_909, 192.9, 0].map(clockText)).toEqual(['1:05:09', '3:12', '0:00']);
});

test('what is left reads as a clock and stops at zero', () => {
  expect([3_909_000, 247_000, 9_001, -5_000].map(countdownText)).toEqual(['1:05:09', '4:07', '0:10', '0:00']);
});
