-- Telling what was changed.

set role osnova_system;

create or replace function own_fields(p_user users) returns jsonb language sql immutable as $$
  select jsonb_build_object('id', p_user.id, 'first_name', p_user.first_name, 'last_name', p_user.last_name,
    'middle_name', p_user.middle_name, 'email', p_user.email, 'phone', p_user.phone)
$$;
grant execute on function own_fields(users) to public;

-- Rich text without its marks; only texts of ours, sanitized on write, stand there.
create or replace function plain_text(p_html text) returns text language sql immutable as $$
  select btrim(regexp_replace(
    replace(replace(replace(replace(replace(regexp_replace(p_html, '<[^>]*>', ' ', 'g'),
      '&nbsp;', ' '), '&quot;', '"'), '&lt;', '<'), '&gt;', '>'), '&amp;', '&'), '\s+', ' ', 'g'))
$$;
grant execute on function plain_text(text) to public;

-- A value of a row as text: references by name, answers by title with the right ones marked. Null: nothing to show.
create or replace function told_value(p_company integer, p_key text, p_value jsonb) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
  select nullif(left(case
    when p_value is null or jsonb_typeof(p_value) = 'null' or p_key = 'photo_id' then ''
    when p_key = 'group_id' then object_label(p_company, 'group', p_value::integer)
    when p_key = 'webinar_id' then object_label(p_company, 'webinar', p_value::integer)
    when p_key = 'category_id'
      then (select name from course_categories where company_id = p_company and id = p_value::integer)
    when p_key = 'stage_id' then (select coalesce(nullif(name, ''), position::text) from chronology_stages
                                    where company_id = p_company and id = p_value::integer)
    when p_key in ('user_id', 'unlocked_by', 'host_id', 'owner_id')
      then object_label(p_company, 'membership', p_value::integer)
    when p_key = 'answers' then (
      select string_agg(case when (a->>'is_right_answer')::boolean then '✓ ' else '' end || (a->>'title'), '; '
        order by n)
        from jsonb_array_elements(p_value) with ordinality t(a, n))
    when jsonb_typeof(p_value) = 'array'
      then (select string_agg(word, ', ') from jsonb_array_elements_text(p_value) word)
    when p_key in ('text', 'detailed_description', 'description', 'text_after_success_passing',
      'text_after_failure_passing')
      then plain_text(p_value #>> '{}')
    else p_value #>> '{}' end, 5000), '')
$$;

-- A row as it was recorded; answers hold the key of their form, which nobody reads who takes it.
create or replace function recorded_object(p_relation text, p_row jsonb) returns jsonb language sql stable as $$
  select case when p_relation = 'questions' and takes_form((p_row->'form_id')::integer) then p_row - 'answers'
    else p_row end
$$;

-- An entry as it is told: its object, what of it, the fields that differ, and the row before and after.
create or replace function told(p_entry history) returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_build_object(
    'object_model', p_entry.object_model, 'object_id', p_entry.object_id,
    'object_label', coalesce(nullif(p_entry.object_label, ''),
      object_label(p_entry.company_id, p_entry.object_model, p_entry.object_id), ''),
    'deleted', object_deleted(p_entry.company_id, p_entry.object_model, p_entry.object_id),
    'place', (select to_jsonb(place)
      from object_place(p_entry.company_id, p_entry.object_model, p_entry.object_id) place),
    'part', (select jsonb_build_object('kind', p.kind, 'label', coalesce(nullif(p_entry.part_label, ''), p.label),
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
        'old', told_value(p_entry.company_id, k.key, p_entry.old_object->k.key),
               'new', told_value(p_entry.company_id, k.key, p_entry.new_object->k.key)) order by k.key)
        from (select jsonb_object_keys(p_entry.old_object || p_entry.new_object) as key) k
        -- What places a row says nothing to a reader.
        where k.key <> all (array['id', 'company_id', 'course_id', 'material_id', 'form_id', 'created_at', 'deleted_at',
          'origin_id',
                                  'cloned_at', 'uid'])
          and not (k.key = 'answers' and p_entry.relation = 'questions'
                   and takes_form((coalesce(p_entry.new_object, p_entry.old_object)->'form_id')::integer))
          and coalesce(p_entry.old_object->k.key, 'null') <> coalesce(p_entry.new_object->k.key, 'null')
      ), '[]') end)
    || jsonb_build_object('old_object', recorded_object(p_entry.relation, p_entry.old_object),
      'new_object', recorded_object(p_entry.relation, p_entry.new_object))
    where app_company() = p_entry.company_id
$$;
grant execute on function told(history) to osnova_worker;

-- The changes of the company entered that have an entry as asked for, in their order, p_limit at most. p_wanted:
-- action, section, author, after, before (inclusive), until, search (a pattern). The words are looked for in names as
-- they were then. Planned anew each time, since rare words are found by their index and frequent ones along the order.
create or replace function changes_found(p_wanted jsonb, p_ascending boolean, p_limit integer)
  returns table (change_id integer, created_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query execute 'select distinct on (h.created_at, h.change_id) h.change_id, h.created_at '
    'from history h where h.company_id = '
    || app_company()
    || (select coalesce(string_agg(format(case w.key
          when 'action' then ' and h.action = %L' when 'section' then ' and h.section = %L' when 'author'
            then ' and h.author_id = %L'
          when 'after' then ' and h.created_at >= %L' when 'before' then ' and h.created_at <= %L' when 'until'
            then ' and h.created_at < %L'
          when 'search' then ' and (h.object_label || '' '' || h.part_label) ilike %L' end, w.value), ''), '')
        from jsonb_each_text(p_wanted) w)
    || format(' order by h.created_at %1$s, h.change_id %1$s limit %2$L', case when p_ascending then 'asc'
      else 'desc' end, p_limit);
end $$;
grant execute on function changes_found(jsonb, boolean, integer) to osnova_worker;
