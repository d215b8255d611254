import type { NextStep } from '#contract/learning/courses';
import { leadsOn } from '../../../../lib/words/leads-on.ts';

interface Timed {
  state: 'new' | 'in_progress' | 'finished' | null;
  locked: boolean;
  overdue: boolean;
  due_at: string | null;
  last_activity: string | null;
  next_step: NextStep | null;
}

/**
 * Courses in the order in which a student should turn to them: where a test runs, what is overdue or has expired, what is
 * due, then what was begun, the last touched before the others, then what is new, then what is not open yet, what is done
 * and what they coach.
 */
export function byUrgency<C extends Timed>(courses: readonly C[]): C[] {
  return courses.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      compare(dueOf(a), dueOf(b)) ||
      compare(b.last_activity ?? '', a.last_activity ?? ''),
  );
}

/** By when there is still something to do. */
const dueOf = ({ state, due_at }: Timed): string => (state !== 'finished' && due_at) || '9';

// Instants are written alike: to compare them as words of a language would load that language.
const compare = (one: string, other: string): number => Number(one > other) - Number(one < other);

/** The course whose next step a student should take, or null where nothing can be gone on with by oneself. */
export function nextOf<C extends Timed>(courses: readonly C[]): C | null {
  return (
    byUrgency(courses).find(
      ({ state, locked, next_step }) => state !== null && !locked && leadsOn(next_step),
    ) ?? null
  );
}

const RANKS = { running: 0, overdue: 1, due: 2, in_progress: 3, new: 4, locked: 5, finished: 6, coached: 7 };

function rank({ state, locked, overdue, due_at, next_step }: Timed): number {
  if (state === null) return RANKS.coached;
  if (next_step?.kind === 'running') return RANKS.running;
  if (next_step?.kind === 'renew' || next_step?.kind === 'renew_exhausted') return RANKS.overdue;
  if (next_step?.kind === 'renew_soon') return RANKS.due;
  if (state === 'finished') return RANKS.finished;
  if (locked) return RANKS.locked;
  if (overdue) return RANKS.overdue;
  return due_at === null ? RANKS[state] : RANKS.due;
}
