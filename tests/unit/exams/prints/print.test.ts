import { expect, test } from 'vitest';
import { toleranceText, tolerantText } from '../../../../worker/exams/forms/contract.ts';
import { keyInWords, piecesOf } from '../../../../worker/exams/prints/print.ts';

const WORDS = {
  annulled: 'annulled',
  by_hand: 'by hand',
  parts: 'partial points',
  percent: (percent: number) => `${percent}%`,
  tolerant: (number: string, tolerance: string) => tolerantText(number, tolerance, 'de'),
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

const cells = (html: string) =>
  piecesOf(html).map((piece) =>
    'rows' in piece ? piece.rows.map((row) => row.map(({ text }) => text)) : piece,
  );

test('a table keeps its rows and columns on paper, with what stands in a cell line by line', () => {
  const html =
    '<p>Before</p><table><tbody><tr><th><p>City</p></th><th>River</th></tr>' +
    '<tr><td><p>Kyiv</p><ul><li>old</li></ul></td><td>Dnipro<img src="/api/v1/media/7"></td></tr></tbody></table><p>After</p>';
  expect(cells(html)).toEqual([
    { text: 'Before', indent: 0 },
    { media_id: 7 },
    [
      ['City', 'River'],
      ['Kyiv\n• old', 'Dnipro'],
    ],
    { text: 'After', indent: 0 },
  ]);
  expect(piecesOf(html)).toContainEqual({
    rows: expect.arrayContaining([[{ text: 'City', strong: true }, expect.anything()]]),
  });
});

test('cells over several columns and rows leave the others where they are', () => {
  const html =
    '<table><tr><td colspan="2">a</td><td rowspan="2">b</td></tr><tr><td>c</td><td>d</td></tr>' +
    '<tr><td rowspan="2">e</td><td>f</td><td>g</td></tr><tr><td>h</td><td>i</td></tr></table>';
  expect(cells(html)).toEqual([
    [
      ['a', '', 'b'],
      ['c', 'd', ''],
      ['e', 'f', 'g'],
      ['', 'h', 'i'],
    ],
  ]);
  expect(cells('<table><tr><td>outer<table><tr><td>inner</td></tr></table></td></tr>')).toEqual([
    [['outer'], ['inner']],
  ]);
});

test.each([
  ['0.5', 'uk', '± 0,5'],
  ['5%', 'uk', '± 5\u00A0%'],
  ['0.5 %', 'de', '± 0,5\u00A0%'],
  ['0,5', 'en-US', '± 0.5'],
  ['5 %', 'en', '± 5%'],
])('a tolerance of %s is written in %s as %s', (tolerance, locale, text) => {
  expect(toleranceText(tolerance, locale)).toBe(text);
});

test('the printed key writes numbers as its language does', () => {
  const numbers = [answer(1, '333.33', true, { tolerance: '0.5' })];
  expect(key({ type: 'number', unit: 'kg', answers: [] }, numbers, [1])).toBe('333,33 ± 0,5 kg');
});

test('formulas that were typed in a text are signs on paper, and code stays what it is', () => {
  expect(piecesOf(String.raw`<p>Де $\alpha$</p><pre>$a-$b</pre>`)).toEqual([
    { text: 'Де α', indent: 0 },
    { text: '$a-$b', indent: 0 },
  ]);
});
