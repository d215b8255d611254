import { sql, type SQL } from 'drizzle-orm';
import { AppError } from '../../errors/app-error.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf, ResponseOf } from '../../platform/contract.ts';
import { all, photoOf, statement, type Db } from '../../platform/database.ts';
import { alphabetical, listed, matches, pageOf, patternOf } from '../../platform/list.ts';
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

/** Changes that a list counts and leads to; what lies further back is found by its filters. */
const COUNTED = 10_000;

const cut = <T extends { fields: FieldChange[] }>(entry: T): T => ({
  ...entry,
  fields: entry.fields.map(shortened),
});

/**
 * What was done in the company: one row for each change (decisions, "History"). A change is asked for by any of its
 * entries, and told by the first of those. At most 10,000 are counted.
 */
export function pageOfHistory(db: Db, scope: Scope, query: Filters) {
  const { action, section, author, search, created_at_after: after, created_at_before: before } = query;
  const wanted = sql`jsonb_strip_nulls(jsonb_build_object(
    'action', ${action ?? null}::text, 'section', ${section ?? null}::text, 'author', ${author ?? null}::integer,
    'after', ${after === undefined ? sql`null::text` : instantOf(scope, after)},
    ${before?.includes('T') ? 'before' : 'until'}::text, ${before === undefined ? sql`null::text` : instantOf(scope, before, 1)},
    'search', ${search ? patternOf(search) : null}::text))`;
  const limit = Math.max(COUNTED, query.page * query.page_size);
  const ascending = query.ordering?.[0] === 'created_at';
  const within = all([
    action && sql`h.action = ${action}`,
    section && sql`h.section = ${section}`,
    matches(search, sql`(h.object_label || ' ' || h.part_label)`),
  ]);
  return changesOf(
    db,
    scope,
    query,
    sql`select f.*, row_number() over () as place from changes_found(${wanted}, ${ascending}, ${limit}) f`,
    within,
  );
}

/** An instant as it is, or the start of a day of the company's time zone; `days` later where a day is told. */
const instantOf = (scope: Scope, value: string, days = 0) =>
  value.includes('T')
    ? sql`${value}::text`
    : sql`((${value}::date + ${days}::integer)::timestamp at time zone (
        select time_zone from companies where id = ${scope.company_id}))::text`;

/** What was done to a course and to what belongs to it. Errors: not_found. */
export function pageOfCourseHistory(
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
    matches(query.search, sql`(h.object_label || ' ' || h.part_label)`),
  ]);
  const order = query.ordering?.[0] === 'created_at' ? sql`` : sql`desc`;
  return changesOf(
    db,
    scope,
    query,
    sql`select h.change_id, row_number() over (order by max(h.created_at) ${order}, h.change_id ${order}) as place
          from history h where h.company_id = ${company} and ${within} group by h.change_id`,
    within,
    sql`select from courses where company_id = ${company} and id = ${id} and deleted_at is null`,
  );
}

/**
 * A page of changes.
 * @param found those that are asked for, with the place of each
 * @param within what an entry has to be to tell one
 * @param exists of what must be there; not_found otherwise
 */
async function changesOf(
  db: Db,
  scope: Scope,
  query: QueryOf<typeof contract.listCourseHistory>,
  found: SQL,
  within: SQL,
  exists = sql`select`,
) {
  const [[there], [answer]] = await db.run(
    scope,
    statement(exists),
    statement<{ count: number; results: Change[] }>(sql`
      with found as materialized (${found})
      select least((select count(*) from found), ${COUNTED})::integer as count, coalesce((
        select jsonb_agg(${ENTRY} || jsonb_build_object('more', (
              select count(*) - 1 from history e where e.company_id = ${scope.company_id} and e.change_id = c.change_id),
            'kind', ${KIND}) order by c.place)
          from (select change_id, place from found order by place
                  limit ${query.page_size} offset ${(query.page - 1) * query.page_size}) c
          cross join lateral (
            select h.* from history h where h.company_id = ${scope.company_id} and h.change_id = c.change_id and ${within}
              order by ${TELLING} limit 1
          ) h
          left join users u on u.id = h.author_id), '[]') as results`),
  );
  if (!there) throw new AppError('not_found');
  return listed(answer!.results.map(cut), answer!.count, query);
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
