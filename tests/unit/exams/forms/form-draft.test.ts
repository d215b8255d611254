import { describe, expect, test } from 'vitest';
import {
  type Content,
  newAnswer,
  newQuestion,
  drawnOf,
  onlyRemoved,
  type QuestionDraft,
  questionErrors,
  type SettingsDraft,
  sumOf,
  type Typed,
} from '../../../../web/features/exams/forms/draft.ts';
import { lacksOf, questionWarning, warningsOf } from '../../../../web/features/exams/forms/warnings.ts';

const answer = (key: string, title: string, is_right_answer = true) => ({
  ...newAnswer(title),
  key,
  is_right_answer,
});
const question = (given: Partial<QuestionDraft> = {}): QuestionDraft => ({
  ...newQuestion(),
  title: 'Question',
  answers: [answer('a', 'a'), answer('b', 'b', false)],
  ...given,
});
const content = (settings: Partial<SettingsDraft>, questions = [question()]): Content => ({
  settings: {
    draws: [],
    passing_score_type: 'percentages',
    passing_score: 60,
    time_limit: 10,
    ...settings,
  } as SettingsDraft,
  questions,
});

const NOON = Date.parse('2030-03-01T12:00:00Z');
/** Open for so many minutes from noon. */
const window = (minutes: number) => ({
  is_one_attempt_allowed: false,
  opens_at: new Date(NOON).toISOString(),
  closes_at: new Date(NOON + minutes * 60_000).toISOString(),
});

describe('a draft warns', () => {
  test.each([
    ['nothing of a sound one', {}, undefined, {}],
    ['of a passing score below 60 %', { passing_score: 59 }, undefined, { passing_score: 'passing_low' }],
    [
      'of points that nobody can reach',
      { passing_score_type: 'points', passing_score: 2 },
      undefined,
      { passing_score: 'passing_above_sum' },
    ],
    [
      'of points below 60 % of their sum',
      { passing_score_type: 'points', passing_score: 5 },
      [question({ score: 10 })],
      { passing_score: 'passing_low' },
    ],
    ['of questions worth nothing', {}, [question({ score: 0 })], { questions: 'all_worth_nothing' }],
    ['of nothing by a score that is no whole number', {}, [question({ score: '2,5' })], {}],
    ['of nothing by a score below zero', {}, [question({ score: 0 }), question({ score: -5 })], {}],
    [
      'of no points above a sum that is not known',
      { passing_score_type: 'points', passing_score: 9, max_score_for_questions: 10 },
      [question({ score: 5 }), question({ score: 11 })],
      {},
    ],
    [
      'of a low percentage whatever the scores',
      { passing_score: 59 },
      [question({ score: '' })],
      { passing_score: 'passing_low' },
    ],
    [
      'of less than 30 seconds for a question',
      { time_limit: 1 },
      [question(), question(), question()],
      { time_limit: 'little_time' },
    ],
    [
      'of 2 hours for 241 questions',
      { time_limit: '' },
      Array.from({ length: 241 }, () => question()),
      { time_limit: 'little_time' },
    ],
    ['nothing before it has questions', { passing_score: 1 }, [], {}],
    [
      'of a pause as long as the test is open',
      { ...window(60), attempt_limit: 2, pause_minutes: 60 },
      undefined,
      { pause_minutes: 'pause_too_long' },
    ],
    [
      'of a pause that lasts until a closing alone',
      { ...window(60), opens_at: null, attempt_limit: null, pause_minutes: 120 },
      undefined,
      { pause_minutes: 'pause_too_long' },
    ],
    ['nothing of a shorter pause', { ...window(60), attempt_limit: 2, pause_minutes: 59 }, undefined, {}],
    [
      'nothing of a pause after the only attempt',
      { ...window(60), is_one_attempt_allowed: true, pause_minutes: 60 },
      undefined,
      {},
    ],
  ] as const)('%s', (_what, settings, questions, found) => {
    expect(warningsOf(content(settings, questions && [...questions]), NOON)).toEqual(found);
  });

  test.each([
    ['no_text', { title: ' ' }],
    ['too_few_answers', { answers: [answer('a', 'a')] }],
    [
      'empty_answer',
      {
        answers: [answer('a', 'a'), answer('b', '', false)],
      },
    ],
    ['no_right_answer', { answers: question().answers.map((one) => ({ ...one, is_right_answer: false })) }],
    ['several_right', { answers: question().answers.map((one) => ({ ...one, is_right_answer: true })) }],
    [null, {}],
  ] as const)('of %s in a question', (warning, given) => {
    expect(questionWarning(question(given))).toBe(warning);
  });
});

