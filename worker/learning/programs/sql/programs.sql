-- Programs: courses for groups.

set role osnova_system;

-- The courses of a program become those of the list, in its order.
create or replace function set_program_courses(
  p_program integer,
  p_courses integer[]
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform require_in_reach('{}', array(
    select unnest(p_courses) except
    select course_id from program_courses where company_id = app_company() and program_id = p_program));
  delete from program_courses
    where company_id = app_company() and program_id = p_program and course_id <> all (p_courses);
  insert into program_courses as pc (company_id, program_id, course_id, position)
    select app_company(), p_program, course, min(place)
      from unnest(p_courses) with ordinality as listed(course, place) group by course
    on conflict (company_id, program_id, course_id) do update set position = excluded.position
      where pc.position <> excluded.position;
end $$;

-- Gives a program to these groups, and takes it from others of the caller's reach. Errors: not_found for a group out of
-- reach that did not have it.
create or replace function set_program_groups(
  p_program integer,
  p_groups integer[]
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform require_in_reach(array(
    select unnest(p_groups) except
    select group_id from program_groups where company_id = app_company() and program_id = p_program), '{}');
  delete from program_groups where company_id = app_company() and program_id = p_program and group_id <> all (p_groups)
    and (app_user_type() in ('owner', 'admin') or group_id in (select groups_in_reach()));
  insert into program_groups (company_id, program_id, group_id)
    select distinct app_company(), p_program, g from unnest(p_groups) g on conflict do nothing;
end $$;

-- Tells one choice of a program's courses and groups from another.
create or replace function program_revision(p_program integer) returns text
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select md5(concat(
    (select jsonb_agg(course_id order by position, course_id) from program_courses
       where company_id = app_company() and program_id = p_program),
    (select jsonb_agg(group_id order by group_id) from program_groups
       where company_id = app_company() and program_id = p_program)))
$$;
grant execute on function program_revision(integer) to osnova_worker;

-- Creates a program (null) or changes one in reach; a field that is missing stays as it is. Lists that were chosen from
-- others than stand there by now (`revision`) are refused; without a revision they replace any.
create or replace function save_program(
  p_program integer,
  p_fields jsonb
) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_program integer := p_program;
  v_list record;
begin
  if v_program is null then
    insert into programs (company_id, name) values (app_company(), p_fields->>'name') returning id into v_program;
  else
    perform require_programs(array[v_program]);
    -- Of two who have read the same, the second finds what the first has saved.
    perform from programs where company_id = app_company() and id = v_program for update;
    if p_fields->>'revision' <> program_revision(v_program) then
      perform fail('program_changed');
    end if;
  end if;
  update programs set
      name = coalesce(p_fields->>'name', name),
      internal_name = coalesce(p_fields->>'internal_name', internal_name),
      description = coalesce(p_fields->>'description', description),
      detailed_description = coalesce(p_fields->>'detailed_description', detailed_description),
      tags = case when p_fields ? 'tags' then array(select jsonb_array_elements_text(p_fields->'tags')) else tags end
    where company_id = app_company() and id = v_program;
  for v_list in select key, array(select value::integer from jsonb_array_elements_text(f.value) value) as chosen
      from jsonb_each(p_fields) f where key like '%_ids' order by key loop
    case v_list.key
      when 'course_ids' then perform set_program_courses(v_program, v_list.chosen);
      when 'group_ids' then perform set_program_groups(v_program, v_list.chosen);
    end case;
  end loop;
  return v_program;
end $$;
grant execute on function save_program(integer, jsonb) to osnova_worker;

-- Of a program's groups those that the caller does not reach, and their students who are in no other: what is changed
-- in the program is changed for them too. Null: there are none.
create or replace function program_elsewhere(p_program integer) returns jsonb
  language plpgsql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_company integer := app_company();
  v_groups integer;
  v_students integer;
begin
  if reaches_all() then
    return null;
  end if;
  with given as materialized (
    select pg.group_id, pg.group_id in (select groups_in_reach()) as is_seen from program_groups pg
      join study_groups g on g.company_id = v_company and g.id = pg.group_id and g.deleted_at is null
      where pg.company_id = v_company and pg.program_id = p_program
  ), people as (
    select gm.user_id, bool_or(g.is_seen) as is_seen from given g
      join group_members gm on gm.company_id = v_company and gm.group_id = g.group_id and gm.role = 'student'
      group by gm.user_id
  )
  select (select count(*) from given where not is_seen), (select count(*) from people where not is_seen)
    into v_groups, v_students;
  return case when v_groups > 0 then jsonb_build_object('groups', v_groups, 'students', v_students) end;
end $$;
grant execute on function program_elsewhere(integer) to osnova_worker;

-- Deletes a program; it can be restored. Errors: not_found.
create or replace function delete_program(p_program integer) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform require_programs(array[p_program]);
  update programs set deleted_at = app_now() where company_id = app_company() and id = p_program;
end $$;
grant execute on function delete_program(integer) to osnova_worker;

-- Gives a program a photo ({key, content_type, size}), or takes it away (null). Errors: not_found.
create or replace function set_program_photo(
  p_program integer,
  p_photo jsonb
) returns table (id integer, dropped text)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_new integer;
  v_old integer;
begin
  perform require_programs(array[p_program]);
  select photo_id into v_old from programs p where p.company_id = app_company() and p.id = p_program for update;
  v_new := keep_photo(p_photo);
  update programs p set photo_id = v_new where p.company_id = app_company() and p.id = p_program;
  perform drop_media(array[v_old]);
  return query select v_new, null::text;
end $$;
grant execute on function set_program_photo(integer, jsonb) to osnova_worker;
