import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { answerOf, AppError, fromDatabase, Replay, waitOf } from '../../../worker/errors/app-error.ts';
import { ERRORS, findError, messageOf, type ErrorCode } from '../../../worker/errors/contract.ts';
import { fieldErrorsOf } from '../../../worker/errors/rules/contract.ts';
import { createForm } from '../../factories/error-form.ts';

const codes = Object.keys(ERRORS) as ErrorCode[];

test.each(codes)('%s is found by its own message', (code) => {
  const params = Object.fromEntries(
    [...ERRORS[code].message.matchAll(/\{(\w+)\}/g)].map((match) => [match[1]!, 7]),
  );
  expect(findError(messageOf(code, params))).toEqual({ code, params });
});

test('a message outside the catalogue has no code', () => {
  expect(findError('Something else')).toBeNull();
});

describe('the texts of §5', () => {
  const errorsOf = (value: unknown) => {
    const result = z.safeParse(createForm, value, { reportInput: true });
    return result.success ? [] : result.error.issues.flatMap((issue) => fieldErrorsOf(issue));
  };
  const valid = { name: 'Олена', code: '1234', email: 'o@ex.ua', age: 30, long: 'abc' };

  test('a sound body has no errors', () => expect(errorsOf(valid)).toEqual([]));

  test.each([
    [{ name: undefined }, 'name', 'required', {}],
    [{ name: '   ' }, 'name', 'required', {}],
    [{ name: 'x'.repeat(11) }, 'name', 'too_long', {}],
    [{ name: 7 }, 'name', 'wrong_type', {}],
    [{ long: 'ab' }, 'long', 'too_short', {}],
    [{ code: '123' }, 'code', 'exact_length', { length: 4 }],
    [{ email: 'olena' }, 'email', 'invalid_email', {}],
    [{ email: `${'a'.repeat(65)}@example.com` }, 'email', 'invalid_email', {}],
    [{ age: 1.5 }, 'age', 'not_whole', {}],
    [{ age: 17 }, 'age', 'min_value', { min: 18 }],
    [{ age: 100 }, 'age', 'max_value', { max: 99 }],
    [{ more: 1 }, 'more', 'unknown_field', {}],
  ])('%j breaks %s: %s', (change, field, code, params) => {
    expect(errorsOf({ ...valid, ...change })).toEqual([{ field, code, params }]);
  });
});

describe('errors of the database', () => {
  test('of a batch and of a single query are read alike', () => {
    const raised = { code: '23505', constraint: 'courses_name', message: 'duplicate key' };
    for (const error of [raised, new Error('failed query', { cause: raised })]) {
      expect(fromDatabase(error)).toMatchObject({ code: 'course_name_taken', field: 'name' });
    }
  });

  test('of a broken reference say only to the log which one it was', () => {
    const raised = { code: '23503', constraint: 'materials_course', message: 'violates foreign key' };
    const error = fromDatabase(raised) as AppError;
    expect(error).toMatchObject({ code: 'not_found', because: 'materials_course' });
    expect(JSON.stringify(answerOf(error))).not.toContain('materials_course');
  });

  test('of a replayed key carry the row that was made', () => {
    expect(fromDatabase({ code: 'OS010', message: 'replayed', detail: '42' })).toEqual(new Replay(42));
  });

  test('outside the catalogue stay what they are', () => {
    const error = { code: '42P01', message: 'relation does not exist' };
    expect(fromDatabase(error)).toBe(error);
  });
});

test('an error without a status of its own field answers under non_field_errors, others with detail and code', () => {
  expect(answerOf(new AppError('form_without_questions'))).toEqual({
    status: 400,
    body: { non_field_errors: ['Add at least one question'] },
  });
  expect(answerOf(new AppError('test_already_started', { extra: { attempt_id: 3 } }))).toEqual({
    status: 409,
    body: {
      detail: 'The test is already started',
      code: 'test_already_started',
      non_field_errors: ['The test is already started'],
      attempt_id: 3,
    },
  });
});

test.each<[ErrorCode, Record<string, number>, number | undefined]>([
  ['slow_down', { seconds: 5 }, 5],
  ['too_many_attempts', { minutes: 15 }, 900],
  ['rate_limited', {}, 60],
  ['feedback_limit', { max: 20 }, undefined],
])('%s tells its wait in seconds', (code, params, wait) => {
  expect(waitOf(new AppError(code, { params }))).toBe(wait);
});
