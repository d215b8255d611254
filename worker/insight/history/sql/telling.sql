-- Telling what was changed.

set role osnova_system;

-- What a person's own record tells of them, as the history shows it.
create or replace function own_fields(p_user users) returns jsonb
  language sql
  immutable
  as $$
  select person(p_user.id, p_user.first_name, p_user.last_name) || jsonb_build_object(
    'middle_name', p_user.middle_name, 'email', p_user.email, 'phone', p_user.phone)
$$;
grant execute on function own_fields(users) to public;

-- Rich text without its marks; only texts of ours, sanitized on write, stand there.
create or replace function plain_text(p_html text) returns text
  language sql
  immutable
  as $$
  select btrim(regexp_replace(
    replace(replace(replace(replace(replace(regexp_replace(p_html, '<[^>]*>', ' ', 'g'),
      '&nbsp;', ' '), '&quot;', '"'), '&lt;', '<'), '&gt;', '>'), '&amp;', '&'), '\s+', ' ', 'g'))
$$;
grant execute on function plain_text(text) to public;

-- An answer of a question as text: whether it is right, the gap that it belongs to, what it says and belongs with, how
-- far off it may be, what of the points it gives, where on the picture it is, and what is said of it.
create or replace function told_answer(p_answer jsonb) returns text
  language sql
  immutable
  as $$
  select case when (p_answer->>'is_right_answer')::boolean then '✓ ' else '' end || concat_ws(' ',
    '[[' || (p_answer->>'gap') || ']]', nullif(p_answer->>'title', ''), '→ ' || nullif(p_answer->>'match', ''),
    '± ' || nullif(p_answer->>'tolerance', ''), '(' || (p_answer->>'percent') || U&'\00A0%)',
    (select '(' || string_agg(round(c::numeric * 100, 1)::float8 || U&'\00A0%', ' ' order by n) || ')'
       from jsonb_array_elements_text(p_answer->'area'->'coords') with ordinality t(c, n)),
    '— ' || nullif(p_answer->>'feedback', ''))
$$;
grant execute on function told_answer(jsonb) to public;

-- A list of a row as text, by the words of each of its things: answers, criteria with their levels, sections, and draws
-- with their folder and tags. Null: it is another one.
create or replace function told_list(
  p_company integer,
  p_key text,
  p_value jsonb
) returns text
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select string_agg(case p_key
      when 'answers' then told_answer(e)
      when 'rubric' then (e->>'title') || ': ' || (
        select string_agg(format('%s (%s)', l->>'title', l->>'points'), ', ' order by m)
          from jsonb_array_elements(e->'levels') with ordinality v(l, m))
      when 'sections'
        then concat_ws(': ', coalesce(nullif(e->>'title', ''), '№ ' || n), nullif(e->>'introduction', ''))
      else concat_ws(' ', (e->>'count') || ' ×', (select f.name from bank_folders f
          where f.company_id = p_company and f.id = (e->>'folder_id')::integer),
        (select string_agg('#' || w, ' ') from jsonb_array_elements_text(e->'tags') w), '(' || (e->>'score') || ')')
      end, '; ' order by n)
    from jsonb_array_elements(case when p_key in ('answers', 'rubric', 'sections', 'draws')
      and jsonb_typeof(p_value) = 'array' then p_value end) with ordinality t(e, n)
$$;

-- A row as its fields are told: of a question what stands together in one field, each by itself.
create or replace function told_fields(
  p_relation text,
  p_row jsonb
) returns jsonb
  language sql
  immutable
  as $$
  select case when p_relation = 'questions' then p_row - array['work', 'marking', 'hotspot']
      || coalesce(p_row->'work', '{}') || coalesce(p_row->'hotspot', '{}') || jsonb_build_object('marking_note',
        p_row->'marking'->'note', 'rubric', p_row->'marking'->'rubric')
    else p_row end
$$;
grant execute on function told_fields(text, jsonb) to public;

