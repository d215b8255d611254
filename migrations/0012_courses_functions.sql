select secure_tenant_table('course_blocks');
grant select on course_blocks to osnova_worker;
select record_table('course_blocks', 'course', 'courses', '', 'part', 'course_id');

-- Summaries with photo and tags, and whether the caller is kept out.
drop function course_summaries(integer[], integer[]);
create function course_summaries(p_courses integer[], p_people integer[])
  returns table (id integer, name text, description text, theme_color text, photo text, tags text[], created_at timestamptz,
                 published boolean, category jsonb, materials integer, form_type jsonb, students integer, state text,
                 progress integer, blocked boolean)
  language plpgsql stable rows 10 as $$
#variable_conflict use_column
declare
  v_company integer := app_company();
  v_user integer := case when app_user_type() = 'student' then app_user() end;
  v_blocked integer[] := array(select course_id from course_blocks where company_id = v_company and user_id = v_user);
begin
  return query
  select c.id, c.name, c.description, c.theme_color, '/api/v1/media/' || c.photo_id, c.tags, c.created_at,
         c.published_at is not null,
         case when k.id is not null then jsonb_build_object('id', k.id, 'name', k.name) end,
         held.materials, held.form_type, seen.students, seen.state, seen.progress,
         c.id = any (v_blocked)
    from unnest(p_courses) with ordinality as asked(course_id, place)
    join courses c on c.company_id = v_company and c.id = asked.course_id
    left join course_categories k on k.company_id = v_company and k.id = c.category_id
    cross join lateral (
      select count(*)::integer as materials,
             coalesce(jsonb_agg(distinct case m.type when 'exam' then 2 else 1 end) filter (where m.type in ('practice', 'exam')), '[]') as form_type
        from materials m where m.company_id = v_company and m.course_id = c.id and m.deleted_at is null and m.archived_at is null
    ) held
    cross join lateral (
      select count(*)::integer as students,
             case when count(s.opened_at) = 0 then 'new'
                  when bool_and(s.opened_at is not null and s.done = s.total) then 'finished' else 'in_progress' end as state,
             coalesce(floor(avg(case when s.total = 0 then 0 else 100 * s.done / s.total end)), 0)::integer as progress
        from course_states s
        where s.company_id = v_company and s.course_id = c.id and (p_people is null or s.user_id = any (p_people))
    ) seen
    order by asked.place;
end $$;

set role osnova_system;

-- ── Courses ───────────────────────────────────────────────────────────────────────────────────────

