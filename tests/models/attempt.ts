import {
  grade,
  type ChosenAnswers,
  type GradedQuestion,
  type Grading,
  type Passing,
} from '../../worker/exams/attempts/attempt.ts';
import { CLOSING_SECONDS, GRACE_SECONDS } from '../../worker/exams/attempts/contract.ts';
import { DEFAULT_MINUTES } from '../../worker/exams/forms/contract.ts';
import type { Key } from '../../worker/exams/questions/question.ts';

/**
 * The rules of an attempt as pure functions (§4; decisions, "Assignment and attempt" and "Forms"). The database carries
 * them out; its functions are tested against these. All instants are milliseconds since the epoch.
 */

/** Saves are accepted this long after the deadline, in milliseconds. */
export const GRACE_MS = GRACE_SECONDS * 1000;
/** A closed page may come back within this time, in milliseconds. */
export const CLOSE_MS = CLOSING_SECONDS * 1000;

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

/** `over`: its time has ended it; `ended`: somebody has. */
export type Outcome = 'accepted' | 'over' | 'ended' | 'taken_over' | 'required_question_unanswered';

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

/** What a form says of its starts; instants in milliseconds since the epoch, null: nothing. */
export interface StartConditions {
  closes_at: number | null;
  /** Whether the closing ends what runs. */
  ends_all: boolean;
  /** Between the end of an attempt and the next start, minutes. */
  pause: number | null;
}

/** Why a start at an instant is refused, or null. `given`: staff gave the person an attempt, which nothing binds. */
export function startRefusal(
  { closes_at, pause }: StartConditions,
  given: boolean,
  last_finished: number | null,
  now: number,
): 'test_closed' | 'test_rests' | null {
  if (given) return null;
  const rested = pause === null || last_finished === null ? -Infinity : last_finished + pause * 60_000;
  if (closes_at !== null && (closes_at <= now || rested >= closes_at)) return 'test_closed';
  return rested > now ? 'test_rests' : null;
}

/** The deadline of a start: after the minutes, `extra` among them, or with the window and that extra behind it. */
export function deadlineOf(
  { closes_at, ends_all }: StartConditions,
  given: boolean,
  minutes: number,
  extra: number,
  now: number,
): number {
  const own = now + (minutes + extra) * 60_000;
  return ends_all && closes_at !== null && !given ? Math.min(own, closes_at + extra * 60_000) : own;
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
  if (current.status !== 'running')
    return { attempt: current, outcome: isSave(event) && current.finished_by === 'user' ? 'ended' : 'over' };
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

const isSave = ({ kind }: AttemptEvent): boolean =>
  kind === 'save' || kind === 'heartbeat' || kind === 'close';

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

/** A mended key: by question id its sorted right answers, or null where the question counts for nobody. */
export interface KeyRepair {
  keys: Readonly<Record<number, Key | null>>;
  /** Leaves a result alone that would fall by it. */
  only_raise: boolean;
}

/**
 * Grades answers by a key that was mended, one repair after another; one that only raises is left out where the percentage
 * would fall or the pass be lost.
 */
export function gradeMended(
  questions: readonly GradedQuestion[],
  answers: ChosenAnswers,
  passing: Passing,
  repairs: readonly KeyRepair[],
): Grading {
  let keys: KeyRepair['keys'] = {};
  let grading = grade(questions, answers, passing);
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
  answers: ChosenAnswers,
  passing: Passing,
): Grading {
  const mended = questions.map((question) => {
    const key = keys[question.id];
    if (key === undefined) return question;
    return key === null ? { ...question, score: 0 } : { ...question, right: key };
  });
  const grading = grade(mended, answers, passing);
  const explanation = grading.explanation.map((each) =>
    keys[each.id] === null ? { ...each, outcome: 'annulled' as const } : each,
  );
  return { ...grading, explanation };
}

/** Attempts that a form allows with those granted beyond; null: unlimited. */
export function attemptsAllowed(
  form: { is_one_attempt_allowed: boolean; attempt_limit: number | null },
  extra_attempts: number,
): number | null {
  if (form.is_one_attempt_allowed) return 1 + extra_attempts;
  return form.attempt_limit === null ? null : form.attempt_limit + extra_attempts;
}

function sorted(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((a, b) => a - b);
}
