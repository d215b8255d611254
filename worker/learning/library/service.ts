import { sql } from 'drizzle-orm';
import type { Scope } from '../../platform/context.ts';
import type { BodyOf } from '../../platform/contract.ts';
import { ids, json, remembered, statement, type Db } from '../../platform/database.ts';
import type * as contract from './contract.ts';

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
  const [[created]] = await db.run(
    scope,
    statement<{ id: number }>(sql`
      with created as (
        select clone_library_course(${id}, ${ids(group_ids)}) as id
      )${remembered(scope)} select id from created`),
  );
  return created!;
}

/** Takes changes of the original over, or notes that the copy is kept. Errors: not_found. */
export async function decideLibraryChanges(
  db: Db,
  scope: Scope,
  id: number,
  { decisions }: BodyOf<typeof contract.decideLibraryChanges>,
): Promise<undefined> {
  await db.run(scope, statement(sql`select take_library_changes(${id}, ${json(decisions)})`));
}
