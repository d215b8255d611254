import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  keepOpened,
  standings,
  startOf,
  type Item,
  type Standing,
  type Student,
  type Timeline,
} from '../../../models/chronology.ts';
import { NOW, students, timelines, ZONES } from '../../../models/timelines.ts';

const ZONE = 'Europe/Kyiv';
const ASSIGNED = Date.parse('2026-01-05T09:00:00+02:00');
const DAY = 86_400_000;

const anItem = (id: number, given: Partial<Item> = {}): Item => ({
  id,
  required: true,
  access_rule: 'always',
  access_from: null,
  opens: 'none',
  opens_on: null,
  opens_after_days: null,
  due: 'none',
  due_on: null,
  due_after_days: null,
  after_due: 'allow_late',
  canceled: false,
  ...given,
});

const aStudent = (progress: Student['progress'] = {}): Student => ({
  assigned_at: ASSIGNED,
  progress,
  opened: {},
});
const done = (at: number, passed = true) => ({ started_at: at, done_at: at, passed_at: passed ? at : null });

function standingOf(id: number, timeline: Timeline, student: Student, now = ASSIGNED + DAY): Standing {
  return standings(timeline, student, now, ZONE).find((each) => each.id === id)!;
}

describe('what opens an item', () => {
  const timeline: Timeline = [
    [anItem(1), anItem(2, { required: false })],
    [anItem(3, { access_rule: 'previous_done' })],
  ];

  test('is every required item of the stage before, and no other', () => {
    expect(standingOf(3, timeline, aStudent())).toMatchObject({
      state: 'locked',
      reason: 'previous_not_done',
      after: [1],
    });
    expect(standingOf(3, timeline, aStudent({ 1: done(ASSIGNED, false) })).state).toBe('open');
  });

  test('is of the nearest stage before that asks for anything', () => {
    const optional: Timeline = [
      [anItem(1)],
      [anItem(2, { required: false })],
      [anItem(4, { canceled: true })],
      [anItem(3, { access_rule: 'previous_done' })],
    ];
    expect(standingOf(3, optional, aStudent()).after).toEqual([1]);
  });

  test('is nothing where nothing stands before it', () => {
    expect(standingOf(3, [[anItem(3, { access_rule: 'previous_passed' })]], aStudent()).state).toBe('open');
  });

  test('may be a pass: done without it is not enough', () => {
    const passing: Timeline = [[anItem(1)], [anItem(3, { access_rule: 'previous_passed' })]];
    const student = aStudent({ 1: done(ASSIGNED, false) });
    expect(standingOf(3, passing, student)).toMatchObject({ reason: 'previous_not_passed', after: [1] });
    expect(standingOf(3, passing, aStudent({ 1: done(ASSIGNED) })).state).toBe('open');
  });

  test('may be all that went before, of which all that is missing is told', () => {
    const all: Timeline = [[anItem(1)], [anItem(2)], [anItem(3, { access_rule: 'all_previous_passed' })]];
    expect(standingOf(3, all, aStudent({ 2: done(ASSIGNED) })).after).toEqual([1]);
    expect(standingOf(3, all, aStudent()).after).toEqual([1, 2]);
  });

  test('may be a day, which begins where the company is', () => {
    const from: Timeline = [[anItem(3, { access_rule: 'from_date', access_from: '2026-01-10' })]];
    const opens_at = Date.parse('2026-01-10T00:00:00+02:00');
    expect(standingOf(3, from, aStudent(), opens_at - 1)).toMatchObject({
      state: 'locked',
      reason: 'date',
      opens_at,
    });
    expect(standingOf(3, from, aStudent(), opens_at).state).toBe('open');
  });

  test('may be days since the assignment or since what went before', () => {
    const later: Timeline = [
      [anItem(1, { opens: 'after_assignment', opens_after_days: 3 })],
      [anItem(3, { opens: 'after_previous', opens_after_days: 2 })],
    ];
    expect(standingOf(1, later, aStudent()).opens_at).toBe(Date.parse('2026-01-08T00:00:00+02:00'));
    expect(standingOf(3, later, aStudent())).toMatchObject({ reason: 'previous_not_done', after: [1] });
    const finished = Date.parse('2026-01-09T23:00:00+02:00');
    expect(standingOf(3, later, aStudent({ 1: done(finished) }), finished).opens_at).toBe(
      Date.parse('2026-01-11T00:00:00+02:00'),
    );
  });
});

