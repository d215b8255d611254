import * as z from 'zod/mini';
import { formState, formWaits } from '../../learning/courses/contract.ts';
import { CODE_LENGTH, paperAsGiven, paperKept, startTerms } from '../conditions/contract.ts';
import { QUESTIONS_LIMIT, recount } from '../forms/contract.ts';
import {
  askedQuestion,
  checkedAnswer,
  handedFile,
  paperSection,
  resultNote,
  resultQuestion,
  savedAnswer,
} from '../questions/contract.ts';
import {
  byId,
  endpoint,
  exactText,
  givenDate,
  givenInstant,
  id,
  idText,
  instant,
  listQuery,
  named,
  optionalText,
  page,
  person,
} from '../../platform/contract.ts';

/** Saves are accepted this long after the deadline. */
export const GRACE_SECONDS = 5;
/** A closed page may come back within this time. */
export const CLOSING_SECONDS = 60;

/** Absences from the page that one save tells of. */
export const EVENTS_MOST = 50;

/** What becomes of an assignment (§4), in the order of a directory; the interface knows each by its number. */
export const PASSED_FORM_STATUSES = [
  { id: 3, name: 'assigned' },
  { id: 1, name: 'in_progress' },
  { id: 2, name: 'completed' },
  { id: 4, name: 'reopened' },
  { id: 5, name: 'rejected' },
  { id: 6, name: 'canceled' },
] as const;

const status = z.int().check(z.gte(1), z.lte(PASSED_FORM_STATUSES.length));
export const statusFilter = z.optional(
  z.coerce.number().check(z.int(), z.gte(1), z.lte(PASSED_FORM_STATUSES.length)),
);

export type FormStatus = (typeof PASSED_FORM_STATUSES)[number]['name'];

/** The number by which the interface knows a status. */
export const numberOfStatus = (name: FormStatus): number =>
  PASSED_FORM_STATUSES.find((known) => known.name === name)!.id;

/** The status that a number of the interface stands for. */
export const statusOfNumber = (number: number): FormStatus =>
  PASSED_FORM_STATUSES.find((known) => known.id === number)!.name;

export const listPassedFormStatuses = endpoint({
  method: 'GET',
  path: '/api/v1/directory/passed_form_statuses',
  access: 'signed_in',
  summary: 'In which states a form that somebody got can be',
  query: listQuery({ page_size: 10, ordering: ['id', 'name'] }),
  response: page(z.object({ id: status, name: z.enum(PASSED_FORM_STATUSES.map(({ name }) => name)) })),
});

/** Why an assignment is reopened, rejected or canceled. */
const decision = z.object({
  kind: z.enum(['retake', 'annul', 'cancel']),
  reason: z.string(),
  /** Attempts given. */
  amount: z.nullable(z.int()),
  created_at: instant,
  /** By when a retake is to be taken. */
  due_at: z.nullable(instant),
});

const age = z.int().check(z.gte(0), z.lte(86_400_000));

/** `given_ms_ago`: how long it waited for a connection, to be told of where it comes when the attempt has ended. */
const answers = z.array(z.extend(savedAnswer, { given_ms_ago: z.optional(age) })).check(z.maxLength(500));
/** Names the tab that holds the attempt; a new one is given at each start or take-over. */
const holder = exactText(64);

/** What a page tells of itself, by its age in milliseconds: the browser's clock says nothing. */
const pageEvent = z.strictObject({ kind: z.enum(['left_page']), began_at_ms_ago: age, ended_at_ms_ago: age });

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
    /** In one word, as everywhere. */
    state: formState,
    /** Before it can be gone on with. */
    waits_for: z.nullable(formWaits),
    /** null: as many as one likes. */
    attempts_left: z.nullable(z.int()),
    /** false: a practice whose minutes nobody set; no clock is shown until they run out. */
    timed: z.boolean(),
    /** Passing it counts for a certificate. */
    certifies: z.boolean(),
    /** Passed, and its certificate has not expired: nothing is left to do here. */
    passed_for_good: z.boolean(),
    /** A trainer publishes the result unless `publishes_at_once`; `by_hand`: a person marks some of the answers. */
    publishes_at_once: z.boolean(),
    by_hand: z.boolean(),
    forbids_copying: z.boolean(),
    /** How often an answer can be checked while it is taken; null: answers are not. */
    tries_per_question: z.nullable(z.int()),
    start_terms: startTerms,
  }),
  inDispatch: 'own',
});

