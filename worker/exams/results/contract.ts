import * as z from 'zod/mini';
import { FINISHED_BY, statusFilter } from '../attempts/contract.ts';
import { oneForm, RATING_SYSTEMS, RESULT_COUNTS } from '../forms/contract.ts';
import {
  ANSWER_LENGTH,
  area,
  CREDITS,
  keyedAnswerById,
  ofPicture,
  questionType,
} from '../questions/contract.ts';
import {
  anyText,
  endpoint,
  fileAnswer,
  flag,
  givenDate,
  id,
  idText,
  instant,
  listQuery,
  named,
  nothing,
  optionalText,
  page,
  person,
  REASON_LENGTH,
  text,
  zonedInstant,
} from '../../platform/contract.ts';

const inCourse = z.strictObject({ id: idText });
const reason = text(REASON_LENGTH);
/** Letters of a note to an attempt. */
export const NOTE_LENGTH = 2000;
const userIds = z.array(id).check(z.minLength(1), z.maxLength(1000));

/** Why somebody was left out: a code of the error catalogue. */
const refusals = z.array(
  z.object({
    user_id: id,
    code: z.enum([
      'not_found',
      'own_assignment',
      'account_blocked',
      'blocked_in_course',
      'test_already_started',
      'retake_already_granted',
      'retake_not_needed',
      'assignment_canceled',
      'status_not_allowed',
    ]),
  }),
);

export const RESULT_ACTIONS = ['publish', 'retake', 'annul', 'cancel', 'restore', 'reinstate'] as const;
/** What a row of a form's results can be: a student without an attempt is assigned. */
export const RESULT_STATES = [
  'assigned',
  'running',
  'completed',
  'annulled',
  'canceled',
  'in_review',
] as const;

export const listResults = endpoint({
  method: 'GET',
  path: '/api/v1/course/course/:id/form/:formId/attempts',
  access: 'viewCourseAnalytics',
  summary: 'The attempts of a form by people in reach, and who has not begun it',
  params: oneForm,
  query: listQuery({
    page_size: 10,
    ordering: ['last_name', 'percent', 'finished_at', 'duration'],
    filters: {
      state: z.optional(z.enum(RESULT_STATES)),
      /** Of the assignment; 3, assigned, takes in what is assigned again. */
      passed_form_status: statusFilter,
      passed: z.optional(flag),
      group: z.optional(idText),
      user: z.optional(idText),
    },
  }),
  response: z.object({
    results: z.array(
      z.object({
        user: person,
        groups: z.array(z.string()),
        /** Status of the assignment. */
        passed_form_status: z.int(),
        /** null: not begun. */
        attempt_id: z.nullable(id),
        number: z.nullable(z.int()),
        state: z.enum(RESULT_STATES),
        /** null: not ended, or answers wait for their mark; the score is then what there is so far. */
        passed: z.nullable(z.boolean()),
        score: z.nullable(z.number()),
        max_score: z.nullable(z.number()),
        percent: z.nullable(z.number()),
        ects: z.nullable(z.string()),
        /** This one of the person's results counts. */
        counts: z.boolean(),
        started_at: z.nullable(instant),
        finished_at: z.nullable(instant),
        /** Seconds. */
        duration: z.nullable(z.int()),
        finished_by: z.nullable(z.enum(FINISHED_BY)),
        published: z.boolean(),
        notes: z.int(),
        /** Answers that wait for their mark. */
        unmarked: z.int(),
        /** A repair of the key counts that has changed it. */
        repaired: z.boolean(),
        /** Answers given without a connection that came when the attempt had ended, and do not count. */
        late: z.int(),
        /** Of one that runs: until when, how many of its questions have an answer, and whether its page is heard of. */
        running: z.nullable(
          z.object({ deadline: instant, answered: z.int(), questions: z.int(), online: z.boolean() }),
        ),
        /** Of the last decision about the person's form. */
        reason: z.nullable(z.string()),
        actions: z.array(z.enum(RESULT_ACTIONS)),
      }),
    ),
    count: z.int(),
    total_pages: z.int(),
    form: z.object({
      id,
      name: z.string(),
      form_type: z.int(),
      rating_system: z.enum(RATING_SYSTEMS),
      result_counts: z.enum(RESULT_COUNTS),
    }),
    /** Results that wait to be published. */
    in_review: z.int(),
    /** Results with answers that wait for their mark. */
    unmarked: z.int(),
    /** The caller may mend the key. */
    may_repair: z.boolean(),
  }),
});

