import type { Language } from '../../identity/accounts/contract.ts';
import { plainText } from '../../platform/formats/xlsx.ts';
import type { SheetRow } from '../../platform/formats/xlsx-reader.ts';
import {
  ANSWERS_LIMIT,
  isByHand,
  GAP_TEXT_LENGTH,
  type QuestionType,
  type Work,
} from '../questions/contract.ts';
import { questionFault } from '../forms/form.ts';
import { keptGaps, saying, withFittingFeedback } from './parts/feedback.ts';
import { type ReadAnswer, type ReadQuestion, sectionSaying, type WrittenQuestion } from './exchange.ts';
import { filesOf } from './parts/upload-terms.ts';
import { writeMarkedGaps } from './parts/marked-gaps.ts';
import { placesInLines, placesOfLines } from './parts/places.ts';

/** The columns of a sheet, in this order; the answers stand behind them. */
export const SHEET_COLUMNS = [
  'question',
  'description',
  'type',
  'score',
  'required',
  'right',
  'parts',
  'case',
  'unit',
  'section',
  'feedback',
] as const;
export type SheetColumn = (typeof SHEET_COLUMNS)[number];

/** What the column of types says. */
export const SHEET_TYPES = [
  'one',
  'several',
  'short_answer',
  'number',
  'ordering',
  'matching',
  'essay',
  'upload',
  'gaps',
  'hotspot',
] as const;
type SheetType = (typeof SHEET_TYPES)[number];

export const SHEET_WORDS: Record<
  Language,
  Record<SheetColumn | 'answer' | SheetType | 'yes' | 'no', string>
> = {
  uk: {
    question: 'Запитання',
    description: 'Пояснення',
    type: 'Тип',
    score: 'Бали',
    required: 'Обов’язкове',
    right: 'Правильні',
    parts: 'Бали за частину',
    case: 'Великі літери',
    unit: 'Одиниця',
    section: 'Розділ',
    feedback: 'Відгук',
    answer: 'Відповідь',
    one: 'одна',
    several: 'кілька',
    short_answer: 'текст',
    number: 'число',
    ordering: 'порядок',
    matching: 'пари',
    essay: 'есе',
    upload: 'файл',
    gaps: 'пропуски',
    hotspot: 'місце',
    yes: 'так',
    no: 'ні',
  },
  en: {
    question: 'Question',
    description: 'Description',
    type: 'Type',
    score: 'Score',
    required: 'Required',
    right: 'Right ones',
    parts: 'Partial points',
    case: 'Capitals',
    unit: 'Unit',
    section: 'Section',
    feedback: 'Feedback',
    answer: 'Answer',
    one: 'one',
    several: 'several',
    short_answer: 'text',
    number: 'number',
    ordering: 'order',
    matching: 'pairs',
    essay: 'essay',
    upload: 'file',
    gaps: 'gaps',
    hotspot: 'place',
    yes: 'yes',
    no: 'no',
  },
  de: {
    question: 'Frage',
    description: 'Beschreibung',
    type: 'Typ',
    score: 'Punkte',
    required: 'Pflichtfrage',
    right: 'Richtige',
    parts: 'Teilpunkte',
    case: 'Großschreibung',
    unit: 'Einheit',
    section: 'Abschnitt',
    feedback: 'Rückmeldung',
    answer: 'Antwort',
    one: 'eine',
    several: 'mehrere',
    short_answer: 'Text',
    number: 'Zahl',
    ordering: 'Reihenfolge',
    matching: 'Paare',
    essay: 'Aufsatz',
    upload: 'Datei',
    gaps: 'Lücken',
    hotspot: 'Stelle',
    yes: 'ja',
    no: 'nein',
  },
};

