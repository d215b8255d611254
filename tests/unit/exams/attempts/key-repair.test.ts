import { describe, expect, test } from 'vitest';
import { gradeMended } from '../../../models/attempt.ts';

const QUESTIONS = [
  { id: 1, score: 2, right: [10] },
  { id: 2, score: 1, right: [20, 21] },
  { id: 3, score: 1, right: [30] },
];
const PASSING = { passing_score_type: 'percentages', passing_score: 60 } as const;
const answered = (...chosen: number[][]) =>
  Object.fromEntries(chosen.map((answer_ids, index) => [index + 1, { answer_ids, seq: 1 }]));

const mends = (keys: Record<number, number[] | null>, only_raise = false) => ({ keys, only_raise });

describe('a mended key', () => {
  test('counts instead of the one asked with', () => {
    const { score, explanation } = gradeMended(QUESTIONS, answered([11], [20], [30]), PASSING, [
      mends({ 1: [11] }),
      mends({ 2: [20] }),
    ]);
    expect(score).toBe(4);
    expect(explanation.map(({ outcome }) => outcome)).toEqual(['right', 'right', 'right']);
  });

  test('is the latest one, question by question', () => {
    const { explanation } = gradeMended(QUESTIONS, answered([11], [20, 21], [30]), PASSING, [
      mends({ 1: [11], 3: [31] }),
      mends({ 1: [10] }),
    ]);
    expect(explanation.map(({ outcome }) => outcome)).toEqual(['wrong', 'right', 'wrong']);
  });

  test('takes an annulled question out of score and maximum, whatever was answered', () => {
    const { score, max_score, percent, passed, explanation } = gradeMended(
      QUESTIONS,
      answered([10], [], [31]),
      PASSING,
      [mends({ 2: null, 3: null })],
    );
    expect([score, max_score, percent, passed]).toEqual([2, 2, 100, true]);
    expect(explanation[1]).toEqual({ id: 2, earned: 0, maximum: 0, outcome: 'annulled' });
  });

  test('of nothing at all gives nothing', () => {
    expect(
      gradeMended(QUESTIONS, answered([10]), PASSING, [mends({ 1: null, 2: null, 3: null })]),
    ).toMatchObject({
      score: 0,
      max_score: 0,
      percent: 0,
      passed: false,
      ects: 'F',
    });
  });

  test('that only raises is left out where the percentage would fall, and later ones go on from there', () => {
    const right = answered([10], [20, 21], [30]);
    expect(gradeMended(QUESTIONS, right, PASSING, [mends({ 1: [11] }, true)]).score).toBe(4);
    expect(gradeMended(QUESTIONS, answered([11], [], []), PASSING, [mends({ 1: [11] }, true)]).score).toBe(2);
    expect(gradeMended(QUESTIONS, right, PASSING, [mends({ 1: [11] }, true), mends({ 3: [31] })]).score).toBe(
      3,
    );
  });

  test('that only raises takes no pass, also where the percentage stays', () => {
    const passing = { passing_score_type: 'points', passing_score: 3 } as const;
    const right = answered([10], [20, 21], [30]);
    expect(gradeMended(QUESTIONS, right, passing, [mends({ 1: null })]).passed).toBe(false);
    expect(gradeMended(QUESTIONS, right, passing, [mends({ 1: null }, true)])).toMatchObject({
      score: 4,
      passed: true,
    });
  });
});
