import * as z from 'zod/mini';
import { oneForm, PAGES, QUESTIONS_LIMIT } from '../forms/contract.ts';
import { paperSection } from '../questions/contract.ts';
import { byId, endpoint, id, instant, text } from '../../platform/contract.ts';

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
  /** Its questions or sections come one by one, and none is gone back to. */
  one_way: z.boolean(),
  /** Its pages are its sections. */
  by_section: z.boolean(),
  /** Minutes that one has beyond the time of the test. */
  extra_minutes: z.int(),
});

const questionIds = z.array(id).check(z.maxLength(QUESTIONS_LIMIT));

/** How a paper is laid out, and what was kept of it beside the answers. */
export const paperAsGiven = z.object({
  /** all: as the student likes; one: one question on a page; section: one section. */
  pages: z.enum(PAGES),
  /** What was left is not gone back to. */
  one_way: z.boolean(),
  /** Its parts, in their order; none of a test without sections. */
  sections: z.array(paperSection),
  /** To be looked at again. */
  marked: questionIds,
  /** Left for good: their answers change no more. */
  closed: questionIds,
});

/** What a save keeps of it; absent: as it was. */
export const paperKept = { marked: z.optional(questionIds), closed: z.optional(questionIds) };

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
