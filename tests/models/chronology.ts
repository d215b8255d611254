/**
 * The rules of a program's chronology as pure functions (decisions, "Groups, programs, courses"). The database carries
 * them out; its functions are tested against these. All instants are milliseconds since the epoch.
 */

export type ItemState = 'locked' | 'open' | 'in_progress' | 'done' | 'overdue';
export type LockReason = 'previous_not_done' | 'previous_not_passed' | 'date' | 'overdue' | 'canceled';

/** The settings of an item; days are ISO dates of the company's calendar. */
export interface Item {
  id: number;
  required: boolean;
  access_rule: 'always' | 'previous_done' | 'previous_passed' | 'all_previous_passed' | 'from_date';
  access_from: string | null;
  opens: 'none' | 'date' | 'after_assignment' | 'after_previous';
  opens_on: string | null;
  opens_after_days: number | null;
  due: 'none' | 'date' | 'after_assignment' | 'after_previous';
  due_on: string | null;
  due_after_days: number | null;
  after_due: 'block' | 'allow_late';
  /** Of a webinar: it asks for nothing any more. */
  canceled: boolean;
}

/** The stages in their order; the items of one run in parallel. */
export type Timeline = readonly (readonly Item[])[];

/** What a student has done about an item, in whatever way they have it. */
export interface Progress {
  started_at: number | null;
  done_at: number | null;
  /** When every test and exam was passed; what has none is passed once done. */
  passed_at: number | null;
}

export interface Student {
  assigned_at: number;
  /** By item id. */
  progress: Readonly<Record<number, Progress>>;
  /** Ids of the items that were open to them once. */
  opened: Readonly<Record<number, number>>;
}

export interface Standing {
  id: number;
  state: ItemState;
  reason: LockReason | null;
  /** Ids of the items that would open it. */
  after: number[];
  /** Open now, or once, whatever has become of its due date. */
  opened: boolean;
  overdue: boolean;
  opens_at: number | null;
  /** The last instant of its day. */
  due_at: number | null;
}

const NOTHING: Progress = { started_at: null, done_at: null, passed_at: null };

/**
 * Where a student stands in a timeline, item by item in its order.
 * @param zone the company's time zone, an IANA name: in it days begin and end
 */
export function standings(timeline: Timeline, student: Student, now: number, zone: string): Standing[] {
  return timeline.flatMap((stage, place) =>
    stage.map((item) => standing(item, timeline.slice(0, place), student, now, zone)),
  );
}

/** What is open to a student stays open to them through every change of the timeline. */
export function keepOpened(timeline: Timeline, student: Student, now: number, zone: string): Student {
  const open = standings(timeline, student, now, zone).filter(({ opened }) => opened);
  return {
    ...student,
    opened: { ...Object.fromEntries(open.map(({ id }) => [id, now])), ...student.opened },
  };
}

function standing(item: Item, earlier: Timeline, student: Student, now: number, zone: string): Standing {
  const { done_at, started_at } = student.progress[item.id] ?? NOTHING;
  const opening = openingOf(item, earlier, student, zone);
  const { available_at } = opening;
  const opened = (available_at !== null && available_at <= now) || student.opened[item.id] !== undefined;
  const due_at = item.canceled ? null : dueAt(item, opening, student, zone);
  const past = due_at !== null && due_at < now;
  const blocked = past && item.after_due === 'block';
  const base = { id: item.id, opened, overdue: done_at === null && past, due_at, after: [], opens_at: null };
  if (done_at !== null) return { ...base, state: 'done', reason: null };
  if (item.canceled) return { ...base, state: 'locked', reason: 'canceled' };
  if (blocked) return { ...base, state: 'locked', reason: 'overdue' };
  if (!opened) {
    const opens_at = Math.max(opening.rule_at ?? -Infinity, opening.date_at ?? -Infinity);
    return { ...base, state: 'locked', ...opening.missing, opens_at: opens_at > now ? opens_at : null };
  }
  if (past) return { ...base, state: 'overdue', reason: null };
  return { ...base, state: started_at === null ? 'open' : 'in_progress', reason: null };
}

