import type { BodyInputOf } from '#contract/platform';
import type { studentPassedForm } from '#contract/exams/attempts';

type Sent = NonNullable<BodyInputOf<typeof studentPassedForm>['answers']>[number];
export type SavedAnswer = Omit<Sent, 'given_ms_ago'>;

/** An answer that the server has not got yet; `given_at` by the clock of the run, 0 where it is not known. */
export type WaitingAnswer = SavedAnswer & { given_at?: number };

/** An answer that has waited for so long went out without a connection, which the server is told. */
const HELD_UP_MS = 5_000;

interface Entry {
  answer_ids: readonly number[];
  seq: number;
  given_at: number;
  /** The highest number the server has; below `seq` the answer is still waiting. */
  confirmed: number;
}

/** The answers of an attempt by question, with what the server has not got yet. Never changed in place. */
export type Outbox = ReadonlyMap<number, Entry>;

/**
 * The answers at the beginning: what the server has, and what waited in the browser since an earlier time.
 * A waiting answer counts only when its number is higher, as on the server.
 */
export function openOutbox(saved: readonly SavedAnswer[], kept: readonly WaitingAnswer[]): Outbox {
  const outbox = new Map<number, Entry>();
  for (const { question_id, answer_ids, seq } of saved)
    outbox.set(question_id, { answer_ids, seq, confirmed: seq, given_at: 0 });
  for (const { question_id, answer_ids, seq, given_at = 0 } of kept) {
    const confirmed = outbox.get(question_id)?.seq ?? 0;
    if (seq > confirmed) outbox.set(question_id, { answer_ids, seq, confirmed, given_at });
  }
  return outbox;
}

/**
 * A new choice in a question; its number goes on from the last one.
 * @param given_at milliseconds of the clock of the run
 */
export function choose(
  outbox: Outbox,
  question_id: number,
  answer_ids: readonly number[],
  given_at: number,
): Outbox {
  const before = outbox.get(question_id);
  return new Map(outbox).set(question_id, {
    answer_ids,
    seq: (before?.seq ?? 0) + 1,
    given_at,
    confirmed: before?.confirmed ?? 0,
  });
}

/** What the server has still to get. */
export function waitingIn(outbox: Outbox): WaitingAnswer[] {
  return [...outbox]
    .filter(([, { seq, confirmed }]) => seq > confirmed)
    .map(([question_id, { answer_ids, seq, given_at }]) => ({
      question_id,
      answer_ids: [...answer_ids],
      seq,
      given_at,
    }));
}

/** As they are sent: with their age where they were held up. */
export function sentOf(waiting: readonly WaitingAnswer[], now: number): Sent[] {
  return waiting.map(({ given_at, ...answer }) => {
    const age = Math.min(Math.round(now - (given_at || now)), 86_400_000);
    return age < HELD_UP_MS ? answer : { ...answer, given_ms_ago: age };
  });
}

/** After the server took these answers; what was chosen meanwhile goes on waiting. */
export function confirm(outbox: Outbox, sent: readonly Pick<SavedAnswer, 'question_id' | 'seq'>[]): Outbox {
  const next = new Map(outbox);
  for (const { question_id, seq } of sent) {
    const entry = next.get(question_id);
    if (entry && seq > entry.confirmed) next.set(question_id, { ...entry, confirmed: seq });
  }
  return next;
}

export function chosenIn(outbox: Outbox, question_id: number): readonly number[] {
  return outbox.get(question_id)?.answer_ids ?? [];
}

/** The questions with at least one chosen answer. */
export function answeredIn(outbox: Outbox): ReadonlySet<number> {
  return new Set(
    [...outbox].filter(([, { answer_ids }]) => answer_ids.length > 0).map(([question_id]) => question_id),
  );
}

const isId = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0;

/** Waiting answers as they were kept; anything else that stands there is ignored. */
export function parsedAnswers(text: string | null): WaitingAnswer[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(isAnswer) : [];
  } catch {
    return [];
  }
}

function isAnswer(value: unknown): value is WaitingAnswer {
  const { question_id, answer_ids, seq } = (value ?? {}) as Partial<SavedAnswer>;
  return isId(question_id) && isId(seq) && Array.isArray(answer_ids) && answer_ids.every(isId);
}
