interface Timed {
  state: 'new' | 'in_progress' | 'finished' | null;
  locked: boolean;
  overdue: boolean;
  due_at: string | null;
  last_activity: string | null;
}

/**
 * Courses in the order in which a student should turn to them: what is overdue or due first, then what was begun, the
 * last touched before the others, then what is new, then what is not open yet, what is done and what they coach.
 */
export function byUrgency<C extends Timed>(courses: readonly C[]): C[] {
  return courses.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      compare(a.due_at ?? '9', b.due_at ?? '9') ||
      compare(b.last_activity ?? '', a.last_activity ?? ''),
  );
}

// Instants are written alike: to compare them as words of a language would load that language.
const compare = (one: string, other: string): number => Number(one > other) - Number(one < other);

/** What a student should go on with, or null when nothing is open. */
export function nextOf<C extends Timed>(courses: readonly C[]): C | null {
  const [first] = byUrgency(courses);
  return first && rank(first) < RANKS.locked ? first : null;
}

const RANKS = { overdue: 0, due: 1, in_progress: 2, new: 3, locked: 4, finished: 5, coached: 6 };

function rank({ state, locked, overdue, due_at }: Timed): number {
  if (state === null) return RANKS.coached;
  if (state === 'finished') return RANKS.finished;
  if (locked) return RANKS.locked;
  if (overdue) return RANKS.overdue;
  return due_at === null ? RANKS[state] : RANKS.due;
}
