import { sql, type SQL } from 'drizzle-orm';
import { AppError } from '../errors/app-error.ts';
import type { Scope } from '../platform/context.ts';
import type { QueryOf, ResponseOf } from '../platform/contract.ts';
import { all, photoOf, statement, type Db } from '../platform/database.ts';
import { alphabetical, listed, matches, pageOf } from '../platform/list.ts';
import type * as contract from './contract.ts';
import { shortened, type FieldChange } from './history.ts';

type Change = ResponseOf<typeof contract.listHistory>['results'][number];
type Entry = ResponseOf<typeof contract.listChangeEntries>['results'][number];
type Filters = QueryOf<typeof contract.listHistory>;

const AUTHOR = sql`
  case when u.id is not null then jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
    'photo', ${photoOf(sql`u.photo_id`)}) end`;

/** An entry by its columns and as `told` tells it. */
const ENTRY = sql`
  jsonb_build_object('id', h.id, 'author', ${AUTHOR}, 'author_type', h.author_type, 'action', h.action,
    'section', h.section, 'created_at', h.created_at) || told(h)`;

const KIND = sql`coalesce(substring(h.batch from '^(clone|library) '),
  case when h.batch is not null and h.action <> 'restore' then 'import' end)`;

/** A change is told by an entry of an object itself, where there is one. */
const TELLING = sql`
  h.relation not in ('companies', 'memberships', 'users', 'study_groups', 'programs', 'courses', 'webinars', 'materials',
    'forms', 'questions'), h.id`;

/** The start of a day of the company's time zone, or an instant as it is; `next`: of the day after. */
const instantOf = (scope: Scope, value: string, next = false) =>
  value.includes('T')
    ? sql`${value}::timestamptz`
    : sql`((${value}::date + ${next ? 1 : 0}::integer)::timestamp at time zone (
        select time_zone from companies where id = ${scope.company_id}))`;

const cut = <T extends { fields: FieldChange[] }>(entry: T): T => ({
  ...entry,
  fields: entry.fields.map(shortened),
});

/**
 * What was done in the company: one row for each change (decisions, "History"). A change is asked for by any of its
 * entries, and told by the first of those.
 */
export async function pageOfHistory(db: Db, scope: Scope, query: Filters) {
  const { action, section, author, created_at_after: after, created_at_before: before } = query;
  const whole = all([
    author !== undefined && sql`h.author_id = ${author}`,
    after !== undefined && sql`h.created_at >= ${instantOf(scope, after)}`,
    before !== undefined &&
      (before.includes('T')
        ? sql`h.created_at <= ${instantOf(scope, before)}`
        : sql`h.created_at < ${instantOf(scope, before, true)}`),
  ]);
  const within = all([
    action && sql`h.action = ${action}`,
    section && sql`h.section = ${section}`,
    matches(query.search, sql`h.object_label`, sql`h.part_label`),
  ]);
  const filtered = action !== undefined || section !== undefined || !!query.search;
  const company = sql`h.company_id = ${scope.company_id}`;
  // Without a filter of entries the heads alone are read, in their index.
  const changes = filtered
    ? sql`select h.change_id, max(h.created_at) as created_at from history h
            where ${company} and ${whole} and ${within} group by h.change_id`
    : sql`select h.change_id, h.created_at from history h where ${company} and h.change_id = h.id and ${whole}`;
  const [rows, [count]] = await changesOf(db, scope, query, changes, within);
  return listed(rows, count!.count, query);
}

