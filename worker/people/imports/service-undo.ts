import { sql } from 'drizzle-orm';
import { users } from '../../identity/accounts/tables.ts';
import { assignableTo } from '../../access/contract.ts';
import type { Scope } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { relation } from '../../platform/database/functions.ts';
import { alphabetical } from '../../platform/database/list.ts';
import { build, gathered, prepared, type Given } from '../../platform/database/queries.ts';
import { undoImport as undo } from './functions.ts';

const undoing = prepared((given: Given<{ batch: string; assignable: string[] }>) => {
  const done = relation(undo(given), 'done');
  const left = build
    .select({
      id: users.id,
      first_name: users.first_name,
      last_name: users.last_name,
      email: users.email,
      phone: users.phone,
    })
    .from(users)
    .where(sql`${users.id} = any (${done.kept})`)
    .orderBy(alphabetical(users.last_name), users.id);
  return build.select({ undone: done.undone, kept: gathered(left) }).from(done);
});

/**
 * Takes an import back in one transaction (decisions, "History": a batch is one). A manager takes back only their own.
 * Errors: not_found for a batch that is none of the caller's imports.
 */
export async function undoImport(db: Db, scope: Scope, batch: string) {
  const [[undone]] = await db.run(scope, undoing({ batch, assignable: assignableTo(scope.user_type) }));
  return undone!;
}
