import { eq } from 'drizzle-orm';
import { AppError } from '../../errors/app-error.ts';
import type { UploadOwner } from '../../learning/media/functions.ts';
import { storedFile } from '../../learning/media/queries.ts';
import { completeUpload, receiveUpload, type UploadCall } from '../../learning/media/service-uploads.ts';
import { media } from '../../learning/media/tables.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { BodyOf, ParamsOf, ResponseOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { build, prepared, type Given } from '../../platform/database/queries.ts';
import { handedIn } from '../attempts/queries-files.ts';
import { fileKindOf } from '../questions/contract.ts';
import type * as contract from './contract.ts';

/**
 * Files of one answer that may be there at once: what is replaced stays until the attempt has ended, so that an answer that is
 * still on its way never names what is gone.
 */
const LIMIT = 40;

/** An answer as what files are uploaded to. */
export const ownerOf = ({ id, questionId }: ParamsOf<typeof contract.uploadAnswerFile>): UploadOwner => ({
  kind: 'answer',
  id,
  question_id: questionId,
});

/**
 * Begins the upload of a file of an answer, or takes the one that came.
 * Errors: as receiving an upload; time_is_over; upload_too_large, wrong_file_format by what the question takes.
 */
export const receiveAnswerFile = (
  env: Env,
  db: Db,
  scope: Scope,
  params: ParamsOf<typeof contract.uploadAnswerFile>,
  { body, ...call }: Omit<UploadCall<'answer'>, 'body'> & { body: BodyOf<typeof contract.uploadAnswerFile> },
) =>
  receiveUpload(
    env,
    db,
    scope,
    ownerOf(params),
    { ...call, body: { ...body, kind: 'answer' } },
    'answer',
    (_, name) => {
      const group = fileKindOf(name);
      if (!group) throw new AppError('wrong_file_format', { field: 'file' });
      return { limit: LIMIT, group };
    },
  );

const fileById = prepared((given: Given<{ id: number }>) =>
  build.select(storedFile).from(media).where(eq(media.id, given.id)),
);

/** Makes an uploaded file one that its answer can name. Errors: upload_incomplete, wrong_file_format on "file"; time_is_over, not_found. */
export async function completeAnswerFile(
  env: Env,
  db: Db,
  scope: Scope,
  { fileId, ...params }: ParamsOf<typeof contract.completeAnswerFile>,
  body: BodyOf<typeof contract.completeAnswerFile>,
): Promise<ResponseOf<typeof contract.completeAnswerFile>> {
  await completeUpload(env, db, scope, ownerOf(params), fileId, body);
  const [[file]] = await db.run(scope, fileById({ id: fileId }));
  return handedIn(env, scope, [{ ...file!, question_id: params.questionId }])[0]!;
}
