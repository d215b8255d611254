import * as z from 'zod/mini';
import { FINISHED_BY } from '../contract.ts';
import {
  endpoint,
  givenInstant,
  id,
  idText,
  instant,
  named,
  person,
  REASON_LENGTH,
  text,
} from '../../../platform/contract.ts';

const reason = text(REASON_LENGTH);
const inCourse = z.strictObject({ id: idText });
const minutes = z.int().check(z.gte(1), z.lte(1_440));

export const grantTime = endpoint({
  method: 'POST',
  path: '/api/v1/course/course/:id/grants',
  access: 'manageAttempts',
  summary:
    'Give extra minutes or attempts to people or to the students of a group, also while an attempt runs',
  params: inCourse,
  body: z
    .strictObject({
      form_id: id,
      user_ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(1000))),
      group_id: z.optional(id),
      extra_minutes: z.optional(minutes),
      extra_attempts: z.optional(z.int().check(z.gte(1), z.lte(100))),
      reason,
    })
    .check(
      z.refine(({ user_ids, group_id }) => (user_ids === undefined) !== (group_id === undefined), {
        path: ['user_ids'],
      }),
      z.refine(
        ({ extra_minutes, extra_attempts }) => extra_minutes !== undefined || extra_attempts !== undefined,
        { path: ['extra_minutes'] },
      ),
    ),
  response: z.object({
    granted: z.array(
      z.object({
        user_id: id,
        /** The attempt that runs now, with its deadline. */
        attempt_id: z.nullable(id),
        deadline: z.nullable(instant),
      }),
    ),
    /** Why somebody was left out: a code of the error catalogue. */
    refused: z.array(
      z.object({
        user_id: id,
        code: z.enum([
          'not_found',
          'own_assignment',
          'account_blocked',
          'blocked_in_course',
          'assignment_canceled',
          'status_not_allowed',
        ]),
      }),
    ),
  }),
  idempotent: true,
});

const struckAttempt = { attempt_id: id, form: named, user: person };
const outage = z.object({
  /** What running attempts lost and did not get back yet. */
  attempts: z.array(
    z.object({
      ...struckAttempt,
      lost_seconds: z.int(),
      minutes: z.int(),
      deadline: instant,
    }),
  ),
  /** Ended within the outage or because of it, with nobody there to answer. */
  ended: z.array(z.object({ ...struckAttempt, finished_at: instant, finished_by: z.enum(FINISHED_BY) })),
});

export const previewOutage = endpoint({
  method: 'GET',
  path: '/api/v1/course/course/:id/outage_minutes',
  access: 'manageAttempts',
  summary: 'What an outage took from attempts of a course',
  params: inCourse,
  query: z.strictObject({ from: givenInstant, to: givenInstant }),
  response: outage,
});

export const giveOutageMinutes = endpoint({
  method: 'POST',
  path: '/api/v1/course/course/:id/outage_minutes',
  access: 'manageAttempts',
  summary: 'Give running attempts back the minutes that an outage took; answers with what is then still lost',
  params: inCourse,
  body: z.strictObject({ from: givenInstant, to: givenInstant, reason }),
  response: z.object({
    given: z.array(z.object({ attempt_id: id, user_id: id, minutes: z.int(), deadline: instant })),
    ended: outage.shape.ended,
  }),
  idempotent: true,
});
