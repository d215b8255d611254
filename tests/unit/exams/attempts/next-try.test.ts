import { expect, test } from 'vitest';
import { nextTry, usedUp } from '../../../../web/features/exams/attempts/result/next-try.ts';

type Material = NonNullable<Parameters<typeof nextTry>[0]>;

const failed: Material = {
  id: 7,
  name: 'Fire safety',
  description: '',
  type: 'exam',
  position: 2,
  archived: false,
  form_id: 3,
  form_published: true,
  done: false,
  locked: null,
  opened_by: null,
  waits_for: null,
  opens_at: null,
  closes_at: null,
  state: 'failed',
  attempts_left: 2,
  minutes: 20,
};

test('whoever failed is offered another try, and not the first material they have not read', () => {
  expect(nextTry(failed)).toMatchObject({ kind: 'go', material: { id: 7, form_id: 3 }, attempts_left: 2 });
});

test.each<[string, Partial<Material>]>([
  ['passed before', { state: 'passed' }],
  ['out of attempts', { waits_for: 'exhausted', attempts_left: 0 }],
  ['made to wait', { waits_for: 'resting' }],
  ['locked', { locked: 'attempt_running' }],
])('no other try is offered to who is %s', (_, other) => {
  expect(nextTry({ ...failed, ...other })).toBeNull();
});

test('where no try is left another one is asked for, and nowhere else', () => {
  expect(usedUp({ ...failed, waits_for: 'exhausted', attempts_left: 0 })).toMatchObject({
    kind: 'exhausted',
    material: { id: 7, form_id: 3 },
  });
  expect(usedUp(failed)).toBeNull();
  expect(usedUp({ ...failed, waits_for: 'resting' })).toBeNull();
});
