import { sql, type SQL } from 'drizzle-orm';
import { AppError } from '../../errors/app-error.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf, ResponseOf } from '../../platform/contract.ts';
import { all, statement, type Db } from '../../platform/database.ts';
import { alphabetical, listed, matches, pageOf } from '../../platform/list.ts';
import type * as contract from './contract.ts';

type Row = ResponseOf<typeof contract.listLibrary>['results'][number];
type Course = ResponseOf<typeof contract.getLibraryCourse>;
type Changes = ResponseOf<typeof contract.getLibraryChanges>;

/** The columns of a library course `c`; `outline` has its materials. */
const columnsOf = (scope: Scope, outline: SQL): SQL => sql`
  c.id, c.name, c.description, c.theme_color, c.photo, c.tags, c.category, c.created_at,
  coalesce((select jsonb_agg(jsonb_build_object('type', h.type, 'count', h.count) order by h.first) from (
    select o.type, count(*)::integer as count, min(o.position) as first from ${outline} o where o.course_id = c.id group by o.type
  ) h), '[]') as materials,
  coalesce((select jsonb_agg(distinct case o.type when 'exam' then 2 else 1 end) from ${outline} o
    where o.course_id = c.id and o.type in ('practice', 'exam')), '[]') as form_type,
  coalesce((select jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name, 'published', k.published_at is not null) order by k.id)
    from courses k where k.company_id = ${scope.company_id} and k.origin_id = c.id and k.deleted_at is null), '[]') as cloned`;

/** The courses of the library, with what they can be narrowed by. */
export async function pageOfLibrary(db: Db, scope: Scope, query: QueryOf<typeof contract.listLibrary>) {
  const where = all([
    matches(query.search, sql`c.name`, sql`c.description`),
    !!query.category && sql`lower(c.category) = lower(${query.category})`,
    !!query.tag && sql`exists (select from unnest(c.tags) tag where lower(tag) = lower(${query.tag}))`,
  ]);
  const order = (c: SQL) =>
    pageOf(
      query,
      { name: alphabetical(sql`${c}.name`), created_at: sql`${c}.created_at` },
      'name',
      sql`${c}.id`,
    );
  const [rows, [count], [facets]] = await db.run(
    scope,
    statement<Row>(sql`
      with page as materialized (
        select c.*, row_number() over () as place from (
          select * from library_courses() c where ${where} ${order(sql`c`)}) c
      ), held as materialized (
        select * from library_outline(array(select id from page))
      )
      select ${columnsOf(scope, sql`held`)} from page c order by c.place`),
    statement<{ count: number }>(
      sql`select count(*)::integer as count from library_courses() c where ${where}`,
    ),
    statement<{ categories: string[]; tags: string[] }>(sql`
      with c as materialized (select category, tags from library_courses())
      select array(select category from (select distinct category from c where category is not null) named
                     order by ${alphabetical(sql`category`)}) as categories,
             array(select tag from (select distinct on (lower(tag)) tag from c, unnest(c.tags) tag order by lower(tag), tag) named
                     order by ${alphabetical(sql`tag`)}) as tags`),
  );
  return { ...listed(rows, count!.count, query), ...facets! };
}

/** A course of the library; nothing that its tests ask or want to hear. Errors: not_found. */
export async function libraryCourseOf(db: Db, scope: Scope, id: number): Promise<Course> {
  const outline = sql`library_outline(array[${id}::integer])`;
  const [[row], materials] = await db.run(
    scope,
    statement<Omit<Course, 'outline'>>(sql`
      select ${columnsOf(scope, outline)}, c.detailed_description, c.material_access from library_courses(${id}) c`),
    statement<Course['outline'][number]>(
      sql`select id, name, description, type, questions from ${outline} order by position, id`,
    ),
  );
  if (!row) throw new AppError('not_found');
  return { ...row, outline: materials };
}

/** In what the original of a course in reach is newer. Errors: not_found. */
export async function libraryChangesOf(db: Db, scope: Scope, id: number): Promise<Changes> {
  const [[origin], changes] = await db.run(
    scope,
    statement<NonNullable<Changes['origin']>>(sql`select id, name from library_origin(${id})`),
    statement<Changes['changes'][number]>(
      sql`select origin_material_id, material_id, name, type, kind from library_changes(${id})`,
    ),
  );
  return { origin: origin ?? null, changes };
}
