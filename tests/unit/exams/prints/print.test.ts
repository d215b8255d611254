import { expect, test } from 'vitest';
import { keyInWords } from '../../../../worker/exams/prints/print.ts';

const WORDS = {
  annulled: 'annulled',
  by_hand: 'by hand',
  parts: 'partial points',
  percent: (percent: number) => `${percent}%`,
};
const answer = (id: number, title: string, is_right_answer: boolean, more = {}) => ({
  id,
  title,
  is_right_answer,
  ...more,
});
const CITIES = [answer(1, 'Lviv', false), answer(2, 'Kyiv', true), answer(3, 'Kiev', false, { percent: 50 })];
const key = (question: object, answers = CITIES, right: number[] = [2]) =>
  keyInWords({ id: 1, type: 'choice', answers, ...question }, answers, right, WORDS);

test('the printed key tells near misses of a choice in the letters of its paper', () => {
  expect(key({ credit: 'parts' })).toBe('B; C (50%)');
  expect(key({ credit: 'parts', answers: CITIES.toReversed() })).toBe('B; A (50%)');
  // A correction made it right, and all counts or nothing.
  expect(key({ credit: 'parts' }, CITIES, [2, 3])).toBe('B C');
  expect(key({ credit: 'all' })).toBe('B');
});

test('the printed key tells near misses of chosen gaps and of areas', () => {
  const gaps = CITIES.map((each) => ({ ...each, gap: 1 }));
  const question = { type: 'gaps', credit: 'parts', answers: [], gaps: [{ gap: 1, options: CITIES }] };
  expect(key(question, gaps)).toBe('1: B / C (50%)');
  const areas = { type: 'hotspot', credit: 'parts', answers: [], hotspot: { places: 1 } };
  expect(key(areas)).toBe('Kyiv; Kiev (50%)');
});

test('the printed key says which questions give points for parts', () => {
  const both = CITIES.map((each) => ({ ...each, is_right_answer: each.id > 1 }));
  const several = { multiple_right_answers: true, credit: 'parts' };
  expect(key(several, both, [2, 3])).toBe('B C · partial points');
  expect(key({ ...several, credit: 'all' }, both, [2, 3])).toBe('B C');
  expect(key({ type: 'ordering', credit: 'parts' }, both, [3, 2, 1])).toBe('C B A · partial points');
});
