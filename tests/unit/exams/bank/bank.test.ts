import { expect, test } from 'vitest';
import { differentPapers } from '../../../../worker/exams/bank/bank.ts';
import { changesOf } from '../../../../web/features/exams/forms/bank/difference.ts';
import { placesFor, treeOf } from '../../../../web/features/exams/forms/bank/folder-tree.ts';
import { largeNumber } from '../../../../web/features/exams/forms/draws/large-number.ts';

test.each([
  ['one draw: so many out of all', [3], [{ draws: 1, size: 6 }], 20n],
  [
    'draws of different questions: each with each',
    [1, 2],
    [
      { draws: 1, size: 4 },
      { draws: 2, size: 5 },
    ],
    40n,
  ],
  ['two draws of the same questions: what the first took is gone', [1, 1], [{ draws: 3, size: 3 }], 6n],
  [
    'a draw within another: the narrow one takes its own first',
    [2, 1],
    [
      { draws: 1, size: 2 },
      { draws: 3, size: 2 },
    ],
    6n,
  ],
  ['what cannot be filled: none', [3], [{ draws: 1, size: 2 }], 0n],
])('papers of %s', (_, counts, classes, papers) => {
  expect(differentPapers(counts, classes)).toBe(papers);
});

test('a large number is shown as one below ten and a power of ten, rounded down', () => {
  expect(largeNumber('1234567')).toEqual({ mantissa: 1234567, power: 0 });
  expect(largeNumber('12999999')).toEqual({ mantissa: 1.2, power: 7 });
});

const folder = (id: number, parent_id: number | null, questions = 1) => ({
  id,
  parent_id,
  name: `f${id}`,
  questions,
});

test('folders are read as a tree, with the questions of those within them', () => {
  const tree = treeOf([folder(3, 1), folder(1, null), folder(2, null), folder(4, 3)]);
  expect(tree.map(({ path, depth, whole }) => [path, depth, whole])).toEqual([
    ['f1', 0, 3],
    ['f1 / f3', 1, 2],
    ['f1 / f3 / f4', 2, 1],
    ['f2', 0, 1],
  ]);
  expect(placesFor(tree, 3).map(({ id }) => id)).toEqual([1, 2]);
  expect(placesFor(tree, null)).toHaveLength(4);
});

/** What a question has beside its words, answers and points. */
const PLAIN = {
  credit: 'all' as const,
  match_case: false,
  unit: '',
  gap_text: '',
  feedback: '',
  multiple_right_answers: false,
  required: false,
  files: [],
};

test('two versions of a question differ in the words that came and went', () => {
  const question = {
    id: 1,
    title: 'Old',
    description: '',
    type: 'choice' as const,
    ...PLAIN,
    score: 1,
    answers: [
      { id: 1, title: 'a', is_right_answer: true },
      { id: 2, title: 'b', is_right_answer: false },
    ],
  };
  const [first, second] = question.answers as [
    (typeof question.answers)[number],
    (typeof question.answers)[number],
  ];
  const next = {
    ...question,
    title: 'New',
    score: 2,
    answers: [{ ...second, is_right_answer: true }, first, { id: 3, title: 'c', is_right_answer: false }],
  };
  expect(changesOf(question, next)).toEqual([
    { field: 'title', before: 'Old', after: 'New' },
    { field: 'answers', before: '✗ b', after: '✓ b' },
    { field: 'answers', before: '', after: '✗ c' },
  ]);
  expect(changesOf(question, question)).toEqual([]);
});

test('two versions of a question differ in the rules of its type, each by its name', () => {
  const essay = {
    id: 1,
    title: 'Write',
    description: '',
    type: 'essay' as const,
    ...PLAIN,
    score: 6,
    answers: [],
    work: { max_words: 200 },
    marking: { note: 'The exits' },
  };
  const levels = [
    { title: 'none', points: 0 },
    { title: 'all', points: 6 },
  ];
  const rubric = [{ title: 'Ways out', levels }];
  const stricter = { ...essay, work: { min_words: 50, max_words: 200 }, marking: { note: '', rubric } };
  expect(changesOf(essay, stricter)).toEqual([
    { field: 'min_words', before: '', after: '50' },
    { field: 'marking_note', before: 'The exits', after: '' },
    { field: 'rubric', before: '', after: 'Ways out: none (0), all (6)' },
  ]);
  const files = { ...essay, type: 'upload' as const, work: { max_megabytes: 20 }, marking: undefined };
  const more = {
    ...files,
    credit: 'parts' as const,
    work: { max_files: 2, file_kinds: ['others' as const] },
  };
  expect(changesOf(files, more)).toEqual([
    { field: 'parts', before: '', after: 'yes' },
    { field: 'max_files', before: '1', after: '2' },
    { field: 'file_kinds', before: 'documents pictures', after: 'others' },
    { field: 'max_size', before: '20', after: '50' },
  ]);
});