-- A value of a row as text: references by name, answers by title with the right ones marked. Null: nothing to show.
create or replace function told_value(
  p_company integer,
  p_key text,
  p_value jsonb
) returns text
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select nullif(left(case
    when p_value is null or jsonb_typeof(p_value) = 'null' or p_key = 'photo_id' then ''
    when p_key = 'group_id' then object_label(p_company, 'group', p_value::integer)
    when p_key = 'webinar_id' then object_label(p_company, 'webinar', p_value::integer)
    when p_key = 'category_id'
      then (select name from course_categories where company_id = p_company and id = p_value::integer)
    when p_key = 'stage_id' then (select coalesce(nullif(name, ''), position::text) from chronology_stages
                                    where company_id = p_company and id = p_value::integer)
    when p_key = 'folder_id'
      then (select name from bank_folders where company_id = p_company and id = p_value::integer)
    when p_key in ('user_id', 'unlocked_by', 'undone_by', 'host_id', 'owner_id')
      then object_label(p_company, 'membership', p_value::integer)
    when p_key in ('answers', 'rubric', 'sections', 'draws') then told_list(p_company, p_key, p_value)
    when jsonb_typeof(p_value) = 'array'
      then (select string_agg(word, ', ') from jsonb_array_elements_text(p_value) word)
    when p_key in ('text', 'detailed_description', 'description', 'text_after_success_passing',
      'text_after_failure_passing')
      then plain_text(p_value #>> '{}')
    else p_value #>> '{}' end, 5000), '')
$$;

-- Whether a test of the caller asks or may draw a question.
create or replace function is_own_question(p_row jsonb) returns boolean
  language sql
  stable
  as $$
  select case when p_row->>'form_id' is null then (p_row->'id')::integer in (select bank_questions_taken())
    else takes_form((p_row->'form_id')::integer) end
$$;

-- What of a question tells its key: nobody reads it who takes the form.
create or replace function key_fields() returns text[]
  language sql
  immutable
  as $$
  select array['answers', 'feedback', 'marking', 'marking_note', 'rubric']
$$;

-- A row as it was recorded, without the key of a form that the reader takes.
create or replace function recorded_object(
  p_relation text,
  p_row jsonb
) returns jsonb
  language sql
  stable
  as $$
  select case when p_relation = 'questions' and is_own_question(p_row) then p_row - key_fields()
    else p_row end
$$;

-- An entry as it is told: its object, what of it, the fields that differ, and the row before and after.
create or replace function told(p_entry history) returns jsonb
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select jsonb_build_object(
    'object_model', p_entry.object_model, 'object_id', p_entry.object_id,
    'object_label', coalesce(nullif(p_entry.object_label, ''),
      object_label(p_entry.company_id, p_entry.object_model, p_entry.object_id), ''),
    'deleted', object_deleted(p_entry.company_id, p_entry.object_model, p_entry.object_id),
    'place', (select to_jsonb(place)
      from object_place(p_entry.company_id, p_entry.object_model, p_entry.object_id) place),
    'part', (select jsonb_build_object('kind', p.kind,
        'label', case p.kind when 'version' then row_of->>'number'
          else coalesce(nullif(p_entry.part_label, ''), p.label) end,
        'role', case when p.kind = 'person' then row_of->>'role' end,
        'effect', case
          when p_entry.old_object is null or p_entry.relation = 'question_files'
            and p_entry.new_object->>'removed_at' is null then 'added'
          when p_entry.new_object is null or p_entry.relation = 'question_files' then 'removed'
          else 'changed' end)
      from coalesce(p_entry.new_object, p_entry.old_object) row_of,
        part_of(p_entry.company_id, p_entry.relation, row_of) p),
    'fields', case when p_entry.old_object is null or p_entry.new_object is null or p_entry.relation = 'question_files'
      then '[]' else coalesce((
      select jsonb_agg(jsonb_build_object('field', k.key,
        'old', told_value(p_entry.company_id, k.key, o.old->k.key),
               'new', told_value(p_entry.company_id, k.key, o.new->k.key)) order by k.key)
        from (select told_fields(p_entry.relation, p_entry.old_object) as old,
                     told_fields(p_entry.relation, p_entry.new_object) as new) o
        cross join lateral jsonb_object_keys(o.old || o.new) k(key)
        -- What places a row says nothing to a reader.
        where k.key <> all (array['id', 'company_id', 'course_id', 'material_id', 'form_id', 'created_at', 'deleted_at',
          'origin_id', 'cloned_at', 'uid', 'bank_question_id'])
          and not (k.key = any (key_fields()) and p_entry.relation = 'questions'
                   and is_own_question(coalesce(p_entry.new_object, p_entry.old_object)))
          and coalesce(o.old->k.key, 'null') <> coalesce(o.new->k.key, 'null')
      ), '[]') end)
    || jsonb_build_object('old_object', recorded_object(p_entry.relation, p_entry.old_object),
      'new_object', recorded_object(p_entry.relation, p_entry.new_object))
    where app_company() = p_entry.company_id
$$;
grant execute on function told(history) to osnova_worker;

-- Whether the caller is always refused to take an entry back: what has a way back of its own, the founding of the
-- company and what of it its owner or the vendor alone decides, an invitation that somebody took, and what only a
-- person changes of themselves.
create or replace function is_lasting(p_entry history) returns boolean
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select case
    when app_company() <> p_entry.company_id then true
    when p_entry.relation = 'users' then not coalesce((
      select u.erased_at is null and may_put_person_back(u, p_entry.old_object)
        from users u where u.id = p_entry.object_id), false)
    when p_entry.relation = 'companies' then p_entry.old_object is null
      or recorded_part('companies', p_entry.old_object) = recorded_part('companies', p_entry.new_object)
    when p_entry.relation = 'memberships' then p_entry.action = 'update'
      and p_entry.old_object->>'accepted_at' is null and p_entry.new_object->>'accepted_at' is not null
    else has_own_way_back(p_entry.relation, coalesce(p_entry.new_object, p_entry.old_object)) end
$$;
grant execute on function is_lasting(history) to osnova_worker;

-- Which entries of the company entered are asked for, as a condition on `history h`. p_wanted: action, section, author,
-- after, until, search (patterns). The words are looked for in names as they were then.
create or replace function entries_where(p_wanted jsonb) returns text
  language sql
  stable
  as $$
  select 'h.company_id = ' || app_company() || coalesce(string_agg(format(case w.key
      when 'action' then ' and h.action = %L' when 'section' then ' and h.section = %L'
      when 'author' then ' and h.author_id = %L'
      when 'after' then ' and h.created_at >= %L' when 'until' then ' and h.created_at < %L'
      when 'search' then ' and (h.object_label || '' '' || h.part_label) ' || each.operator || ' %L'
      end, each.pattern), ''), '')
    from jsonb_each_text(p_wanted) w
    -- Each word by itself: of a list of them no index is asked.
    cross join lateral (
      select operator, pattern from word_tests(w.value) where w.key = 'search'
      union all
      select null, w.value where w.key <> 'search') each
$$;

-- A page of the changes of the company entered that have an entry as asked for, and how many there are, p_counted at
-- most. Where nothing but a time is asked for, a change is its first entry, and those have an index of their own, along
-- which a page far back is counted to. Planned anew each time, since rare words are found by their index and frequent
-- ones along the order.
create or replace function changes_on_page(
  p_wanted jsonb,
  p_ascending boolean,
  p_limit integer,
  p_offset integer,
  p_counted integer,
  out count integer,
  out changes integer[]
)
  language plpgsql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_order text := replace('h.created_at %1$s, h.change_id %1$s', '%1$s', case when p_ascending then 'asc'
    else 'desc' end);
begin
  if p_wanted ?| array['action', 'section', 'author', 'search'] then
    execute format('with found as materialized (
        select distinct on (h.created_at, h.change_id) h.change_id, h.created_at from history h where %1$s
          order by %2$s limit %3$s)
      select (select count(*) from (select from found limit %4$s) c),
             array(select h.change_id from found h order by %2$s limit %5$s offset %6$s)',
      entries_where(p_wanted), v_order, greatest(p_counted, p_offset + p_limit), p_counted, p_limit, p_offset)
      into count, changes;
  else
    execute format('select (select count(*) from (
          select from history h where %1$s and h.id = h.change_id order by %2$s limit %3$s) c),
        array(select h.change_id from history h where %1$s and h.id = h.change_id
          order by %2$s limit %4$s offset %5$s)',
      entries_where(p_wanted), v_order, p_counted, p_limit, p_offset)
      into count, changes;
  end if;
