import { sql } from 'drizzle-orm';
import { AppError } from '../../errors/app-error.ts';
import { extensionOf, FILE_GROUPS, REFUSED_EXTENSIONS } from '../media/contract.ts';
import { shownFile, STORED_FILE, type StoredRow } from '../media/queries.ts';
import {
  completeUpload,
  type Completion,
  type UploadOwner,
  type UploadRules,
} from '../media/service-uploads.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { BodyOf, ParamsOf } from '../../platform/contract.ts';
import { statement, type Db } from '../../platform/database.ts';
import type * as contract from './contract.ts';

type Announced = BodyOf<typeof contract.uploadWebinarFile>;

/** The webinar as what files are uploaded to. */
export const ownerOf = (id: number): UploadOwner => ({ kind: 'webinar', id });

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

/** What a file of a kind may be. Errors: wrong_file_format. */
export function rulesFor(kind: Announced['kind'], name: string): UploadRules {
  const extension = extensionOf(name);
  const among = (extensions: readonly string[]) => extensions.includes(extension);
  const fits =
    kind === 'recording'
      ? among(FILE_GROUPS.video) || among(FILE_GROUPS.audio)
      : extension !== '' && !among(REFUSED_EXTENSIONS);
  if (!fits) throw new AppError('wrong_file_format', { field: 'file' });
  return { limit: 50 };
}
