import * as z from 'zod/mini';
import { byId, endpoint, exactText, id, idText, instant, listQuery, page } from '../platform/contract.ts';

/** Status of an assignment: 1 in progress, 2 completed, 3 assigned, 4 reopened, 5 rejected, 6 canceled (decisions). */
const status = z.int().check(z.gte(1), z.lte(6));

export const PASSED_FORM_STATUSES = [
  { id: 3, name: 'assigned' },
  { id: 1, name: 'in_progress' },
  { id: 2, name: 'completed' },
  { id: 4, name: 'reopened' },
  { id: 5, name: 'rejected' },
  { id: 6, name: 'canceled' },
] as const;

export const listPassedFormStatuses = endpoint({
  method: 'GET',
  path: '/api/v1/directory/passed_form_statuses',
  access: 'signed_in',
  summary: 'In which states a form that somebody got can be',
  response: z.array(z.object({ id: status, name: z.enum(PASSED_FORM_STATUSES.map(({ name }) => name)) })),
});

/** Why an assignment is reopened, rejected or canceled. */
const decision = z.object({
  kind: z.enum(['retake', 'annul', 'cancel']),
  reason: z.string(),
  /** Attempts given. */
  amount: z.nullable(z.int()),
  created_at: instant,
});

const savedAnswer = z.strictObject({
  question_id: id,
  answer_ids: z.array(id).check(z.maxLength(50)),
  /** Counts up per question in the browser: an older save never overwrites a newer one. */
  seq: z.int().check(z.gte(1), z.lte(2_147_483_647)),
});
const answers = z.array(savedAnswer).check(z.maxLength(500));
/** Names the tab that holds the attempt; a new one is given at each start or take-over. */
const holder = exactText(64);

const question = z.object({
  id,
  title: z.string(),
  description: z.string(),
  required: z.boolean(),
  multiple_right_answers: z.boolean(),
  files: z.array(z.never()),
  answers: z.array(z.object({ id, title: z.string() })),
});

/** What the student is told before starting. */
export const formIntroduction = endpoint({
  method: 'GET',
  path: '/api/v1/course/form_introduction/:id',
  access: 'startTest',
  summary: 'A published test or exam as announced to the student before the start',
  params: byId,
  response: z.object({
    form_id: id,
    course_id: id,
    material_id: id,
    course_name: z.string(),
    name: z.string(),
    description: z.string(),
    form_type: z.int(),
    /** Minutes, with the default of 120 applied. */
    minutes: z.int(),
    questions: z.int(),
    passing_score: z.int(),
    passing_score_type: z.enum(['points', 'percentages']),
    attempts_used: z.int(),
    /** null: unlimited. */
    attempts_allowed: z.nullable(z.int()),
    running_attempt_id: z.nullable(id),
    last_attempt_id: z.nullable(id),
    status,
    decision: z.nullable(decision),
    locked: z.boolean(),
  }),
});

export const startFormPassing = endpoint({
  method: 'POST',
  path: '/api/v1/course/start_form_passing',
  access: 'startTest',
  summary: 'Start an attempt, or continue the running one in this tab',
  body: z.strictObject({ form_id: id, take_over: z.optional(z.boolean()) }),
  response: z.object({
    attempt_id: id,
    holder: z.string(),
    server_time: instant,
    started_at: instant,
    deadline: instant,
    form_name: z.string(),
    /** Copying of the questions is forbidden. */
    forbid_copying: z.boolean(),
    questions: z.array(question),
    saved: z.array(savedAnswer),
  }),
  status: 201,
  duringAttempt: true,
});

export const studentPassedForm = endpoint({
  method: 'POST',
  path: '/api/v1/course/student_passed_form',
  access: 'startTest',
  summary: 'Save answers of a running attempt, keep it alive, or tell that its page closes',
  body: z.strictObject({
    attempt_id: id,
    holder,
    event: z.enum(['save', 'heartbeat', 'close']),
    answers: z.optional(answers),
  }),
  response: z.object({
    server_time: instant,
    deadline: instant,
    status,
    saved_at: z.nullable(instant),
  }),
  duringAttempt: true,
});

