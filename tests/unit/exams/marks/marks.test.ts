import { expect, test } from 'vitest';
import {
  agreedLevel,
  meanOf,
  pointsOf,
  stepsOf,
  sumOfLevels,
} from '../../../../web/features/exams/marks/points.ts';
import { wordsIn } from '../../../../worker/exams/questions/contract.ts';
import { workOf, workText } from '../../../../worker/exams/exchange/sheet.ts';

test.each([
  ['7', 7],
  [' 7,25 ', 7.25],
  ['0.5', 0.5],
  ['10', 10],
  ['10,01', null],
  ['1.005', null],
  ['-1', null],
  ['', null],
  ['сім', null],
])('%j of ten points are %j', (text, points) => expect(pointsOf(text, 10)).toBe(points));

test('points to be pressed are each of a few and quarters of many', () => {
  expect(stepsOf(3)).toEqual([0, 1, 2, 3]);
  expect(stepsOf(10)).toEqual([0, 2.5, 5, 7.5, 10]);
  expect(stepsOf(0)).toEqual([0]);
});

test('words are counted by their letters and digits', () => {
  expect(wordsIn('  Об’єкт — це 2\nречі… ')).toBe(4);
  expect(wordsIn(' — \n')).toBe(0);
});

test.each(['', '100', '–300', '100–300'])('words wished for are read as they are written: %j', (text) =>
  expect(workText(workOf(text))).toBe(text),
);

test('levels give their points once each criterion has one, and marks their mean', () => {
  const levels = [0, 2, 5].map((points) => ({ title: String(points), points }));
  const rubric = [
    { title: 'a', levels },
    { title: 'b', levels },
  ];
  expect(sumOfLevels(rubric, [2, 1])).toBe(7);
  expect(sumOfLevels(rubric, [2, null])).toBeNull();
  expect(sumOfLevels(rubric, [0, 0])).toBe(0);
  expect(meanOf([{ score: 4 }, { score: 7.25 }])).toBe(5.63);
  const marks = [{ levels: [0, 2] }, { levels: [0, 1] }];
  expect([0, 1, 2].map((at) => agreedLevel(marks, at))).toEqual([0, null, null]);
  expect(agreedLevel([], 0)).toBeNull();
});
