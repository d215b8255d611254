import * as z from 'zod/mini';
import {
  endpoint,
  id,
  idText,
  instant,
  listQuery,
  named,
  nothing,
  optionalText,
  person,
} from '../../platform/contract.ts';
import { askedFile, handedFile, marking, questionType, work } from '../questions/contract.ts';

/** Letters of what a marker tells with a mark. */
export const COMMENT_LENGTH = 5000;

export const listAnswersToMark = endpoint({
  method: 'GET',
  path: '/api/v1/course/answers_to_mark',
  access: 'manageAttempts',
  summary:
    'Questions with answers that wait for a mark which the caller may give, those that wait longest first',
  query: listQuery({
    page_size: 10,
    ordering: ['since', 'count', 'form_name', 'course_name'],
    filters: { course: z.optional(idText), form: z.optional(idText) },
  }),
  response: z.object({
    results: z.array(
      z.object({
        form: z.extend(named, { form_type: z.int() }),
        course: named,
        question: z.object({ id, title: z.string() }),
        /** Answers. */
        count: z.int(),
        /** When the oldest of them was handed in. */
        since: instant,
      }),
    ),
    count: z.int(),
    total_pages: z.int(),
    /** Answers of all pages. */
    waiting: z.int(),
  }),
});

/** By criterion the place of its level, from 0; null: there is no rubric. */
const givenLevels = z.nullable(z.array(z.int()));

const answerToMark = z.object({
  attempt_id: id,
  number: z.int(),
  finished_at: instant,
  form: named,
  course: named,
  /** null: names are hidden while answers are marked. */
  user: z.nullable(person),
  /** settle: two people have marked it. */
  stage: z.enum(['mark', 'settle']),
  /** What they gave, to be settled. */
  marks: z.array(
    z.object({
      marker: person,
      score: z.number(),
      levels: givenLevels,
      comment: z.string(),
    }),
  ),
  question: z.object({
    id,
    title: z.string(),
    description: z.string(),
    files: z.array(askedFile),
    type: questionType,
    score: z.int(),
    work,
    marking,
  }),
  response: z.string(),
  /** Of files that were handed in; where names are hidden, numbered. */
  handed: z.array(handedFile),
});

export const nextAnswerToMark = endpoint({
  method: 'GET',
  path: '/api/v1/course/answers_to_mark/next',
  access: 'manageAttempts',
  summary:
    'The next answer that waits for a mark, question by question; behind the one named, then from the beginning',
  query: z.strictObject({
    form: z.optional(idText),
    question: z.optional(idText),
    /** Both of the answer to go on from. */
    after_attempt: z.optional(idText),
    after_question: z.optional(idText),
  }),
  response: z.object({
    /** Of those asked for, this one among them. */
    waiting: z.int(),
    /** null: none waits. */
    answer: z.nullable(answerToMark),
  }),
});

/** Points that a person gives, with two decimals. */
export const givenPoints = z.number().check(
  z.gte(0),
  z.lte(100),
  z.refine((points) => Math.abs(points * 100 - Math.round(points * 100)) < 1e-6),
);

export const getMarkedAnswer = endpoint({
  method: 'GET',
  path: '/api/v1/course/student_passed_form/:id/marks/:questionId',
  access: 'manageAttempts',
  summary: 'An answer of an ended attempt that the caller may mark, with the mark that it has',
  params: z.strictObject({ id: idText, questionId: idText }),
  response: z.object({
    answer: answerToMark,
    /** The one that another of the caller’s replaces; null: none. */
    mark: z.nullable(
      z.object({ id, marker: person, score: z.number(), levels: givenLevels, comment: z.string() }),
    ),
    /** Whether the student sees the result, and is told when it changes. */
    student_sees: z.boolean(),
  }),
});

export const saveMark = endpoint({
  method: 'POST',
  path: '/api/v1/course/student_passed_form/:id/marks',
  access: 'manageAttempts',
  summary: 'Mark an answer of an ended attempt; a mark that it had is replaced',
  params: z.strictObject({ id: idText }),
  body: z.strictObject({
    question_id: id,
    /** Of a question with a rubric its levels say it. */
    score: z.optional(givenPoints),
    /** By criterion the place of its level, from 0. */
    levels: z.optional(z.array(z.int().check(z.gte(0), z.lte(9))).check(z.maxLength(10))),
    comment: optionalText(COMMENT_LENGTH),
    /** Between two people who differ it counts alone. */
    settles: z.optional(z.boolean()),
    /** The mark that the caller has seen and replaces, null: none. Another is told with 409 (`mark`); unsaid, any is replaced. */
    replaces: z.optional(z.nullable(id)),
  }),
  response: z.object({ id }),
});

export const undoMark = endpoint({
  method: 'POST',
  path: '/api/v1/course/student_passed_form/:id/marks/:markId/undo',
  access: 'manageAttempts',
  summary: 'Take back a mark of one’s own: the answer waits again',
  params: z.strictObject({ id: idText, markId: idText }),
  response: nothing,
  status: 204,
});