/** What was done to a course and to what belongs to it. Errors: not_found. */
export async function pageOfCourseHistory(
  db: Db,
  scope: Scope,
  id: number,
  query: QueryOf<typeof contract.listCourseHistory>,
) {
  const company = scope.company_id;
  const objects = sql`(
    select 'course' as model, ${id}::integer as id
    union all
    select 'material', m.id from materials m where m.company_id = ${company} and m.course_id = ${id}
    union all
    select 'form', f.id from forms f join materials m on m.company_id = f.company_id and m.id = f.material_id
      where m.company_id = ${company} and m.course_id = ${id}
    union all
    select 'question', q.id from questions q
      join forms f on f.company_id = q.company_id and f.id = q.form_id
      join materials m on m.company_id = f.company_id and m.id = f.material_id
      where m.company_id = ${company} and m.course_id = ${id}
  )`;
  const within = all([
    sql`(h.object_model, h.object_id) in ${objects}`,
    query.action && sql`h.action = ${query.action}`,
    query.author !== undefined && sql`h.author_id = ${query.author}`,
    matches(query.search, sql`h.object_label`, sql`h.part_label`),
  ]);
  const changes = sql`select h.change_id, max(h.created_at) as created_at from history h
    where h.company_id = ${company} and ${within} group by h.change_id`;
  const [rows, [count], [course]] = await changesOf(
    db,
    scope,
    query,
    changes,
    within,
    statement(sql`select from courses where company_id = ${company} and id = ${id} and deleted_at is null`),
  );
  if (!course) throw new AppError('not_found');
  return listed(rows, count!.count, query);
}

/** A page of changes, given those that are asked for with their instants, and the entries that may tell one. */
async function changesOf(
  db: Db,
  scope: Scope,
  query: QueryOf<typeof contract.listCourseHistory>,
  changes: SQL,
  within: SQL,
  asked = statement(sql`select`),
) {
  const order = pageOf(query, { created_at: sql`c.created_at` }, '-created_at', sql`c.change_id desc`);
  const [rows, count, found] = await db.run(
    scope,
    statement<{ change: Change }>(sql`
      select ${ENTRY} || jsonb_build_object('more', c.more, 'kind', ${KIND}) as change
        from (
          select p.*, row_number() over () as place, (
              select count(*)::integer - 1 from history e where e.company_id = ${scope.company_id} and e.change_id = p.change_id) as more
            from (select c.* from (${changes}) c ${order}) p
        ) c
        cross join lateral (
          select h.* from history h where h.company_id = ${scope.company_id} and h.change_id = c.change_id and ${within}
            order by ${TELLING} limit 1
        ) h
        left join users u on u.id = h.author_id
        order by c.place`),
    statement<{ count: number }>(sql`select count(*)::integer as count from (${changes}) c`),
    asked,
  );
  return [rows.map(({ change }) => cut(change)), count, found] as const;
}

/** The entries of the change that an entry belongs to. Errors: not_found. */
export async function entriesOfChange(
  db: Db,
  scope: Scope,
  id: number,
  query: QueryOf<typeof contract.listChangeEntries>,
) {
  const from = sql`from history chosen
    join history h on h.company_id = chosen.company_id and h.change_id = chosen.change_id
    left join users u on u.id = h.author_id
    where chosen.company_id = ${scope.company_id} and chosen.id = ${id}`;
  const [rows, [count]] = await db.run(
    scope,
    statement<{ entry: Entry }>(
      sql`select ${ENTRY} as entry ${from} ${pageOf(query, { id: sql`h.id` }, 'id', sql`h.id`)}`,
    ),
    statement<{ count: number }>(sql`select count(*)::integer as count ${from}`),
  );
  if (count!.count === 0) throw new AppError('not_found');
  return listed(
    rows.map(({ entry }) => cut(entry)),
    count!.count,
    query,
  );
}

/** Everybody who ever changed something in the company. */
export async function historyAuthors(db: Db, scope: Scope) {
  const [rows] = await db.run(
    scope,
    // Author by author along the index, not through every entry.
    statement<ResponseOf<typeof contract.listHistoryAuthors>[number]>(sql`
      with recursive authors as (
        (select h.author_id from history h where h.company_id = ${scope.company_id} and h.author_id is not null
           order by h.author_id limit 1)
        union all
        select (select h.author_id from history h where h.company_id = ${scope.company_id} and h.author_id > a.author_id
                  order by h.author_id limit 1)
          from authors a where a.author_id is not null
      )
      select u.id, u.first_name, u.last_name from authors a join users u on u.id = a.author_id
        order by ${alphabetical(sql`u.last_name`)}, ${alphabetical(sql`u.first_name`)}, u.id`),
  );
  return rows;
}
