-- Copies of materials, with their files and forms.

set role osnova_system;

-- Refuses a material that the caller may not edit, and locks it.
create or replace function require_material(
  p_course integer,
  p_material integer
) returns void
  language plpgsql
  as $$
begin
  perform require_in_reach('{}', array[p_course]);
  perform from materials
    where company_id = app_company() and course_id = p_course and id = p_material and deleted_at is null for update;
  if not found then
    perform fail('not_found');
  end if;
end $$;

-- A name that is not among those taken (given trimmed and in lower case): itself, or with " (2)", " (3)".
create or replace function free_name(p_name text, p_taken text[]) returns text
  language sql
  immutable
  as $$
  select case when p_taken is null or lower(btrim(p_name)) <> all (p_taken) then p_name else (
    select tried.name
      from generate_series(2, cardinality(p_taken) + 2) n
      cross join lateral (
        select rtrim(left(p_name, name_length() - length(n::text) - 3)) || ' (' || n || ')' as name) tried
      where lower(btrim(tried.name)) <> all (p_taken) order by n limit 1) end
$$;

-- A row and what it was copied to.
create type copied_row as (
  source integer,
  copy integer
);

-- The names that some materials get in a course of the company entered, in the order given: their own, or with " (2)"
-- where they are taken. One that is written over (its id in p_into) takes the new name if it is free.
create or replace function names_of_copies(
  p_company integer,
  p_materials integer[],
  p_course integer,
  p_into integer[]
) returns text[]
  language plpgsql
  as $$
declare
  v_taken text[];
  v_names text[] := '{}';
  v record;
begin
  select array_agg(lower(btrim(m.name))) into v_taken from materials m
    where m.company_id = app_company() and m.course_id = p_course and m.deleted_at is null;
  for v in
    select m.name, t.name as old_name from unnest(p_materials, p_into) with ordinality as given(id, target, place)
      join materials m on m.company_id = p_company and m.id = given.id
      left join materials t on t.company_id = app_company() and t.id = given.target order by given.place
  loop
    v_names := v_names || case
      when v.old_name is null then free_name(v.name, v_taken)
      when lower(btrim(v.name)) = lower(btrim(v.old_name)) or lower(btrim(v.name)) <> all (v_taken) then v.name
      else v.old_name end;
    v_taken := v_taken || lower(btrim(v_names[cardinality(v_names)]));
  end loop;
  return v_names;
end $$;

-- Copies files into the company entered; the bytes are one.
create or replace function copy_media(p_media integer[]) returns copied_row[]
  language sql
  as $$
  with listed as materialized (
    -- Locked, so that nobody throws away the bytes meanwhile.
    select d as media from media d where d.id = any (p_media) and d.uploading_since is null order by d.id for share of d
  ), numbered as materialized (
    select media, nextval('media_id_seq')::integer as copy from listed
  ), put as (
    insert into media overriding system value
      select r.* from numbered n cross join lateral jsonb_populate_record(n.media, jsonb_build_object(
        'id', n.copy, 'company_id', app_company(), 'user_id', null, 'upload_id', null, 'created_at', now())) r
  )
  select coalesce(array_agg(((n.media).id, n.copy)::copied_row), '{}') from numbered n
$$;

-- Copied rows as {old id: new id}.
create or replace function exchanged(p_copies copied_row[]) returns jsonb
  language sql
  immutable
  as $$
  select coalesce(jsonb_object_agg(c.source, c.copy), '{}') from unnest(p_copies) c
$$;

-- Writes materials into a course of the company entered: at its end, or over those that p_into names.
create or replace function write_materials(
  p_company integer,
  p_materials copied_row[],
  p_course integer,
  p_into integer[],
  p_names text[],
  p_media jsonb
) returns void
  language plpgsql
  as $$
declare
  v_company integer := app_company();
  v_last integer;
