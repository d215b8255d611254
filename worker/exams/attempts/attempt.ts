import type { OUTCOMES } from '../questions/contract.ts';
import type { Key } from '../questions/question.ts';
import type { Section } from '../questions/contract.ts';
import { earnedShare, type GivenAnswer, type SharedQuestion } from '../questions/question.ts';

/** Grading and order of questions as pure functions (§4; decisions, "Forms"). */

export interface GradedQuestion extends SharedQuestion {
  id: number;
  score: number;
  right: Key;
}

/** By question id what was answered. */
export type ChosenAnswers = Readonly<Record<number, GivenAnswer>>;

export interface Grading {
  score: number;
  max_score: number;
  /** 0 to 100, exact. */
  percent: number;
  ects: string;
  passed: boolean;
  explanation: {
    id: number;
    earned: number;
    maximum: number;
    outcome: (typeof OUTCOMES)[number];
  }[];
}

export interface Passing {
  passing_score_type: 'points' | 'percentages';
  passing_score: number;
}

/** Grades answers: each earns its share of the question's score, with two decimals. */
export function grade(
  questions: readonly GradedQuestion[],
  answers: ChosenAnswers,
  passing: Passing,
): Grading {
  const explanation = questions.map((question) => gradeQuestion(question, answers[question.id] ?? NOTHING));
  const score = hundredths(explanation.reduce((sum, question) => sum + question.earned, 0));
  const max_score = explanation.reduce((sum, question) => sum + question.maximum, 0);
  const percent = max_score === 0 ? 0 : (100 * score) / max_score;
  const reached = passing.passing_score_type === 'points' ? score : percent;
  return {
    score,
    max_score,
    percent,
    ects: ects(percent),
    passed: reached >= passing.passing_score,
    explanation,
  };
}

const NOTHING: GivenAnswer = { answer_ids: [] };

/** Rounded half up to two decimals. */
const hundredths = (number: number): number => Math.floor(number * 100 + 0.5 + 1e-7) / 100;

function gradeQuestion(question: GradedQuestion, given: GivenAnswer): Grading['explanation'][number] {
  const { id, score: maximum } = question;
  if (given.answer_ids.length === 0 && given.response === undefined)
    return { id, earned: 0, maximum, outcome: 'not_answered' };
  const share = earnedShare(question, question.right, given);
  if (share === null) return { id, earned: 0, maximum, outcome: 'in_review' };
  const outcome = share === 1 ? 'right' : share === 0 ? 'wrong' : 'partly';
  return { id, earned: hundredths(maximum * share), maximum, outcome };
}

const SCALE = [
  [90, 'A'],
  [82, 'B'],
  [75, 'C'],
  [67, 'D'],
  [60, 'E'],
  [35, 'FX'],
] as const;

/** The ECTS grade of a percentage from 0 to 100, rounded half up (§3, scale). */
export function ects(percent: number): string {
  const rounded = Math.floor(percent + 0.5);
  return SCALE.find(([from]) => rounded >= from)?.[1] ?? 'F';
}

/**
 * The items in an order that ranks of their ids give: the same at each reload, and known to nobody who cannot make the
 * ranks. A generator seeded once would give its seed away to whoever knows the order of one of its lists.
 * @param rankOf text that looks random, such as a keyed hash
 */
export function shuffled<Item extends { id: number }>(
  items: readonly Item[],
  rankOf: (id: number) => string,
): Item[] {
  return items
    .map((item) => ({ item, rank: rankOf(item.id) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ item }) => item);
}

/**
 * Items that are to be put in order, in another order than the right one, which would answer the question for whoever leaves
 * them as they come. Items that all read alike have no other.
 * @param items in the right order
 * @param ranksOf ranks as `shuffled` takes them, others for each further try from 0
 */
export function disordered<Item extends { id: number; title: string }>(
  items: readonly Item[],
  ranksOf: (tries: number) => (id: number) => string,
): Item[] {
  const said = (order: readonly Item[]) => JSON.stringify(order.map(({ title }) => title));
  const areAlike = items.every(({ title }) => title === items[0]!.title);
  for (let tries = 0; ; tries += 1) {
    const mixed = shuffled(items, ranksOf(tries));
    if (areAlike || said(mixed) !== said(items)) return mixed;
  }
}

/** A section of a paper, with its questions in the order of the paper. */
export type SectionOf<Question> = Pick<Section, 'title' | 'introduction'> & { questions: Question[] };

/**
 * The sections of a paper that ask anything, in the form's order; none of a form without sections. What names a section
 * that is not there belongs to the last.
 * @param questions in the order of the paper, whatever their sections
 */
export function bySection<Question extends { section?: number | undefined }>(
  sections: readonly Section[],
  questions: readonly Question[],
): SectionOf<Question>[] {
  const placeOf = (id: number | undefined) => {
    const place = sections.findIndex((section) => section.id === id);
    return place < 0 ? sections.length - 1 : place;
  };
  return sections
    .map(({ title, introduction }, place) => ({
      title,
      introduction,
      questions: questions.filter(({ section }) => placeOf(section) === place),
    }))
    .filter((section) => section.questions.length > 0);
}
