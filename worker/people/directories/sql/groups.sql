-- Study groups as a directory keeps them: their names, and who studies in them.

set role osnova_system;

-- Who is meant by a directory's numbers, as far as there is somebody; as one array, by which rows are looked up.
create or replace function people_numbered(p_ids integer[]) returns integer[]
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select array(
    select m.user_id from memberships m
      where m.company_id = app_company() and m.deleted_at is null and m.has_email and m.directory_id = any (p_ids)
    union
    select m.user_id from memberships m
      where m.company_id = app_company() and m.deleted_at is null and m.has_email and m.directory_id is null
        and m.user_id = any (p_ids))
$$;

-- Whom a directory names as members. Errors: not_found on "members".
create or replace function directory_people(p_ids integer[]) returns integer[]
  language plpgsql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_users integer[] := people_numbered(p_ids);
begin
  if cardinality(v_users) <> (select count(distinct i) from unnest(p_ids) i) then
    perform fail('not_found', 'members');
  end if;
  return v_users;
end $$;

-- The numbers of a JSON list.
create or replace function numbers_of(p_list jsonb) returns integer[]
  language sql
  immutable
  as $$
  select array(select value::integer from jsonb_array_elements_text(p_list) value)
$$;

-- Makes a group (null) or changes one. `p_changes`: name, external_id, and of the students {set} or {add, remove}. Who
-- is to be removed and is nobody's member any more is gone. Errors: not_found, group_name_taken.
create or replace function save_directory_group(
  p_group integer,
  p_changes jsonb
) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_members jsonb := p_changes->'members';
  v_group integer := save_group(p_group, jsonb_strip_nulls(jsonb_build_object('name', p_changes->'name',
    'student_ids', to_jsonb(directory_people(numbers_of(v_members->'set'))))) - case
      when v_members ? 'set' then '' else 'student_ids' end);
begin
  update study_groups set external_id = nullif(p_changes->>'external_id', '')
    where company_id = app_company() and id = v_group and p_changes ? 'external_id';
  if v_members->'remove' <> '[]' then
    delete from group_members where company_id = app_company() and group_id = v_group and role = 'student'
      and user_id = any (people_numbered(numbers_of(v_members->'remove')));
  end if;
  if v_members->'add' <> '[]' then
    insert into group_members (company_id, group_id, user_id, role)
      select app_company(), v_group, u, 'student' from unnest(directory_people(numbers_of(v_members->'add'))) u
      on conflict do nothing;
  end if;
  return v_group;
end $$;
grant execute on function save_directory_group(integer, jsonb) to osnova_worker;

-- Hides a group, as by hand. Errors: not_found; group_required while a course has no other group.
create or replace function hide_directory_group(p_group integer) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform require_other_groups(p_group);
  update study_groups set deleted_at = app_now()
    where company_id = app_company() and id = p_group and deleted_at is null;
  if not found then
    perform fail('not_found');
  end if;
end $$;
grant execute on function hide_directory_group(integer) to osnova_worker;
