import { filesAsked } from '#contract/exams/questions';
import type { BankQuestion } from './banked-store.ts';

type Question = BankQuestion['question'];

/** What of a question differs: a field with its words before and after; '' says that there was, or is, nothing. */
export interface Change {
  field: 'title' | 'description' | 'type' | 'gap_text' | 'feedback' | 'terms' | 'answers' | 'files';
  before: string;
  after: string;
}

/** The words of an answer: what it says, what it is worth, what belongs to it. */
function wordsOf({
  title,
  is_right_answer,
  match,
  tolerance,
  percent,
  area,
  feedback,
}: Question['answers'][number]): string {
  const pair = match === undefined ? title : `${title} → ${match}`;
  return [
    is_right_answer ? '✓' : '✗',
    pair,
    tolerance && `± ${tolerance}`,
    percent && `${percent} %`,
    placeOf(area),
    feedback && `(${feedback})`,
  ]
    .filter(Boolean)
    .join(' ');
}

const placeOf = (area: Question['answers'][number]['area']) =>
  area && `(${area.coords.map((part) => `${Math.round(part * 100)} %`).join(' ')})`;

const plain = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const termsOf = ({ type, credit, match_case, unit, multiple_right_answers, hotspot, work = {} }: Question) =>
  [
    credit,
    match_case && 'match_case',
    multiple_right_answers && 'several',
    unit,
    hotspot && `× ${hotspot.places}`,
    hotspot?.alt,
    ...(type === 'upload' ? filesOf(work) : []),
  ]
    .filter(Boolean)
    .join(', ');

function filesOf(work: NonNullable<Question['work']>): string[] {
  const { max_files, file_kinds, max_megabytes } = filesAsked(work);
  return [String(max_files), ...file_kinds, `${max_megabytes} MB`];
}

/** What differs between two versions of a question; of answers and files those alone that came or went. */
export function changesOf(before: Question, after: Question): Change[] {
  const single = (field: Change['field'], word: (question: Question) => string): Change[] =>
    word(before) === word(after) ? [] : [{ field, before: word(before), after: word(after) }];
  const lists = (field: Change['field'], words: (question: Question) => string[]): Change[] => {
    const [old, now] = [words(before), words(after)];
    const gone = old.filter((each) => !now.includes(each));
    const come = now.filter((each) => !old.includes(each));
    return Array.from({ length: Math.max(gone.length, come.length) }, (_, place) => ({
      field,
      before: gone[place] ?? '',
      after: come[place] ?? '',
    }));
  };
  return [
    ...single('title', ({ title }) => title),
    ...single('description', ({ description }) => plain(description)),
    ...single('type', ({ type }) => type),
    ...single('gap_text', ({ gap_text }) => gap_text),
    ...single('feedback', ({ feedback }) => feedback),
    ...single('terms', termsOf),
    ...lists('answers', ({ answers }) => answers.map(wordsOf)),
    ...lists('files', ({ files }) => files.map(({ name }) => name)),
  ];
}