/** What an attempt can be. */
export const ATTEMPT_STATES = ['running', 'in_review', 'completed', 'annulled'] as const;

const day = z.optional(givenDate);

export const listCompanyResults = endpoint({
  method: 'GET',
  path: '/api/v1/course/test_results',
  access: 'viewTestResults',
  summary: 'Every attempt at a test or exam of the company, across its courses',
  query: listQuery({
    page_size: 10,
    ordering: ['last_name', 'form_name', 'course_name', 'percent', 'finished_at', 'duration'],
    filters: {
      user: z.optional(idText),
      course: z.optional(idText),
      form: z.optional(idText),
      group: z.optional(idText),
      /** Of the person, as it is now. */
      subdivision: optionalText(200),
      form_type: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(2))),
      state: z.optional(z.enum(ATTEMPT_STATES)),
      passed: z.optional(flag),
      finished_from: day,
      /** That day included. */
      finished_to: day,
    },
  }),
  response: page(
    z.object({
      attempt_id: id,
      number: z.int(),
      /** Of the test: the one that was taken. */
      version: z.int(),
      user: person,
      middle_name: z.string(),
      email: z.nullable(z.string()),
      position: z.string(),
      subdivision: z.string(),
      groups: z.array(z.string()),
      form: z.object({ id, name: z.string(), form_type: z.int(), rating_system: z.enum(RATING_SYSTEMS) }),
      course: named,
      state: z.enum(ATTEMPT_STATES),
      passed: z.nullable(z.boolean()),
      score: z.nullable(z.number()),
      max_score: z.nullable(z.number()),
      percent: z.nullable(z.number()),
      ects: z.nullable(z.string()),
      started_at: instant,
      finished_at: z.nullable(instant),
      /** Seconds. */
      duration: z.nullable(z.int()),
      finished_by: z.nullable(z.enum(FINISHED_BY)),
      /** Answers that wait for their mark. */
      unmarked: z.int(),
      annulled: z.nullable(z.object({ reason: z.string(), created_at: instant, author: person })),
    }),
  ),
});

/** Rows of an exported file at most: the first ones of the list in its order. */
export const EXPORTED_RESULTS = 10_000;

export const exportCompanyResults = endpoint({
  method: 'GET',
  path: '/api/v1/course/test_results/export',
  access: 'viewTestResults',
  summary: 'The filtered list of results as an xlsx file',
  query: listCompanyResults.query,
  response: fileAnswer,
  file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
});

export const retakeForm = endpoint({
  method: 'POST',
  path: '/api/v1/course/course/:id/retake_form',
  access: 'manageAttempts',
  summary: 'Reopen a form for people whose attempts are exhausted, failed or annulled',
  params: inCourse,
  body: z.strictObject({
    user_ids: userIds,
    form_id: id,
    extra_attempts: z._default(z.int().check(z.gte(1), z.lte(100)), 1),
    due_at: z.optional(z.nullable(zonedInstant)),
    reason,
  }),
  response: z.object({ granted: z.array(id), refused: refusals }),
  idempotent: true,
});

/** A student's request for another attempt. */
const retakeRequest = z.object({
  created_at: instant,
  message: z.string(),
  /** null: it waits. */
  ended_at: z.nullable(instant),
  /** lapsed: an attempt came otherwise. */
  outcome: z.nullable(z.enum(['granted', 'declined', 'lapsed'])),
  /** What the student was told with a refusal. */
  answer: z.string(),
});

