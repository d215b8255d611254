import type { UploadOwner } from '../../learning/media/functions.ts';
import { eq } from 'drizzle-orm';
import { AppError } from '../../errors/app-error.ts';
import { extensionOf } from '../../learning/media/contract.ts';
import {
  completeUpload,
  deleteUploaded,
  receiveUpload,
  type UploadCall,
  type UploadRules,
} from '../../learning/media/service-uploads.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { BodyOf, ParamsOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { media } from '../../learning/media/tables.ts';
import { build, prepared, type Given } from '../../platform/database/queries.ts';
import { PICTURE_EXTENSIONS, QUESTION_EXTENSIONS, QUESTION_FILES } from '../questions/contract.ts';
import type * as contract from './contract.ts';
import { showInText } from './functions.ts';
import { shownFile } from './queries.ts';

type Kind = NonNullable<BodyOf<typeof contract.uploadQuestionFile>['kind']>;

/** A question as what files are uploaded to. */
export const ownerOf = (id: number): UploadOwner => ({ kind: 'question', id });

/**
 * Begins the upload of a file of a question, or takes those that came: each, or none. Errors: as receiving an upload.
 */
export async function receiveQuestionFile(
  env: Env,
  db: Db,
  scope: Scope,
  id: number,
  call: UploadCall<Kind>,
) {
  const given = await call.file?.();
  if (!given) return receiveOne(env, db, scope, id, call);
  const files = [given, ...(given.others ?? [])];
  const query = files.length > 1 ? { ...call.query, name: undefined } : call.query;
  const taken: Awaited<ReturnType<typeof receiveOne>>[] = [];
  try {
    for (const file of files)
      taken.push(await receiveOne(env, db, scope, id, { ...call, query, file: async () => file }));
  } catch (error) {
    for (const file of taken) await deleteUploaded(env, db, scope, ownerOf(id), file.id);
    throw error;
  }
  const [first, ...others] = taken;
  return others.length > 0 ? { ...first!, others: others.map((each) => ({ id: each.id })) } : first!;
}

async function receiveOne(env: Env, db: Db, scope: Scope, id: number, call: UploadCall<Kind>) {
  const received = await receiveUpload(env, db, scope, ownerOf(id), call, 'attachment', rulesFor);
  if (call.file && call.query.kind === 'inline')
    await db.run(scope, showInText({ question: id, media: received.id }));
  return received;
}

const fileById = prepared((given: Given<{ id: number }>) =>
  build
    .select({
      id: media.id,
      name: media.name,
      content_type: media.content_type,
      size: media.size,
      width: media.width,
      height: media.height,
    })
    .from(media)
    .where(eq(media.id, given.id)),
);

/** Makes an uploaded file part of the draft. Errors: upload_incomplete, wrong_file_format on "file"; not_found. */
export async function completeQuestionFile(
  env: Env,
  db: Db,
  scope: Scope,
  { id, fileId }: ParamsOf<typeof contract.completeQuestionFile>,
  { kind = 'attachment', ...completion }: BodyOf<typeof contract.completeQuestionFile>,
) {
  await completeUpload(env, db, scope, ownerOf(id), fileId, completion);
  const read = fileById({ id: fileId });
  const rows =
    kind === 'inline'
      ? (await db.run(scope, showInText({ question: id, media: fileId }), read))[1]
      : (await db.run(scope, read))[0];
  return shownFile(env, scope, { ...rows[0]!, kind });
}

/** What a file of a kind may be. Errors: wrong_file_format. */
function rulesFor(kind: Kind, name: string): UploadRules {
  const allowed: readonly string[] = kind === 'inline' ? PICTURE_EXTENSIONS : QUESTION_EXTENSIONS;
  if (!allowed.includes(extensionOf(name))) throw new AppError('wrong_file_format', { field: 'file' });
  return { limit: QUESTION_FILES };
}
