import type { Started } from './attempt-run.ts';
import { parsedAnswers, type WaitingAnswer } from './outbox.ts';
import { restKept } from '../../../../lib/reading/kept-answers.ts';
import { safely } from '../../../../lib/api/safely.ts';
import { hold } from '../../../../lib/session/hold.ts';

/** An attempt just started or continued here, with the local times of the call. */
export interface Begun {
  started: Started;
  times: { sent: number; received: number };
}

// From the click that started an attempt to the screen that shows it.
let begun: (Begun & { form_id: number }) | null = null;

export function keepBegun(form_id: number, what: Begun): void {
  begun = { ...what, form_id };
  restKept(what.started.deadline);
  holdAttempt(form_id, what.started);
}

export function begunFor(form_id: number): Begun | null {
  return begun?.form_id === form_id ? begun : null;
}

export function dropBegun(): void {
  begun = null;
}

type Held = Pick<Started, 'attempt_id' | 'holder'>;

const heldKey = (form_id: number) => `osnova.attempt.${form_id}`;
const answersKey = (attempt_id: number) => `osnova.answers.${attempt_id}`;

/** This tab holds the attempt; outlives a reload, but not the tab. */
function holdAttempt(form_id: number, { attempt_id, holder }: Held): void {
  safely(() => sessionStorage.setItem(heldKey(form_id), JSON.stringify({ attempt_id, holder })));
}

export function heldAttempt(form_id: number): Held | null {
  return safely(() => JSON.parse(sessionStorage.getItem(heldKey(form_id)) ?? 'null') as Held | null) ?? null;
}

export function releaseAttempt(form_id: number): void {
  safely(() => sessionStorage.removeItem(heldKey(form_id)));
  restKept(null);
}

/** What the entry of the browser's history says of an attempt that ended there: outlives a reload and going back. */
export const endedState = (attempt_id: number) => ({ ended_attempt: attempt_id });

export function endedAt(state: unknown): number | null {
  const { ended_attempt: id } = (state ?? {}) as Partial<ReturnType<typeof endedState>>;
  return typeof id === 'number' ? id : null;
}

export function keptAnswers(attempt_id: number): WaitingAnswer[] {
  return parsedAnswers(safely(() => localStorage.getItem(answersKey(attempt_id))) ?? null);
}

/** Whether they are kept: storage may be full or forbidden, and nothing to keep is kept anyway. */
export function keepAnswers(attempt_id: number, answers: readonly WaitingAnswer[]): boolean {
  const kept = safely(() => {
    if (answers.length === 0) localStorage.removeItem(answersKey(attempt_id));
    else localStorage.setItem(answersKey(attempt_id), JSON.stringify(answers));
    return true;
  });
  return kept ?? answers.length === 0;
}

/** What is kept in the browser while the attempt runs, beside its answers: ids, or places in the paper. */
function keptNumbers(key: string): number[] {
  const kept = safely(() => JSON.parse(localStorage.getItem(key) ?? '[]') as unknown);
  return Array.isArray(kept) ? kept.filter((each) => typeof each === 'number') : [];
}

function keepNumbers(key: string, numbers: readonly number[]): void {
  safely(() => {
    if (numbers.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(numbers));
  });
}

const markedKey = (attempt_id: number) => `osnova.marked.${attempt_id}`;
const struckKey = (attempt_id: number) => `osnova.struck.${attempt_id}`;
const placeKey = (attempt_id: number) => `osnova.place.${attempt_id}`;

/** Questions marked for later. */
export const markedQuestions = (attempt_id: number) => keptNumbers(markedKey(attempt_id));

export const keepMarked = (attempt_id: number, question_ids: readonly number[]) =>
  keepNumbers(markedKey(attempt_id), question_ids);

/** Answers that the student ruled out. */
export const struckAnswers = (attempt_id: number) => keptNumbers(struckKey(attempt_id));

export const keepStruck = (attempt_id: number, answer_ids: readonly number[]) =>
  keepNumbers(struckKey(attempt_id), answer_ids);

/** Which question was shown, from 0. */
export const keptPlace = (attempt_id: number) => keptNumbers(placeKey(attempt_id))[0] ?? 0;

export const keepPlace = (attempt_id: number, place: number) =>
  keepNumbers(placeKey(attempt_id), place === 0 ? [] : [place]);

/** The attempt is over: nothing of it stays in the browser. */
export function forgetPaper(attempt_id: number): void {
  keepMarked(attempt_id, []);
  keepStruck(attempt_id, []);
  keepPlace(attempt_id, 0);
}

const lockName = (attempt_id: number) => `osnova.attempt.${attempt_id}`;

/** Milliseconds for which the page that was reloaded may still have what it held. */
const GOING_MS = 500;

/**
 * Whether another living tab of this browser has the attempt: a duplicated tab copies what its origin held. Whoever only
 * asks keeps nobody else from asking.
 */
export async function isHeldElsewhere(attempt_id: number): Promise<boolean> {
  return (
    navigator.locks
      ?.request(lockName(attempt_id), { mode: 'shared', signal: AbortSignal.timeout(GOING_MS) }, () => false)
      // A frame of another system is refused locks as a whole.
      .catch((error: Error) => error.name === 'TimeoutError') ?? false
  );
}

/** Holds the attempt among the tabs of this browser until released; `onLost` when another tab takes it. */
export const lockAttempt = (attempt_id: number, onLost: () => void): (() => void) =>
  hold(lockName(attempt_id), onLost);
