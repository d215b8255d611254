import { sql } from 'drizzle-orm';
import { assignableTo } from '../../access/contract.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf, ResponseOf } from '../../platform/contract.ts';
import { statement, texts, type Db } from '../../platform/database.ts';
import type * as contract from './contract.ts';

type Chosen = QueryOf<typeof contract.restoreEntry>;

const chosen = (scope: Scope, id: number, { alone, name }: Chosen) =>
  sql`${id}, ${alone === 'true'}, ${name ?? null}, ${texts(assignableTo(scope.user_type))}`;

/** What restoring an entry would change; it is tried and taken back, so it tells exactly that. Errors: not_found. */
export async function previewRestore(db: Db, scope: Scope, id: number, query: Chosen) {
  const [[found]] = await db.run(
    scope,
    statement<{ preview: ResponseOf<typeof contract.previewRestore> }>(
      sql`select preview_restore(${chosen(scope, id, query)}) as preview`,
    ),
  );
  return found!.preview;
}

/**
 * Makes everything as it was before an entry, or before the whole change that it belongs to (decisions, "History").
 * Errors: not_found; *_name_taken on "name", group_required, user_not_manageable, person_fields_locked,
 * licences_exhausted, email_taken, phone_taken, restore_impossible.
 */
export async function restoreEntry(db: Db, scope: Scope, id: number, query: Chosen) {
  const [[restored]] = await db.run(
    scope,
    statement<ResponseOf<typeof contract.restoreEntry>>(
      sql`select entry_id, count from restore_entry(${chosen(scope, id, query)})`,
    ),
  );
  return restored!;
}