describe('a due date', () => {
  test('is the last instant of its day, after which it is late or closed', () => {
    const due_at = Date.parse('2026-01-11T00:00:00+02:00') - 1;
    const late: Timeline = [[anItem(1, { due: 'date', due_on: '2026-01-10' })]];
    const closed: Timeline = [[anItem(1, { due: 'date', due_on: '2026-01-10', after_due: 'block' })]];
    expect(standingOf(1, late, aStudent(), due_at)).toMatchObject({ state: 'open', due_at });
    expect(standingOf(1, late, aStudent(), due_at + 1).state).toBe('overdue');
    expect(standingOf(1, closed, aStudent(), due_at + 1)).toMatchObject({
      state: 'locked',
      reason: 'overdue',
    });
    expect(standingOf(1, closed, aStudent({ 1: done(due_at) }), due_at + DAY).state).toBe('done');
  });

  test('counts from the opening where that comes after what went before', () => {
    const timeline: Timeline = [
      [anItem(1)],
      [anItem(2, { opens: 'after_previous', opens_after_days: 7, due: 'after_previous', due_after_days: 2 })],
    ];
    const { due_at } = standingOf(2, timeline, aStudent({ 1: done(ASSIGNED) }));
    expect(due_at).toBe(Date.parse('2026-01-15T00:00:00+02:00') - 1);
    expect(standingOf(2, timeline, aStudent()).due_at).toBeNull();
  });
});

test('a canceled webinar asks for nothing', () => {
  const timeline: Timeline = [
    [anItem(1, { canceled: true, due: 'date', due_on: '2026-01-01' })],
    [anItem(2, { access_rule: 'all_previous_passed' })],
  ];
  expect(standingOf(1, timeline, aStudent())).toMatchObject({
    reason: 'canceled',
    overdue: false,
    due_at: null,
  });
  expect(standingOf(2, timeline, aStudent()).state).toBe('open');
});

test('a day begins at its midnight, also when the clocks change', () => {
  expect(startOf('2026-03-29', ZONE)).toBe(Date.parse('2026-03-29T00:00:00+02:00'));
  expect(startOf('2026-03-30', ZONE)).toBe(Date.parse('2026-03-30T00:00:00+03:00'));
  // By the midnight of UTC the clocks there have changed already.
  expect(startOf('2026-04-05', 'Pacific/Auckland')).toBe(Date.parse('2026-04-05T00:00:00+13:00'));
  expect(startOf('2026-10-25', ZONE)).toBe(Date.parse('2026-10-25T00:00:00+03:00'));
  expect(startOf('2026-10-26', ZONE)).toBe(Date.parse('2026-10-26T00:00:00+02:00'));
});

describe('whatever the timeline', () => {
  const zone = fc.constantFrom(...ZONES);
  const isOpen = ({ state }: Standing) => state !== 'locked';

  test('what was open to a student is not closed by changing it, except by a due date that blocks', () => {
    fc.assert(
      fc.property(timelines, timelines, students, zone, (before, after, student, at) => {
        const open = new Set(
          standings(before, student, NOW, at)
            .filter(isOpen)
            .map(({ id }) => id),
        );
        const kept = keepOpened(before, student, NOW, at);
        const closed = standings(after, kept, NOW, at).filter(
          ({ id, state, reason }) =>
            open.has(id) && state === 'locked' && reason !== 'overdue' && reason !== 'canceled',
        );
        expect(closed).toEqual([]);
      }),
    );
  });

  test('doing one more item closes nothing', () => {
    fc.assert(
      fc.property(timelines, students, zone, fc.nat(7), (timeline, student, at, one) => {
        const before = standings(timeline, student, NOW, at);
        const progress = student.progress[one];
        if (progress?.done_at) return;
        const more = {
          ...student,
          progress: { ...student.progress, [one]: { started_at: NOW, done_at: NOW, passed_at: NOW } },
        };
        const after = new Map(standings(timeline, more, NOW, at).map((each) => [each.id, each]));
        const closed = before.filter((each) => isOpen(each) && after.get(each.id)!.state === 'locked');
        expect(closed).toEqual([]);
      }),
    );
  });

  test('what is locked says why, and what is not says nothing', () => {
    fc.assert(
      fc.property(timelines, students, zone, (timeline, student, at) => {
        for (const each of standings(timeline, student, NOW, at)) {
          expect(each.reason === null).toBe(each.state !== 'locked');
          expect(each.after.length > 0).toBe(each.reason?.startsWith('previous') ?? false);
          if (each.reason === 'date') expect(each.opens_at).toBeGreaterThan(NOW);
        }
      }),
    );
  });
});
