import { languageOf } from '../../identity/accounts/queries.ts';
import { extensionOf } from '../../learning/media/contract.ts';
import { discardFile } from '../../learning/media/service.ts';
import type { Env, Scope } from '../../platform/context.ts';
import {
  TAG_LENGTH,
  TAG_LIMIT,
  type FileAnswer,
  type QueryOf,
  type ResponseOf,
} from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { typeByExtension } from '../../platform/files/file-content.ts';
import type { LeftOut, ReadQuestion } from '../exchange/exchange.ts';
import { questionsAsFile } from '../exchange/service-export.ts';
import { addedFiles, withStoredFiles } from '../exchange/service-files.ts';
import { readQuestions, rowOfImport } from '../exchange/service.ts';
import { questionFault } from '../forms/form.ts';
import { rowsOf } from '../forms/service.ts';
import type * as contract from './contract.ts';
import { FoldersBelow, pathOf } from './bank.ts';
import { BANK_FILE_QUESTIONS, FOLDER_LEVELS, FOLDER_NAME } from './contract.ts';
import * as call from './functions.ts';

/** A question of a file with its place in the bank. */
type Placed = ReadQuestion & { folders: string[]; tags: string[]; left_tags: string[] };
type Row = ResponseOf<typeof contract.importBankQuestions>['rows'][number];

const rowsOfBank = (questions: readonly ReadQuestion[]) =>
  rowsOf(questions.map(({ section: _section, ...question }) => question));

/** Questions as the database takes them, with their folders and tags. */
const rowsToPlace = (questions: readonly Placed[]) =>
  rowsOfBank(questions).map((row, at) => ({
    ...row,
    tags: questions[at]!.tags,
    ...(questions[at]!.folders.length > 0 && { folders: questions[at]!.folders }),
  }));

/** A question where it is to lie: categories are folders within the chosen one, unless all go into that. */
function placed(question: ReadQuestion, below: FoldersBelow | null): Placed {
  const { section, folders = [], tags = [], left_out = [], ...rest } = question;
  const lost: LeftOut[] = [
    // The bank has no sections, and folders no words; what Moodle says of its own category is nobody's.
    ...(section?.title && folders.length === 0 ? (['sections'] as const) : []),
    ...(section?.introduction && folders.length > 0 ? (['introductions'] as const) : []),
    ...(below && folders.length > below.room ? (['levels'] as const) : []),
    ...(below && folders.slice(0, below.room).some((name) => name !== folderName(name))
      ? (['long_folders'] as const)
      : []),
  ];
  const fitting = tags.filter((tag) => tag.length <= TAG_LENGTH).slice(0, TAG_LIMIT);
  return {
    ...rest,
    left_out: [...left_out, ...lost],
    folders: below && rest.problems.length === 0 ? below.at(folders.map(folderName)) : [],
    tags: fitting,
    left_tags: tags.filter((tag) => !fitting.includes(tag)),
  };
}

/** As much of a name as a folder may have; half a sign is none. */
const folderName = (name: string): string =>
  name
    .slice(0, FOLDER_NAME)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();

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
 * pictures, tags and folders; those that are there already, or stand in the file twice, only if `copies` says so. Errors: on "file" as importQuestions;
 * not_found on "folder_id", own_form.
 */
