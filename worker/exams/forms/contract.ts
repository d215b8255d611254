import * as z from 'zod/mini';
import { EXAM, PRACTICE } from '../../learning/courses/contract.ts';
import {
  beginUpload,
  completeUpload,
  oneFile,
  partsOfUpload,
  removeFile,
  announcedFile,
  completion,
} from '../../learning/media/contract.ts';
import {
  ANSWER_LENGTH,
  ANSWERS_LIMIT,
  answerTerms,
  CREDITS,
  FEEDBACK_LENGTH,
  fileKind,
  GAP_TEXT_LENGTH,
  hotspot,
  inSection,
  keyedAnswer,
  marking,
  question,
  questionFile,
  questionType,
  section,
  SECTIONS_LIMIT,
  MEASURE_LENGTH,
  work,
} from '../questions/contract.ts';
import {
  anyText,
  byId,
  endpoint,
  exactText,
  givenInstant,
  id,
  idText,
  instant,
  listQuery,
  nameText,
  optionalText,
  page,
  person,
  tags,
} from '../../platform/contract.ts';

export const FORM_TYPES = [
  { id: PRACTICE, name: 'practice' },
  { id: EXAM, name: 'exam' },
] as const;
const formType = z.int().check(z.gte(1), z.lte(2));

export const PASSING_SCORE_TYPES = ['points', 'percentages'] as const;
export const RATING_SYSTEMS = ['points', 'percentages', 'ects'] as const;

/** Which of several results of a student counts. */
export const RESULT_COUNTS = ['best', 'last'] as const;

export const oneForm = z.strictObject({ id: idText, formId: idText });

/** What an attempt gets that runs when the window of its test closes: its own time, or the end. */
export const AT_CLOSE = ['continue', 'end'] as const;
/** How questions are shown: as the student likes, one on a page, or a section on a page. */
export const PAGES = ['all', 'one', 'section'] as const;
/** Checks of one answer, where a practice checks them at once. */
export const TRIES_LIMIT = 3;
export const DEFAULT_TRIES = 2;
/** A month, in minutes. */
const PAUSE_LIMIT = 43_200;

/** Minutes of an attempt without a time limit (§4). */
export const DEFAULT_MINUTES = 120;
/** Minutes. */
const timeLimit = z.nullable(z.int().check(z.gte(1), z.lte(1440)));

/** Draws that a test may have, and what one may ask for. */
export const DRAWS_LIMIT = 10;
export const DRAWN_LIMIT = 200;

/** So many questions of the bank, drawn anew for each attempt: of a folder, with these tags, of these types. */
export const drawRule = z.strictObject({
  /** How many of the test's own questions stand before it; beyond the last one: at the end. */
  position: z._default(z.int().check(z.gte(0), z.lte(1000)), 1000),
  count: z.int().check(z.gte(1), z.lte(DRAWN_LIMIT)),
  /** null: of the whole bank. */
  folder_id: z._default(z.nullable(id), null),
  /** Those of folders within it too. */
  subfolders: z._default(z.boolean(), true),
  /** All of these. */
  tags: z._default(tags, []),
  /** Any of these; none given: of every type. */
  types: z._default(z.array(questionType), []),
  /** What each drawn question counts. */
  score: z._default(z.int().check(z.gte(0), z.lte(100)), 1),
  section: inSection,
});
export type DrawRule = z.output<typeof drawRule>;

/** How the specification calls a field besides. */
const formNames = { show_correct_answers: 'show_right_answers' };

