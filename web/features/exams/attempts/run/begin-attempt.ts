import {
  numberOfStatus,
  startFormPassing,
  studentPassedForm,
  sendStudentAnswers,
} from '#contract/exams/attempts';
import { checkAnswer } from '#contract/exams/checks';
import { accessToken } from '../../../../lib/api/access-token.ts';
import { ApiError, call } from '../../../../lib/api/api.ts';
import { queryClient } from '../../../../lib/api/use-data.ts';
import { codeOf } from '../../../../lib/api/errors.ts';
import { isSignedIn } from '../../../../lib/session/session.ts';
import { AttemptRun } from './attempt-run.ts';
import {
  type Begun,
  heldAttempt,
  isHeldElsewhere,
  keepAnswers,
  keepBegun,
  keptAnswers,
  releaseAttempt,
} from './held-attempt.ts';
import { sentOf } from './outbox.ts';
import type { Failure, World } from './world.ts';

const TIMEOUT_MS = 10_000;
const RUNNING = numberOfStatus('in_progress');

/** Of a clock that nobody sets, and that goes on over a reload. */
const now = () => performance.timeOrigin + performance.now();

const world: World = {
  now,
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  report: (body, { keepalive }) =>
    call(studentPassedForm, { body, keepalive, signal: AbortSignal.timeout(TIMEOUT_MS) }),
  finish: (body) => call(sendStudentAnswers, { body, signal: AbortSignal.timeout(TIMEOUT_MS) }),
  check: (body) => call(checkAnswer, { body, signal: AbortSignal.timeout(TIMEOUT_MS) }),
  failureOf,
  missingOf,
  keep: keepAnswers,
};

const FAILURES: Partial<Record<NonNullable<ReturnType<typeof codeOf>>, Failure>> = {
  time_is_over: 'over',
  attempt_ended: 'over',
  attempt_taken_over: 'taken_over',
  account_blocked: 'blocked',
  blocked_in_course: 'blocked',
  required_question_unanswered: 'required_unanswered',
};

export function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError) || error.status === 0) return 'offline';
  return FAILURES[codeOf(error) ?? 'internal'] ?? 'other';
}

function missingOf(error: unknown): number[] {
  const { question_ids } = ((error instanceof ApiError && error.body) || {}) as { question_ids?: number[] };
  return question_ids ?? [];
}

/**
 * Starts an attempt, or continues the running one in this tab. Throws `ApiError`.
 * @param more what this tab held before a reload, and the code that a trainer showed
 */
export async function beginAttempt(
  form_id: number,
  take_over: boolean,
  { holder, access_code }: { holder?: string; access_code?: string } = {},
): Promise<Begun> {
  const sent = now();
  const started = await call(startFormPassing, {
    body: {
      form_id,
      ...(take_over && { take_over, ...(holder && { holder }) }),
      ...(access_code && { access_code }),
    },
  });
  return kept(form_id, { started, times: { sent, received: now() } });
}

function kept(form_id: number, begun: Begun): Begun {
  keepBegun(form_id, begun);
  // What was read before says that there is none.
  void queryClient.invalidateQueries({ refetchType: 'none' });
  return begun;
}

declare global {
  interface Window {
    /** An attempt that the page itself goes on with (early.js), by whom; nothing where it could not. */
    earlyAttempt?: { access: string; form_id: number; begun: Promise<Begun | undefined> } | undefined;
  }
}

async function begunEarly(form_id: number): Promise<Begun | undefined> {
  const early = window.earlyAttempt;
  window.earlyAttempt = undefined;
  return early?.form_id === form_id && early.access === accessToken() ? early.begun : undefined;
}

export function runOf({ started, times }: Begun): AttemptRun {
  return new AttemptRun(started, times, keptAnswers(started.attempt_id), world);
}

export type Resumed =
  | { kind: 'begun'; begun: Begun }
  | { kind: 'over'; attempt_id: number }
  | { kind: 'not_held' };

/**
 * After a reload: continues the attempt that this very tab held. It asks first whether the attempt still runs,
 * since a start would otherwise use up another one.
 */
export async function resumeAttempt(form_id: number): Promise<Resumed> {
  const held = heldAttempt(form_id);
  const early = held && (await begunEarly(form_id));
  if (early) return { kind: 'begun', begun: kept(form_id, early) };
  if (!held || (await isHeldElsewhere(held.attempt_id))) return { kind: 'not_held' };
  try {
    // What waited is taken, or told where the attempt has ended meanwhile.
    const answers = sentOf(keptAnswers(held.attempt_id), now());
    const told =
      answers.length > 0 ? ({ event: 'save', answers } as const) : ({ event: 'heartbeat' } as const);
    const { status } = await call(studentPassedForm, { body: { ...held, ...told } });
    if (status !== RUNNING) {
      keepAnswers(held.attempt_id, []);
      releaseAttempt(form_id);
      return { kind: 'over', attempt_id: held.attempt_id };
    }
  } catch (error) {
    if (failureOf(error) === 'over') {
      keepAnswers(held.attempt_id, []);
      releaseAttempt(form_id);
      return { kind: 'over', attempt_id: held.attempt_id };
    }
    const known =
      error instanceof ApiError && (error.status === 404 || codeOf(error) === 'attempt_taken_over');
    if (!known) throw error;
    releaseAttempt(form_id);
    return { kind: 'not_held' };
  }
  return { kind: 'begun', begun: await beginAttempt(form_id, true, { holder: held.holder }) };
}

let resuming: { form_id: number; resumed: Promise<Resumed> } | undefined;

/**
 * Asks so as soon as the code of the screen has come, where its address is open already: drawn first, it would wait for two
 * calls more.
 */
export function resumeSoon(): void {
  const form_id = Number(/\/form\/(\d+)\/?$/.exec(location.pathname)?.[1]);
  if (!isSignedIn() || !heldAttempt(form_id)) return;
  resuming = { form_id, resumed: resumeAttempt(form_id) };
  resuming.resumed.catch(() => {});
}

/** What came of it, once. */
export function takeResuming(form_id: number): Promise<Resumed> | undefined {
  const taken = resuming;
  resuming = undefined;
  return taken?.form_id === form_id ? taken.resumed : undefined;
}
