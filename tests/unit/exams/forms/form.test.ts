import { expect, test } from 'vitest';
import { publishingFault, questionWithDuplicates, type Draft } from '../../../../worker/exams/forms/form.ts';

const question = (right: boolean[], score = 1, multiple_right_answers = false) => ({
  title: 'Question',
  multiple_right_answers,
  score,
  answers: right.map((is_right_answer, index) => ({ title: `Answer ${index}`, is_right_answer })),
});
const draft = (
  questions: Draft['questions'],
  passing_score = 60,
  type: Draft['passing_score_type'] = 'percentages',
) => ({
  passing_score_type: type,
  passing_score,
  questions,
});

test('a draft with sound questions can be published', () => {
  expect(
    publishingFault(draft([question([true, false]), question([true, true, false], 2, true)])),
  ).toBeNull();
});

test.each([
  ['form_without_questions', null, draft([])],
  ['question_without_text', 0, draft([{ ...question([true, false]), title: '' }])],
  [
    'answer_without_text',
    0,
    draft([
      {
        ...question([true]),
        answers: [
          { title: 'a', is_right_answer: true },
          { title: '', is_right_answer: false },
        ],
      },
    ]),
  ],
  ['question_too_few_answers', 0, draft([question([true])])],
  ['question_without_right_answer', 1, draft([question([true, false]), question([false, false])])],
  ['question_single_right_answer', 0, draft([question([true, true])])],
  ['passing_score_above_sum', null, draft([question([true, false], 5)], 6, 'points')],
  ['passing_score_above_sum', null, draft([question([true, false], 0)])],
])('%s is refused at publishing', (code, where, faulty) => {
  expect(publishingFault(faulty)).toEqual({ code, question: where });
});

test('a passing score equal to the sum of points can be reached', () => {
  expect(publishingFault(draft([question([true, false], 5)], 5, 'points'))).toBeNull();
});

test('answers that differ in case and blanks only are duplicates', () => {
  const answers = (...titles: string[]) => ({ answers: titles.map((title) => ({ title })) });
  expect(questionWithDuplicates([answers('так', 'ні'), answers('Вогнегасник', ' вогнегасник ')])).toBe(1);
  expect(questionWithDuplicates([answers('так', 'ні'), answers('так', 'ні')])).toBeNull();
});

test('a number is another one with another tolerance, and places of a picture may share a name', () => {
  const near = (...tolerances: string[]) => tolerances.map((tolerance) => ({ title: '1822', tolerance }));
  const asks = (type: 'number' | 'short_answer' | 'hotspot', ...tolerances: string[]) =>
    questionWithDuplicates([{ type, answers: near(...tolerances) }]);
  expect(asks('number', '', '2')).toBeNull();
  expect(asks('number', '2', ' 2')).toBe(0);
  expect(asks('short_answer', '', '2')).toBe(0);
  expect(asks('hotspot', '', '')).toBeNull();
});
