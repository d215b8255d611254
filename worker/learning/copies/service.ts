import type { Scope } from '../../platform/context.ts';
import type { BodyOf } from '../../platform/contract.ts';
import { remember, type Db } from '../../platform/database/database.ts';
import type * as contract from './contract.ts';
import * as call from './functions.ts';

/**
 * Copies a course of the caller's company: for groups, or as a draft. One round trip whatever its size. Errors: not_found
 * for the course or a group; own_form where the caller takes a form of it.
 */
export async function copyCourse(
  db: Db,
  scope: Scope,
  id: number,
  { group_ids = [] }: BodyOf<typeof contract.copyCourse>,
) {
  const copying = call.copyCourse({ course: id, groups: group_ids });
  const [[created]] = await db.run(scope, remember(scope, copying));
  return { id: created! };
}
