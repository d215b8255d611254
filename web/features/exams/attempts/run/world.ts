import type { sendStudentAnswers, studentPassedForm } from '#contract/exams/attempts';
import type { checkAnswer } from '#contract/exams/checks';
import type { BodyInputOf, ResponseOf } from '#contract/platform';
import type { WaitingAnswer } from './outbox.ts';

export type Finished = ResponseOf<typeof sendStudentAnswers>;
export type Report = BodyInputOf<typeof studentPassedForm>;
export type Reported = ResponseOf<typeof studentPassedForm>;

/** Why a call failed, as far as a running attempt cares. */
export type Failure = 'offline' | 'over' | 'taken_over' | 'blocked' | 'required_unanswered' | 'other';

/** The world an attempt runs in; tests bring their own. */
export interface World {
  /** Milliseconds of a clock that nobody sets. */
  now(): number;
  after(milliseconds: number, run: () => void): () => void;
  report(report: Report, options: { keepalive: boolean }): Promise<Reported>;
  finish(answers: BodyInputOf<typeof sendStudentAnswers>): Promise<Finished>;
  check(answer: BodyInputOf<typeof checkAnswer>): Promise<ResponseOf<typeof checkAnswer>>;
  failureOf(error: unknown): Failure;
  /** Required questions without an answer, as a refused finish names them. */
  missingOf(error: unknown): readonly number[];
  /** Keeps what waits, so that it outlives the page; false when the browser cannot. */
  keep(attempt_id: number, answers: readonly WaitingAnswer[]): boolean;
}
