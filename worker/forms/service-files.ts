import { sql } from 'drizzle-orm';
import { AppError } from '../errors/app-error.ts';
import { extensionOf } from '../media/contract.ts';
import { beginUpload, completeUpload, takeUpload, type UploadOwner } from '../media/service-uploads.ts';
import type { Env, Scope } from '../platform/context.ts';
import type { BodyOf, ParamsOf, QueryOf } from '../platform/contract.ts';
import { statement, type Db } from '../platform/database.ts';
import type { UploadedFile } from '../platform/serve.ts';
import { PICTURE_EXTENSIONS, QUESTION_EXTENSIONS, QUESTION_FILES } from './contract.ts';
import type * as contract from './contract.ts';
import { shownFile, type DraftRow } from './queries.ts';

type Announced = BodyOf<typeof contract.uploadQuestionFile>;

/** A question as what files are uploaded to. */
export const ownerOf = (id: number): UploadOwner => ({ kind: 'question', id });

const rules = { limit: QUESTION_FILES };

/** Begins the upload of a file of a question. Errors: wrong_file_format, too_many_files on "file"; not_found. */
export async function beginQuestionFile(env: Env, db: Db, scope: Scope, id: number, announced: Announced) {
  refuseOther(announced.kind, announced.name);
  return beginUpload(env, db, scope, ownerOf(id), announced, rules);
}

/** Takes a small file that came with the call itself. Errors: as beginning and completing an upload. */
export async function takeQuestionFile(
  env: Env,
  db: Db,
  scope: Scope,
  id: number,
  { name: chosen, kind = 'attachment' }: QueryOf<typeof contract.uploadQuestionFile>,
  { name: given, bytes }: UploadedFile,
) {
  const name = chosen ?? given;
  if (name === '') throw new AppError('required', { field: 'name' });
  refuseOther(kind, name);
  const taken = await takeUpload(
    env,
    db,
    scope,
    ownerOf(id),
    { name, size: bytes.length, kind },
    bytes,
    rules,
  );
  if (kind === 'inline') await db.run(scope, showInText(id, taken.id));
  return taken;
}

/** Makes an uploaded file part of the draft. Errors: upload_incomplete, wrong_file_format on "file"; not_found. */
export async function completeQuestionFile(
  env: Env,
  db: Db,
  scope: Scope,
  { id, fileId }: ParamsOf<typeof contract.completeQuestionFile>,
  { kind = 'attachment', ...completion }: BodyOf<typeof contract.completeQuestionFile>,
) {
  await completeUpload(env, db, scope, ownerOf(id), fileId, completion);
  const read = statement<Omit<DraftRow['questions'][number]['files'][number], 'kind'>>(
    sql`select id, name, content_type, size::integer as size from media where id = ${fileId}`,
  );
  const rows =
    kind === 'inline'
      ? (await db.run(scope, showInText(id, fileId), read))[1]
      : (await db.run(scope, read))[0];
  return shownFile(env, scope, { ...rows[0]!, kind });
}

const showInText = (question: number, media: number) =>
  statement(sql`select show_in_text(${question}, ${media})`);

/** Errors: wrong_file_format. */
function refuseOther(kind: Announced['kind'], name: string): void {
  const allowed: readonly string[] = kind === 'inline' ? PICTURE_EXTENSIONS : QUESTION_EXTENSIONS;
  if (!allowed.includes(extensionOf(name))) throw new AppError('wrong_file_format', { field: 'file' });
}
