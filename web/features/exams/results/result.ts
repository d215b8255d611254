import type { ResponseOf } from '#contract/platform';
import type { listResults } from '#contract/exams/results';

export type Page = ResponseOf<typeof listResults>;

export type Action = Page['results'][number]['actions'][number];

/** A row with the id it is chosen by: its attempt's, or the person's below zero where there is none. */
export type ResultRow = Page['results'][number] & { id: number };

export interface Asked {
  action: Action;
  rows: readonly Pick<ResultRow, 'user' | 'attempt_id'>[];
}