end $$;
grant
  execute
  on
    function changes_on_page(jsonb, boolean, integer, integer, integer)
  to
  osnova_worker;

reset role;

-- An instant, of which answers tell the millisecond, or the start of a day of the company; or what comes `p_after` it.
create or replace function instant_or_day(
  p_value text,
  p_after integer
) returns timestamptz
  language sql
  stable
  as $$
  select case when p_value like '%T%'
                then date_trunc('milliseconds', p_value::timestamptz) + p_after * interval '1 millisecond'
              else start_of_day(p_value::date + p_after) end
$$;

-- An entry by its columns, with its author and as `told` tells it.
create or replace function told_entry(p_entry history) returns jsonb
  language sql
  stable
  as $$
  select jsonb_build_object('id', p_entry.id, 'author', (
             select person(u.id, u.first_name, u.last_name)
                    || jsonb_build_object('photo', '/api/v1/media/' || u.photo_id)
               from users u where u.id = p_entry.author_id),
           'author_type', p_entry.author_type, 'action', p_entry.action, 'section', p_entry.section,
           'created_at', p_entry.created_at, 'lasting', is_lasting(p_entry)) || told(p_entry)
$$;

-- Whether an entry is asked for (`p_wanted`: action, section, author, search).
create or replace function is_wanted(
  p_entry history,
  p_wanted jsonb
) returns boolean
  language sql
  immutable
  as $$
  select coalesce(p_entry.action = p_wanted->>'action', not p_wanted ? 'action')
    and coalesce(p_entry.section = p_wanted->>'section', not p_wanted ? 'section')
    and coalesce(p_entry.author_id = (p_wanted->>'author')::integer, not p_wanted ? 'author')
    and not exists (
      select from word_tests(p_wanted->>'search') t
        where not case t.operator
          when '~*' then (p_entry.object_label || ' ' || p_entry.part_label) ~* t.pattern
          else (p_entry.object_label || ' ' || p_entry.part_label) ilike t.pattern end)
