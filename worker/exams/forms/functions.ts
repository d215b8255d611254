import {
  boolean,
  instant,
  integer,
  json,
  listOf,
  nothing,
  nullable,
  rows,
  sqlFunction,
  text,
} from '../../platform/database/functions.ts';
import type { ResponseOf } from '../../platform/contract.ts';
import type { Section } from '../questions/contract.ts';
import type { Key } from '../questions/question.ts';
import type * as contract from './contract.ts';
import type { DraftAnswer } from './tables.ts';

type Form = ResponseOf<typeof contract.getForm>;
type Question = Form['questions'][number];
type QuestionFile = Question['files'][number];
type Publishing = ResponseOf<typeof contract.publishingOf>;

/** A file as a version keeps it: before pictures told their size, and for what is none, without one. */
export type Unsized<File> = Omit<File, 'url' | 'width' | 'height'> & {
  width?: number | null;
  height?: number | null;
};

/** What a version keeps beside the words of a question. */
export interface Illustrated {
  description: string;
  files: Unsized<Omit<QuestionFile, 'group'>>[];
}

/** The fields of a form as a version keeps them: conditions of its start are absent where there are none. */
export type FormSettings = Omit<
  Form,
  | 'id'
  | 'course_id'
  | 'material_id'
  | 'time_zone'
  | 'questions'
  | 'revision'
  | 'published_at'
  | 'published_by'
  | 'has_unpublished_changes'
  | keyof StartConditions
  | 'draws'
  | 'sections'
> &
  Partial<StartConditions> & { draws?: contract.DrawRule[]; sections?: Section[] };

export type StartConditions = Pick<
  Form,
  | 'opens_at'
  | 'closes_at'
  | 'at_close'
  | 'pause_minutes'
  | 'pages'
  | 'may_go_back'
  | 'learning_mode'
  | 'tries_per_question'
  | 'names_hidden'
  | 'two_markers'
>;

/** A question as a version keeps it: what is as in a choice of all or nothing is absent. */
export interface KeptQuestion
  extends
    Omit<Question, keyof Illustrated | 'answers' | keyof QuestionTerms>,
    Partial<QuestionTerms>,
    Illustrated {
  answers: DraftAnswer[];
  right: Key;
}

export type QuestionTerms = Pick<
  Question,
  'type' | 'credit' | 'match_case' | 'unit' | 'gap_text' | 'feedback' | 'work' | 'marking' | 'hotspot'
>;

export const draftState = sqlFunction(
  'draft_state',
  { form: integer },
  rows({
    settings: json<FormSettings>(),
    questions: json<KeptQuestion[]>(),
    revision: text,
    published_at: nullable(instant),
    differs: boolean,
  }),
);

export const publishingOf = sqlFunction(
  'publishing_of',
  { form: integer },
  rows({
    version: integer,
    questions: json<Publishing['questions']>(),
    settings: json<Publishing['settings']>(),
    unfilled_draws: json<Publishing['unfilled_draws']>(),
    students: integer,
    running: integer,
    completed: integer,
  }),
);

export const createForm = sqlFunction(
  'create_form',
  { course: integer, material: integer, fields: json() },
  integer,
);

export const updateForm = sqlFunction(
  'update_form',
  { course: integer, form: integer, fields: json(), revision: nullable(text) },
  nothing,
);

export const saveQuestions = sqlFunction(
  'save_questions',
  { form: integer, questions: json(), revision: nullable(text) },
  nothing,
);

export const copyQuestions = sqlFunction(
  'copy_questions',
  { course: integer, form: integer, questions: listOf(integer), revision: nullable(text), linked: boolean },
  listOf(integer),
);

export const deleteQuestion = sqlFunction(
  'delete_question',
  { question: integer, revision: nullable(text) },
  text,
);

export const publishForm = sqlFunction(
  'publish_form',
  { form: integer, settings: json(), questions: json() },
  rows({ version: integer, published_at: instant }),
);

export const publisherOf = sqlFunction(
  'publisher_of',
  { form: integer },
  nullable(json<NonNullable<Form['published_by']>>()),
);

export const showInText = sqlFunction('show_in_text', { question: integer, media: integer }, nothing);

export const takesForm = sqlFunction('takes_form', { form: integer }, boolean);

export const refuseOwnForm = sqlFunction('refuse_own_form', { form: integer }, nothing);

export const questionWords = sqlFunction('question_words', { title: text }, text);

export const answersInWords = sqlFunction(
  'answers_in_words',
  { answers: json<DraftAnswer[]>() },
  json<Omit<DraftAnswer, 'id' | 'match_id'>[]>(),
);

export const rightAnswers = sqlFunction(
  'right_answers',
  { answers: json<DraftAnswer[]>() },
  json<string[]>(),
);
