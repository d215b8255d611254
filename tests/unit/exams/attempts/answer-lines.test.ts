import { expect, test } from 'vitest';
import { answerLines } from '../../../../web/features/exams/attempts/result/answer-lines.ts';

const t = ((key: string, values: object = {}) => [key, ...Object.values(values)].join(' ')) as never;
const notes = (question: object) =>
  answerLines(t, question as never, 'uk').map(({ text, note }) => [text, note]);
const typed = (type: string, title: string, more = {}) => ({
  type,
  unit: '',
  outcome: 'wrong',
  response: '',
  answers: [{ id: 1, title, ...more }],
});

test('a result says what the star of an accepted text stands for', () => {
  expect(notes(typed('short_answer', 'п’ят*'))).toEqual([['п’ят*', 'accepted; star']]);
  expect(notes(typed('short_answer', 'п’ят*', { percent: 50 }))).toEqual([
    ['п’ят*', 'accepted_for 50; star'],
  ]);
  expect(notes(typed('short_answer', String.raw`2\*2`))).toEqual([[String.raw`2\*2`, 'accepted']]);
  const gap = { id: 1, gap: 1, title: 'шість', chosen: true, is_right_answer: false, accepted: ['п’ят*'] };
  expect(notes({ type: 'gaps', answers: [gap] })).toEqual([['1. шість', 'right_gap п’ят*; star']]);
});

test('a result writes tolerances as its language does', () => {
  expect(notes(typed('number', '5', { tolerance: '0.5' }))).toEqual([['5 ± 0,5', 'accepted']]);
});