$$;

-- A course and what belongs to it, as history names them.
create or replace function course_objects(
  p_course integer
) returns table (model text, id integer)
  language sql
  stable
  as $$
  select 'course', p_course
  union all
  select 'material', m.id from materials m where m.company_id = app_company() and m.course_id = p_course
  union all
  select 'form', f.id from forms f join materials m on m.company_id = f.company_id and m.id = f.material_id
    where m.company_id = app_company() and m.course_id = p_course
  union all
  select 'question', q.id from questions q
    join forms f on f.company_id = q.company_id and f.id = q.form_id
    join materials m on m.company_id = f.company_id and m.id = f.material_id
    where m.company_id = app_company() and m.course_id = p_course
$$;

-- When an import was taken back; null: it was not, or is none. The entries of that are found by what they are about.
create or replace function import_undone_at(p_entry history) returns timestamptz
  language sql
  stable
  set plan_cache_mode = force_generic_plan
  as $$
  select taken.created_at from (
      select distinct h.object_model, h.object_id from history h
        where batch_kind(p_entry.batch) = 'import' and h.company_id = p_entry.company_id
          and h.change_id = p_entry.change_id
        -- A group has the entries of all who are in it.
        order by h.object_model desc, h.object_id) about
    cross join lateral (
      select u.created_at from history u
        where u.company_id = p_entry.company_id and u.object_model = about.object_model
          and u.object_id = about.object_id and u.batch = 'undo ' || p_entry.batch limit 1) taken
    limit 1
$$;