const formFields = {
  name: nameText(),
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
  draws: z.array(drawRule).check(z.maxLength(DRAWS_LIMIT)),
  /** From when and until when it can be started; null: whenever one likes. */
  opens_at: z.nullable(givenInstant),
  closes_at: z.nullable(givenInstant),
  at_close: z.enum(AT_CLOSE),
  /** Minutes from the end of an attempt to the next start. */
  pause_minutes: z.nullable(z.int().check(z.gte(1), z.lte(PAUSE_LIMIT))),
  pages: z.enum(PAGES),
  /** Of pages. */
  may_go_back: z.boolean(),
  /** Its parts, in this order; empty: one, without a name. */
  sections: z.array(section).check(
    z.maxLength(SECTIONS_LIMIT),
    z.refine((sections) => new Set(sections.map((each) => each.id)).size === sections.length),
  ),
  /** Of a practice: each answer can be checked at once, and is told right or wrong. */
  learning_mode: z.boolean(),
  /** How often an answer is checked until it stays as it is. */
  tries_per_question: z.int().check(z.gte(1), z.lte(TRIES_LIMIT)),
  /** While answers are marked nobody reads whose they are. */
  names_hidden: z.boolean(),
  /** Two people mark each answer; where they differ a third step settles it. */
  two_markers: z.boolean(),
};

/** Its material's, which never changes: another one is refused. */
const itsType = { form_type: z.optional(formType) };

/** Names a state of the draft: a change made from an older one is refused. */
export const revision = exactText(32);

export const QUESTIONS_LIMIT = 500;

/** A number of a key as it is written in a language: `12,5`. Authors type either sign. */
export const keyNumberText = (typed: string, locale: string): string =>
  typed.trim().replace(/(?<=^[^.,]*)[.,](?=[^.,]*$)/, locale.startsWith('en') ? '.' : ',');

/** How far off a number may be, likewise: `± 0,5`, `± 5 %`. */
export const toleranceText = (tolerance: string, locale: string): string =>
  `± ${keyNumberText(tolerance, locale).replace(/(?<!\s)\s*%/, locale.startsWith('en') ? '%' : '\u00A0%')}`;

/** A number of a key with how far off it may be. */
export const tolerantText = (number: string, tolerance: string, locale: string): string =>
  `${keyNumberText(number, locale)} ${toleranceText(tolerance, locale)}`;

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
    /** The company's, in which its instants are written. */
    time_zone: z.string(),
    questions: z.array(question),
    revision,
    published_at: z.nullable(instant),
    /** null too where nobody knows it: what a copy brought. */
    published_by: z.nullable(person),
    /** The draft differs from what students get. */
    has_unpublished_changes: z.boolean(),
  }),
});

const listedQuestion = z.object({
  id,
  title: z.string(),
  form_id: id,
  form_name: z.string(),
  form_type: formType,
  material_id: id,
  material_name: z.string(),
  course_id: id,
  type: questionType,
  multiple_right_answers: z.boolean(),
  required: z.boolean(),
  score: z.int(),
  answers: z.int(),
  right_answers: z.array(z.string()),
});

export const listQuestions = endpoint({
  method: 'GET',
  path: '/api/v1/course/questions',
  access: 'editEduMaterials',
  summary: 'Questions of the tests and exams in the courses whose materials one edits, save those one takes',
  query: listQuery({
    page_size: 10,
    ordering: ['position', 'title', 'score'],
    filters: { course: z.optional(idText), form: z.optional(idText) },
  }),
  response: z.extend(page(listedQuestion), {
    /** How many of these tests the caller takes: nothing of them is listed. */
    own_tests: z.int(),
  }),
});

const ofKind = z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(2)));
const listedForm = z.object({ id, name: z.string(), form_type: formType, material_id: id });

export const listForms = endpoint({
  method: 'GET',
  path: '/api/v1/course/course/:id/form',
  access: 'viewCourse',
  summary: 'The tests and exams of a course; a student reads of the published ones',
  params: byId,
  query: listQuery({ page_size: 10, ordering: ['name'], filters: { form_type: ofKind } }),
  response: page(listedForm),
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
      form_type: ofKind,
    },
  }),
  response: page(listedForm),
});

export const listFormTypes = endpoint({
  method: 'GET',
  path: '/api/v1/directory/form_types',
  access: 'signed_in',
  summary: 'What kinds of forms there are',
  query: listQuery({ page_size: 10, ordering: ['id', 'name'] }),
  response: page(z.object({ id: formType, name: z.enum(['practice', 'exam']) })),
});