interface Opening {
  rule_at: number | null;
  date_at: number | null;
  available_at: number | null;
  /** The completion of the previous items; the assignment where there are none. */
  previous_at: number | null;
  /** What keeps it closed, while it is. */
  missing: { reason: LockReason; after: number[] };
}

function openingOf(item: Item, earlier: Timeline, { assigned_at, progress }: Student, zone: string): Opening {
  const of = ({ id }: Item) => progress[id] ?? NOTHING;
  const before = earlier.map((stage) => stage.filter((one) => one.required && !one.canceled));
  const previous = before.findLast((stage) => stage.length > 0) ?? [];
  const notPassed = (one: Item) => of(one).done_at === null || of(one).passed_at === null;
  const latest = (items: readonly Item[], instant: (one: Item) => number | null) =>
    items.reduce<number | null>(
      (most, one) => (most === null ? null : maxOf(most, instant(one))),
      items.length ? -Infinity : assigned_at,
    );
  const doneAt = (one: Item) => of(one).done_at;
  const passedAt = (one: Item) => maxOf(of(one).done_at, of(one).passed_at);

  const previous_at = latest(previous, doneAt);
  const rule_at = {
    always: () => assigned_at,
    previous_done: () => previous_at,
    previous_passed: () => latest(previous, passedAt),
    all_previous_passed: () => latest(before.flat(), passedAt),
    from_date: () => startOf(item.access_from!, zone),
  }[item.access_rule]();
  const date_at = {
    none: () => assigned_at,
    date: () => startOf(item.opens_on!, zone),
    after_assignment: () => startOf(daysAfter(assigned_at, item.opens_after_days!, zone), zone),
    after_previous: () =>
      previous_at === null ? null : startOf(daysAfter(previous_at, item.opens_after_days!, zone), zone),
  }[item.opens]();

  const undone = previous.filter((one) => of(one).done_at === null);
  const unpassed = item.access_rule === 'all_previous_passed' ? before.flat() : previous;
  const missing: Opening['missing'] =
    rule_at === null && item.access_rule !== 'previous_done'
      ? { reason: 'previous_not_passed', after: idsOf(unpassed.filter(notPassed)) }
      : rule_at === null || date_at === null
        ? { reason: 'previous_not_done', after: idsOf(undone) }
        : { reason: 'date', after: [] };
  const available_at = maxOf(rule_at, maxOf(date_at, assigned_at));
  return { rule_at, date_at, available_at, previous_at, missing };
}

function dueAt(item: Item, opening: Opening, student: Student, zone: string): number | null {
  const { previous_at, available_at } = opening;
  const day = {
    none: () => null,
    date: () => item.due_on,
    after_assignment: () => daysAfter(student.assigned_at, item.due_after_days!, zone),
    after_previous: () => {
      if (previous_at === null) return null;
      const opened_at = available_at ?? student.opened[item.id] ?? previous_at;
      return daysAfter(Math.max(previous_at, opened_at), item.due_after_days!, zone);
    },
  }[item.due]();
  return day === null ? null : startOf(addDays(day, 1), zone) - 1;
}

const idsOf = (items: readonly Item[]) => items.map(({ id }) => id);

const maxOf = (a: number | null, b: number | null) => (a === null || b === null ? null : Math.max(a, b));

const DAY_MS = 86_400_000;

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The day that many days after the one in which an instant lies. */
const daysAfter = (instant: number, days: number, zone: string) =>
  addDays(new Date(instant + offsetAt(instant, zone)).toISOString().slice(0, 10), days);

/** The first instant of a day. */
export function startOf(day: string, zone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // The offset at the guess may be that of the other side of a clock change.
  return midnight - offsetAt(midnight - offsetAt(midnight, zone), zone);
}

/** By zone: a format takes longer to make than to use. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, made);
  return made;
}

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
function offsetAt(instant: number, zone: string): number {
  const parts = formatOf(zone).formatToParts(instant);
  const part = (type: string) => Number(parts.find((each) => each.type === type)!.value);
  const wall = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return wall - Math.floor(instant / 1000) * 1000;
}