begin
  select coalesce(max(position), 0) into v_last from materials where company_id = v_company and course_id = p_course;
  insert into materials (id, company_id, course_id, name, description, type, text, position, next_access, done_when,
      archived_at)
    overriding system value
    select c.copy, v_company, p_course, p_names[c.place], m.description, m.type, with_media(m.text, p_media),
           v_last + c.place, m.next_access, m.done_when, m.archived_at
      from unnest(p_materials) with ordinality c(source, copy, place)
      join materials m on m.company_id = p_company and m.id = c.source
      where p_into[c.place] is null;
  update materials o
    set name = p_names[c.place], description = m.description, type = m.type, text = with_media(m.text, p_media)
    from unnest(p_materials) with ordinality c(source, copy, place)
    join materials m on m.company_id = p_company and m.id = c.source
    where o.company_id = v_company and o.id = p_into[c.place];
end $$;

-- Copies materials of a company, in the order given, to the end of a course of the company entered: texts, files by
-- reference, forms with questions and their files, and what is published of them as a new version. Names that are taken
-- get " (2)". p_into: materials of the course that are written over instead, each in the place of its source in the
-- list; null for a new one. Asks nobody's leave: its callers have to.
create or replace function copy_materials(
  p_company integer,
  p_materials integer[],
  p_course integer,
  p_into integer[] default '{}'
) returns table (source integer, copy integer)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
#variable_conflict use_column
declare
  v_company integer := app_company();
  v_names text[];
  v_materials copied_row[];
  v_into integer[];
  v_media copied_row[];
begin
  -- Two copies at once must not take the same name or place.
  perform from courses c where c.company_id = v_company and c.id = p_course for no key update;
  v_names := names_of_copies(p_company, p_materials, p_course, p_into);
  select coalesce(array_agg((l.id, coalesce(l.target, nextval('materials_id_seq'))::integer)::copied_row), '{}'),
         array_agg(l.target)
    into v_materials, v_into
    from (select m.id, given.target from unnest(p_materials, p_into) with ordinality as given(id, target, place)
            join materials m on m.company_id = p_company and m.id = given.id order by given.place) l;
  v_media := copy_media(array(
    select f.media_id from unnest(v_materials) l
      join material_files f on f.company_id = p_company and f.material_id = l.source));
  perform write_materials(p_company, v_materials, p_course, v_into, v_names, exchanged(v_media));
  insert into material_files
    select r.* from unnest(v_materials) l
      join material_files f on f.company_id = p_company and f.material_id = l.source
      join unnest(v_media) d on d.source = f.media_id
      cross join lateral jsonb_populate_record(f, jsonb_build_object(
        'company_id', v_company, 'material_id', l.copy, 'media_id', d.copy, 'created_at', now())) r;
  perform copy_forms(p_company, v_materials);
  perform copy_packages(p_company, v_materials, v_media);
  return query select l.source, l.copy from unnest(v_materials) with ordinality l(source, copy, place) order by l.place;
end $$;

-- Copies a material with its form and files right behind the original; of a form that the caller takes the copy would
-- show the key.
create or replace function clone_material(
  p_course integer,
  p_material integer
) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_company integer := app_company();
  v_position integer;
  v_copy integer;
begin
  perform require_in_reach('{}', array[p_course]);
  perform from courses where company_id = v_company and id = p_course for update;
  select position into v_position from materials
    where company_id = v_company and id = p_material and course_id = p_course and deleted_at is null;
  if not found then
    perform fail('not_found');
  end if;
  perform refuse_own_form(f.id) from forms f where f.company_id = v_company and f.material_id = p_material;
  select copy into v_copy from copy_materials(v_company, array[p_material], p_course);
  update materials set position = position + 1
    where company_id = v_company and course_id = p_course and position > v_position and id <> v_copy;
  update materials set position = v_position + 1 where company_id = v_company and id = v_copy;
  return v_copy;
end $$;
grant execute on function clone_material(integer, integer) to osnova_worker;
