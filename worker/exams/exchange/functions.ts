import { integer, json, listOf, nullable, sqlFunction, text } from '../../platform/database/functions.ts';

/** A file of an added question whose bytes are stored. */
export interface AddedFile {
  /** The question's place among those added, from 1. */
  question: number;
  /** How the question's text names it. */
  at: number;
  kind: 'inline' | 'attachment';
  file: { name: string; size: number; kind: string; content_type: string; key: string; limit: number };
  picture: { width: number; height: number } | null;
}

export const addQuestionsWithFiles = sqlFunction(
  'add_questions_with_files',
  { course: integer, form: integer, questions: json(), files: json<AddedFile[]>(), revision: nullable(text) },
  listOf(integer),
);
