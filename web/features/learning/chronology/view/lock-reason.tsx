import type { courseLock } from '#contract/learning/courses';
import type { infer as Infer } from 'zod/mini';
import { useOwnWords } from '../item-words.ts';

/** What opens a course that the timeline keeps closed, in words. */
export function LockReason({ lock }: { lock: Infer<typeof courseLock> }) {
  return useOwnWords().reason(lock);
}
