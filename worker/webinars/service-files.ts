import { sql } from 'drizzle-orm';
import { AppError } from '../errors/app-error.ts';
import { extensionOf, FILE_GROUPS, REFUSED_EXTENSIONS } from '../media/contract.ts';
import { shownFile, STORED_FILE, type StoredRow } from '../media/queries.ts';
import {
  beginUpload,
  completeUpload,
  takeUpload,
  type Completion,
  type UploadOwner,
} from '../media/service-uploads.ts';
import type { Env, Scope } from '../platform/context.ts';
import type { BodyOf, ParamsOf, QueryOf } from '../platform/contract.ts';
import { statement, type Db } from '../platform/database.ts';
import type { UploadedFile } from '../platform/serve.ts';
import type * as contract from './contract.ts';

const RULES = { limit: 50 };

type Announced = BodyOf<typeof contract.uploadWebinarFile>;

/** The webinar as what files are uploaded to. */
export const ownerOf = (id: number): UploadOwner => ({ kind: 'webinar', id });

/** Begins the upload of a file or recording. Errors: wrong_file_format, too_many_files on "file"; not_found. */
export function beginWebinarFile(env: Env, db: Db, scope: Scope, id: number, announced: Announced) {
  requireFitting(announced);
  return beginUpload(env, db, scope, ownerOf(id), announced, RULES);
}

/** Takes a small file that came with the call itself. Errors: as beginning and completing an upload. */
export function takeWebinarFile(
  env: Env,
  db: Db,
  scope: Scope,
  id: number,
  { name: chosen, kind = 'file' }: QueryOf<typeof contract.uploadWebinarFile>,
  { name: given, bytes }: UploadedFile,
) {
  const name = chosen ?? given;
  if (name === '') throw new AppError('required', { field: 'name' });
  requireFitting({ name, kind });
  return takeUpload(env, db, scope, ownerOf(id), { name, size: bytes.length, kind }, bytes, RULES);
}

/** Makes an uploaded file visible. Errors: upload_incomplete, wrong_file_format on "file"; not_found. */
export async function completeWebinarFile(
  env: Env,
  db: Db,
  scope: Scope,
  { id, fileId }: ParamsOf<typeof contract.completeWebinarFile>,
  completion: Completion,
) {
  await completeUpload(env, db, scope, ownerOf(id), fileId, completion);
  const [[row]] = await db.run(
    scope,
    statement<{ file: StoredRow<Announced['kind']> }>(sql`
      select ${STORED_FILE} as file from webinar_files f join media d on d.id = f.media_id where f.media_id = ${fileId}`),
  );
  return shownFile(env, scope, row!.file);
}

function requireFitting({ name, kind }: Pick<Announced, 'name' | 'kind'>): void {
  const extension = extensionOf(name);
  const among = (extensions: readonly string[]) => extensions.includes(extension);
  const fits =
    kind === 'recording'
      ? among(FILE_GROUPS.video) || among(FILE_GROUPS.audio)
      : extension !== '' && !among(REFUSED_EXTENSIONS);
  if (!fits) throw new AppError('wrong_file_format', { field: 'file' });
}
