import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  columnOf,
  COURSE_COLUMNS,
  FORM_COLUMNS,
  PACKAGE_COLUMNS,
} from '../../../../worker/insight/statistics/contract.ts';
import {
  discriminationOf,
  groupSize,
  mostChosenWrong,
  verdictOf,
  type QuestionFigures,
} from '../../../../worker/insight/statistics/statistic.ts';

/** A hundred attempts at a question of one right answer and two wrong ones: 27 of them strong, 27 weak. */
function aQuestion(
  given: Partial<QuestionFigures> & { chose?: [number, number, number] } = {},
): QuestionFigures {
  const { chose = [22, 3, 2], ...figures } = given;
  const answers = chose.map((chosen_by_strong, place) => ({
    is_right_answer: place === 0,
    chosen: 60 - place * 20,
    chosen_by_strong,
  }));
  const groups = { strong: 27, weak: 27, strong_right: 22, weak_right: 10 };
  return { annulled: false, asked: 100, right: 60, ...groups, answers, ...figures };
}

describe('what is thought of a question', () => {
  test.each<[string, Partial<QuestionFigures> & { chose?: [number, number, number] }]>([
    ['good', {}],
    ['good', { strong_right: 16, weak_right: 10 }],
    ['does_not_tell_apart', { strong_right: 15, weak_right: 10 }],
    ['does_not_tell_apart', { strong_right: 10, weak_right: 10 }],
    ['check_key', { strong_right: 9, weak_right: 10 }],
    ['check_key', { chose: [12, 13, 2] }],
    ['good', { chose: [13, 13, 1] }],
    ['too_hard', { right: 24 }],
    ['good', { right: 25 }],
    ['good', { right: 95 }],
    ['too_easy', { right: 96 }],
    // A key that may be wrong comes before all else.
    ['check_key', { right: 5, strong_right: 0, weak_right: 2 }],
    ['too_few', { asked: 9, right: 9, strong_right: 0, weak_right: 2 }],
    // All wait for marks, or those who drew it are few: neither strong nor weak tell anything.
    ['too_few', { strong: 0, weak: 0, strong_right: 0, weak_right: 0 }],
    ['too_few', { strong: 2, weak: 30, strong_right: 0, weak_right: 20 }],
    ['check_key', { strong: 3, weak: 30, strong_right: 0, weak_right: 20 }],
    ['annulled', { annulled: true, strong_right: 0, weak_right: 2 }],
  ])('%s: %j', (verdict, given) => {
    expect(verdictOf(aQuestion(given))).toBe(verdict);
  });

  test('of several right answers each has to be preferred to every wrong one', () => {
    const answers = [20, 12, 13].map((chosen_by_strong, place) => ({
      is_right_answer: place < 2,
      chosen: 30,
      chosen_by_strong,
    }));
    expect(verdictOf(aQuestion({ answers }))).toBe('check_key');
  });
});

test('the key is accused by one gap at a time, and not by what is typed', () => {
  const inGap = (gap: number, is_right_answer: boolean, chosen_by_strong: number) => ({
    gap,
    is_right_answer,
    chosen: 30,
    chosen_by_strong,
  });
  const typed = { ...inGap(1, true, 0), chosen: 0 };
  const verdict = (...answers: QuestionFigures['answers']) => verdictOf(aQuestion({ answers }));
  expect(verdict(typed, inGap(2, true, 26), inGap(2, false, 1))).toBe('good');
  expect(verdict(inGap(1, true, 5), inGap(1, false, 4), inGap(2, true, 20), inGap(2, false, 7))).toBe('good');
  expect(verdict(inGap(1, true, 0), inGap(1, true, 26), inGap(1, false, 1))).toBe('good');
  expect(verdict(typed, inGap(2, true, 1), inGap(2, false, 26))).toBe('check_key');
});

test('the strong and the weak are 27 of 100, rounded, and at least one', () => {
  expect([1, 2, 10, 50, 100, 350].map(groupSize)).toEqual([1, 1, 3, 14, 27, 95]);
});

test('discrimination lies between -1 and 1 and needs ten attempts', () => {
  const drawn = fc.integer({ min: 0, max: 3000 }).chain((asked) => {
    const size = groupSize(asked);
    const share = fc.integer({ min: 0, max: size });
    const known = { asked: fc.constant(asked), strong: fc.constant(size), weak: fc.constant(size) };
    return fc.record({ ...known, strong_right: share, weak_right: share });
  });
  fc.assert(
    fc.property(drawn, (figures) => {
      const found = discriminationOf(aQuestion(figures));
      const expected = Math.sign(figures.strong_right - figures.weak_right);
      expect(found === null ? null : Math.sign(found)).toBe(figures.asked < 10 ? null : expected);
      expect(Math.abs(found ?? 0)).toBeLessThanOrEqual(1);
    }),
  );
});

test('the wrong answer chosen most is the first of equals, and none where nobody chose one', () => {
  const answer = (is_right_answer: boolean, chosen: number) => ({
    is_right_answer,
    chosen,
    chosen_by_strong: 0,
  });
  expect(mostChosenWrong([answer(true, 9), answer(false, 2), answer(false, 3)])).toBe(2);
  expect(mostChosenWrong([answer(true, 9), answer(false, 3), answer(false, 3)])).toBeNull();
  expect(mostChosenWrong([answer(true, 9), answer(false, 0)])).toBeNull();
});

describe('the key of a column', () => {
  test('names what there is, and nothing else', () => {
    for (const field of Object.keys(COURSE_COLUMNS))
      expect(columnOf(field)).toMatchObject({ form_id: null, field });
    for (const field of Object.keys(FORM_COLUMNS))
      expect(columnOf(`form_12_${field}`)).toMatchObject({ form_id: 12, field });
    for (const field of Object.keys(PACKAGE_COLUMNS))
      expect(columnOf(`package_34_${field}`)).toMatchObject({ form_id: null, package_id: 34, field });
    for (const word of [
      '',
      'form',
      'form_0_percent',
      'form_01_percent',
      'form_12_',
      'form_12_groups',
      'form_12_standing',
      'package_12_percent',
      'package_0_score',
      'form_1e3_percent',
      'form_9999999999_percent',
      'toString',
      '__proto__',
      'form_1_constructor',
    ])
      expect(columnOf(word)).toBeNull();
  });
});
