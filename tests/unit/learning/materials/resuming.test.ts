import { expect, test } from 'vitest';
import { resumes } from '../../../../web/features/learning/materials/viewers/resuming.ts';

const recording = (resume_at: number, duration: number | null = 200) =>
  ({ resume_at, files: [{ kind: 'main', duration }] }) as Parameters<typeof resumes>[0];

test.each([
  ['in the middle', 100, true],
  ['after its first seconds', 5, false],
  ['at its end', 200, false],
  ['shortly before its end', 191, false],
])('a student who left a recording %s is asked where to go on: %#', (_where, at, asked) => {
  expect(resumes(recording(at), true)).toBe(asked);
});

test('a recording of unknown length is gone on with, and staff are not asked', () => {
  expect(resumes(recording(100, null), true)).toBe(true);
  expect(resumes(recording(100), false)).toBe(false);
});