export const startFormPassing = endpoint({
  method: 'POST',
  path: '/api/v1/course/start_form_passing',
  access: 'startTest',
  summary: 'Start an attempt, or continue the running one in this tab',
  body: z.strictObject({
    form_id: id,
    take_over: z.optional(z.boolean()),
    /** With `take_over`: what this tab held before, which tells a reload from a second tab. */
    holder: z.optional(holder),
    /** With both: only where that holder has the attempt still; else attempt_taken_over. */
    only_held: z.optional(z.boolean()),
    access_code: optionalText(CODE_LENGTH),
  }),
  response: z.object({
    attempt_id: id,
    holder: z.string(),
    server_time: instant,
    started_at: instant,
    deadline: instant,
    form_name: z.string(),
    /** false: a practice whose minutes nobody set; no clock is shown until they run out. */
    timed: z.boolean(),
    /** Copying of the questions is forbidden. */
    forbid_copying: z.boolean(),
    questions: z.array(askedQuestion),
    saved: z.array(savedAnswer),
    paper: paperAsGiven,
    /** Files that are there; the answers saved say which are handed in. */
    handed: z.array(handedFile),
    /** Where answers are checked one by one: how often each, and what was told of those that were. */
    learning: z.optional(z.object({ tries: z.int(), checks: z.array(checkedAnswer) })),
  }),
  status: 201,
  duringAttempt: true,
  inDispatch: 'own',
});

export const studentPassedForm = endpoint({
  method: 'POST',
  path: '/api/v1/course/student_passed_form',
  alsoAt: '/api/v1/course/student_passed_form/:attempt_id',
  access: 'startTest',
  summary: 'Save answers of a running attempt, keep it alive, or tell that its page closes',
  body: z.strictObject({
    attempt_id: id,
    holder,
    event: z._default(z.enum(['save', 'heartbeat', 'close']), 'save'),
    answers: z.optional(answers),
    events: z.optional(z.array(pageEvent).check(z.maxLength(EVENTS_MOST))),
    ...paperKept,
  }),
  response: z.object({
    server_time: instant,
    deadline: instant,
    status,
    saved_at: z.nullable(instant),
  }),
  duringAttempt: true,
  inDispatch: 'own',
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
  inDispatch: 'own',
});

export const FINISHED_BY = ['user', 'timer', 'page_closed', 'trainer'] as const;

/**
 * Why a result says nothing of the key, whatever its form shows: an attempt of the person runs, an exam may be tried once
 * more, or the reader takes the form.
 */
export const WITHHELD = ['running', 'attempts_left', 'own_form'] as const;

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
    course: named,
    material_id: id,
    user: person,
    number: z.int(),
    /** Of the test: the one that was taken. */
    version: z.int(),
    other_attempts: z.array(z.object({ id, number: z.int() })),
    passed_form_status: status,
    annulled: z.nullable(z.object({ reason: z.string(), created_at: instant, author: z.nullable(person) })),
    started_at: instant,
    finished_at: z.nullable(instant),
    finished_by: z.nullable(z.enum(FINISHED_BY)),
    /** Seconds; null too where nobody knows it. */
    duration: z.nullable(z.int()),
    /** Written on paper and typed in: which variant, on which day, and for staff who typed it in. */
    paper: z.nullable(
      z.object({
        variant: z.int(),
        sat_on: z.string(),
        typed_at: instant,
        author: z.nullable(person),
      }),
    ),
    /** false: a trainer has still to publish the result, or it has none; the fields below are absent. */
    published: z.boolean(),
    /** Whether the student sees it; staff see every result. */
    student_sees: z.boolean(),
    /** The caller may write notes about it. */
    may_note: z.boolean(),
    /** Its questions may not be copied. */
    forbid_copying: z.boolean(),
    rating_system: z.enum(['points', 'percentages', 'ects']),
    passing_score: z.int(),
    passing_score_type: z.enum(['points', 'percentages']),
    passed_successfully: z.optional(z.boolean()),
    score: z.optional(z.number()),
    max_score: z.optional(z.number()),
    percent: z.optional(z.number()),
    ects: z.optional(z.string()),
    text_after_passing: z.optional(z.string()),
    note: z.optional(resultNote),
    recounted: z.nullable(recount),
    score_explanation: z.optional(z.array(resultQuestion)),
    /** What its sections come to, where it has several and the form shows points. */
    sections: z.optional(
      z.array(
        z.object({ title: z.string(), score: z.number(), maximum: z.number(), question_ids: z.array(id) }),
      ),
    ),
    /** null: it shows what the form allows. */
    withheld: z.nullable(z.enum(WITHHELD)),
    can_download_certificate: z.boolean(),
  }),
  inDispatch: 'own',
});

