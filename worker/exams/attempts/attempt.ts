/**
 * The rules of an attempt as pure functions (§4; decisions, "Assignment and attempt" and "Forms"). The database carries
 * them out; its functions are tested against these. All instants are milliseconds since the epoch.
 */

/** Minutes of an attempt without a time limit (§4). */
export const DEFAULT_MINUTES = 120;
/** Saves are accepted this long after the deadline, in milliseconds. */
export const GRACE_MS = 5_000;
/** A closed page may come back within this time, in milliseconds. */
export const CLOSE_MS = 60_000;

export interface Attempt {
  status: 'running' | 'completed';
  holder: string;
  started_at: number;
  deadline: number;
  close_due_at: number | null;
  finished_at: number | null;
  finished_by: 'user' | 'timer' | 'page_closed' | null;
  /** By question id. */
  answers: Readonly<Record<number, { answer_ids: readonly number[]; seq: number }>>;
}

export interface GivenAnswer {
  question_id: number;
  answer_ids: readonly number[];
  seq: number;
}

export type AttemptEvent =
  | { kind: 'save' | 'heartbeat' | 'close'; holder: string; answers: readonly GivenAnswer[] }
  | { kind: 'finish'; holder: string; answers: readonly GivenAnswer[]; required: readonly number[] }
  | { kind: 'take_over'; holder: string }
  | { kind: 'extend'; minutes: number }
  | { kind: 'tick' };

export type Outcome = 'accepted' | 'over' | 'taken_over' | 'required_question_unanswered';

/** A new attempt. `minutes`: the form's time limit, or null for the default. */
export function begin(holder: string, minutes: number | null, now: number): Attempt {
  return {
    status: 'running',
    holder,
    started_at: now,
    deadline: now + (minutes ?? DEFAULT_MINUTES) * 60_000,
    close_due_at: null,
    finished_at: null,
    finished_by: null,
    answers: {},
  };
}

/** When the server ends the attempt with nobody online. */
export function dueAt(attempt: Attempt): number {
  return Math.min(attempt.deadline + GRACE_MS, attempt.close_due_at ?? Infinity);
}

/** What an event at an instant makes of an attempt. Ending what is due comes first, whatever the event. */
export function advance(
  attempt: Attempt,
  event: AttemptEvent,
  now: number,
): { attempt: Attempt; outcome: Outcome } {
  const current = attempt.status === 'running' && now >= dueAt(attempt) ? ended(attempt) : attempt;
  if (event.kind === 'tick') return { attempt: current, outcome: 'accepted' };
  if (current.status !== 'running') return { attempt: current, outcome: 'over' };
  if (event.kind === 'take_over') {
    return { attempt: { ...current, holder: event.holder, close_due_at: null }, outcome: 'accepted' };
  }
  if (event.kind === 'extend') {
    const deadline = current.deadline + event.minutes * 60_000;
    return { attempt: { ...current, deadline }, outcome: 'accepted' };
  }
  if (event.holder !== current.holder) return { attempt: current, outcome: 'taken_over' };
  const answers = store(current.answers, event.answers);
  if (event.kind !== 'finish') {
    const close_due_at = event.kind === 'close' ? now + CLOSE_MS : null;
    return { attempt: { ...current, answers, close_due_at }, outcome: 'accepted' };
  }
  const unanswered = event.required.some((question_id) => !answers[question_id]?.answer_ids.length);
  if (unanswered && now < current.deadline) {
    return { attempt: { ...current, answers }, outcome: 'required_question_unanswered' };
  }
  const finished_at = Math.min(now, current.deadline);
  return {
    attempt: { ...current, answers, status: 'completed', finished_at, finished_by: 'user' },
    outcome: 'accepted',
  };
}

function ended(attempt: Attempt): Attempt {
  const closed = attempt.close_due_at !== null && attempt.close_due_at < attempt.deadline;
  return {
    ...attempt,
    status: 'completed',
    finished_at: Math.min(attempt.deadline, attempt.close_due_at ?? Infinity),
    finished_by: closed ? 'page_closed' : 'timer',
  };
}

function store(stored: Attempt['answers'], given: readonly GivenAnswer[]): Attempt['answers'] {
  const next = { ...stored };
  for (const { question_id, answer_ids, seq } of given) {
    if (seq > (next[question_id]?.seq ?? 0)) next[question_id] = { answer_ids: sorted(answer_ids), seq };
  }
  return next;
}

export interface GradedQuestion {
  id: number;
  score: number;
  /** Sorted ids of the right answers. */
  right: readonly number[];
}

/** A mended key: by question id its sorted right answers, or null where the question counts for nobody. */
export interface KeyRepair {
  keys: Readonly<Record<number, readonly number[] | null>>;
  /** Leaves a result alone that would fall by it. */
  only_raise: boolean;
}

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
    outcome: 'right' | 'wrong' | 'not_answered' | 'annulled';
  }[];
}

interface Passing {
  passing_score_type: 'points' | 'percentages';
  passing_score: number;
}

/**
 * Grades answers: a question gives its full score when the chosen set equals the right set, else 0. Repairs of the key
 * come one after another; one that only raises is left out where the percentage would fall or the pass be lost.
 */
export function grade(
  questions: readonly GradedQuestion[],
  answers: Attempt['answers'],
  passing: Passing,
  repairs: readonly KeyRepair[] = [],
): Grading {
  let keys: KeyRepair['keys'] = {};
  let grading = gradeBy(keys, questions, answers, passing);
  for (const repair of repairs) {
    const mended = { ...keys, ...repair.keys };
    const next = gradeBy(mended, questions, answers, passing);
    const falls = next.percent < grading.percent || (grading.passed && !next.passed);
    if (repair.only_raise && falls) continue;
    keys = mended;
    grading = next;
  }
  return grading;
}

function gradeBy(
  keys: KeyRepair['keys'],
  questions: readonly GradedQuestion[],
  answers: Attempt['answers'],
  passing: Passing,
): Grading {
  const explanation = questions.map((question) =>
    gradeQuestion(question, answers[question.id]?.answer_ids ?? [], keys[question.id]),
  );
  const score = explanation.reduce((sum, question) => sum + question.earned, 0);
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

function gradeQuestion(
  { id, score, right }: GradedQuestion,
  chosen: readonly number[],
  mended: readonly number[] | null | undefined,
): Grading['explanation'][number] {
  if (mended === null) return { id, earned: 0, maximum: 0, outcome: 'annulled' };
  if (chosen.length === 0) return { id, earned: 0, maximum: score, outcome: 'not_answered' };
  const isRight = chosen.join() === (mended ?? right).join();
  return { id, earned: isRight ? score : 0, maximum: score, outcome: isRight ? 'right' : 'wrong' };
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

/** Attempts that a form allows with those granted beyond; null: unlimited. */
export function attemptsAllowed(
  form: { is_one_attempt_allowed: boolean; attempt_limit: number | null },
  extra_attempts: number,
): number | null {
  if (form.is_one_attempt_allowed) return 1 + extra_attempts;
  return form.attempt_limit === null ? null : form.attempt_limit + extra_attempts;
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

function sorted(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((a, b) => a - b);
}