test.each([
  ['score', { score: '' }, 'required'],
  ['score', { score: 'x' }, 'not_whole'],
  ['score', { score: 1.5 }, 'not_whole'],
  ['score', { score: 11 }, 'max_value'],
  [
    'answers.1.title',
    {
      answers: [answer('a', ' One '), answer('b', 'oNE', false)],
    },
    'duplicate_answers',
  ],
  [
    'answers.1.title',
    {
      type: 'number',
      answers: [answer('a', '8'), answer('b', '8')],
    },
    'duplicate_answers',
  ],
] as const)('%s of a question that cannot be saved says why', (field, given, code) => {
  expect(questionErrors(question(given), 10)[field]?.code).toBe(code);
});

test.each<[string, Partial<QuestionDraft>, ReturnType<typeof lacksOf>]>([
  ['a sound question', {}, {}],
  [
    'all that is empty',
    { title: ' ', answers: [answer('a', 'a'), answer('b', '', false)] },
    { title: 'required', 'answers.1.title': 'required' },
  ],
  [
    'a choice without a right answer',
    { answers: [answer('a', 'a', false), answer('b', 'b', false)] },
    { answers: 'no_right_answer' },
  ],
  ['an essay', { type: 'essay', title: '' }, { title: 'required' }],
  ['a text without gaps', { type: 'gaps', gap_text: 'None', answers: [] }, { gap_text: 'no_gaps' }],
  [
    'pairs, of which one side alone is a choice more',
    {
      type: 'matching',
      answers: [
        { ...answer('a', 'a'), match: '1' },
        { ...answer('b', 'b'), match: '' },
        { ...answer('c', ''), match: '3' },
      ],
    },
    { 'answers.1.match': 'required' },
  ],
])('what is to be mended is told by its field: %s', (_, given, lacks) => {
  expect(lacksOf(question(given))).toEqual(lacks);
});

test('the sum counts the scores that can be saved', () => {
  const scored = (...scores: Typed[]) => scores.map((score) => ({ score }));
  expect(sumOf(scored(4, -5, '2,5', 2.5, '', 11, 0), 10)).toBe(4);
  expect(sumOf(scored(4, 11), '')).toBe(15);
  expect(
    drawnOf([
      { count: 2, score: 3 },
      { count: 2, score: -3 },
      { count: '', score: 3 },
    ]),
  ).toEqual({ count: 4, sum: 6 });
});

test('a number may be accepted twice with different tolerances', () => {
  const answers = [answer('a', '8'), { ...answer('b', '8'), tolerance: '1', percent: 50 }];
  expect(questionErrors(question({ type: 'number', answers }), 10)).toEqual({});
});

test('one question that is gone is told from any other change', () => {
  const [a, b, c] = [question(), question(), question()];
  expect(onlyRemoved([a, b, c], [a, c])).toBe(b);
  expect(onlyRemoved([a, b, c], [a, b])).toBe(c);
  expect(onlyRemoved([a, b, c], [c, a])).toBeNull();
  expect(onlyRemoved([a, b, c], [a, { ...c }])).toBeNull();
  expect(onlyRemoved([a, b, c], [a])).toBeNull();
  expect(onlyRemoved([a, b], [a, b])).toBeNull();
});
