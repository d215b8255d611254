import { AppError } from '../../errors/app-error.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { relation } from '../../platform/database/functions.ts';
import { listed, paged, searched, windowOf } from '../../platform/database/list.ts';
import type { Given } from '../../platform/database/queries.ts';
import type * as contract from './contract.ts';
import * as call from './functions.ts';
import { shortened, type FieldChange } from './history.ts';

const cut = <T extends { fields: FieldChange[] }>(entry: T): T => ({
  ...entry,
  fields: entry.fields.map(shortened),
});

type CourseQuery = QueryOf<typeof contract.listCourseHistory>;

/** What a list of changes is narrowed by, and which page of it is asked for. */
const asked = (query: CourseQuery) => ({
  wanted: { action: query.action, author: query.author, search: searched(query.search) },
  ascending: query.ordering?.[0] === 'created_at',
  ...windowOf(query),
});

/**
 * What was done in the company: one row for each change (decisions, "History"). A change is asked for by any of its
 * entries, and told by the first of those. At most 10,000 are counted.
 */
export async function pageOfHistory(db: Db, scope: Scope, query: QueryOf<typeof contract.listHistory>) {
  const { section, created_at_after: after, created_at_before: before } = query;
  const { wanted, ...page } = asked(query);
  const [[found]] = await db.run(
    scope,
    call.historyPage({ ...page, wanted: { ...wanted, section, after, before } }),
  );
  return listed(found!.results.map(cut), found!.count, query);
}

/** What was done to a course and to what belongs to it. Errors: not_found. */
export async function pageOfCourseHistory(db: Db, scope: Scope, id: number, query: CourseQuery) {
  const [[found]] = await db.run(scope, call.courseHistoryPage({ course: id, ...asked(query) }));
  if (!found) throw new AppError('not_found');
  return listed(found.results.map(cut), found.count, query);
}

const entries = paged((select, given: Given<{ entry: number }>) => {
  const told = relation(call.entriesOfChange({ entry: given.entry }), 'told');
  return {
    rows: select({ entry: told.entry }).from(told),
    order: { id: told.id },
    by: 'id',
    ties: [told.id],
  };
});

/** The entries of the change that an entry belongs to. Errors: not_found. */
export async function entriesOfChange(
  db: Db,
  scope: Scope,
  id: number,
  query: QueryOf<typeof contract.listChangeEntries>,
) {
  const [rows, [count]] = await db.run(scope, ...entries(query, { entry: id }));
  if (count!.count === 0) throw new AppError('not_found');
  return listed(
    rows.map(({ entry }) => cut(entry)),
    count!.count,
    query,
  );
}

/** Everybody who ever changed something in the company. */
export async function historyAuthors(db: Db, scope: Scope) {
  const [rows] = await db.run(scope, call.historyAuthors({}));
  return rows;
}