export async function importBankQuestions(
  env: Env,
  db: Db,
  scope: Scope,
  { format, folder, dry_run, one_folder, copies }: QueryOf<typeof contract.importBankQuestions>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<ResponseOf<typeof contract.importBankQuestions>> {
  const [, [own], rows] = await db.run(
    scope,
    call.requireFolder({ folder }),
    languageOf({ user_id: scope.user_id }),
    call.foldersOfBank({}),
  );
  const folders = new Map(rows.map((each) => [each.id, each]));
  const below = new FoldersBelow(rows, folder, FOLDER_LEVELS - pathOf(folders, folder).length);
  const read = await readQuestions(format, bytes, own!.language, BANK_FILE_QUESTIONS, incomplete);
  const questions = read.map((each) => placed(each, one_folder === 'true' ? null : below));
  const sound = questions.filter(({ problems }) => problems.length === 0);
  const asked = copies === 'true' ? sound : sound.filter(({ same_as }) => !same_as);
  const added = dry_run === 'true' ? [] : await take(env, db, scope, folder, asked, copies === 'true');
  const copied = dry_run === 'true' ? await known(db, scope, asked) : added;
  const copyOf = new Map(asked.map(({ line }, at) => [line, copied[at]?.copy_of ?? null]));
  return {
    rows: questions.map((question): Row => {
      const copy = copyOf.get(question.same_as?.line ?? question.line);
      return {
        ...rowOfImport(question),
        folders: question.folders,
        tags: question.problems.length ? [] : question.tags,
        left_tags: question.problems.length ? [] : question.left_tags.map((tag) => tag.slice(0, 200)),
        copy_of: copy ? { ...copy, folders: pathOf(folders, copy.folder_id) } : null,
      };
    }),
    new_folders: below.made,
    added: added.flatMap(({ added: one }) => one ?? []),
  };
}

/** Puts questions into the bank. */
async function take(
  env: Env,
  db: Db,
  scope: Scope,
  folder: number,
  sound: readonly Placed[],
  copies: boolean,
) {
  if (sound.length === 0) return [];
  return withStoredFiles(env, sound, async (files) => {
    const taking = call.takeBankQuestions({ folder, questions: rowsToPlace(sound), files, copies });
    const [[taken]] = await db.run(scope, taking);
    // What was there already brought nothing.
    const unused = files.filter(({ question }) => taken![question - 1]!.added === null);
    await Promise.all(unused.map(({ file: { key } }) => discardFile(env, { key, upload_id: null })));
    return taken!;
  });
}

/** Which of them the bank has already. */
async function known(db: Db, scope: Scope, sound: readonly Placed[]) {
  if (sound.length === 0) return [];
  const files = addedFiles(sound).map(({ said }) => said);
  const [found] = await db.run(scope, call.knownBankQuestions({ questions: rowsToPlace(sound), files }));
  const byPlace = new Map(found.map(({ place, ...copy_of }) => [place, copy_of]));
  return sound.map((_, at) => ({ copy_of: byPlace.get(at + 1) ?? null }));
}

/** A folder of the bank, or all of it, as a file. Errors: not_found, too_many_questions. */
export async function exportBankQuestions(
  env: Env,
  db: Db,
  scope: Scope,
  { format, folder, subfolders }: QueryOf<typeof contract.exportBankQuestions>,
): Promise<FileAnswer> {
  const [[questions], [own], rows] = await db.run(
    scope,
    call.bankQuestionsIn({
      folder: folder ?? null,
      subfolders: subfolders === 'true',
      most: BANK_FILE_QUESTIONS,
    }),
    languageOf({ user_id: scope.user_id }),
    call.foldersOfBank({}),
  );
  const folders = new Map(rows.map((each) => [each.id, each]));
  const name = folders.get(folder ?? 0)?.name ?? NAMES[own!.language];
  // From the one that goes out, so that it comes in again where it lay.
  const above = folder ? pathOf(folders, folder).length - 1 : 0;
  const filed = questions!.map(({ section: _section, folder_id, ...question }) => ({
    ...question,
    folders: pathOf(folders, folder_id).slice(above),
  }));
  return questionsAsFile(env, db, scope, {
    name,
    questions: filed.toSorted((a, b) => comparePaths(a.folders, b.folders)),
    format,
    language: own!.language,
  });
}

const { compare } = new Intl.Collator('uk');

/** A folder stands before those within it. */
function comparePaths(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((name, level) => name !== b[level]);
  return at < 0 ? a.length - b.length : compare(a[at]!, b[at] ?? '');
}

const NAMES = { uk: 'Банк запитань', en: 'Question bank', de: 'Fragenpool' } as const;