export const getRetakeRequest = endpoint({
  method: 'GET',
  path: '/api/v1/course/retake_request/:id',
  access: 'startTest',
  summary: 'Whether the caller may ask for another attempt at a form, and what they asked for last',
  params: inCourse,
  response: z.object({
    may_ask: z.boolean(),
    /** About the last attempt; null: none. */
    request: z.nullable(retakeRequest),
  }),
  inDispatch: 'own',
});

export const askForRetake = endpoint({
  method: 'POST',
  path: '/api/v1/course/retake_request',
  access: 'startTest',
  summary: 'Ask for another attempt where none is left; asking again is the same request',
  body: z.strictObject({ form_id: id, message: optionalText(500) }),
  response: z.object({ created_at: instant }),
  inDispatch: 'own',
});

export const declineRetake = endpoint({
  method: 'POST',
  path: '/api/v1/course/course/:id/decline_retake',
  access: 'manageAttempts',
  summary: 'Say no to a student who asks for another attempt, and why',
  params: inCourse,
  body: z.strictObject({ form_id: id, user_id: id, reason }),
  response: nothing,
  status: 204,
});

export const changePassedFormStatus = endpoint({
  method: 'POST',
  path: '/api/v1/course/course/:id/passed_form_status',
  access: 'manageAttempts',
  summary:
    'Annul attempts (the last of each person unless told), cancel what was not begun, or take either back',
  params: inCourse,
  body: z.strictObject({
    form_id: id,
    user_ids: userIds,
    attempt_ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(1000))),
    action: z.enum(['annul', 'cancel', 'restore', 'reinstate']),
    reason,
  }),
  response: z.object({ changed: z.array(id), refused: refusals }),
});

export const publishResults = endpoint({
  method: 'POST',
  path: '/api/v1/course/course/:id/publish_results',
  access: 'manageAttempts',
  summary: 'Show students results that wait for it: those told, or all of the form in reach',
  params: inCourse,
  body: z.strictObject({
    form_id: id,
    attempt_ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(1000))),
  }),
  response: z.object({ published: z.array(id) }),
});

export const saveNotes = endpoint({
  method: 'POST',
  path: '/api/v1/course/student_passed_form/:id/notes',
  access: 'manageAttempts',
  summary: 'Write notes about a result, as a whole or about single questions; an empty text removes one',
  params: inCourse,
  body: z.strictObject({
    notes: z
      .array(z.strictObject({ question_id: z.nullable(id), text: anyText(NOTE_LENGTH) }))
      .check(z.minLength(1), z.maxLength(501)),
  }),
  response: nothing,
  status: 204,
});

/** Of a question as a version asks it; without a number, as the newest does that has it. */
const changed = { question_id: id, version: z.optional(id) };

const changes = z
  .array(
    z.union([
      z.strictObject({
        ...changed,
        /** Of an ordering: all of them, as they are right. */
        right_answer_ids: z._default(z.array(id).check(z.maxLength(50)), []),
        /** Texts or numbers that a typed answer may be as well. */
        accepted: z.optional(z.array(text(ANSWER_LENGTH)).check(z.maxLength(50))),
        /** The same of the gaps that are typed, each with its number. */
        gap_accepted: z.optional(
          z.array(z.strictObject({ gap: z.int(), title: text(ANSWER_LENGTH) })).check(z.maxLength(50)),
        ),
        /** Areas that are right on a picture as well. */
        area_accepted: z.optional(
          z.array(z.strictObject({ title: text(ANSWER_LENGTH), area })).check(z.maxLength(50)),
        ),
      }),
      z.strictObject({
        ...changed,
        /** Of a matching: what belongs to each of its answers, of what it offers. */
        pairs: z
          .array(z.strictObject({ answer_id: id, match: text(ANSWER_LENGTH) }))
          .check(z.minLength(1), z.maxLength(50)),
      }),
      z.strictObject({ ...changed, annulled: z.literal(true) }),
    ]),
  )
  .check(z.minLength(1), z.maxLength(500));

