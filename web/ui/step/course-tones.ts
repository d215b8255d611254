import type { Tone } from '../state/status-badge.tsx';

/** How a course stands for a student, or for staff with all of theirs. */
export const COURSE_TONES = {
  new: 'neutral',
  in_progress: 'active',
  finished: 'good',
} as const satisfies Record<string, Tone>;
