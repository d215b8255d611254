import { assignableTo } from '../../access/contract.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import type * as contract from './contract.ts';
import * as call from './functions.ts';

type Chosen = QueryOf<typeof contract.restoreEntry>;

const chosen = ({ user_type }: Scope, entry: number, { alone, name }: Chosen) => ({
  entry,
  alone: alone === 'true',
  name: name ?? null,
  assignable: assignableTo(user_type),
});

/** What restoring an entry would change; it is tried and taken back, so it tells exactly that. Errors: not_found. */
export async function previewRestore(db: Db, scope: Scope, id: number, query: Chosen) {
  const [[preview]] = await db.run(scope, call.previewRestore(chosen(scope, id, query)));
  return preview!;
}

/**
 * Makes everything as it was before an entry, or before the whole change that it belongs to (decisions, "History").
 * Errors: not_found; *_name_taken on "name", group_required, user_not_manageable, person_fields_locked,
 * licences_exhausted, email_taken, phone_taken, restore_impossible.
 */
export async function restoreEntry(db: Db, scope: Scope, id: number, query: Chosen) {
  const [[restored]] = await db.run(scope, call.restoreEntry(chosen(scope, id, query)));
  return restored!;
}
