import { and, eq, sql, type SQL } from 'drizzle-orm';
import { formsTaken } from '../../exams/attempts/queries-own.ts';
import { AppError } from '../../errors/app-error.ts';
import { companies } from '../../identity/companies/tables.ts';
import type { Scope } from '../../platform/context.ts';
import { statement, texts, type Db, type Statement } from '../../platform/database.ts';
import { build } from '../../platform/queries.ts';
import { ARCHIVED, type ArchivedTable } from './archive.ts';
import { ownArchive, requireConfirmed } from './functions.ts';

/** What a page may hold: rows, and bytes unless one row alone has more. Few tables are read at once. */
const PAGE_ROWS = 4000;
const PAGE_BYTES = 2 * 1024 * 1024;
const AT_ONCE = 3;

type Key = (number | string)[];

interface Page {
  /** JSON Lines; null: no row. */
  lines: string | null;
  last: Key | null;
  /** Rows in these lines, and rows found. */
  count: number;
  found: number;
}

interface Cursor {
  table: ArchivedTable;
  after: Key | null;
}

/** The caller's own archive. Errors: password_confirmation_required. */
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
    const pages = await db.run(scope, ...read.map((cursor) => pageAfter(scope, cursor)));
    const unfinished: Cursor[] = [];
    for (const [at, { table }] of read.entries()) {
      const { lines, last, count, found } = pages[at]![0]!;
      if (lines !== null) yield { table: table.table, lines };
      if (last && (count < found || found === PAGE_ROWS)) unfinished.push({ table, after: last });
    }
    waiting.unshift(...unfinished);
  }
}

function pageAfter(scope: Scope, { table, after }: Cursor): Statement<Page> {
  const { source, company } = sourceOf(table);
  const columns = sql.join(
    table.key.map((column) => sql`t.${sql.identifier(column)}`),
    sql`, `,
  );
  const values =
    after &&
    sql.join(
      after.map((value) => sql`${value}`),
      sql`, `,
    );
  const omitted = texts(['company_id', 'of_company', ...(table.omit ?? [])]);
  return statement<Page>(sql`
    with found as materialized (
      select row_number() over (order by ${columns}) as n, jsonb_build_array(${columns}) as key,
             jsonb_build_object('table', ${table.table}::text, 'row', to_jsonb(t) - ${omitted})::text as line
        from ${source} t
        where ${company} = ${scope.company_id} and ${isOthersKey(scope, table)}${values ? sql` and (${columns}) > (${values})` : sql``}
        order by ${columns} limit ${PAGE_ROWS}
    ), sized as (
      select n, key, line, sum(octet_length(line)) over (order by n) as bytes from found
    )
    select string_agg(line, E'\n' order by n) as lines, (array_agg(key order by n desc))[1] as last,
           count(*)::integer as count, (select count(*)::integer from found) as found
      from sized where bytes <= ${PAGE_BYTES} or n = 1`);
}

/** A row that tells nothing of the key of a test that the caller takes. */
function isOthersKey(scope: Scope, { key_of }: ArchivedTable): SQL {
  const own = formsTaken(scope);
  switch (key_of) {
    case 'form':
      return sql`t.form_id not in ${own}`;
    case 'attempt':
      return sql`t.attempt_id not in (
        select a.id from attempts a where a.company_id = ${scope.company_id} and a.form_id in ${own})`;
    case 'entry':
      return sql`not (t.relation = 'questions' and (coalesce(t.new_object, t.old_object)->'form_id')::integer in ${own})`;
    case undefined:
      return sql`true`;
  }
}

/** People stand in no table of the company: they are read through their memberships. */
function sourceOf({ table }: ArchivedTable): { source: SQL; company: SQL } {
  if (table !== 'users') return { source: sql`${sql.identifier(table)}`, company: sql`t.company_id` };
  return {
    source: sql`(select m.company_id as of_company, u.id, u.email, u.phone, u.first_name, u.last_name, u.middle_name, u.language,
      u.activated_at, u.created_at, u.erased_at from memberships m join users u on u.id = m.user_id)`,
    company: sql`t.of_company`,
  };
}
