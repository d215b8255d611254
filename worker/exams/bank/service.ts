import { AppError } from '../../errors/app-error.ts';
import type { Scope } from '../../platform/context.ts';
import { TAG_LIMIT, type BodyOf } from '../../platform/contract.ts';
import { remember, type Db } from '../../platform/database/database.ts';
import { distinctTags } from '../../platform/words/tags.ts';
import { questionFault, questionWithDuplicates } from '../forms/form.ts';
import { rowsOf, type GivenQuestion } from '../forms/service.ts';
import type * as contract from './contract.ts';
import * as call from './functions.ts';

type FolderFields = BodyOf<typeof contract.createFolder>;

/** Makes a folder. Errors: not_found on "folder_id", folder_name_taken, folder_too_deep. */
export async function createFolder(db: Db, scope: Scope, { name, parent_id }: FolderFields) {
  const creating = call.saveFolder({ folder: null, name, parent: parent_id });
  const [[id]] = await db.run(scope, remember(scope, creating));
  return { id: id! };
}

/** Names and moves a folder. Errors: as createFolder; folder_within_itself. */
export async function updateFolder(
  db: Db,
  scope: Scope,
  id: number,
  { name, parent_id }: FolderFields,
): Promise<undefined> {
  await db.run(scope, call.saveFolder({ folder: id, name, parent: parent_id }));
}

/** Deletes an empty folder. Errors: not_found, folder_not_empty. */
export async function deleteFolder(db: Db, scope: Scope, id: number): Promise<undefined> {
  await db.run(scope, call.deleteFolder({ folder: id }));
}

/**
 * A question of the bank as a row: whole, since it may be drawn as it stands. Errors: what `questionFault` finds,
 * duplicate_answers.
 */
function rowOf(question: GivenQuestion) {
  const [row] = rowsOf([{ ...question, id: undefined }]);
  if (questionWithDuplicates([question]) !== null)
    throw new AppError('duplicate_answers', { field: 'question.answers' });
  const fault = questionFault(row!);
  if (fault) throw new AppError(fault, { field: 'question' });
  return row!;
}

/** Writes a question into a folder. Errors: as rowOf; not_found on "folder_id". */
export async function createBankQuestion(
  db: Db,
  scope: Scope,
  { folder_id, tags, question }: BodyOf<typeof contract.createBankQuestion>,
) {
  const adding = call.addBankQuestion({
    folder: folder_id,
    tags: distinctTags(tags),
    question: rowOf(question),
  });
  const [[id]] = await db.run(scope, remember(scope, adding));
  return { id: id! };
}

/** Changes a question of the bank. Errors: as rowOf; not_found, own_form, bank_question_changed. */
export async function updateBankQuestion(
  db: Db,
  scope: Scope,
  id: number,
  { version, question }: BodyOf<typeof contract.updateBankQuestion>,
) {
  const [[now]] = await db.run(
    scope,
    call.changeBankQuestion({ question: id, content: rowOf(question), version }),
  );
  return { version: now! };
}

/** Brings a tied question to the latest version, or makes it a copy. Errors: not_found, own_form, draft_changed. */
export async function settleLink(
  db: Db,
  scope: Scope,
  id: number,
  { action, revision }: BodyOf<typeof contract.settleLink>,
): Promise<undefined> {
  await db.run(
    scope,
    call.settleLink({ question: id, detach: action === 'detach', revision: revision ?? null }),
  );
}

/**
 * Moves questions, gives them tags and takes tags from them, puts them away or takes them back. Errors: not_found, own_form;
 * too_many_tags on "add_tags".
 */
export async function placeBankQuestions(
  db: Db,
  scope: Scope,
  {
    question_ids,
    folder_id,
    tags,
    add_tags,
    remove_tags,
    archived,
  }: BodyOf<typeof contract.placeBankQuestions>,
): Promise<undefined> {
  await db.run(
    scope,
    call.placeBankQuestions({
      questions: question_ids,
      folder: folder_id ?? null,
      tags: tags ? distinctTags(tags) : null,
      archived: archived ?? null,
      added: distinctTags(add_tags),
      removed: remove_tags,
      most: TAG_LIMIT,
    }),
  );
}

/** Makes an earlier version the next one. Errors: as rowOf; not_found, own_form, bank_question_changed. */
export async function restoreBankQuestion(
  db: Db,
  scope: Scope,
  id: number,
  { number, version }: BodyOf<typeof contract.restoreBankQuestion>,
) {
  const [[row]] = await db.run(scope, call.bankQuestionOf({ question: id }));
  const kept = row?.versions.find((each) => each.number === number);
  if (!kept) throw new AppError('not_found');
  const content = rowOf(kept.question);
  const [[now]] = await db.run(scope, call.restoreBankVersion({ question: id, number, content, version }));
  return { version: now! };
}