-- The groups of a course become those of the list within the caller's reach; the others stay. At least one is left (§5).
create function set_course_groups(p_course integer, p_groups integer[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_in_reach(array(
    select unnest(p_groups) except
    select group_id from course_groups where company_id = app_company() and course_id = p_course), '{}');
  delete from course_groups where company_id = app_company() and course_id = p_course and group_id <> all (p_groups)
    and (app_user_type() in ('owner', 'admin') or group_id in (select groups_in_reach()));
  insert into course_groups (company_id, course_id, group_id)
    select distinct app_company(), p_course, g from unnest(p_groups) g on conflict do nothing;
end $$;

create function set_course_coaches(p_course integer, p_users integer[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from course_members where company_id = app_company() and course_id = p_course and role = 'coach'
    and user_id <> all (p_users);
  perform require_people(array(
    select unnest(p_users) except
    select user_id from course_members where company_id = app_company() and course_id = p_course and role = 'coach'
  ), 'coach', 'coach_ids');
  insert into course_members (company_id, course_id, user_id, role)
    select distinct app_company(), p_course, u, 'coach' from unnest(p_users) u on conflict do nothing;
end $$;

create function set_course_programs(p_course integer, p_programs integer[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_programs(array(
    select unnest(p_programs) except
    select program_id from program_courses where company_id = app_company() and course_id = p_course));
  delete from program_courses where company_id = app_company() and course_id = p_course and program_id <> all (p_programs)
    and (app_user_type() in ('owner', 'admin') or program_id in (select programs_in_reach()));
  insert into program_courses (company_id, program_id, course_id, position)
    select distinct app_company(), p, p_course,
           (select coalesce(max(position), 0) + 1 from program_courses pc where pc.company_id = app_company() and pc.program_id = p)
      from unnest(p_programs) p on conflict do nothing;
end $$;

-- Creates a course (null) or changes one in reach; a field that is missing stays as it is.
create function save_course(p_course integer, p_fields jsonb) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_course integer := p_course;
  v_list record;
begin
  if v_course is null then
    insert into courses (company_id, name) values (app_company(), p_fields->>'name') returning id into v_course;
  else
    perform require_in_reach('{}', array[v_course]);
    perform from courses where company_id = app_company() and id = v_course for update;
  end if;
  update courses c set
      name = coalesce(p_fields->>'name', name),
      description = coalesce(p_fields->>'description', description),
      detailed_description = coalesce(p_fields->>'detailed_description', detailed_description),
      theme_color = coalesce(p_fields->>'theme_color', theme_color),
      material_access = coalesce(p_fields->>'material_access', material_access),
      category_id = case when p_fields ? 'category_id' then (p_fields->>'category_id')::integer else category_id end,
      tags = case when p_fields ? 'tags' then array(select jsonb_array_elements_text(p_fields->'tags')) else tags end,
      published_at = case (p_fields->>'published')::boolean when true then coalesce(published_at, app_now())
                       when false then null else published_at end
    where c.company_id = app_company() and c.id = v_course;
  for v_list in select key, array(select value::integer from jsonb_array_elements_text(f.value) value) as chosen
      from jsonb_each(p_fields) f where key like '%_ids' order by key loop
    case v_list.key
      when 'group_ids' then perform set_course_groups(v_course, v_list.chosen);
      when 'coach_ids' then perform set_course_coaches(v_course, v_list.chosen);
      when 'program_ids' then perform set_course_programs(v_course, v_list.chosen);
    end case;
  end loop;
  if not exists (select from course_groups cg
                   join study_groups g on g.company_id = cg.company_id and g.id = cg.group_id and g.deleted_at is null
                   where cg.company_id = app_company() and cg.course_id = v_course)
     and exists (select from courses where company_id = app_company() and id = v_course and published_at is not null) then
    perform fail('group_required', 'group_ids');
  end if;
  return v_course;
end $$;

-- People tied to a course directly.
create function add_course_people(p_course integer, p_role text, p_users integer[]) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_added integer;
begin
  perform require_in_reach('{}', array[p_course]);
  perform require_people(p_users, p_role, 'user_ids');
  insert into course_members (company_id, course_id, user_id, role)
    select distinct app_company(), p_course, u, p_role from unnest(p_users) u on conflict do nothing;
  get diagnostics v_added = row_count;
  return v_added;
end $$;

-- Unties a person; who has the course through a group keeps it so.
create function remove_course_person(p_course integer, p_role text, p_user integer) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_in_reach('{}', array[p_course]);
  delete from course_members where company_id = app_company() and course_id = p_course and role = p_role and user_id = p_user;
  if not found then
    perform fail('not_found');
  end if;
end $$;

-- The caller coaches the course no longer.
create function leave_course(p_course integer) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_in_reach('{}', array[p_course]);
  delete from course_members where company_id = app_company() and course_id = p_course and role = 'coach' and user_id = app_user();
  if not found then
    perform fail('not_course_coach');
  end if;
end $$;

-- Keeps a student out of a course, or lets them in again.
create function block_in_course(p_course integer, p_user integer, p_blocked boolean) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_in_reach('{}', array[p_course]);
  if not exists (select from course_states where company_id = app_company() and course_id = p_course and user_id = p_user)
     or not (app_user_type() in ('owner', 'admin') or p_user in (select people_in_reach())) then
    perform fail('not_found');
  end if;
  perform set_config('app.action', case when p_blocked then 'blocked' else 'unblocked' end, true);
  if p_blocked then
    insert into course_blocks (company_id, course_id, user_id) values (app_company(), p_course, p_user) on conflict do nothing;
  else
    delete from course_blocks where company_id = app_company() and course_id = p_course and user_id = p_user;
  end if;
end $$;

-- Refuses a student who is kept out of the course, also by one of its forms or attempts.
create function refuse_blocked(p_course integer, p_form integer default null, p_attempt integer default null) returns void
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if app_user_type() is distinct from 'student' and p_attempt is null then
    return;
  end if;
  if exists (
    select from course_blocks b where b.company_id = app_company() and b.user_id = app_user() and b.course_id in (
      select p_course
      union all
      select m.course_id from forms f join materials m on m.company_id = f.company_id and m.id = f.material_id
        where f.company_id = app_company()
          and f.id = coalesce(p_form, (select t.form_id from attempts t where t.company_id = app_company() and t.id = p_attempt))
    )) then
    perform fail('blocked_in_course');
  end if;
end $$;

-- ── Photos ────────────────────────────────────────────────────────────────────────────────────────

create function set_course_photo(p_course integer, p_photo jsonb) returns table (id integer, dropped text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_new integer;
  v_old integer;
begin
  perform require_in_reach('{}', array[p_course]);
  select photo_id into v_old from courses c where c.company_id = app_company() and c.id = p_course for update;
  v_new := keep_photo(p_photo);
  update courses c set photo_id = v_new where c.company_id = app_company() and c.id = p_course;
  return query select v_new, drop_photo(v_old);
end $$;

create function set_program_photo(p_program integer, p_photo jsonb) returns table (id integer, dropped text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_new integer;
  v_old integer;
begin
  perform require_programs(array[p_program]);
  select photo_id into v_old from programs p where p.company_id = app_company() and p.id = p_program for update;
  v_new := keep_photo(p_photo);
  update programs p set photo_id = v_new where p.company_id = app_company() and p.id = p_program;
  return query select v_new, drop_photo(v_old);
end $$;

create function keep_photo(p_photo jsonb) returns integer
  language sql security definer set search_path = public, pg_temp as $$
  insert into media (company_id, key, content_type, size)
    select app_company(), p_photo->>'key', p_photo->>'content_type', (p_photo->>'size')::integer where p_photo is not null
    returning id
$$;

-- Gives the key of the file to delete.
create function drop_photo(p_media integer) returns text
  language sql security definer set search_path = public, pg_temp as $$
  delete from media where id = p_media and company_id = app_company() returning key
$$;

-- ── Programs ──────────────────────────────────────────────────────────────────────────────────────

-- The courses of a program become those of the list, in its order.
create function set_program_courses(p_program integer, p_courses integer[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_in_reach('{}', array(
    select unnest(p_courses) except
    select course_id from program_courses where company_id = app_company() and program_id = p_program));
  delete from program_courses where company_id = app_company() and program_id = p_program and course_id <> all (p_courses);
  insert into program_courses as pc (company_id, program_id, course_id, position)
    select app_company(), p_program, course, min(place)
      from unnest(p_courses) with ordinality as listed(course, place) group by course
    on conflict (company_id, program_id, course_id) do update set position = excluded.position
      where pc.position <> excluded.position;
end $$;

create function set_program_groups(p_program integer, p_groups integer[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_in_reach(array(
    select unnest(p_groups) except
    select group_id from program_groups where company_id = app_company() and program_id = p_program), '{}');
  delete from program_groups where company_id = app_company() and program_id = p_program and group_id <> all (p_groups)
    and (app_user_type() in ('owner', 'admin') or group_id in (select groups_in_reach()));
  insert into program_groups (company_id, program_id, group_id)
    select distinct app_company(), p_program, g from unnest(p_groups) g on conflict do nothing;
end $$;

-- Creates a program (null) or changes one in reach; a field that is missing stays as it is.
create function save_program(p_program integer, p_fields jsonb) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_program integer := p_program;
  v_list record;
begin
  if v_program is null then
    insert into programs (company_id, name) values (app_company(), p_fields->>'name') returning id into v_program;
  else
    perform require_programs(array[v_program]);
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

create function delete_program(p_program integer) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_programs(array[p_program]);
  update programs set deleted_at = app_now() where company_id = app_company() and id = p_program;
end $$;

do $$
declare f text;
begin
  foreach f in array array[
    'set_course_groups(integer, integer[])', 'set_course_coaches(integer, integer[])',
    'set_course_programs(integer, integer[])', 'keep_photo(jsonb)', 'drop_photo(integer)',
    'set_program_courses(integer, integer[])', 'set_program_groups(integer, integer[])'
  ] loop
    execute format('revoke execute on function %s from public', f);
  end loop;
  foreach f in array array[
    'save_course(integer, jsonb)', 'add_course_people(integer, text, integer[])',
    'remove_course_person(integer, text, integer)', 'leave_course(integer)', 'block_in_course(integer, integer, boolean)',
    'refuse_blocked(integer, integer, integer)', 'set_course_photo(integer, jsonb)', 'set_program_photo(integer, jsonb)',
    'save_program(integer, jsonb)', 'delete_program(integer)'
  ] loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to osnova_worker', f);
  end loop;
end $$;

reset role;
