import { expect, test } from 'vitest';
import { type Asked, readLine, readSheet } from '../../../../web/features/exams/sheets/sheet.ts';

const offered = (count: number) => Array.from({ length: count }, (_, n) => ({ id: 100 + n, title: `t${n}` }));
const asked = (question: Partial<Asked>): Asked => ({
  id: 1,
  title: '',
  description: '',
  type: 'choice',
  required: false,
  multiple_right_answers: true,
  files: [],
  answers: offered(4),
  score: 5,
  has_rubric: false,
  ...question,
});
const read = (question: Partial<Asked>, ...texts: string[]) =>
  readLine(asked(question), { texts, marks: [] });

test.each([
  ['A C', [100, 102]],
  ['ac', [100, 102]],
  ['13', [100, 102]],
  [' d,B. ', [103, 101]],
])('several are chosen by %j', (text, answer_ids) =>
  expect(read({}, text).answer).toEqual({ question_id: 1, answer_ids }),
);

test.each([
  [{}, 'E', 'letter'],
  [{}, '5', 'letter'],
  [{}, 'A-', 'letter'],
  [{}, 'AA', 'twice'],
  [{}, 'В', 'cyrillic'],
  [{ multiple_right_answers: false }, 'AB', 'several'],
  [{ type: 'ordering' }, 'ABA', 'twice'],
  [{ type: 'matching', options: offered(3) }, 'ABCAB', 'too_many'],
  [{ type: 'essay' }, '5,5', 'points'],
  [{ type: 'essay' }, 'x', 'points'],
  [{ type: 'essay', has_rubric: true }, '3', 'points'],
] as const)('of %j the line %j is refused as %s', (question, text, wrong) => {
  const { answer, on_paper, wrong: told } = read(question, text);
  expect([answer, on_paper, told]).toEqual([null, null, [wrong]]);
});

test('answers beyond the ninth are named by whole numbers, those beyond the alphabet by two signs', () => {
  const answers = offered(30);
  expect(read({ answers }, '12 3').answer?.answer_ids).toEqual([111, 102]);
  expect(read({ answers }, 'Z Z1 Z4').answer?.answer_ids).toEqual([125, 126, 129]);
  expect(read({ answers }, 'Z5').wrong).toEqual(['letter']);
});

test('an order keeps its order, and pairs leave out what a dash stands for', () => {
  expect(read({ type: 'ordering' }, 'CABD').answer?.answer_ids).toEqual([102, 100, 101, 103]);
  const pairs = {
    type: 'matching' as const,
    options: offered(3).map(({ id, title }) => ({ id: id + 100, title })),
  };
  expect(read(pairs, 'B – b').answer?.response).toEqual({ 100: 201, 102: 201 });
  expect(read(pairs, '---').answer).toBeNull();
});

test('gaps are read each by itself, chosen or typed', () => {
  const gaps = { type: 'gaps' as const, gaps: [{ gap: 1 }, { gap: 4, options: offered(2) }] };
  expect(read(gaps, ' Київ', 'b').answer?.response).toEqual({ 1: ' Київ', 4: 101 });
  expect(read(gaps, 'Київ', 'c').wrong).toEqual([null, 'letter']);
  expect(read(gaps, '  ', '').answer).toBeNull();
});

test('what people mark has points, waits for them, or was not answered', () => {
  expect(read({ type: 'essay' }, '4,25').on_paper).toEqual({ question_id: 1, score: 4.25 });
  expect(read({ type: 'upload' }, '?').on_paper).toEqual({ question_id: 1 });
  expect(read({ type: 'essay' }, '').on_paper).toBeNull();
});

test('a sheet with a line that cannot be taken is none', () => {
  const questions = [asked({}), asked({ id: 2, type: 'essay' }), asked({ id: 3, type: 'short_answer' })];
  const line = (text: string) => ({ texts: [text], marks: [] });
  expect(readSheet(questions, [line('A'), line('?'), line('так')])).toEqual({
    answers: [
      { question_id: 1, answer_ids: [100] },
      { question_id: 3, answer_ids: [], response: 'так' },
    ],
    on_paper: [{ question_id: 2 }],
  });
  expect(readSheet(questions, [line('A'), line('9')])).toBeNull();
  expect(readSheet(questions, [])).toEqual({ answers: [], on_paper: [] });
});
