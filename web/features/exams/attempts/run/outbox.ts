import type { BodyInputOf, ResponseOf } from '#contract/platform';
import type { startFormPassing, studentPassedForm } from '#contract/exams/attempts';

type Question = ResponseOf<typeof startFormPassing>['questions'][number];
type Sent = NonNullable<BodyInputOf<typeof studentPassedForm>['answers']>[number];
export type SavedAnswer = Omit<Sent, 'given_ms_ago' | 'answer_ids'> & { answer_ids: number[] };

/** What a question is answered with: what is chosen or put in order, or what is typed or matched. */
export type Given = Pick<SavedAnswer, 'response'> & { answer_ids: readonly number[] };
export const NOTHING: Given = { answer_ids: [] };

/** An answer that the server has not got yet; `given_at` by the clock of the run, 0 where it is not known. */
export type WaitingAnswer = SavedAnswer & { given_at?: number };

/** An answer that has waited for so long went out without a connection, which the server is told. */
const HELD_UP_MS = 5_000;

/** What a call that outlives its page may carry, in letters of its JSON at two bytes each: browsers take 64 KB. */
const OUTLIVING_LETTERS = 30_000;

interface Entry extends Given {
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
  for (const { question_id, ...answer } of saved)
    outbox.set(question_id, { ...answer, confirmed: answer.seq, given_at: 0 });
  for (const { question_id, given_at = 0, ...answer } of kept) {
    const confirmed = outbox.get(question_id)?.seq ?? 0;
    if (answer.seq > confirmed) outbox.set(question_id, { ...answer, confirmed, given_at });
  }
  return outbox;
}

/** Texts that waited here while another device wrote something else: by question, what the answers above leave out. */
export function overwrittenIn(
  saved: readonly SavedAnswer[],
  kept: readonly WaitingAnswer[],
): ReadonlyMap<number, string> {
  const texts = new Map<number, string>();
  for (const { question_id, response, seq } of kept) {
    const later = saved.find((answer) => answer.question_id === question_id);
    if (typeof response !== 'string' || response.trim() === '' || !later || later.seq < seq) continue;
    if (later.response !== response) texts.set(question_id, response);
  }
  return texts;
}

/**
 * A new answer to a question; its number goes on from the last one.
 * @param given_at milliseconds of the clock of the run
 */
export function choose(outbox: Outbox, question_id: number, given: Given, given_at: number): Outbox {
  const before = outbox.get(question_id);
  return new Map(outbox).set(question_id, {
    ...given,
    seq: (before?.seq ?? 0) + 1,
    given_at,
    confirmed: before?.confirmed ?? 0,
  });
}

/** What the server has still to get. */
export function waitingIn(outbox: Outbox): WaitingAnswer[] {
  return [...outbox]
    .filter(([, { seq, confirmed }]) => seq > confirmed)
    .map(([question_id, { answer_ids, response, seq, given_at }]) => ({
      question_id,
      answer_ids: [...answer_ids],
      ...(response !== undefined && { response }),
      seq,
      given_at,
    }));
}

/** Whether a call that outlives its page can carry them. */
export const outlives = (answers: readonly WaitingAnswer[]): boolean =>
  answers.reduce((sum, { response }) => sum + (typeof response === 'string' ? response.length : 0), 0) <
  OUTLIVING_LETTERS;

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

export function givenIn(outbox: Outbox, question_id: number): Given {
  return outbox.get(question_id) ?? NOTHING;
}

/** Whether an answer says anything: blanks, a matching without a pair, empty gaps and no mark do not. */
export const isAnswered = (given: Given): boolean => given.answer_ids.length > 0 || partsSaid(given) > 0;

function partsSaid({ response = '' }: Given): number {
  const said = typeof response === 'string' ? [response] : Object.values(response);
  return said.filter((each) => String(each).trim() !== '').length;
}

/** Of how many parts a full answer is: rows to match, gaps to fill, places to mark. */
function partsOf({ type, answers, gaps, hotspot }: Question): number {
  if (type === 'matching') return answers.length;
  return (type === 'gaps' ? gaps?.length : type === 'hotspot' ? hotspot?.places : undefined) ?? 1;
}

/** The questions whose answer lacks a part. */
export const partialIn = (outbox: Outbox, questions: readonly Question[]): ReadonlySet<number> =>
  new Set(
    questions.flatMap((question) => {
      const given = givenIn(outbox, question.id);
      return isAnswered(given) && partsOf(question) > Math.max(partsSaid(given), 1) ? [question.id] : [];
    }),
  );

/**
 * The questions with an answer.
 * @param arrived those of which the server has one
 */
export function answeredIn(outbox: Outbox, arrived = false): ReadonlySet<number> {
  const answered = [...outbox].filter(([, given]) => isAnswered(given) && (!arrived || given.confirmed > 0));
  return new Set(answered.map(([question_id]) => question_id));
}

const isId = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0;

const isPart = (value: unknown) => typeof value === 'number' && value >= 0 && value <= 1;

function isMark(value: unknown): boolean {
  const { x, y, ...rest } = (value ?? {}) as Record<string, unknown>;
  return isPart(x) && isPart(y) && Object.keys(rest).length === 0;
}

const isSaid = (value: unknown) => isId(value) || typeof value === 'string';

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
  const { question_id, answer_ids, response, seq } = (value ?? {}) as Partial<SavedAnswer>;
  const isIdList = Array.isArray(answer_ids) && answer_ids.every(isId);
  return isId(question_id) && isId(seq) && isIdList && isResponse(response);
}

function isResponse(value: unknown): boolean {
  if (value === undefined || typeof value === 'string') return true;
  if (Array.isArray(value)) return value.every(isMark);
  return value instanceof Object && Object.values(value).every(isSaid);
}
