import { and, eq } from 'drizzle-orm';
import type { Scope } from '../../platform/context.ts';
import type { BodyOf, ParamsOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { build, prepared, required, type Given } from '../../platform/database/queries.ts';
import type * as contract from './contract.ts';
import { keepNote } from './functions.ts';
import { notes } from './tables.ts';

type OneMaterial = ParamsOf<typeof contract.saveNote>;

/** Writes the caller's note on a material. Errors: not_found, blocked_during_tests. */
export async function saveNote(
  db: Db,
  scope: Scope,
  { id, materialId }: OneMaterial,
  { text }: BodyOf<typeof contract.saveNote>,
) {
  const [[kept]] = await db.run(
    scope,
    keepNote({ course: id, material: materialId, kind: 'note', at: 0, text }),
  );
  return { id: kept ?? null };
}

/** Keeps a place of a material for the caller. Errors: as saveNote; too_many_bookmarks. */
export async function addBookmark(
  db: Db,
  scope: Scope,
  { id, materialId }: OneMaterial,
  { kind, at, text }: BodyOf<typeof contract.addBookmark>,
) {
  const [[kept]] = await db.run(scope, keepNote({ course: id, material: materialId, kind, at, text }));
  return { id: kept! };
}

const removeNote = prepared((given: Given<{ company_id: number; user_id: number; id: number }>) =>
  build
    .delete(notes)
    .where(
      and(eq(notes.company_id, given.company_id), eq(notes.user_id, given.user_id), eq(notes.id, given.id)),
    )
    .returning({ id: notes.id }),
);

/** Deletes what the caller noted. Errors: not_found. */
export async function deleteNote(db: Db, scope: Scope, id: number): Promise<undefined> {
  const { company_id, user_id } = scope;
  await db.run(scope, required(removeNote({ company_id, user_id, id })));
}
