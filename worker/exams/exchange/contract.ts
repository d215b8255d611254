import * as z from 'zod/mini';
import { SMALL_FILE } from '../../learning/media/contract.ts';
import { question } from '../questions/contract.ts';
import { oneForm, revision } from '../forms/contract.ts';
import { endpoint, fileAnswer, flag, idText } from '../../platform/contract.ts';

/** What is read: a sheet, GIFT, Moodle's XML, a QTI package or one of its items. */
export const IMPORT_FORMATS = ['xlsx', 'gift', 'moodle', 'qti'] as const;
export const EXPORT_FORMATS = ['xlsx', 'gift', 'moodle', 'qti_2_1', 'qti_2_2', 'qti_3_0'] as const;
/** What a line of a file cannot be taken for. */
export const QUESTION_PROBLEMS = [
  'text_only',
  'alternatives',
  'malformed',
  'no_text',
  'too_long',
  'too_many_answers',
  'duplicate_answers',
  'unknown_type',
  'wrong_score',
  'wrong_required',
  'unknown_right',
  'unknown_note',
  'not_number',
  'no_gaps',
  'unsupported_type',
  'picture_answer',
  'no_right_answer',
  'key_in_rules',
  'gap_tolerance',
  'not_a_question',
  'several_interactions',
  'several_matches',
  'several_labels',
  'no_picture',
  'cell_error',
  'changing_item',
  'missing_item',
  'incomplete',
] as const;

/** What a question that is taken had besides, and none here can hold. */
export const LEFT_OUT = [
  'feedback',
  'hints',
  'penalty',
  'tags',
  'files',
  'score',
  'weights',
  'deductions',
  'units',
  'formulas',
  'columns',
  'sections',
  'levels',
  'introductions',
  'long_sections',
  'long_folders',
] as const;

/** What becomes of each question of a file. */
export const importedRows = z.array(
  z.object({
    /** Row of the sheet, line of the text. */
    line: z.int(),
    title: z.string(),
    answers: z.int(),
    problems: z.array(z.enum(QUESTION_PROBLEMS)),
    left_out: z.array(z.enum(LEFT_OUT)),
    /** Pictures and other files that come with it. */
    files: z.int(),
    /** What the file calls its type, or heads of a sheet that say nothing here; '' where it does not. */
    named: z.string(),
    /** The file of a package that it stands in; '' elsewhere, where `line` is a line. */
    source: z.string(),
    /** The first question of the file that says the same, word for word; null: none before it does. */
    same_as: z.nullable(z.object({ line: z.int(), source: z.string() })),
    /** The section that it belongs to; absent where the file names none. */
    section: z.optional(z.string()),
  }),
);

const importQuery = z.strictObject({
  format: z.enum(IMPORT_FORMATS),
  dry_run: z.optional(flag),
  revision: z.optional(revision),
});

export const importQuestions = endpoint({
  method: 'POST',
  path: '/api/v1/course/course/:id/form/:formId/import_questions',
  access: 'editEduMaterials',
  summary: 'Read questions from a file; with dry_run only what would become of each, else they end the draft',
  params: oneForm,
  query: importQuery,
  /** A sheet has 500 KB at most, GIFT 2 MB. */
  upload: SMALL_FILE,
  response: z.object({
    rows: importedRows,
    /** The questions added; none in a dry run. */
    questions: z.array(question),
    revision,
  }),
});

export const exportQuestions = endpoint({
  method: 'GET',
  path: '/api/v1/course/course/:id/form/:formId/export_questions',
  access: 'editEduMaterials',
  summary: 'The questions of the draft, or of a published version, as a file that can be imported again',
  params: oneForm,
  query: z.strictObject({
    format: z.enum(EXPORT_FORMATS),
    /** What is published, in place of the draft; or an earlier version by its number. */
    published: z.optional(flag),
    version: z.optional(idText),
  }),
  response: fileAnswer,
  file: '*/*',
});

export const questionsTemplate = endpoint({
  method: 'GET',
  path: '/api/v1/course/questions_template',
  access: 'editEduMaterials',
  summary: 'A sheet to write questions into, with instructions',
  response: fileAnswer,
  file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
});