export const sendStudentAnswers = endpoint({
  method: 'POST',
  path: '/api/v1/course/send_student_answers',
  access: 'startTest',
  summary: 'Finish an attempt by hand; answers with a receipt',
  body: z.strictObject({ attempt_id: id, holder, answers }),
  response: z.object({
    receipt: z.object({ finished_at: instant, answers: z.int(), checksum: z.string() }),
    status,
    passed_successfully: z.optional(z.boolean()),
    score: z.optional(z.number()),
    percent: z.optional(z.number()),
    ects: z.optional(z.string()),
    can_download_certificate: z.boolean(),
  }),
  duringAttempt: true,
});

export const FINISHED_BY = ['user', 'timer', 'page_closed', 'trainer'] as const;

export const OUTCOMES = ['right', 'wrong', 'not_answered', 'annulled'] as const;

/** A trainer's words about a result. */
const note = z.object({
  text: z.string(),
  author: z.object({ id, first_name: z.string(), last_name: z.string() }),
  updated_at: instant,
});

/** One question of a result; what the form hides from the caller is absent. */
const resultQuestion = z.object({
  id,
  title: z.string(),
  answers: z.array(
    z.object({ id, title: z.string(), chosen: z.boolean(), is_right_answer: z.optional(z.boolean()) }),
  ),
  /** annulled: it counts for nobody. */
  outcome: z.optional(z.enum(OUTCOMES)),
  earned: z.optional(z.number()),
  maximum: z.optional(z.number()),
  note: z.optional(note),
});

export const getPassedForm = endpoint({
  method: 'GET',
  path: '/api/v1/course/student_passed_form/:id',
  access: 'viewTestMaterials',
  summary: 'The result of an attempt, as the caller may see it',
  params: byId,
  response: z.object({
    id,
    form_id: id,
    form_name: z.string(),
    form_type: z.int(),
    course: z.object({ id, name: z.string() }),
    material_id: id,
    user: z.object({ id, first_name: z.string(), last_name: z.string() }),
    number: z.int(),
    passed_form_status: status,
    /** An annulled attempt counts no more. */
    annulled: z.nullable(z.object({ reason: z.string(), created_at: instant })),
    started_at: instant,
    finished_at: z.nullable(instant),
    finished_by: z.nullable(z.enum(FINISHED_BY)),
    /** Seconds. */
    duration: z.nullable(z.int()),
    /** false: a trainer has still to publish the result, or it has none; the fields below are absent. */
    published: z.boolean(),
    /** Whether the student sees it; staff see every result. */
    student_sees: z.boolean(),
    /** The caller may write notes about it. */
    may_note: z.boolean(),
    rating_system: z.enum(['points', 'percentages', 'ects']),
    passing_score: z.int(),
    passing_score_type: z.enum(['points', 'percentages']),
    passed_successfully: z.optional(z.boolean()),
    score: z.optional(z.number()),
    max_score: z.optional(z.number()),
    percent: z.optional(z.number()),
    ects: z.optional(z.string()),
    text_after_passing: z.optional(z.string()),
    note: z.optional(note),
    score_explanation: z.optional(z.array(resultQuestion)),
    can_download_certificate: z.boolean(),
  }),
});

export const listAppointedForms = endpoint({
  method: 'GET',
  path: '/api/v1/course/appointed_form',
  access: 'viewTestMaterials',
  summary: 'Tests and exams appointed to people in reach; everybody sees their own',
  query: listQuery({
    page_size: 10,
    ordering: ['form_name', 'exam_time_end'],
    filters: {
      user: z.optional(idText),
      course: z.optional(idText),
      form_type: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(2))),
      passed_form_status: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(6))),
    },
  }),
  response: page(
    z.object({
      form_id: id,
      form_name: z.string(),
      form_type: z.int(),
      course: z.object({ id, name: z.string() }),
      material_id: id,
      user: z.object({ id, first_name: z.string(), last_name: z.string() }),
      passed_form_status: status,
      passed_successfully: z.nullable(z.boolean()),
      percent: z.nullable(z.number()),
      ects: z.nullable(z.string()),
      attempts_used: z.int(),
      attempts_allowed: z.nullable(z.int()),
      exam_time_end: z.nullable(instant),
      last_attempt_id: z.nullable(id),
      can_download_certificate: z.boolean(),
      /** An ended attempt waits for a trainer to publish its result. */
      in_review: z.boolean(),
      decision: z.nullable(decision),
    }),
  ),
});