-- Changes in this order, each told by the first of its entries that is asked for (of the objects of a course, where one
-- is told), by an entry of an object itself where there is one, else by what came or went: what else moved makes room
-- for it. A dispatch is more than the group that it makes.
create or replace function told_changes(
  p_changes integer[],
  p_wanted jsonb,
  p_course integer
) returns jsonb
  language sql
  stable
  as $$
  select coalesce(jsonb_agg(told_entry(h.entry) || jsonb_build_object(
           'more', (select count(*) - 1 from history e where e.company_id = app_company() and e.change_id = c.id),
           'kind', batch_kind((h.entry).batch), 'undone_at', import_undone_at(h.entry)) order by c.place), '[]')
    from unnest(p_changes) with ordinality c(id, place)
    cross join lateral (
      select e as entry from history e
        where e.company_id = app_company() and e.change_id = c.id and is_wanted(e, p_wanted)
          and (p_course is null
            or (e.object_model, e.object_id) in (select o.model, o.id from course_objects(p_course) o))
        order by e.relation <> 'dispatches', case
          when e.relation in ('companies', 'memberships', 'users', 'study_groups', 'programs', 'courses', 'webinars',
            'materials', 'forms', 'questions') then 0
          when e.old_object is null or e.new_object is null then 1
          else 2 end, e.id limit 1) h
$$;

-- Changes that a list counts and leads to; what lies further back is found by its filters.
create or replace function changes_counted() returns integer
  language sql
  immutable
  as 'select 10000';

-- A page of the company's changes, and how many there are. `p_wanted`: action, section, author, search (patterns),
-- after and before (instants, or days of the company, the last one included).
create or replace function history_page(
  p_wanted jsonb,
  p_ascending boolean,
  p_limit integer,
  p_offset integer
) returns table (count integer, results jsonb)
  language sql
  stable
  rows 1
  as $$
  select f.count, told_changes(f.changes, p_wanted - 'author', null)
    from changes_on_page(jsonb_strip_nulls(p_wanted - 'before' || jsonb_build_object(
           'after', instant_or_day(p_wanted->>'after', 0),
           'until', instant_or_day(p_wanted->>'before', 1))),
         p_ascending, p_limit, p_offset, changes_counted()) f
$$;

-- A page of the changes of a course and of what belongs to it, and how many there are; no row for one that is not
-- there.
create or replace function course_history_page(
  p_course integer,
  p_wanted jsonb,
  p_ascending boolean,
  p_limit integer,
  p_offset integer
) returns table (count integer, results jsonb)
  language sql
  stable
  rows 1
  as $$
  with found as materialized (
    select h.change_id, max(h.created_at) as at from history h
      where h.company_id = app_company() and is_wanted(h, p_wanted)
        and (h.object_model, h.object_id) in (select o.model, o.id from course_objects(p_course) o)
      group by h.change_id
  )
  select least((select count(*) from found), changes_counted())::integer,
         told_changes(array(
           select change_id from found
             order by case when p_ascending then at end, case when p_ascending then change_id end, at desc,
               change_id desc
             limit p_limit offset p_offset), p_wanted, p_course)
    from courses c where c.company_id = app_company() and c.id = p_course and c.deleted_at is null
$$;

-- The entries of the change that an entry belongs to.
create or replace function entries_of_change(
  p_entry integer
) returns table (id integer, entry jsonb)
  language sql
  stable
  as $$
  select h.id, told_entry(h) from history chosen
    join history h on h.company_id = chosen.company_id and h.change_id = chosen.change_id
    where chosen.company_id = app_company() and chosen.id = p_entry
$$;

-- Everybody who ever changed something in the company: author by author along the index, not through every entry.
create or replace function history_authors() returns table (
  id integer,
  first_name text,
  last_name text
)
  language sql
  stable
  as $$
  with recursive authors as (
    (select h.author_id from history h where h.company_id = app_company() and h.author_id is not null
       order by h.author_id limit 1)
    union all
    select (select h.author_id from history h where h.company_id = app_company() and h.author_id > a.author_id
              order by h.author_id limit 1)
      from authors a where a.author_id is not null
  )
  select u.id, u.first_name, u.last_name from authors a join users u on u.id = a.author_id
    order by u.last_name collate "uk-x-icu", u.first_name collate "uk-x-icu", u.id
$$;
