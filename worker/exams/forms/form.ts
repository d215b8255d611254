import type { ErrorCode } from '../../errors/contract.ts';
import {
  gapsOf,
  isByHand,
  pictureOf,
  type Area,
  type Hotspot,
  type QuestionType,
} from '../questions/contract.ts';
import { typedNumber } from '../questions/question.ts';

/** What publishing judges of a draft. */
export interface Draft {
  passing_score_type: 'points' | 'percentages';
  passing_score: number;
  questions: readonly DraftQuestion[];
  /** What is drawn of the bank besides. */
  draws?: readonly { count: number; score: number }[];
}

interface DraftQuestion {
  title: string;
  type?: QuestionType;
  gap_text?: string;
  multiple_right_answers: boolean;
  score: number;
  answers: readonly {
    title: string;
    is_right_answer: boolean;
    tolerance?: string;
    match?: string;
    gap?: number;
    area?: Area;
  }[];
  hotspot?: Partial<Hotspot>;
  files?: readonly { content_type: string; kind: 'attachment' | 'inline' }[];
}

/** Why a draft cannot be published (decisions, "Forms"), with the question it lies in, or null. */
export function publishingFault(draft: Draft): { code: ErrorCode; question: number | null } | null {
  const { draws = [] } = draft;
  if (!draft.questions.length && !draws.length) return { code: 'form_without_questions', question: null };
  for (const [question, asked] of draft.questions.entries()) {
    const code = questionFault(asked);
    if (code) return { code, question };
  }
  const drawn = draws.reduce((total, { count, score }) => total + count * score, 0);
  const sum = draft.questions.reduce((total, question) => total + question.score, drawn);
  const unreachable = draft.passing_score_type === 'points' ? draft.passing_score > sum : sum === 0;
  return unreachable ? { code: 'passing_score_above_sum', question: null } : null;
}

/** Answers without which there is nothing to choose, to order or to match. */
const LEAST_ANSWERS = 2;

/** Why a question cannot be published as it stands, or null. */
export function questionFault(question: DraftQuestion): ErrorCode | null {
  const { title, type = 'choice', answers, multiple_right_answers } = question;
  if (title.trim() === '') return 'question_without_text';
  if (isByHand(type)) return null;
  if (type === 'short_answer' || type === 'number') {
    if (answers.length === 0) return 'question_without_right_answer';
    if (answers.some((answer) => answer.title.trim() === '')) return 'answer_without_text';
    return type === 'number' && answers.some((answer) => !isNumber(answer)) ? 'not_number' : null;
  }
  if (type === 'gaps') return gapsFault(question);
  if (type === 'hotspot') return placesFault(question);
  if (type === 'matching') {
    if (answers.filter((answer) => answer.title.trim() !== '').length < LEAST_ANSWERS)
      return 'question_too_few_answers';
    return answers.some(({ match = '' }) => match.trim() === '') ? 'answer_without_text' : null;
  }
  if (answers.length < LEAST_ANSWERS) return 'question_too_few_answers';
  if (answers.some((answer) => answer.title.trim() === '')) return 'answer_without_text';
  if (type === 'ordering') return null;
  const right = answers.filter((answer) => answer.is_right_answer).length;
  if (right === 0) return 'question_without_right_answer';
  return right > 1 && !multiple_right_answers ? 'question_single_right_answer' : null;
}

/** The gaps of the text and those of the answers must be the same, each with something right. */
function gapsFault({ gap_text = '', answers }: DraftQuestion): ErrorCode | null {
  const gaps = gapsOf(gap_text);
  if (gaps.length === 0) return 'text_without_gaps';
  if (new Set(gaps).size < gaps.length) return 'gap_twice';
  if (answers.some(({ gap = 0 }) => !gaps.includes(gap))) return 'gap_not_in_text';
  if (answers.some(({ title }) => title.trim() === '')) return 'answer_without_text';
  const isRight = (gap: number) => answers.some((answer) => answer.gap === gap && answer.is_right_answer);
  return gaps.every(isRight) ? null : 'question_without_right_answer';
}

/** A picture, and as many right areas on it as are asked for, each with a name for results and statistics. */
function placesFault({ hotspot = {}, files, answers }: DraftQuestion): ErrorCode | null {
  // A question of the bank is written before its files come.
  if (files && !pictureOf(files.filter(({ kind }) => kind === 'attachment')))
    return 'question_without_picture';
  if (answers.some(({ area }) => !area)) return 'answer_without_area';
  if (answers.some(({ title }) => title.trim() === '')) return 'answer_without_text';
  const right = answers.filter((answer) => answer.is_right_answer).length;
  if (right === 0) return 'question_without_right_answer';
  return (hotspot.places ?? 1) > right ? 'more_places_than_right' : null;
}

/** Whether a number and its tolerance can be compared with what is typed. */
function isNumber({ title, tolerance = '' }: DraftQuestion['answers'][number]): boolean {
  const off = tolerance.trim().replace(/%$/, '');
  return (
    typedNumber(title) !== null &&
    (off === '' || /^[^-−–]/.test(off)) &&
    (off === '' || typedNumber(off) !== null)
  );
}

/** A text as it is compared with others: blanks and case aside. */
const sameText = (title: string): string => title.trim().toLowerCase().replace(/\s+/g, ' ');

/** A question as far as its answers can be alike. */
interface Repeating {
  type?: QuestionType | undefined;
  match_case?: boolean | undefined;
  answers: readonly { title: string; gap?: number | undefined; tolerance?: string | undefined }[];
}

/**
 * Whether an answer stands there twice, blanks and case aside (§5): of a text in one gap, of a number with one tolerance.
 * What is not written yet repeats nothing, and two places of a picture may have one name.
 */
export function hasDuplicates({ type, answers, match_case = false }: Repeating): boolean {
  if (type === 'hotspot') return false;
  const same = match_case ? (title: string) => title.trim() : sameText;
  const written = answers.filter(({ title }) => title.trim() !== '');
  const titles = written.map(({ title, gap = '', tolerance = '' }) =>
    [gap, same(title), type === 'number' ? tolerance.trim() : ''].join(' '),
  );
  return new Set(titles).size < titles.length;
}

/** The first question that holds the same answer twice, or null. */
export function questionWithDuplicates(questions: readonly Repeating[]): number | null {
  const found = questions.findIndex(hasDuplicates);
  return found < 0 ? null : found;
}
