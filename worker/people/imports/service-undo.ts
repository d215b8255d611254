import { sql } from 'drizzle-orm';
import { assignableTo } from '../../access/contract.ts';
import type { Scope } from '../../platform/context.ts';
import type { ResponseOf } from '../../platform/contract.ts';
import { statement, texts, type Db } from '../../platform/database.ts';
import type * as contract from './contract.ts';

/**
 * Takes an import back in one transaction (decisions, "History": a batch is one). A manager takes back only their own.
 * Errors: not_found for a batch that is none of the caller's imports.
 */
export async function undoImport(db: Db, scope: Scope, batch: string) {
  const assignable = texts(assignableTo(scope.user_type));
  const [[undone]] = await db.run(
    scope,
    statement<ResponseOf<typeof contract.undoImport>>(sql`
      select done.undone, coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'first_name', u.first_name,
               'last_name', u.last_name, 'email', u.email, 'phone', u.phone) order by u.last_name collate "uk-x-icu", u.id)
               from users u where u.id = any (done.kept)), '[]') as kept
        from undo_import(${batch}, ${assignable}) done`),
  );
  return undone!;
}
