import type { Language } from '../../identity/accounts/contract.ts';
import { languageOf } from '../../identity/accounts/queries.ts';
import { AppError } from '../../errors/app-error.ts';
import { FileRefused } from '../../platform/zip-archive.ts';
import { readRows, TooManyRows } from '../../platform/xlsx-reader.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { FileAnswer, ParamsOf, QueryOf, ResponseOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database.ts';
import { QUESTIONS_LIMIT } from '../forms/contract.ts';
import type * as contract from './contract.ts';
import { hasDuplicates } from '../forms/form.ts';
import { readGift, writeGift, type TruthWords } from './gift.ts';
import { draftOf } from '../forms/queries.ts';
import { appendQuestions } from '../forms/service.ts';
import { judged, readSheet, type ReadQuestion } from './sheet.ts';

type Params = ParamsOf<typeof contract.importQuestions>;
type Imported = ResponseOf<typeof contract.importQuestions>;

const TRUTH: Record<Language, TruthWords> = {
  uk: { right: 'Правда', wrong: 'Неправда' },
  en: { right: 'True', wrong: 'False' },
  de: { right: 'Richtig', wrong: 'Falsch' },
};

/**
 * Reads questions from a file, and unless it is a dry run adds those without problems to the end of the draft.
 * Errors: wrong_file_format, import_no_rows, import_too_many_rows, import_no_question_column, too_many_questions on
 * "file"; max_value, draft_changed, not_found.
 */
export async function importQuestions(
  env: Env,
  db: Db,
  scope: Scope,
  params: Params,
  { format, dry_run, revision }: QueryOf<typeof contract.importQuestions>,
  bytes: Uint8Array,
): Promise<Imported> {
  const draft = await draftOf(db, scope, params);
  const read = format === 'xlsx' ? sheetOf(bytes) : giftOf(bytes, TRUTH[draft.language]);
  if (read.length === 0) throw refused('import_no_rows');
  if (read.length > QUESTIONS_LIMIT) throw refused('import_too_many_rows', { max: QUESTIONS_LIMIT });
  const bound = draft.settings.max_score_for_questions;
  const questions = read.map((question) => {
    const one = judged(question, hasDuplicates(question.answers, question.match_case));
    return one.score > bound ? { ...one, problems: [...one.problems, 'wrong_score' as const] } : one;
  });
  const rows = questions.map(({ line, title, answers, problems }) => ({
    line,
    title: title.slice(0, 200),
    answers: answers.length,
    problems: [...new Set(problems)],
  }));
  const sound = questions.filter(({ problems }) => problems.length === 0);
  if (dry_run === 'true' || sound.length === 0) return { rows, questions: [], revision: draft.revision };
  const added = sound.map(({ line: _line, problems: _problems, ...question }) => question);
  return { rows, ...(await appendQuestions(env, db, scope, params, added, revision)) };
}

function sheetOf(bytes: Uint8Array): ReadQuestion[] {
  try {
    const read = readSheet(readRows(bytes, QUESTIONS_LIMIT + 1));
    if (!read) throw refused('import_no_question_column');
    return read;
  } catch (error) {
    if (error instanceof FileRefused) throw refused('wrong_file_format');
    if (error instanceof TooManyRows) throw refused('import_too_many_rows', { max: QUESTIONS_LIMIT });
    throw error;
  }
}

function giftOf(bytes: Uint8Array, words: TruthWords): ReadQuestion[] {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    throw refused('wrong_file_format');
  }
  // Postgres cannot hold it, and no text file does.
  if (text.includes('\u0000')) throw refused('wrong_file_format');
  return readGift(text, words);
}

const refused = (
  code: 'wrong_file_format' | 'import_no_rows' | 'import_too_many_rows' | 'import_no_question_column',
  params = {},
) => new AppError(code, { field: 'file', params });

/** The draft's questions as a file. Errors: not_found. */
export async function exportQuestions(
  db: Db,
  scope: Scope,
  params: ParamsOf<typeof contract.exportQuestions>,
  { format }: QueryOf<typeof contract.exportQuestions>,
): Promise<FileAnswer> {
  const { settings, questions, language } = await draftOf(db, scope, params);
  const name = settings.name.replace(/[\\/:*?"<>|]/g, ' ').trim();
  if (format === 'gift') {
    const bytes = new Uint8Array(new TextEncoder().encode(writeGift(questions)));
    return { name: `${name}.gift`, bytes, type: 'text/plain; charset=utf-8' };
  }
  // The writer is heavy, and few requests need it.
  const { writeQuestions } = await import('./sheet-writer.ts');
  const file = await writeQuestions(questions, language, `${name}.xlsx`);
  return { ...file, type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' };
}

/** A sheet to write questions into, in the caller's language. */
export async function questionsTemplate(db: Db, scope: Scope): Promise<FileAnswer> {
  const [[own]] = await db.run(scope, languageOf({ user_id: scope.user_id }));
  const { writeQuestionsTemplate } = await import('./sheet-writer.ts');
  return writeQuestionsTemplate(own!.language);
}
