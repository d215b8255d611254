import { filesAsked } from '#contract/exams/questions';
import type { BankQuestion } from './banked-store.ts';

type Question = BankQuestion['question'];

/** What of a question differs: a field with its words before and after; '' says that there was, or is, nothing. */
export interface Change {
  field: 'title' | 'description' | 'type' | 'gap_text' | 'feedback' | Rule | 'answers' | 'files';
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
  gap,
}: Question['answers'][number]): string {
  const pair = match === undefined ? title : `${title} → ${match}`;
  return [
    gap && `[[${gap}]]`,
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

/** What an answer has to follow and what it is judged by, as the builder calls it. */
export const RULES = [
  'several_right',
  'parts',
  'match_case',
  'unit',
  'places.places',
  'places.alt',
  'min_words',
  'max_words',
  'max_files',
  'file_kinds',
  'max_size',
  'marking_note',
  'rubric',
] as const;
export type Rule = (typeof RULES)[number];

/** The rules of a question: '' says that one does not hold or is not set, 'yes' that it holds. */
function rulesOf(question: Question): Record<Rule, string> {
  const { type, credit, match_case, unit, multiple_right_answers, hotspot, work = {}, marking } = question;
  const files = type === 'upload' ? filesAsked(work) : null;
  const yes = (holds: boolean) => (holds ? 'yes' : '');
  const set = (count: number | undefined) => (count === undefined ? '' : String(count));
  return {
    several_right: yes(type === 'choice' && multiple_right_answers),
    parts: yes(credit === 'parts'),
    match_case: yes(match_case),
    unit,
    'places.places': set(hotspot?.places),
    'places.alt': hotspot?.alt ?? '',
    min_words: set(work.min_words),
    max_words: set(work.max_words),
    max_files: set(files?.max_files),
    file_kinds: files?.file_kinds.join(' ') ?? '',
    max_size: set(files?.max_megabytes),
    marking_note: marking?.note ?? '',
    rubric: rubricText(marking?.rubric),
  };
}

const rubricText = (rubric: NonNullable<Question['marking']>['rubric'] = []): string =>
  rubric
    .map(
      ({ title, levels }) =>
        `${title}: ${levels.map((level) => `${level.title} (${level.points})`).join(', ')}`,
    )
    .join('; ');

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
    ...RULES.flatMap((rule) => single(rule, (question) => rulesOf(question)[rule])),
    ...lists('answers', ({ answers }) => answers.map(wordsOf)),
    ...lists('files', ({ files }) => files.map(({ name }) => name)),
  ];
}