export const getQuestions = endpoint({
  method: 'GET',
  path: '/api/v1/course/questions/:id',
  access: 'editEduMaterials',
  summary: 'The questions of a form with their right answers, for its editors',
  params: byId,
  response: page(question),
});

export const createForm = endpoint({
  method: 'POST',
  path: '/api/v1/course/course/:id/form',
  alsoAt: '/api/v1/course/course/:id/form/:material_id',
  access: 'editEduMaterials',
  summary: 'Give a practice or an exam its form, where it has none; it comes with one when it is made here',
  params: byId,
  alsoNamed: formNames,
  body: z.extend(z.partial(z.strictObject(formFields)), { ...itsType, material_id: id }),
  response: z.object({ id }),
  status: 201,
  idempotent: true,
});

export const updateForm = endpoint({
  method: 'PATCH',
  path: '/api/v1/course/course/:id/form/:formId',
  access: 'editEduMaterials',
  summary: 'Change the draft of a form',
  params: oneForm,
  alsoNamed: formNames,
  body: z.extend(z.partial(z.strictObject(formFields)), { ...itsType, revision: z.optional(revision) }),
  response: z.object({ revision }),
});

export const updateQuestions = endpoint({
  method: 'POST',
  path: '/api/v1/course/update_questions',
  access: 'editEduMaterials',
  summary: "Replace the draft's list of questions, in this order; a question or answer with an id keeps it",
  body: z.strictObject({
    form_id: id,
    revision: z.optional(revision),
    questions: z
      .array(
        z.strictObject({
          id: z.optional(id),
          /** A draft may hold what is not written yet; publishing asks for it. */
          title: anyText(2000),
          /** Rich text. */
          description: optionalText(20_000),
          type: z.optional(questionType),
          credit: z.optional(z.enum(CREDITS)),
          match_case: z.optional(z.boolean()),
          unit: optionalText(MEASURE_LENGTH),
          work: z.optional(work),
          marking: z.optional(marking),
          gap_text: optionalText(GAP_TEXT_LENGTH),
          hotspot: z.optional(hotspot),
          feedback: optionalText(FEEDBACK_LENGTH),
          multiple_right_answers: z.optional(z.boolean()),
          required: z.optional(z.boolean()),
          /** Absent: as it was. */
          section: inSection,
          score: z.optional(z.int().check(z.gte(0), z.lte(100))),
          answers: z
            .array(
              z.strictObject({
                id: z.optional(id),
                title: anyText(ANSWER_LENGTH),
                is_right_answer: z._default(z.boolean(), false),
                ...answerTerms,
              }),
            )
            .check(z.maxLength(ANSWERS_LIMIT)),
          /** As read, and left alone: files come and go by calls of their own. */
          files: z.optional(z.array(z.unknown())),
        }),
      )
      .check(z.maxLength(QUESTIONS_LIMIT)),
  }),
  readAs: z.object({ questions: z.array(question) }),
  bodyLimit: 8 * 1024 * 1024,
  response: z.object({ questions: z.array(question), revision }),
});

export const deleteQuestion = endpoint({
  method: 'DELETE',
  path: '/api/v1/course/questions/:id',
  access: 'editEduMaterials',
  summary: 'Take a question out of its draft; saving it with its id brings it back',
  params: byId,
  query: z.strictObject({ revision: z.optional(revision) }),
  response: z.object({ revision }),
});

export const publishForm = endpoint({
  method: 'POST',
  path: '/api/v1/course/course/:id/form/:formId/publish',
  access: 'editEduMaterials',
  summary: 'Publish the draft as a new version; past attempts keep theirs',
  params: oneForm,
  response: z.object({ version: z.int(), published_at: instant }),
});

