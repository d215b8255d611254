import type { Random } from './random.ts';

/** A question of a published version. */
export interface AskedQuestion {
  id: number;
  score: number;
  ids: number[];
  right: number[];
  multiple_right_answers: boolean;
}

export interface SentAnswer {
  question_id: number;
  answer_ids: number[];
  /** Of what is typed, matched or filled in. */
  response?: string | Record<string, number | string>;
  seq: number;
}

export type Grade = 'A' | 'B' | 'C' | 'D' | 'E' | 'FX' | 'F';

/** The percents of the ECTS grades, as the product rounds them. */
const PERCENTS: Record<Grade, readonly [low: number, high: number]> = {
  A: [90, 100],
  B: [82, 89],
  C: [75, 81],
  D: [67, 74],
  E: [60, 66],
  FX: [35, 59],
  F: [0, 34],
};

/**
 * Answers that earn a grade.
 * @param unanswered the share of the questions not earned that were left without an answer
 * @throws when no set of these questions earns the grade
 */
export function answersFor(
  grade: Grade,
  questions: readonly AskedQuestion[],
  random: Random,
  unanswered = 0.15,
): SentAnswer[] {
  const earned = earnedFor(grade, questions, random);
  return questions.flatMap((question) => {
    if (earned.has(question.id)) return [{ question_id: question.id, answer_ids: question.right, seq: 1 }];
    if (random.chance(unanswered)) return [];
    return [{ question_id: question.id, answer_ids: wrongChoice(question, random), seq: 1 }];
  });
}

/** Whether any points of these questions are the grade. */
export function canEarn(grade: Grade, questions: readonly AskedQuestion[]): boolean {
  return pointsFor(grade, questions).length > 0;
}

function pointsFor(grade: Grade, questions: readonly AskedQuestion[]): number[] {
  const [low, high] = PERCENTS[grade];
  const sum = questions.reduce((total, question) => total + question.score, 0);
  return [...Array(sum + 1).keys()].filter((points) => {
    const percent = Math.round((100 * points) / sum);
    return percent >= low && percent <= high;
  });
}

function earnedFor(grade: Grade, questions: readonly AskedQuestion[], random: Random): Set<number> {
  const fitting = pointsFor(grade, questions);
  if (fitting.length === 0) throw new Error(`No points of these questions are a ${grade}`);
  for (let tries = 0; tries < 100; tries++) {
    let missing = random.pick(fitting);
    const chosen = new Set<number>();
    for (const { id, score } of random.shuffled(questions)) {
      if (score > missing) continue;
      chosen.add(id);
      missing -= score;
    }
    if (missing === 0) return chosen;
  }
  throw new Error(`No set of questions earns a ${grade}`);
}

function wrongChoice({ ids, right, multiple_right_answers }: AskedQuestion, random: Random): number[] {
  const wrong = ids.filter((id) => !right.includes(id));
  if (!multiple_right_answers) return [random.pick(wrong)];
  return wrong.length > 0 && random.chance(0.5) ? [...right.slice(1), random.pick(wrong)] : right.slice(1);
}