const shownGrade = z.object({
  score: z.number(),
  max_score: z.number(),
  percent: z.number(),
  ects: z.string(),
  passed: z.boolean(),
});

export const previewRepair = endpoint({
  method: 'POST',
  path: '/api/v1/course/course/:id/form/:formId/repair_preview',
  access: 'editEduMaterials',
  summary: 'Whose results a repair of the key would change, and how',
  params: oneForm,
  body: z.strictObject({ changes, only_raise: z.boolean() }),
  response: z.object({
    /** Attempts whose grading would change. */
    count: z.int(),
    raised: z.int(),
    lowered: z.int(),
    passes_gained: z.int(),
    passes_lost: z.int(),
    certificates_gained: z.int(),
    certificates_lost: z.int(),
    /** The largest changes first, 100 at most. */
    attempts: z.array(
      z.object({
        attempt_id: id,
        user: person,
        number: z.int(),
        before: shownGrade,
        after: shownGrade,
        certificate: z.nullable(z.enum(['gained', 'lost'])),
      }),
    ),
  }),
});

export const repairKey = endpoint({
  method: 'POST',
  path: '/api/v1/course/course/:id/form/:formId/repairs',
  access: 'editEduMaterials',
  summary: 'Mend the key of a published form and grade anew whom it concerns',
  params: oneForm,
  body: z.strictObject({ changes, only_raise: z.boolean(), reason }),
  response: z.object({ id }),
  status: 201,
  idempotent: true,
});

/** What a question with its key as it is mended now says besides its answers. */
export const mendedTerms = {
  /** What repairs accept besides, of a typed answer and of the gaps of a text. */
  accepted: z.array(z.string()),
  ...ofPicture,
  gap_text: z.string(),
  gap_accepted: z.array(z.object({ gap: z.int(), title: z.string() })),
  /** Gaps without a list to choose from. */
  typed_gaps: z.array(z.int()),
};

export const listRepairs = endpoint({
  method: 'GET',
  path: '/api/v1/course/course/:id/form/:formId/repairs',
  access: 'editEduMaterials',
  summary:
    'The questions that a published form or attempts at its earlier versions ask, with the key as it is mended now, and its repairs',
  params: oneForm,
  response: z.object({
    form: z.object({ id, name: z.string(), form_type: z.int() }),
    questions: z.array(
      z.object({
        id,
        title: z.string(),
        type: questionType,
        credit: z.enum(CREDITS),
        multiple_right_answers: z.boolean(),
        score: z.int(),
        annulled: z.boolean(),
        answers: z.array(keyedAnswerById),
        ...mendedTerms,
        /** Of a matching: all that it offers. */
        matches: z.array(z.string()),
        /** The newest that asks it so. */
        version: z.int(),
        /** Whether the current version asks it so, with other words, answers or key, or not at all. */
        standing: z.enum(['current', 'changed', 'gone']),
      }),
    ),
    repairs: z.array(
      z.object({
        id,
        reason: z.string(),
        only_raise: z.boolean(),
        author: person,
        created_at: instant,
        undone_at: z.nullable(instant),
        questions: z.array(z.object({ id, title: z.string(), annulled: z.boolean() })),
        /** Attempts that it graded anew. */
        attempts: z.int(),
      }),
    ),
  }),
});

export const undoRepair = endpoint({
  method: 'POST',
  path: '/api/v1/course/course/:id/form/:formId/repairs/:repairId/undo',
  access: 'editEduMaterials',
  summary: 'Take a repair back and grade anew without it',
  params: z.strictObject({ id: idText, formId: idText, repairId: idText }),
  response: nothing,
  status: 204,
});
