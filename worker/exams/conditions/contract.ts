import * as z from 'zod/mini';
import { byId, endpoint, id, idText, instant, text } from '../../platform/contract.ts';

/** What a student is told of the start of a test, besides attempts and what is locked. */
export const startTerms = z.object({
  /** Why it cannot be started now, attempts and locks aside; null: it can. */
  waits_for: z.nullable(z.enum(['not_open', 'resting', 'closed'])),
  /** From when it can be started; null: now. */
  opens_at: z.nullable(instant),
  /** Until when it can be started; null: whenever one likes. */
  closes_at: z.nullable(instant),
  /** When every attempt ends, whatever is left of its time; null: it has its time. */
  ends_at: z.nullable(instant),
  /** Minutes from the end of an attempt to the next start. */
  pause_minutes: z.nullable(z.int()),
  /** The trainer shows a code that is asked for at the start. */
  needs_code: z.boolean(),
  /** Minutes that one has beyond the time of the test. */
  extra_minutes: z.int(),
});

const oneForm = z.strictObject({ id: idText, formId: idText });
const CODE = '/api/v1/course/course/:id/form/:formId/access_code';

/** Letters and digits of a code, blanks and dashes between them. */
export const CODE_LENGTH = 20;

const shownCode = z.object({
  form_id: id,
  form_name: z.string(),
  /** null: the test is started without one. */
  code: z.nullable(z.string()),
  changed_at: z.nullable(instant),
});

export const getAccessCode = endpoint({
  method: 'GET',
  path: CODE,
  access: 'manageAttempts',
  summary: 'The code that is asked for at the start of a test, for those who show it',
  params: oneForm,
  response: shownCode,
});

export const setAccessCode = endpoint({
  method: 'POST',
  path: CODE,
  access: 'manageAttempts',
  summary: 'Set the code of a test, from now on; without one a new code is drawn, null takes it away',
  params: oneForm,
  body: z.strictObject({
    code: z.optional(
      z.nullable(text(CODE_LENGTH).check(z.regex(/^[\p{L}\p{N}][\p{L}\p{N} -]*$/u), z.minLength(4))),
    ),
  }),
  response: shownCode,
});

/** Percent of the time of a test, rounded up to minutes, and minutes. */
const extraTime = {
  percent: z.int().check(z.gte(0), z.lte(300)),
  minutes: z.int().check(z.gte(0), z.lte(600)),
};
const EXTRA_TIME = '/api/v1/accounts/user/:id/extra_time';

export const getExtraTime = endpoint({
  method: 'GET',
  path: EXTRA_TIME,
  access: 'giveExtraTime',
  summary: 'The time that a person gets beyond that of every test',
  params: byId,
  response: z.object(extraTime),
});

export const setExtraTime = endpoint({
  method: 'POST',
  path: EXTRA_TIME,
  access: 'giveExtraTime',
  summary: 'Give a person time beyond that of every test that they start from now on; zeros take it away',
  params: byId,
  body: z.strictObject(extraTime),
  response: z.object(extraTime),
});
