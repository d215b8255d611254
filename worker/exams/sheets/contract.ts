import * as z from 'zod/mini';
import { QUESTIONS_LIMIT } from '../forms/contract.ts';
import { oneForm } from '../forms/contract.ts';
import { savedAnswer } from '../questions/contract.ts';
import {
  endpoint,
  givenDate,
  id,
  idText,
  instant,
  listQuery,
  nothing,
  optionalText,
  page,
  person,
  REASON_LENGTH,
} from '../../platform/contract.ts';
import { VARIANTS_LIMIT } from '../prints/contract.ts';
import { givenPoints } from '../marks/contract.ts';

const SHEETS = '/api/v1/course/course/:id/form/:formId/print_runs/:runId/sheets';
const oneRun = z.extend(oneForm, { runId: idText });

/** Why no sheet is typed in for somebody: a code of the error catalogue. */
export const SHEET_REFUSALS = [
  'own_assignment',
  'student_blocked',
  'assignment_canceled',
  'status_not_allowed',
  'test_already_started',
  'attempts_exhausted',
] as const;

export const listSheetPeople = endpoint({
  method: 'GET',
  path: `${SHEETS}/people`,
  access: 'manageAttempts',
  summary: 'Whose sheet of these variants may be typed in: people in reach who take the test',
  params: oneRun,
  query: listQuery({ page_size: 10, ordering: ['last_name'], filters: {} }),
  response: page(
    z.object({
      user: person,
      groups: z.array(z.string()),
      /** null: nothing forbids it. */
      refused: z.nullable(z.enum(SHEET_REFUSALS)),
      /** The attempt that a sheet of these variants has given already. */
      typed: z.nullable(id),
    }),
  ),
});

export const listSheets = endpoint({
  method: 'GET',
  path: SHEETS,
  access: 'manageAttempts',
  summary: 'Sheets of these variants that were typed in, the latest first',
  params: oneRun,
  query: listQuery({ page_size: 10, ordering: ['typed_at', 'last_name'], filters: {} }),
  response: page(
    z.object({
      attempt_id: id,
      user: person,
      variant: z.int(),
      sat_on: z.string(),
      author: z.nullable(person),
      typed_at: instant,
      undone: z.boolean(),
      score: z.number(),
      max_score: z.number(),
      /** null: answers wait for their mark; the score is what there is so far. */
      passed: z.nullable(z.boolean()),
      /** It may be taken back. */
      may_undo: z.boolean(),
    }),
  ),
});

export const typeSheet = endpoint({
  method: 'POST',
  path: SHEETS,
  access: 'manageAttempts',
  summary: 'Type in what somebody wrote on paper: an attempt of the version that was printed',
  params: oneRun,
  body: z.strictObject({
    variant: z.int().check(z.gte(1), z.lte(VARIANTS_LIMIT)),
    user_id: id,
    /** The day on which it was written. */
    sat_on: givenDate,
    answers: z.array(z.omit(savedAnswer, { seq: true })).check(z.maxLength(QUESTIONS_LIMIT)),
    /** What people mark and was written or handed in; without a score it waits for its mark, as what has a rubric does. */
    on_paper: z._default(
      z
        .array(z.strictObject({ question_id: id, score: z.optional(z.nullable(givenPoints)) }))
        .check(z.maxLength(QUESTIONS_LIMIT)),
      [],
    ),
    /** One more of these variants for the same person. */
    again: z._default(z.boolean(), false),
  }),
  response: z.object({ id }),
  status: 201,
  idempotent: true,
});

export const undoSheet = endpoint({
  method: 'POST',
  path: `${SHEETS}/:attemptId/undo`,
  access: 'manageAttempts',
  summary: 'Take back a sheet that was typed in wrongly: its attempt is annulled and may be used anew',
  params: z.extend(oneRun, { attemptId: idText }),
  body: z.strictObject({ reason: optionalText(REASON_LENGTH) }),
  response: nothing,
  status: 204,
});
