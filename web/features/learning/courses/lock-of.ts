import type { listCourses } from '#contract/learning/courses';
import type { ResponseOf } from '#contract/platform';
import { ApiError } from '../../../lib/api/api.ts';

export type CourseLock = NonNullable<ResponseOf<typeof listCourses>['results'][number]['locked']>;

/** What closes the course, where that is why a call was refused. */
export function lockOf(error: unknown): CourseLock | null {
  if (!(error instanceof ApiError) || error.status !== 403) return null;
  const { lock } = error.body as { lock?: unknown };
  return lock ? (lock as CourseLock) : null;
}
