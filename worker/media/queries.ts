import { sql } from 'drizzle-orm';
import { AppError } from '../errors/app-error.ts';
import type { Env, Scope } from '../platform/context.ts';
import { statement, type Db } from '../platform/database.ts';

/** A file that the caller may see; another company's answers as a missing one. Errors: not_found. */
export async function mediaOf(env: Env, db: Db, scope: Scope, id: number) {
  const [[found]] = await db.run(
    scope,
    statement<{ key: string; content_type: string }>(
      sql`select key, content_type from media where id = ${id}`,
    ),
  );
  const stored = found && (await env.FILES.get(found.key));
  if (!stored) throw new AppError('not_found');
  return {
    name: '',
    type: found.content_type,
    bytes: new Uint8Array(await stored.arrayBuffer()),
  };
}
