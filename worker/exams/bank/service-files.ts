import { languageOf } from '../../identity/accounts/queries.ts';
import { extensionOf } from '../../learning/media/contract.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { FileAnswer, QueryOf, ResponseOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { typeByExtension } from '../../platform/files/file-content.ts';
import type { ReadQuestion } from '../exchange/exchange.ts';
import { questionsAsFile } from '../exchange/service-export.ts';
import { withStoredFiles } from '../exchange/service-files.ts';
import { readQuestions, rowOfImport } from '../exchange/service.ts';
import { questionFault } from '../forms/form.ts';
import { rowsOf } from '../forms/service.ts';
import type * as contract from './contract.ts';
import { BANK_FILE_QUESTIONS } from './contract.ts';
import * as call from './functions.ts';

const rowsOfBank = (questions: readonly ReadQuestion[]) =>
  rowsOf(questions.map(({ section: _section, ...question }) => question));

/** What becomes of a question; the bank has no sections. */
function rowOfBank(question: ReadQuestion): ReturnType<typeof rowOfImport> {
  const { section, ...row } = rowOfImport(question);
  const isLeftOut = section !== undefined && row.problems.length === 0;
  return isLeftOut ? { ...row, left_out: [...row.left_out, 'sections'] } : row;
}

/** What lies in the bank may be drawn as it stands, and so is whole, also with the picture that it asks about. */
function incomplete(question: ReadQuestion): 'incomplete' | 'no_picture' | null {
  if (question.problems.length > 0) return null;
  const [row] = rowsOfBank([question]);
  const files = (question.files ?? []).map(({ name, kind }) => ({
    kind,
    content_type: typeByExtension(extensionOf(name)),
  }));
  const fault = questionFault({ ...row!, files });
  return fault === 'question_without_picture' ? 'no_picture' : fault && 'incomplete';
}

/**
 * Reads questions from a file, and unless it is a dry run puts those without problems into a folder of the bank, with their
 * pictures. Errors: on "file" as importQuestions; not_found on "folder_id", own_form.
 */
export async function importBankQuestions(
  env: Env,
  db: Db,
  scope: Scope,
  { format, folder, dry_run }: QueryOf<typeof contract.importBankQuestions>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<ResponseOf<typeof contract.importBankQuestions>> {
  const [, [own]] = await db.run(
    scope,
    call.requireFolder({ folder }),
    languageOf({ user_id: scope.user_id }),
  );
  const questions = await readQuestions(format, bytes, own!.language, BANK_FILE_QUESTIONS, incomplete);
  const rows = questions.map(rowOfBank);
  const sound = questions.filter(({ problems }) => problems.length === 0);
  if (dry_run === 'true' || sound.length === 0) return { rows, added: [] };
  return withStoredFiles(env, sound, async (files) => {
    const importing = call.importBankQuestions({ folder, questions: rowsOfBank(sound), files });
    const [[added]] = await db.run(scope, importing);
    return { rows, added: added! };
  });
}

/** A folder of the bank, or all of it, as a file. Errors: not_found, too_many_questions. */
export async function exportBankQuestions(
  env: Env,
  db: Db,
  scope: Scope,
  { format, folder, subfolders }: QueryOf<typeof contract.exportBankQuestions>,
): Promise<FileAnswer> {
  const [[questions], [own], folders] = await db.run(
    scope,
    call.bankQuestionsIn({
      folder: folder ?? null,
      subfolders: subfolders === 'true',
      most: BANK_FILE_QUESTIONS,
    }),
    languageOf({ user_id: scope.user_id }),
    call.foldersOfBank({}),
  );
  const name = folders.find(({ id }) => id === folder)?.name ?? NAMES[own!.language];
  return questionsAsFile(env, db, scope, {
    name,
    questions: questions!.map(({ section: _section, ...question }) => question),
    format,
    language: own!.language,
  });
}

const NAMES = { uk: 'Банк запитань', en: 'Question bank', de: 'Fragenpool' } as const;
