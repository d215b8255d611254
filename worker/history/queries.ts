import { sql, type SQL } from 'drizzle-orm';
import { AppError } from '../errors/app-error.ts';
import type { Scope } from '../platform/context.ts';
import type { QueryOf, ResponseOf } from '../platform/contract.ts';
import { photoOf, statement, type Db } from '../platform/database.ts';
import { listed, matches, pageOf } from '../platform/list.ts';
import type * as contract from './contract.ts';
import { shortened } from './history.ts';

type Entry = ResponseOf<typeof contract.listCourseHistory>['results'][number];

/** Rich text without its marks; only texts of ours, sanitized on write, stand there. */
const plain = (text: SQL): SQL => sql`btrim(regexp_replace(
  replace(replace(replace(replace(replace(regexp_replace(${text}, '<[^>]*>', ' ', 'g'),
    '&nbsp;', ' '), '&quot;', '"'), '&lt;', '<'), '&gt;', '>'), '&amp;', '&'), '\\s+', ' ', 'g'))`;

/** A value of a row as text: references by name, answers by title with the right ones marked. */
const shown = (key: SQL, value: SQL): SQL => sql`nullif(left(case
  when ${value} is null or jsonb_typeof(${value}) = 'null' then ''
  when ${key} = 'photo_id' then ''
  when ${key} = 'group_id' then (select name from study_groups where id = (${value})::text::integer)
  when ${key} = 'category_id' then (select name from course_categories where id = (${value})::text::integer)
  when ${key} = 'media_id' then (select name from media where id = (${value})::text::integer)
  when ${key} in ('user_id', 'unlocked_by') then (
    select btrim(first_name || ' ' || last_name) from users where id = (${value})::text::integer)
  when ${key} = 'answers' then (
    select string_agg(case when (a->>'is_right_answer')::boolean then '✓ ' else '' end || (a->>'title'), '; ' order by n)
      from jsonb_array_elements(${value}) with ordinality t(a, n))
  when jsonb_typeof(${value}) = 'array' then (select string_agg(word, ', ') from jsonb_array_elements_text(${value}) word)
  when ${key} in ('text', 'detailed_description', 'description', 'text_after_success_passing', 'text_after_failure_passing')
    then ${plain(sql`(${value} #>> '{}')`)}
  else ${value} #>> '{}' end, 5000), '')`;

/** What places a row and says nothing to a reader. */
const HIDDEN = sql`array['id', 'company_id', 'course_id', 'material_id', 'form_id', 'created_at', 'deleted_at', 'origin_id', 'cloned_at']`;

/** What was done to a course and to what belongs to it. Errors: not_found. */
export async function pageOfCourseHistory(
  db: Db,
  scope: Scope,
  id: number,
  query: QueryOf<typeof contract.listCourseHistory>,
) {
  const company = scope.company_id;
  const entries = sql`
    objects as materialized (
      select 'course' as model, c.id, c.name as label from courses c where c.company_id = ${company} and c.id = ${id}
      union all
      select 'material', m.id, m.name from materials m where m.company_id = ${company} and m.course_id = ${id}
      union all
      select 'form', f.id, f.name from forms f join materials m on m.company_id = f.company_id and m.id = f.material_id
        where m.company_id = ${company} and m.course_id = ${id}
      union all
      select 'question', q.id, q.title from questions q
        join forms f on f.company_id = q.company_id and f.id = q.form_id
        join materials m on m.company_id = f.company_id and m.id = f.material_id
        where m.company_id = ${company} and m.course_id = ${id}
    ), entries as (
      -- A bulk action is told by what it began with.
      select distinct on (coalesce(h.batch, h.id::text)) h.*, coalesce(nullif(h.object_label, ''), o.label) as label,
             (count(*) over (partition by coalesce(h.batch, h.id::text)))::integer - 1 as more
        from objects o
        join history h on h.company_id = ${company} and h.section = 'courses' and h.object_model = o.model and h.object_id = o.id
        where ${matches(query.search, sql`h.object_label`) ?? sql`true`}
        order by coalesce(h.batch, h.id::text), h.id
    )`;
  const order = pageOf(query, { created_at: sql`h.created_at` }, '-created_at', sql`h.id desc`);
  const [[course], rows, [count]] = await db.run(
    scope,
    statement(sql`select from courses where company_id = ${company} and id = ${id} and deleted_at is null`),
    statement<Entry>(sql`
      with ${entries}
      select h.id, h.author_type, h.action, h.object_model, h.object_id, h.label as object_label, h.more, h.created_at,
             case when u.id is not null then jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
               'photo', ${photoOf(sql`u.photo_id`)}) end as author,
             coalesce((
               select jsonb_agg(jsonb_build_object('field', k.key, 'old', ${shown(sql`k.key`, sql`h.old_object->k.key`)},
                        'new', ${shown(sql`k.key`, sql`h.new_object->k.key`)}) order by k.key)
                 from (select jsonb_object_keys(coalesce(h.old_object, '{}') || coalesce(h.new_object, '{}')) as key) k
                 where k.key <> all (${HIDDEN}) and h.action <> 'create'
                   and coalesce(h.old_object->k.key, 'null') <> coalesce(h.new_object->k.key, 'null')
                   and not (h.action = 'delete' and h.new_object is null)
             ), '[]') as fields
        from (select h.* from entries h ${order}) h
        left join users u on u.id = h.author_id
        order by ${query.ordering?.includes('created_at') ? sql`h.created_at` : sql`h.created_at desc`}, h.id desc`),
    statement<{ count: number }>(sql`with ${entries} select count(*)::integer as count from entries`),
  );
  if (!course) throw new AppError('not_found');
  return listed(
    rows.map((entry) => ({ ...entry, fields: entry.fields.map(shortened) })),
    count!.count,
    query,
  );
}
