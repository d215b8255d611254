import * as z from 'zod/mini';
import {
  anyText,
  endpoint,
  id,
  idText,
  instant,
  listQuery,
  nothing,
  optionalText,
  page,
  text,
} from '../platform/contract.ts';

export const FORM_TYPES = [
  { id: 1, name: 'practice' },
  { id: 2, name: 'exam' },
] as const;
const formType = z.int().check(z.gte(1), z.lte(2));

export const PASSING_SCORE_TYPES = ['points', 'percentages'] as const;
export const RATING_SYSTEMS = ['points', 'percentages', 'ects'] as const;

/** Which of several results of a student counts. */
export const RESULT_COUNTS = ['best', 'last'] as const;

const oneForm = z.strictObject({ id: idText, formId: idText });

/** Minutes; without it a test ends after 120 (§4). */
const timeLimit = z.nullable(z.int().check(z.gte(1), z.lte(1440)));

const formFields = {
  name: text(200),
  description: anyText(2000),
  time_limit: timeLimit,
  is_one_attempt_allowed: z.boolean(),
  attempt_limit: z.nullable(z.int().check(z.gte(1), z.lte(100))),
  passing_score_type: z.enum(PASSING_SCORE_TYPES),
  passing_score: z.int().check(z.gte(1), z.lte(100)),
  rating_system: z.enum(RATING_SYSTEMS),
  max_score_for_questions: z.int().check(z.gte(1), z.lte(100)),
  text_after_success_passing: anyText(2000),
  text_after_failure_passing: anyText(2000),
  shuffle_questions: z.boolean(),
  shuffle_answers: z.boolean(),
  show_uncounted_answers: z.boolean(),
  show_right_answers: z.boolean(),
  show_points_for_answers: z.boolean(),
  send_email_with_answers: z.boolean(),
  disable_autosave_for_all_respondents: z.boolean(),
  issue_certificate: z.boolean(),
  publication_after_passing: z.boolean(),
  result_counts: z.enum(RESULT_COUNTS),
};

const answer = z.object({ id, title: z.string(), is_right_answer: z.boolean() });
const question = z.object({
  id,
  title: z.string(),
  description: z.string(),
  multiple_right_answers: z.boolean(),
  required: z.boolean(),
  score: z.int(),
  answers: z.array(answer),
});

export const getForm = endpoint({
  method: 'GET',
  path: '/api/v1/course/course/:id/form/:formId',
  access: 'editEduMaterials',
  summary: 'The draft of a test or exam with its questions and right answers, for its editors',
  params: oneForm,
  response: z.object({
    id,
    course_id: id,
    material_id: id,
    form_type: z.int(),
    ...formFields,
    questions: z.array(question),
    published_at: z.nullable(instant),
    /** The draft differs from what students get. */
    has_unpublished_changes: z.boolean(),
  }),
});

export const listQuestions = endpoint({
  method: 'GET',
  path: '/api/v1/course/questions',
  access: 'editEduMaterials',
  summary: 'Questions of the tests and exams in the courses whose materials one edits',
  query: listQuery({
    page_size: 10,
    ordering: ['position', 'title', 'score'],
    filters: { course: z.optional(idText), form: z.optional(idText) },
  }),
  response: page(
    z.object({
      id,
      title: z.string(),
      form_id: id,
      form_name: z.string(),
      form_type: formType,
      material_id: id,
      material_name: z.string(),
      course_id: id,
      multiple_right_answers: z.boolean(),
      required: z.boolean(),
      score: z.int(),
      answers: z.int(),
      right_answers: z.array(z.string()),
    }),
  ),
});

export const listFormNames = endpoint({
  method: 'GET',
  path: '/api/v1/directory/form_names',
  access: 'viewCourse',
  summary: 'Names of the tests and exams in reach',
  query: listQuery({
    page_size: 10,
    ordering: ['name'],
    filters: {
      course: z.optional(idText),
      form_type: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(2))),
    },
  }),
  response: page(z.object({ id, name: z.string(), form_type: formType })),
});

export const listFormTypes = endpoint({
  method: 'GET',
  path: '/api/v1/directory/form_types',
  access: 'signed_in',
  summary: 'What kinds of forms there are',
  response: z.array(z.object({ id: formType, name: z.enum(['practice', 'exam']) })),
});

export const updateForm = endpoint({
  method: 'PATCH',
  path: '/api/v1/course/course/:id/form/:formId',
  access: 'editEduMaterials',
  summary: 'Change the draft of a form',
  params: oneForm,
  body: z.partial(z.strictObject(formFields)),
  response: nothing,
  status: 204,
});

export const updateQuestions = endpoint({
  method: 'POST',
  path: '/api/v1/course/update_questions',
  access: 'editEduMaterials',
  summary: "Replace the draft's list of questions, in this order; a question or answer with an id keeps it",
  body: z.strictObject({
    form_id: id,
    questions: z
      .array(
        z.strictObject({
          id: z.optional(id),
          title: text(2000),
          description: optionalText(5000),
          multiple_right_answers: z.optional(z.boolean()),
          required: z.optional(z.boolean()),
          score: z.optional(z.int().check(z.gte(0), z.lte(100))),
          answers: z
            .array(z.strictObject({ id: z.optional(id), title: text(1000), is_right_answer: z.boolean() }))
            .check(z.maxLength(50)),
        }),
      )
      .check(z.maxLength(500)),
  }),
  response: z.object({ questions: z.array(question) }),
});

export const publishForm = endpoint({
  method: 'POST',
  path: '/api/v1/course/course/:id/form/:formId/publish',
  access: 'editEduMaterials',
  summary: 'Publish the draft as a new version; past attempts keep theirs',
  params: oneForm,
  response: z.object({ version: z.int(), published_at: instant }),
});
