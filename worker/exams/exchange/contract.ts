import * as z from 'zod/mini';
import { question } from '../questions/contract.ts';
import { oneForm, revision } from '../forms/contract.ts';
import { endpoint, fileAnswer, flag } from '../../platform/contract.ts';

export const QUESTION_FORMATS = ['xlsx', 'gift'] as const;
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
] as const;

const importQuery = z.strictObject({
  format: z.enum(QUESTION_FORMATS),
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
  upload: { field: 'file', limit: 500 * 1024, refusal: 'import_file_too_large' },
  response: z.object({
    rows: z.array(
      z.object({
        /** Row of the sheet or line of the text. */
        line: z.int(),
        title: z.string(),
        answers: z.int(),
        problems: z.array(z.enum(QUESTION_PROBLEMS)),
      }),
    ),
    /** The questions added; none in a dry run. */
    questions: z.array(question),
    revision,
  }),
});

export const exportQuestions = endpoint({
  method: 'GET',
  path: '/api/v1/course/course/:id/form/:formId/export_questions',
  access: 'editEduMaterials',
  summary: "The draft's questions as a file that can be imported again",
  params: oneForm,
  query: z.strictObject({ format: z.enum(QUESTION_FORMATS) }),
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
