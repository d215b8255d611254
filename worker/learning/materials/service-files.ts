import { AppError } from '../../errors/app-error.ts';
import { extensionOf, REFUSED_EXTENSIONS } from '../media/contract.ts';
import type { UploadOwner } from '../media/functions.ts';
import { completeUpload, type Completion, type UploadRules } from '../media/service-uploads.ts';
import { shownFile } from '../media/queries.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { BodyOf, ParamsOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { CAPTION_EXTENSIONS, FILES_LIMIT, INLINE_EXTENSIONS, MAIN_EXTENSIONS } from './contract.ts';
import type * as contract from './contract.ts';
import { fileOf } from './queries-files.ts';

type InMaterial = ParamsOf<typeof contract.uploadFile>;
type Kind = NonNullable<BodyOf<typeof contract.uploadFile>['kind']>;

/** The material as what files are uploaded to. */
export const ownerOf = ({ id, materialId }: InMaterial): UploadOwner => ({
  kind: 'material',
  id: materialId,
  course_id: id,
});

/** Makes an uploaded file of a material visible. Errors: upload_incomplete, wrong_file_format on "file"; not_found. */
export async function completeMaterialFile(
  env: Env,
  db: Db,
  scope: Scope,
  params: ParamsOf<typeof contract.completeFile>,
  completion: Completion,
) {
  await completeUpload(env, db, scope, ownerOf(params), params.fileId, completion);
  const [[file]] = await db.run(scope, fileOf({ media_id: params.fileId }));
  return shownFile(env, scope, file!);
}

/** What a file of a kind may be. Errors: wrong_file_format. */
export function rulesFor(kind: Kind, name: string): UploadRules {
  const extension = extensionOf(name);
  const among = (extensions: readonly string[]) => extensions.includes(extension);
  // A package is read at its upload, and has calls of its own.
  const { package: _, ...main } = MAIN_EXTENSIONS;
  const allowed = {
    main: Object.values(main).some(among),
    captions: among(CAPTION_EXTENSIONS),
    inline: among(INLINE_EXTENSIONS),
    attachment: extension !== '' && !among(REFUSED_EXTENSIONS),
  };
  if (!allowed[kind]) throw new AppError('wrong_file_format', { field: 'file' });
  const types = Object.entries(main)
    .filter(([, extensions]) => among(extensions))
    .map(([type]) => type);
  return { limit: FILES_LIMIT, types };
}
