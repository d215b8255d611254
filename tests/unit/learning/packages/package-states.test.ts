import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetState, keepState, statesOf } from '../../../../web/lib/reading/package-states.ts';
import { forgetStored, isWaiting } from '../../../../web/lib/session/stored.ts';

const LOGIN = '11-1-student';
const state = (sequence: number, try_id = 1) => ({
  course_id: 2,
  material_id: 40,
  try_id,
  sequence,
  body: '{"cmi.core.student_name":"Коваль, Олена"}',
});

/** Whose keys are its own, as a browser's are. */
class Storage {
  [key: string]: unknown;
  getItem(key: string) {
    return (this[key] as string | undefined) ?? null;
  }
  setItem(key: string, value: string) {
    this[key] = value;
  }
  removeItem(key: string) {
    delete this[key];
  }
}
beforeEach(() => vi.stubGlobal('localStorage', new Storage()));
afterEach(() => void vi.unstubAllGlobals());

test('what the server has is forgotten, and what was said since waits on', () => {
  keepState(LOGIN, state(3));
  forgetState(LOGIN, 1, 2);
  expect([statesOf(LOGIN), isWaiting(LOGIN)]).toEqual([[state(3)], true]);
  expect([statesOf('12-1-student'), isWaiting('12-1-student')]).toEqual([[], false]);
  forgetState(LOGIN, 1, 3);
  expect([statesOf(LOGIN), isWaiting(LOGIN)]).toEqual([[], false]);
});

test('a sign-out leaves no state of a package, no place of reading and nothing that was played', () => {
  keepState(LOGIN, state(3));
  localStorage.setItem('osnova.reading.40', '7');
  localStorage.setItem('osnova.played.9', '[[0,10]]');
  localStorage.setItem('osnova.rows', 'dense');
  forgetStored();
  expect(Object.keys(localStorage)).toEqual(['osnova.rows']);
});
