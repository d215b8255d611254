import { expect, test } from 'vitest';
import { shownAnswers } from '../../../../worker/exams/attempts/shown-answers.ts';
import { answerLines, saidOf } from '../../../../web/features/exams/attempts/result/answer-lines.ts';

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

test('a result writes numbers of the key as its language does', () => {
  expect(notes(typed('number', '12.5'))).toEqual([['12,5', 'accepted']]);
  expect(notes(typed('short_answer', '12.5'))).toEqual([['12.5', 'accepted']]);
  expect(notes(typed('number', '1.000,5', { tolerance: '0.5' }))).toEqual([['1.000,5 ± 0,5', 'accepted']]);
  expect(notes(typed('number', '5', { tolerance: '0.5' }))).toEqual([['5 ± 0,5', 'accepted']]);
});

test('a place marked twice counts once, and one that was missed has no tick', () => {
  const area = (x: number) => ({ shape: 'rect' as const, coords: [x, 0, 0.2, 1] });
  const question = {
    type: 'hotspot' as const,
    answers: [
      { id: 1, title: 'Left', area: area(0) },
      { id: 2, title: 'Right', area: area(0.8) },
    ],
    hotspot: { places: 2, alt: '' },
  };
  const key = [1, 2];
  const response = [
    { x: 0.1, y: 0.5 },
    { x: 0.15, y: 0.5 },
  ];
  const shown = shownAnswers(question as never, {
    chosen: [],
    response,
    key,
    showsKey: true,
  });
  const lines = answerLines(t, { type: 'hotspot', ...shown } as never, 'uk');
  expect(lines.map(({ kind, note }) => [kind, note])).toEqual([
    ['right', ''],
    ['chosen', 'mark_again'],
    ['right', 'area_hit'],
    [undefined, 'area_right'],
  ]);
});

test('whether a place, a pair, a gap or a mark is right is said, and not told by its sign alone', () => {
  const [right, wrong] = [true, false].map((is_right_answer, id) => ({
    id,
    title: 'a',
    match: 'b',
    gap: 1,
    chosen: true,
    is_right_answer,
  }));
  const said = (question: object) =>
    answerLines(t, question as never, 'uk').map((line) => saidOf(t, question as never, line));
  for (const type of ['ordering', 'matching', 'gaps'])
    expect(said({ type, answers: [right, wrong] })).toEqual(['is_right', 'is_wrong']);
  const marks = [true, false].map((is_right_answer) => ({ x: 0, y: 0, is_right_answer }));
  expect(said({ type: 'hotspot', marks, answers: [right] })).toEqual(['is_right', 'is_wrong', '']);
  // What the form does not tell is not said.
  expect(said({ type: 'ordering', answers: [{ ...right, is_right_answer: undefined }] })).toEqual(['']);
  expect(said({ type: 'choice', answers: [right, wrong] })).toEqual(['', '']);
});
