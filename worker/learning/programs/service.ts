import { AppError } from '../../errors/app-error.ts';
import { replacePhoto, storePicture, type Photo } from '../media/service.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { BodyOf } from '../../platform/contract.ts';
import { remember, type Db } from '../../platform/database/database.ts';
import { sanitize } from '../../platform/words/rich-text.ts';
import { distinctTags } from '../../platform/words/tags.ts';
import type * as contract from './contract.ts';
import * as call from './functions.ts';

/**
 * Creates an educational program. Errors: program_name_taken; not_found for courses and groups out of reach;
 * group_required where a manager gives it to no group, since they would lose sight of it.
 */
export async function createProgram(db: Db, scope: Scope, body: BodyOf<typeof contract.createProgram>) {
  if (scope.reach !== 'company' && !body.group_ids?.length)
    throw new AppError('group_required', { field: 'group_ids' });
  const saving = call.saveProgram({ program: null, fields: fieldsOf(body) });
  const [[id]] = await db.run(scope, remember(scope, saving));
  return { id: id! };
}

/** Changes a program in reach; a list that is given replaces the one before. Errors: not_found, program_name_taken, program_changed. */
export async function updateProgram(
  db: Db,
  scope: Scope,
  id: number,
  body: BodyOf<typeof contract.updateProgram>,
): Promise<undefined> {
  await db.run(scope, call.saveProgram({ program: id, fields: fieldsOf(body) }));
}

function fieldsOf<B extends BodyOf<typeof contract.updateProgram>>(body: B): B {
  const { detailed_description, tags } = body;
  return {
    ...body,
    ...(detailed_description !== undefined && { detailed_description: sanitize(detailed_description) }),
    ...(tags && { tags: distinctTags(tags) }),
  };
}

/** Hides a program. Errors: not_found. */
export async function deleteProgram(db: Db, scope: Scope, id: number): Promise<undefined> {
  await db.run(scope, call.deleteProgram({ program: id }));
}

/** Sets the picture of a program. Errors: file_too_large, wrong_file_format on "photo"; not_found. */
export async function uploadProgramPhoto(
  env: Env,
  db: Db,
  scope: Scope,
  id: number,
  upload: () => Promise<Photo>,
) {
  const stored = await storePicture(env, await upload());
  return replacePhoto(env, db, scope, stored, (photo) => call.setProgramPhoto({ program: id, photo }));
}

/** Removes the picture of a program. Errors: not_found. */
export async function removeProgramPhoto(env: Env, db: Db, scope: Scope, id: number): Promise<undefined> {
  await replacePhoto(env, db, scope, null, (photo) => call.setProgramPhoto({ program: id, photo }));
}
