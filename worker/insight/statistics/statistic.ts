import type { VERDICTS } from './contract.ts';

export type Verdict = (typeof VERDICTS)[number];

/** Below it a share of right answers tells nothing. */
export const FEWEST_ATTEMPTS = 10;
/** Of a hundred attempts so many stand for the strong, and again for the weak (Kelley). */
const GROUP_PERCENT = 27;
/** The share of right answers below which a question is too hard, whatever guessing gives with its type. */
const TOO_HARD = 0.25;
const TOO_EASY = 0.95;
/** Ebel: from 0.2 a question begins to tell the strong from the weak. */
const TELLS_APART = 0.2;

/** How a question was answered; counts of attempts. */
export interface QuestionFigures {
  /** It counts for nobody. */
  annulled: boolean;
  /** A person marks it. */
  by_hand?: boolean;
  /** In which it was asked. */
  asked: number;
  right: number;
  /**
   * Of those who were asked it, how many are among the strong and among the weak, each a group of `groupSize`. Several
   * with equal scores share the places left to them, each a part of one.
   */
  strong: number;
  weak: number;
  /** Right among them. */
  strong_right: number;
  weak_right: number;
  answers: readonly {
    is_right_answer: boolean;
    chosen: number;
    chosen_by_strong: number;
    /** Of a text with gaps. */
    gap?: number | undefined;
  }[];
}

/** How many attempts with the highest scores are the strong, and with the lowest the weak. */
export function groupSize(attempts: number): number {
  return Math.max(1, Math.round((attempts * GROUP_PERCENT) / 100));
}

/** As many of the strong, and of the weak, as ten attempts have. */
const FEWEST_OF_GROUP = groupSize(FEWEST_ATTEMPTS);

/**
 * How much better the strong answer a question than the weak.
 * @returns the difference of their shares, -1 to 1; null with fewer than ten attempts, and where too few of either group
 * were asked it: an attempt that waits for its marks is in neither, and not everybody draws the same questions
 */
export function discriminationOf(figures: QuestionFigures): number | null {
  const { asked, strong, weak, strong_right, weak_right } = figures;
  if (asked < FEWEST_ATTEMPTS || Math.min(strong, weak) < FEWEST_OF_GROUP) return null;
  return strong_right / strong - weak_right / weak;
}

/**
 * What to think of a question. The key comes first: a question that the strong miss more than the weak, or in which they
 * prefer a wrong answer to a right one, may be keyed wrongly whatever else is true of it. Then what is too hard or too
 * easy to tell anything, and last what tells little.
 */
export function verdictOf(figures: QuestionFigures): Verdict {
  const { annulled, by_hand = false, asked, right, answers } = figures;
  if (annulled) return 'annulled';
  if (by_hand) return 'by_hand';
  const discrimination = discriminationOf(figures);
  if (discrimination === null) return 'too_few';
  if (discrimination < 0 || choicesOf(answers).some(strongPreferWrong)) return 'check_key';
  if (right < asked * TOO_HARD) return 'too_hard';
  if (right > asked * TOO_EASY) return 'too_easy';
  return discrimination < TELLS_APART ? 'does_not_tell_apart' : 'good';
}

type Answers = QuestionFigures['answers'];

/** What was chosen from at once: the answers of a question, or of each gap. */
const choicesOf = (answers: Answers): Answers[] => [...Map.groupBy(answers, ({ gap }) => gap).values()];

/** Of what is typed nothing is wrong to choose. Of several right answers each is to be chosen, but in a gap any of them. */
function strongPreferWrong(answers: Answers): boolean {
  const byStrong = (isRight: boolean) =>
    answers.filter((answer) => answer.is_right_answer === isRight).map((answer) => answer.chosen_by_strong);
  const right = byStrong(true);
  const inGap = answers.some(({ gap }) => gap !== undefined);
  return Math.max(0, ...byStrong(false)) > (inGap ? Math.max(...right) : Math.min(...right));
}

/** The place of the wrong answer chosen most; null where none was chosen, or several alike. */
export function mostChosenWrong(answers: QuestionFigures['answers']): number | null {
  const chosen = answers.map((answer) => (answer.is_right_answer ? 0 : answer.chosen));
  const most = Math.max(0, ...chosen);
  const at = chosen.indexOf(most);
  return most === 0 || at !== chosen.lastIndexOf(most) ? null : at;
}
