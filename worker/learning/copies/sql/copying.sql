-- Copies of courses, within a company and out of the library.

set role osnova_system;

-- Puts a course into the company entered, under a name that is free; p_changes: its fields that differ.
create or replace function put_course(
  p_origin courses,
  p_published boolean,
  p_changes jsonb
) returns integer
  language plpgsql
  as $$
declare
  v_company integer := app_company();
  v_photo integer;
  v_id integer;
begin
  select copy into v_photo from unnest(copy_media(array[p_origin.photo_id]));
  -- A name that somebody takes at this moment is seen in the next round.
  while v_id is null loop
    insert into courses overriding system value
      select r.* from jsonb_populate_record(p_origin, p_changes || jsonb_build_object(
        'id', nextval('courses_id_seq'), 'company_id', v_company, 'photo_id', v_photo, 'created_at', now(),
        'published_at', case when p_published then app_now() end,
        'name', free_name(p_origin.name, array(
          select lower(btrim(name)) from courses where company_id = v_company and deleted_at is null
            and starts_with(lower(btrim(name)), lower(left(btrim(p_origin.name), name_length() - 10))))))) r
      on conflict do nothing returning id into v_id;
  end loop;
  return v_id;
end $$;

-- Materials of a course as it is taught: in their order, without those archived.
create or replace function taught_materials(
  p_company integer,
  p_course integer
) returns integer[]
  language sql
  stable
  as $$
  select coalesce(array_agg(m.id order by m.position, m.id), '{}') from materials m
    where m.company_id = p_company and m.course_id = p_course and m.deleted_at is null and m.archived_at is null
$$;

-- Shows in the description of a copied course its own pictures instead of those of the original's company.
create or replace function own_pictures(
  p_course integer,
  p_company integer,
  p_materials copied_row[]
) returns void
  language sql
  as $$
  update courses c set detailed_description = with_media(c.detailed_description, taken.pictures)
    from (
      select coalesce(jsonb_object_agg(theirs.media_id, ours.media_id), '{}') as pictures
        from unnest(p_materials) m
        join material_files theirs on theirs.company_id = p_company and theirs.material_id = m.source
        join media given on given.id = theirs.media_id
        join material_files ours on ours.company_id = app_company() and ours.material_id = m.copy
        join media own on own.id = ours.media_id and own.key = given.key
    ) taken
    where c.company_id = app_company() and c.id = p_course and c.detailed_description like '%/api/v1/media/%'
$$;

-- Copies a course of the company entered without people and results; for groups at once, or as a draft. It stays a
-- clone of the library's course that the original is one of. Whoever takes a form of it would read the key in the copy.
create or replace function copy_course(
  p_course integer,
  p_groups integer[]
) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_company integer := app_company();
  v_original courses;
  v_copied copied_row[];
  v_id integer;
begin
  perform require_in_reach(p_groups, array[p_course]);
  select * into v_original from courses where company_id = v_company and id = p_course;
  perform refuse_own_form(f.id)
    from materials m join forms f on f.company_id = m.company_id and f.material_id = m.id
    where m.company_id = v_company and m.course_id = p_course;
  perform set_config('app.batch', 'copy ' || gen_random_uuid(), true);
  v_id := put_course(v_original, cardinality(p_groups) > 0, '{}');
  select array_agg((c.source, c.copy)::copied_row) into v_copied
    from copy_materials(v_company, taught_materials(v_company, p_course), v_id) c;
  insert into material_origins
    select r.* from material_origins o
      left join unnest(v_copied) c on c.source = o.material_id
      cross join lateral jsonb_populate_record(o, jsonb_build_object('course_id', v_id, 'material_id', c.copy,
        'copy_mark', case when o.copy_mark = material_mark(o.material_id) then material_mark(c.copy)
                          when o.copy_mark is not null then '' end)) r
      where o.company_id = v_company and o.course_id = p_course;
  perform own_pictures(v_id, v_company, v_copied);
  if cardinality(p_groups) > 0 then
    perform set_course_groups(v_id, p_groups, '{}');
  end if;
  return v_id;
end $$;
grant execute on function copy_course(integer, integer[]) to osnova_worker;
