import type { nextAnswerToMark } from '#contract/exams/marks';
import type { ResponseOf } from '#contract/platform';

/** An answer that waits for its mark. */
export type Waiting = NonNullable<ResponseOf<typeof nextAnswerToMark>['answer']>;
