import { expect, test } from 'vitest';
import { byUrgency, nextOf } from '../../../../web/features/people/users/person/urgency.ts';

type Course = Parameters<typeof nextOf>[0][number] & { name: string };
const STEP = {
  material: { id: 1, name: 'Exam', type: 'exam', form_id: 1 },
  minutes: 30,
  attempts_left: 2,
  opens_at: null,
  closes_at: null,
  begun: true,
} as const;
const course = (name: string, change: Partial<Course>): Course => ({
  name,
  state: 'new',
  locked: false,
  overdue: false,
  due_at: null,
  last_activity: null,
  next_step: { kind: change.state === 'finished' ? 'done' : 'go', ...STEP },
  ...change,
});

const COURSES = [
  course('overdue', { overdue: true, due_at: '2026-11-01T00:00:00Z', state: 'in_progress' }),
  course('due sooner', { due_at: '2026-11-24T00:00:00Z' }),
  course('due later', { due_at: '2026-12-24T00:00:00Z', state: 'in_progress' }),
  course('touched today', { state: 'in_progress', last_activity: '2026-11-22T08:00:00Z' }),
  course('touched before', { state: 'in_progress', last_activity: '2026-10-22T08:00:00Z' }),
  course('new', {}),
  course('not open yet', { locked: true, due_at: '2026-11-23T00:00:00Z' }),
  course('finished', { state: 'finished', last_activity: '2026-11-21T08:00:00Z' }),
  course('coached', { state: null }),
];

test('courses stand in the order in which a student should turn to them', () => {
  expect(byUrgency(COURSES.toReversed()).map(({ name }) => name)).toEqual(COURSES.map(({ name }) => name));
});

test('a running test goes before all, then what has expired; where one waits for somebody, the next course is another', () => {
  const standing = (
    name: string,
    kind: NonNullable<Course['next_step']>['kind'],
    change: Partial<Course> = {},
  ) => course(name, { next_step: { kind, ...STEP }, ...change });
  const courses = [
    standing('running', 'running', { state: 'in_progress' }),
    COURSES[0]!,
    standing('expired', 'renew', { state: 'finished' }),
    ...COURSES.slice(1),
  ];
  expect(byUrgency(courses.toReversed()).map(({ name }) => name)).toEqual(courses.map(({ name }) => name));
  expect(nextOf(courses)?.name).toBe('running');
  expect(nextOf(courses.slice(2))?.name).toBe('expired');
  const renewing = [
    course('new', {}),
    standing('soon', 'renew_soon', { state: 'finished' }),
    standing('done', 'done', { state: 'finished' }),
  ];
  expect(byUrgency(renewing).map(({ name }) => name)).toEqual(['soon', 'new', 'done']);
  expect(nextOf(renewing)?.name).toBe('soon');
  const waiting = (['in_review', 'exhausted', 'rejected', 'renew_exhausted', 'preparing'] as const).map(
    (kind) => standing(kind, kind, { overdue: true, state: 'in_progress' }),
  );
  expect(nextOf(waiting)).toBeNull();
  expect(nextOf([...waiting, course('new', {})])?.name).toBe('new');
});

test('the next course is an open one that is not finished', () => {
  expect(nextOf(COURSES)?.name).toBe('overdue');
  const isOpen = ({ locked, state }: Course) => !locked && state !== 'finished' && state !== null;
  expect(nextOf(COURSES.filter((each) => !isOpen(each)))).toBeNull();
  expect(nextOf([])).toBeNull();
});