const WORDS = Object.values(SHEET_WORDS);
const same = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/['’ʼ`]/g, '’')
    .replace(/\s+/g, ' ');

/** Whether a cell says this word in any of our languages. */
export const says = (text: string, word: keyof (typeof WORDS)[number]): boolean =>
  WORDS.some((words) => same(words[word]) === same(text));

/** A head without the number behind it. */
const withoutNumber = (head: string): string => head.trim().replace(/(?<!\d)\d+$/, '');

/**
 * Reads questions from the rows of a sheet; the columns may stand in any order, under their heads in any of our
 * languages; what stands under another head is left out and named. Null where no head is the question's.
 */
export function readSheet(rows: readonly SheetRow[]): ReadQuestion[] | null {
  const [heads, ...lines] = rows;
  if (!heads) return [];
  const place = new Map<SheetColumn, number>();
  const answers: number[] = [];
  const feedback: number[] = [];
  const unknown: [string, number][] = [];
  for (const [column, head] of heads.cells.entries()) {
    const found = SHEET_COLUMNS.find((each) => says(head, each));
    if (found) place.set(found, column);
    else if (says(withoutNumber(head), 'answer')) answers.push(column);
    else if (says(withoutNumber(head), 'feedback')) feedback.push(column);
    else if (head.trim() !== '') unknown.push([plainText(head).trim(), column]);
  }
  if (!place.has('question')) return null;
  return lines.map(({ number, cells, errors = [] }) => {
    const cell = (column: number | undefined) =>
      plainText(column === undefined ? '' : (cells[column] ?? '')).trim();
    const read = questionOf(number, (name) => cell(place.get(name)), answers.map(cell), feedback.map(cell));
    if ([...place.values(), ...answers, ...feedback].some((column) => errors.includes(column)))
      read.problems.push('cell_error');
    const lost = unknown.filter(([, column]) => cell(column) !== '').map(([head]) => head);
    return {
      ...read,
      ...sectionSaying(cell(place.get('section'))),
      ...(lost.length > 0 && { left_out: ['columns'], named: lost.join(', ') }),
    };
  });
}

function questionOf(
  line: number,
  cell: (column: SheetColumn) => string,
  offered: readonly string[],
  told: readonly string[],
): ReadQuestion {
  const choose = <T>(column: SheetColumn, choices: [keyof (typeof WORDS)[number], T][], otherwise: T) => {
    const text = cell(column);
    const found = choices.find(([word]) => says(text, word));
    return text === '' ? otherwise : found ? found[1] : null;
  };
  // Numbers name the answers as they stand in the row, gaps included.
  const named = cell('right')
    .split(/[\s,;]+/)
    .filter(Boolean);
  const right = new Set(named.map(Number));
  const kind = choose<SheetType>(
    'type',
    SHEET_TYPES.map((each) => [each, each]),
    right.size > 1 ? 'several' : 'one',
  );
  const problems: ReadQuestion['problems'] = kind === null ? ['unknown_type'] : [];
  const type = kind === null || kind === 'one' || kind === 'several' ? 'choice' : kind;
  const yesOrNo = (column: SheetColumn) =>
    choose(
      column,
      [
        ['yes', true],
        ['no', false],
      ],
      false,
    );
  const credit = yesOrNo('parts') ? 'parts' : 'all';
  const hasShares = kind === 'one' && credit === 'parts';
  const answers = answersOf(type, offered, told, { right, hasShares });
  if ([...right].some((number) => !offered[number - 1])) problems.push('unknown_right');
  const required = yesOrNo('required');
  if (required === null) problems.push('wrong_required');
  const score = cell('score') === '' ? 1 : readScore(cell('score'));
  if (score === null) problems.push('wrong_score');
  return {
    line,
    title: cell('question'),
    description: richText(cell('description')),
    type,
    credit,
    match_case: yesOrNo('case') ?? false,
    ...measured(type, cell('unit'), offered),
    gap_text: '',
    multiple_right_answers: kind === 'several',
    required: required ?? false,
    score: score ?? 1,
    answers,
    ...saying(cell('feedback')),
    // Of a text with gaps the cell holds the whole of it.
    ...(type === 'hotspot' && placesOfLines(offered)),
    ...(type === 'gaps' && keptGaps(offered.filter(Boolean).join('\n'), JSON.stringify(told))),
    problems,
  };
}

/** The answers of a row with what is told of each; blank cells count in its numbers. */
function answersOf(
  type: QuestionType,
  offered: readonly string[],
  told: readonly string[],
  { right, hasShares }: { right: ReadonlySet<number>; hasShares: boolean },
): ReadAnswer[] {
  if (type === 'hotspot' || isByHand(type)) return [];
  return offered.flatMap((text, at) =>
    text === '' ? [] : [{ ...answerOf(type, text, right.has(at + 1), hasShares), ...saying(told[at] ?? '') }],
  );
}

/** The unit of a number; of an essay how many words, of files which, and the note for their markers. */
const measured = (type: QuestionType, unit: string, offered: readonly string[]) =>
  isByHand(type)
    ? {
        unit: '',
        work: type === 'upload' ? filesOf(unit) : workOf(unit),
        marking: { note: offered[0] ?? '' },
      }
    : { unit: unit.slice(0, 20) };

/** Words from and to, as the column of units has them for an essay: `100–300`, `–300`, `100`. */
export function workOf(text: string): Work {
  const [, least, most] = /^\s*(\d{1,5})?\s*(?:[-–—]\s*(\d{1,5})?)?/.exec(text) ?? [];
  const words = (number: string | undefined) => Math.min(20_000, Math.max(1, Number(number)));
  return { ...(least && { min_words: words(least) }), ...(most && { max_words: words(most) }) };
}

export const workText = ({ min_words, max_words }: Work): string =>
  max_words ? `${min_words ?? ''}–${max_words}` : String(min_words ?? '');

const SHARE = /^(\d{1,3})\s?%:\s*/;

/** An answer as a cell says it: `50 %: 3.14 ± 0.01`, `title → match`. */
function answerOf(type: QuestionType, text: string, isRight: boolean, hasShares: boolean): ReadAnswer {
  if (type === 'choice' && !hasShares) return { title: text, is_right_answer: isRight };
  if (type === 'matching') {
    const [title, match = ''] = text
      .split(/(?<!→)→(?!→)(.*)/s, 2)
      .map((part) => part.trim().replaceAll('→→', '→'));
    return { title: title!, is_right_answer: title !== '', match };
  }
  if (type === 'ordering') return { title: text, is_right_answer: true };
  const percent = Number(SHARE.exec(text)?.[1] ?? 100);
  const rest = text.replace(SHARE, '');
  const [title, tolerance] = type === 'number' ? rest.split('±', 2).map((part) => part.trim()) : [rest];
  return {
    title: title!,
    is_right_answer: type !== 'choice' || isRight,
    ...(percent > 0 && percent < 100 && { percent }),
    ...(tolerance && { tolerance }),
  };
}

/** The answers of a question as cells that can be read again. */
export function answerCells({
  type = 'choice',
  credit,
  multiple_right_answers,
  gap_text = '',
  hotspot = { places: 1, alt: '' },
  answers,
}: Pick<
  WrittenQuestion,
  'type' | 'credit' | 'multiple_right_answers' | 'gap_text' | 'hotspot' | 'answers'
>): string[] {
  if (type === 'gaps') return [writeMarkedGaps(gap_text, answers)];
  if (type === 'hotspot') return placesInLines({ hotspot, answers });
  const hasShares = credit === 'parts' && !multiple_right_answers;
  return answers.map((answer) => answerText(type, answer, hasShares));
}

function answerText(
  type: QuestionType,
  { title, percent, tolerance, match = '' }: ReadAnswer,
  hasShares: boolean,
): string {
  if (type === 'matching')
    return [title, match]
      .map((part) => part.replaceAll('→', '→→'))
      .join(' → ')
      .trim();
  if (type === 'ordering' || (type === 'choice' && !hasShares)) return title;
  const share = percent ?? (SHARE.test(title) ? 100 : null);
  return `${share === null ? '' : `${share} %: `}${title}${tolerance ? ` ± ${tolerance}` : ''}`;
}

/** A whole number from 0 to 100, or null. */
export function readScore(text: string): number | null {
  const score = Number(text.replace(',', '.'));
  return text.trim() !== '' && Number.isInteger(score) && score >= 0 && score <= 100 ? score : null;
}

/** What the contract and the house ask of a question, beside what its file does. */
export function judged(question: ReadQuestion, hasDuplicates: boolean): ReadQuestion {
  const { files: _files, ...written } = question;
  const { title, answers, problems } = written;
  const found = new Set(problems);
  if (title === '') found.add('no_text');
  if (title.length > 2000 || answers.some((answer) => answer.title.length > 1000)) found.add('too_long');
  if (question.description.length > 20_000) found.add('too_long');
  if (question.gap_text.length > GAP_TEXT_LENGTH) found.add('too_long');
  if (answers.length > ANSWERS_LIMIT) found.add('too_many_answers');
  if (hasDuplicates) found.add('duplicate_answers');
  const fault = questionFault(written);
  if (fault === 'not_number') found.add('not_number');
  if (fault === 'text_without_gaps') found.add('no_gaps');
  return { ...withFittingFeedback(question), problems: [...found] };
}

/** Lines as paragraphs; what begins with a tag is rich text already. */
export function richText(text: string): string {
  if (text === '' || text.startsWith('<')) return text;
  const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  return escaped
    .split(/\r?\n/)
    .map((line) => `<p>${line}</p>`)
    .join('');
}

/** Rich text without its pictures, which belong to their question alone. */
export const withoutPictures = (html: string): string => html.replace(/<img[^>]*>/g, '');

/** Rich text for a cell: plain where it holds nothing but paragraphs. */
export function cellText(html: string): string {
  const text = withoutPictures(html);
  const rest = text.replace(/<\/?p>/g, '');
  if (/<[a-z]/i.test(rest)) return text;
  return text
    .replace(/<\/p>\s*<p>/g, '\n')
    .replace(/<\/?p>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
}
