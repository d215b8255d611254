import { expect, test } from 'vitest';
import { numberOfStatus } from '../../../../worker/exams/attempts/contract.ts';
import { formStanding } from '../../../../web/features/insight/statistics/students/form-standing.ts';

test.each([
  ['assigned', null, 'assigned'],
  ['in_progress', null, 'running'],
  ['completed', null, 'to_mark'],
  ['completed', true, 'passed'],
  ['completed', false, 'failed'],
  ['reopened', false, 'reopened'],
  ['rejected', null, 'rejected'],
  ['canceled', null, 'canceled'],
] as const)('a form that is %s with passed %s stands as %s', (name, passed, standing) => {
  expect(formStanding({ status: numberOfStatus(name), passed })).toBe(standing);
});
