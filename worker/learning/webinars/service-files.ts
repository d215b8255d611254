import { eq } from 'drizzle-orm';
import { AppError } from '../../errors/app-error.ts';
import { extensionOf, FILE_GROUPS, REFUSED_EXTENSIONS } from '../media/contract.ts';
import type { UploadOwner } from '../media/functions.ts';
import { shownFile } from '../media/queries.ts';
import { completeUpload, type Completion, type UploadRules } from '../media/service-uploads.ts';
import { media } from '../media/tables.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { BodyOf, ParamsOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { build, prepared, type Given } from '../../platform/database/queries.ts';
import type * as contract from './contract.ts';
import { webinarFile } from './queries.ts';
import { webinar_files } from './tables.ts';

type Announced = BodyOf<typeof contract.uploadWebinarFile>;

/** The webinar as what files are uploaded to. */
export const ownerOf = (id: number): UploadOwner => ({ kind: 'webinar', id });

const fileById = prepared((given: Given<{ id: number }>) =>
  build
    .select(webinarFile)
    .from(webinar_files)
    .innerJoin(media, eq(media.id, webinar_files.media_id))
    .where(eq(webinar_files.media_id, given.id)),
);

/** Makes an uploaded file visible. Errors: upload_incomplete, wrong_file_format on "file"; not_found. */
export async function completeWebinarFile(
  env: Env,
  db: Db,
  scope: Scope,
  { id, fileId }: ParamsOf<typeof contract.completeWebinarFile>,
  completion: Completion,
) {
  await completeUpload(env, db, scope, ownerOf(id), fileId, completion);
  const [[file]] = await db.run(scope, fileById({ id: fileId }));
  return shownFile(env, scope, file!);
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
