import { and, eq, sql } from 'drizzle-orm';
import { AppError } from '../../errors/app-error.ts';
import { companies } from '../../identity/companies/tables.ts';
import type { Scope } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { build } from '../../platform/database/queries.ts';
import { ARCHIVED, type ArchivedTable } from './archive.ts';
import { archivePage, ownArchive, requireConfirmed } from './functions.ts';

/** What a page may hold: rows, and bytes unless one row alone has more. Few tables are read at once. */
const PAGE_ROWS = 4000;
const PAGE_BYTES = 2 * 1024 * 1024;
const AT_ONCE = 3;

interface Cursor {
  table: ArchivedTable;
  after: Record<string, unknown> | null;
}

/** The caller's own archive. Errors: password_confirmation_required, blocked_during_tests. */
export async function ownArchiveOf(db: Db, scope: Scope): Promise<Record<string, unknown>> {
  const [[archive]] = await db.run(scope, ownArchive({}));
  return archive!;
}

/** The company and its people; the beginning of its archive. Errors: password_confirmation_required, not_found. */
export async function headOf(db: Db, scope: Scope, id: number) {
  const [, [row]] = await db.run(
    scope,
    requireConfirmed({}),
    build
      .select({
        company: sql<Record<string, unknown>>`to_jsonb(${companies}) - 'photo_id' - 'blocked_at'`,
      })
      .from(companies)
      .where(and(eq(companies.id, id), eq(companies.id, scope.company_id))),
  );
  if (!row) throw new AppError('not_found');
  return row.company;
}

/**
 * The rows of a company as JSON Lines, each with the name of its table. A page of several tables is one round trip, so
 * that neither the isolate nor the database ever holds more than a few megabytes; each page asks anew whether the caller
 * may.
 */
export async function* archivedLines(db: Db, scope: Scope): AsyncGenerator<{ table: string; lines: string }> {
  const people: ArchivedTable = { table: 'users', about: 'people', key: ['id'] };
  const waiting: Cursor[] = [people, ...ARCHIVED].map((table) => ({ table, after: null }));
  while (waiting.length > 0) {
    const read = waiting.splice(0, AT_ONCE);
    const pages = await db.run(scope, ...read.map((cursor) => pageAfter(cursor)));
    const unfinished: Cursor[] = [];
    for (const [at, { table }] of read.entries()) {
      const { lines, last, count, found } = pages[at]![0]!;
      if (lines !== null) yield { table: table.table, lines };
      if (last && (count < found || found === PAGE_ROWS)) unfinished.push({ table, after: last });
    }
    waiting.unshift(...unfinished);
  }
}

function pageAfter({ table: { table, key, omit = [], key_of }, after }: Cursor) {
  return archivePage({
    table,
    key,
    after,
    omit: ['company_id', ...omit],
    key_of: key_of ?? null,
    rows: PAGE_ROWS,
    bytes: PAGE_BYTES,
  });
}
