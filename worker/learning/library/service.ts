import type { Scope } from '../../platform/context.ts';
import type { BodyOf } from '../../platform/contract.ts';
import { remember, type Db } from '../../platform/database/database.ts';
import type * as contract from './contract.ts';
import * as call from './functions.ts';

/**
 * Copies a course of the library into the caller's company: for groups, or as a draft. One round trip whatever its size.
 * Errors: not_found for the course or a group.
 */
export async function cloneCourse(
  db: Db,
  scope: Scope,
  id: number,
  { group_ids = [] }: BodyOf<typeof contract.cloneCourse>,
) {
  const cloning = call.cloneLibraryCourse({ course: id, groups: group_ids });
  const [[created]] = await db.run(scope, remember(scope, cloning));
  return { id: created! };
}

/** Takes changes of the original over, or notes that the copy is kept. Errors: not_found. */
export async function decideLibraryChanges(
  db: Db,
  scope: Scope,
  id: number,
  { decisions }: BodyOf<typeof contract.decideLibraryChanges>,
): Promise<undefined> {
  await db.run(scope, call.takeLibraryChanges({ course: id, decisions }));
}
