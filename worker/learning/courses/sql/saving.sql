-- Courses are made and changed.

set role osnova_system;

-- The groups of a course become those of the list within the caller's reach; the others stay. At least one is left
-- (§5). `p_due`: by when it is due to those that come ({due_on?, due_after_days?}).
create or replace function set_course_groups(
  p_course integer,
  p_groups integer[],
  p_due jsonb
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform require_in_reach(array(
    select unnest(p_groups) except
    select group_id from course_groups where company_id = app_company() and course_id = p_course), '{}');
  delete from course_groups where company_id = app_company() and course_id = p_course and group_id <> all (p_groups)
    and (app_user_type() in ('owner', 'admin') or group_id in (select groups_in_reach()));
  insert into course_groups (company_id, course_id, group_id, due_on, due_after_days)
    select distinct app_company(), p_course, g, due_on_of(p_due), due_days_of(p_due) from unnest(p_groups) g
    on conflict do nothing;
end $$;

-- Sets who coaches a course: any trainer of the company, as when they are added one by one, and others in reach.
create or replace function set_course_coaches(
  p_course integer,
  p_users integer[]
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  delete from course_members where company_id = app_company() and course_id = p_course and role = 'coach'
    and user_id <> all (p_users);
  perform require_people(array(
    select unnest(p_users) except
    select user_id from course_members where company_id = app_company() and course_id = p_course and role = 'coach'
    except select user_id from memberships
      where company_id = app_company() and deleted_at is null and 'trainer' = any (user_types)
  ), 'coach', 'coach_ids');
  insert into course_members (company_id, course_id, user_id, role)
    select distinct app_company(), p_course, u, 'coach' from unnest(p_users) u on conflict do nothing;
end $$;

-- Puts a course into these programs, at their end, and takes it out of others of the caller's reach. Errors: not_found
-- for a program out of reach that it was not in.
create or replace function set_course_programs(
  p_course integer,
  p_programs integer[]
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform require_programs(array(
    select unnest(p_programs) except
    select program_id from program_courses where company_id = app_company() and course_id = p_course));
  delete from program_courses
    where company_id = app_company() and course_id = p_course and program_id <> all (p_programs)
    and (app_user_type() in ('owner', 'admin') or program_id in (select programs_in_reach()));
  insert into program_courses (company_id, program_id, course_id, position)
    select distinct app_company(), p, p_course,
           (select coalesce(max(position), 0) + 1 from program_courses pc
             where pc.company_id = app_company() and pc.program_id = p)
      from unnest(p_programs) p on conflict do nothing;
end $$;

-- What a list of a course, by its field, holds now.
create or replace function list_of_course(
  p_course integer,
  p_field text
) returns integer[]
  language plpgsql
  stable
  as $$
begin
  return case p_field
    when 'group_ids' then array(
      select group_id from course_groups where company_id = app_company() and course_id = p_course)
    when 'program_ids' then array(
      select program_id from program_courses where company_id = app_company() and course_id = p_course)
    else array(select user_id from course_members
                where company_id = app_company() and course_id = p_course and role = 'coach') end;
end $$;

-- Creates a course (null) or changes one in reach; a field that is missing stays as it is.
create or replace function save_course(
  p_course integer,
  p_fields jsonb
) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_course integer := p_course;
  v_list record;
  v_chosen integer[];
begin
  -- None of them is deleted until the course has it (require_other_groups); before the course, as there.
  perform from study_groups where company_id = app_company()
    and id in (select value::integer from jsonb_array_elements_text(p_fields->'group_ids') value) order by id for share;
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
      certificate_months = case when p_fields ? 'certificate_months' then (p_fields->>'certificate_months')::integer
                             else certificate_months end,
      certificate_needs_all = coalesce((p_fields->>'certificate_needs_all')::boolean, certificate_needs_all),
      renews_itself = coalesce((p_fields->>'renews_itself')::boolean, renews_itself),
      tags = case when p_fields ? 'tags' then array(select jsonb_array_elements_text(p_fields->'tags')) else tags end,
      published_at = case (p_fields->>'published')::boolean when true then coalesce(published_at, app_now())
                       when false then null else published_at end
    where c.company_id = app_company() and c.id = v_course;
  for v_list in select key, array(select value::integer from jsonb_array_elements_text(f.value) value) as given
      from jsonb_each(p_fields) f where key like '%_ids' order by key loop
    v_chosen := list_as_meant(v_list.given, p_fields->'lists_read'->v_list.key, list_of_course(v_course, v_list.key));
    case v_list.key
      when 'group_ids' then perform set_course_groups(v_course, v_chosen, p_fields);
      when 'coach_ids' then perform set_course_coaches(v_course, v_chosen);
      when 'program_ids' then perform set_course_programs(v_course, v_chosen);
    end case;
  end loop;
  if not exists (select from course_groups cg
                   join study_groups g on g.company_id = cg.company_id and g.id = cg.group_id and g.deleted_at is null
                   where cg.company_id = app_company() and cg.course_id = v_course)
     and exists (select from courses where company_id = app_company() and id = v_course and published_at is not null)
       then
    perform fail('group_required', 'group_ids');
  end if;
  return v_course;
end $$;
grant execute on function save_course(integer, jsonb) to osnova_worker;

-- Gives a course a photo ({key, content_type, size}), or takes it away (null). Errors: not_found.
create or replace function set_course_photo(
  p_course integer,
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
  perform require_in_reach('{}', array[p_course]);
  select photo_id into v_old from courses c where c.company_id = app_company() and c.id = p_course for update;
  v_new := keep_photo(p_photo);
  update courses c set photo_id = v_new where c.company_id = app_company() and c.id = p_course;
  perform drop_media(array[v_old]);
  return query select v_new, null::text;
end $$;
grant execute on function set_course_photo(integer, jsonb) to osnova_worker;
