import type { nextAnswerToMark } from '#contract/exams/marks';
import type { ResponseOf } from '#contract/platform';
import { ApiError } from '../../../lib/api/api.ts';

/** An answer that waits for its mark. */
export type Waiting = NonNullable<ResponseOf<typeof nextAnswerToMark>['answer']>;

/** What stands in the fields of a mark. */
export interface Entered {
  text: string;
  /** By criterion the place of its level; null: none yet. */
  levels: readonly (number | null)[];
  comment: string;
}

/** A mark that somebody else gave, or oneself elsewhere. */
export interface GivenMark {
  id: number;
  marker: Waiting['marks'][number]['marker'];
  score: number;
  levels: Waiting['marks'][number]['levels'];
  comment: string;
}

/** The mark that stands there by now, where that is why another was refused; null: it was taken back. */
export function markIn(error: unknown): GivenMark | null {
  return (error instanceof ApiError && (error.body as { mark?: GivenMark | null }).mark) || null;
}