export const publishingOf = endpoint({
  method: 'GET',
  path: '/api/v1/course/course/:id/form/:formId/publish',
  access: 'editEduMaterials',
  summary: 'What publishing the draft would change, and for whom',
  params: oneForm,
  response: z.object({
    /** The number that the version would get. */
    version: z.int(),
    questions: z.object({ added: z.int(), changed: z.int(), removed: z.int() }),
    /** Fields of the form that differ from what is published. */
    settings: z.array(z.enum(Object.keys(formFields) as (keyof typeof formFields)[])),
    /** Draws that the bank cannot fill, by their place from 0: while there are any, publishing is refused. */
    unfilled_draws: z.array(z.object({ draw: z.int(), missing: z.int() })),
    /** Who has the test; who takes it now and goes on with the old version; who has a result, which stays. */
    students: z.int(),
    running: z.int(),
    completed: z.int(),
  }),
});

const QUESTION = '/api/v1/course/questions/:id';
const UPLOAD = `${QUESTION}/upload_files/:fileId`;

export const uploadQuestionFile = beginUpload({
  path: `${QUESTION}/upload_files`,
  access: 'editEduMaterials',
  of: 'a question',
  severalAs: 'files',
  params: byId,
  query: z.strictObject({ name: z.optional(exactText(255)), kind: z.optional(fileKind) }),
  body: z.extend(announcedFile, { kind: z.optional(fileKind) }),
});

export const listQuestionFileParts = partsOfUpload({
  path: `${UPLOAD}/parts`,
  access: 'editEduMaterials',
  params: oneFile,
});

export const completeQuestionFile = completeUpload({
  path: `${UPLOAD}/complete`,
  access: 'editEduMaterials',
  params: oneFile,
  body: z.extend(completion, { kind: z.optional(fileKind) }),
  response: questionFile,
});

export const removeQuestionFile = removeFile({
  path: `${QUESTION}/remove_file/:fileId`,
  alsoBy: 'POST',
  access: 'editEduMaterials',
  summary: 'Take a file from the draft of a question, or give up its upload; published versions keep it',
  params: oneFile,
});

export const questionBank = endpoint({
  method: 'GET',
  path: '/api/v1/course/question_bank',
  access: 'editEduMaterials',
  summary:
    'Questions of all courses in reach, each text once; found by text, course, test or tag of the course',
  query: listQuery({
    page_size: 10,
    ordering: ['title', 'course_name'],
    filters: { course: z.optional(idText), except_form: z.optional(idText) },
  }),
  response: page(
    z.object({
      id,
      title: z.string(),
      form_name: z.string(),
      course_id: id,
      course_name: z.string(),
      type: questionType,
      multiple_right_answers: z.boolean(),
      score: z.int(),
      answers: z.array(keyedAnswer),
      files: z.int(),
      /** How many questions have this text, blanks and case aside. */
      same: z.int(),
      /** false: its form forbids copying. */
      may_copy: z.boolean(),
    }),
  ),
});

export const copyQuestions = endpoint({
  method: 'POST',
  path: '/api/v1/course/course/:id/form/:formId/copy_questions',
  access: 'editEduMaterials',
  summary: 'Copy questions of any test in reach or of the bank to the end of the draft, with their files',
  params: oneForm,
  body: z.strictObject({
    question_ids: z.array(id).check(z.minLength(1), z.maxLength(100)),
    /** Those of the bank stay tied to their version, and are not changed in the test. */
    linked: z._default(z.boolean(), false),
    revision: z.optional(revision),
  }),
  /** The copies. */
  response: z.object({ questions: z.array(question), revision }),
  status: 201,
});

/** What a repaired key or another mark made of a result since its student could see it; null: it is as it was. */
export const recount = z.object({
  at: instant,
  by: z.enum(['key', 'mark']),
  before: z.object({
    score: z.number(),
    max_score: z.number(),
    percent: z.number(),
    ects: z.string(),
    passed: z.boolean(),
  }),
  /** Of those of which the reader is told what they came to. */
  question_ids: z.array(id),
  /** What was written with the repairs that count. */
  reasons: z.array(z.string()),
});