/** How an appointed form stands in the words of its list (decisions, "Assignment and attempt"). */
export const APPOINTED_FORM_STATUSES = ['assigned', 'started', 'passed', 'not_passed'] as const;

/** What the one filter takes that the specification names: a status by number or name, or one of those words. */
const appointedStatus = z.union([
  z.coerce.number().check(z.int(), z.gte(1), z.lte(PASSED_FORM_STATUSES.length)),
  z.enum([...APPOINTED_FORM_STATUSES, ...PASSED_FORM_STATUSES.map(({ name }) => name)]),
]);

/** A day of the company, as a filter's bound. */
const day = z.optional(givenDate);

export const listAppointedForms = endpoint({
  method: 'GET',
  path: '/api/v1/course/appointed_form',
  /** As every path with an id does without it. */
  alsoAt: '/api/v1/course/student_passed_form',
  access: 'viewTestMaterials',
  summary: 'Tests and exams appointed to people in reach; everybody sees their own',
  query: listQuery({
    page_size: 10,
    ordering: ['form_name', 'course_name', 'last_name', 'exam_time_end', 'percent'],
    filters: {
      user: z.optional(idText),
      course: z.optional(idText),
      /** As the directory of course names has it: its id or its name. */
      course_name: optionalText(200),
      form: z.optional(idText),
      group: z.optional(idText),
      form_type: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(2))),
      /** 3, assigned, takes in what is assigned again. */
      passed_form_status: z.optional(appointedStatus),
      appointed_form_status: z.optional(z.enum(APPOINTED_FORM_STATUSES)),
      /** One day, or the day of an instant; or from one day to another, both included. */
      exam_time_end: z.optional(z.union([givenInstant, givenDate])),
      exam_time_end_from: day,
      exam_time_end_to: day,
    },
  }),
  response: page(
    z.object({
      form_id: id,
      form_name: z.string(),
      form_type: z.int(),
      course: named,
      material_id: id,
      user: person,
      passed_form_status: status,
      passed_successfully: z.nullable(z.boolean()),
      percent: z.nullable(z.number()),
      ects: z.nullable(z.string()),
      attempts_used: z.int(),
      attempts_allowed: z.nullable(z.int()),
      /** When the result that counts was reached; without one, when the last attempt ended or will. */
      exam_time_end: z.nullable(instant),
      last_attempt_id: z.nullable(id),
      can_download_certificate: z.boolean(),
      /** An ended attempt waits for a trainer to publish its result. */
      in_review: z.boolean(),
      decision: z.nullable(decision),
      /** In one word, as everywhere. */
      state: formState,
    }),
  ),
});

export const attemptTimeline = endpoint({
  method: 'GET',
  path: '/api/v1/course/student_passed_form/:id/timeline',
  access: 'viewTestMaterials',
  summary: 'What happened around an attempt: the same for the student and for staff in reach',
  params: byId,
  response: z.object({
    events: z.array(
      z.object({
        /** late_answers: given without a connection since `began_at`, come at `ended_at`, and not counted. */
        kind: z.enum([
          'left_page',
          'connection_gap',
          'second_tab',
          'reload',
          'minutes',
          'outage_minutes',
          'late_answers',
          'annul',
          'reinstate',
          'renewal',
        ]),
        began_at: instant,
        /** null: at that instant only. */
        ended_at: z.nullable(instant),
        /** Minutes given. */
        amount: z.nullable(z.int()),
        /** Whose answers came late. */
        question_ids: z.nullable(z.array(id)),
      }),
    ),
  }),
  inDispatch: 'own',
});

export const previewForm = endpoint({
  method: 'POST',
  path: '/api/v1/course/course/:id/form/:formId/preview',
  access: 'editEduMaterials',
  summary: 'The draft as a student would get it, and with answers the result; nothing is stored',
  params: z.strictObject({ id: idText, formId: idText }),
  body: z.strictObject({
    /** Gives the order where it is shuffled. */
    seed: z.int().check(z.gte(0), z.lte(2_147_483_647)),
    answers: z.optional(z.array(z.omit(savedAnswer, { seq: true })).check(z.maxLength(QUESTIONS_LIMIT))),
  }),
  response: z.object({
    minutes: z.int(),
    forbid_copying: z.boolean(),
    questions: startFormPassing.response.shape.questions,
    sections: z.array(paperSection),
    result: z.nullable(getPassedForm.response),
  }),
});
