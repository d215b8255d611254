set role osnova_system;

-- Refuses people who are not the company's, out of the caller's reach, or without the role that the place asks for.
create function require_people(p_users integer[], p_role text, p_field text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_types text[] := case p_role
    when 'manager' then '{owner,admin,manager}'::text[]
    when 'coach' then '{owner,admin,manager,trainer}'::text[]
    else '{owner,admin,manager,trainer,student}'::text[] end;
begin
  if exists (select unnest(p_users) except
             select user_id from memberships where company_id = app_company() and deleted_at is null
               and (app_user_type() in ('owner', 'admin') or user_id in (select people_in_reach()))) then
    perform fail('not_found');
  end if;
  if exists (select from memberships where company_id = app_company() and user_id = any (p_users)
               and not user_types && v_types) then
    perform fail('user_type_required', p_field);
  end if;
end $$;

create function require_programs(p_programs integer[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select unnest(p_programs) except
             select id from programs where company_id = app_company() and deleted_at is null
               and (app_user_type() in ('owner', 'admin') or id in (select programs_in_reach()))) then
    perform fail('not_found');
  end if;
end $$;

-- The members of one role become those of the list; only who joins is asked for reach and role.
create function set_group_members(p_group integer, p_role text, p_users integer[], p_field text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from group_members where company_id = app_company() and group_id = p_group and role = p_role
    and user_id <> all (p_users);
  perform require_people(array(
    select unnest(p_users) except
    select user_id from group_members where company_id = app_company() and group_id = p_group and role = p_role
  ), p_role, p_field);
  insert into group_members (company_id, group_id, user_id, role)
    select distinct app_company(), p_group, u, p_role from unnest(p_users) u on conflict do nothing;
end $$;

-- The courses of a group become those of the list; a course that would have no group left stays (§5). The courses are
-- locked first, so that two groups cannot give up the same one at once.
create function set_group_courses(p_group integer, p_courses integer[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_left integer[];
begin
  perform require_in_reach('{}', array(
    select unnest(p_courses) except
    select course_id from course_groups where company_id = app_company() and group_id = p_group));
  select array_agg(course_id) into v_left from course_groups
    where company_id = app_company() and group_id = p_group and course_id <> all (p_courses);
  perform from courses where company_id = app_company() and id = any (v_left) order by id for update;
  if exists (select from courses c where c.company_id = app_company() and c.id = any (v_left) and c.deleted_at is null
      and not exists (select from course_groups other
        join study_groups g on g.company_id = other.company_id and g.id = other.group_id and g.deleted_at is null
        where other.company_id = c.company_id and other.course_id = c.id and other.group_id <> p_group)) then
    perform fail('group_required', 'course_ids');
  end if;
  delete from course_groups where company_id = app_company() and group_id = p_group and course_id = any (v_left);
  insert into course_groups (company_id, course_id, group_id)
    select distinct app_company(), c, p_group from unnest(p_courses) c on conflict do nothing;
end $$;

create function set_group_programs(p_group integer, p_programs integer[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_programs(array(
    select unnest(p_programs) except
    select program_id from program_groups where company_id = app_company() and group_id = p_group));
  delete from program_groups where company_id = app_company() and group_id = p_group and program_id <> all (p_programs);
  insert into program_groups (company_id, program_id, group_id)
    select distinct app_company(), p, p_group from unnest(p_programs) p on conflict do nothing;
end $$;

-- Creates a group (null) or changes one in reach; a list that is missing stays as it is.
create function save_group(p_group integer, p_fields jsonb) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_group integer := p_group;
  v_list record;
begin
  if v_group is null then
    insert into study_groups (company_id, name, description)
      values (app_company(), p_fields->>'name', coalesce(p_fields->>'description', '')) returning id into v_group;
  else
    perform require_in_reach(array[v_group], '{}');
    update study_groups set name = coalesce(p_fields->>'name', name),
                            description = coalesce(p_fields->>'description', description)
      where company_id = app_company() and id = v_group;
  end if;
  for v_list in select key, array(select value::integer from jsonb_array_elements_text(f.value) value) as chosen
      from jsonb_each(p_fields) f where jsonb_typeof(f.value) = 'array' order by key loop
    case v_list.key
      when 'manager_ids' then perform set_group_members(v_group, 'manager', v_list.chosen, v_list.key);
      when 'coach_ids' then perform set_group_members(v_group, 'coach', v_list.chosen, v_list.key);
      when 'student_ids' then perform set_group_members(v_group, 'student', v_list.chosen, v_list.key);
      when 'course_ids' then perform set_group_courses(v_group, v_list.chosen);
      when 'program_ids' then perform set_group_programs(v_group, v_list.chosen);
    end case;
  end loop;
  return v_group;
end $$;

-- Brings people into a group and invites others by mail; whoever is in it in that role already is left alone, so that
-- sending twice does nothing twice. `p_invited`: {e-mail: {"secret", "kept"}}; {token} in a mail stands for its secret.
create function add_group_members(
  p_group integer, p_role text, p_users integer[], p_types text[], p_language text, p_invited jsonb, p_mails jsonb
) returns table (added integer, invited integer) language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_email text;
  v_link jsonb;
begin
  perform require_in_reach(array[p_group], '{}');
  perform require_people(p_users, p_role, 'user_ids');
  insert into group_members (company_id, group_id, user_id, role)
    select distinct app_company(), p_group, u, p_role from unnest(p_users) u on conflict do nothing;
  get diagnostics added = row_count;
  invited := 0;
  for v_email, v_link in select key, value from jsonb_each(p_invited) loop
    continue when exists (
      select from group_members gm join users u on u.id = gm.user_id
        where gm.company_id = app_company() and gm.group_id = p_group and gm.role = p_role and u.email = v_email);
    perform add_person(jsonb_build_object('email', v_email, 'language', p_language), p_types, p_role, array[p_group], '{}', '{}',
      v_link->'kept', with_token(p_mails, v_link->>'secret'));
    invited := invited + 1;
  end loop;
  return next;
end $$;

-- Mails of every kind and language with the link's secret in them.
create function with_token(p_mails jsonb, p_secret text) returns jsonb language sql immutable as $$
  select replace(p_mails::text, '{token}', p_secret)::jsonb
$$;

-- Takes a person out of a group in reach.
create function remove_group_member(p_group integer, p_role text, p_user integer) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_in_reach(array[p_group], '{}');
  delete from group_members where company_id = app_company() and group_id = p_group and role = p_role and user_id = p_user;
  if not found then
    perform fail('not_found');
  end if;
end $$;

-- One thing done with several people; a refusal of one leaves the others. `p_tokens`: {user: {"secret", "kept"}}. As before,
-- and now asks for the role that a place needs.
create or replace function change_people(
  p_action text, p_users integer[], p_target integer, p_role text, p_assignable text[], p_tokens jsonb, p_mails jsonb
) returns table (id integer, refusal text, needs_sheet boolean)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_action = 'add_to_group' then
    perform require_in_reach(array[p_target], '{}');
  elsif p_action = 'add_to_course' then
    perform require_in_reach('{}', array[p_target]);
  end if;
  foreach id in array p_users loop
    refusal := null;
    needs_sheet := false;
    begin
      case p_action
        when 'block', 'unblock' then
          perform block_membership(id, p_action = 'block', p_assignable);
        when 'delete' then
          perform remove_membership(id, p_assignable);
        when 'send_credentials' then
          needs_sheet := send_credentials(id, p_tokens->id::text->>'secret', p_tokens->id::text->'kept', p_mails, p_assignable);
        else
          perform require_people(array[id], p_role, 'role');
          if p_action = 'add_to_group' then
            insert into group_members (company_id, group_id, user_id, role) values (app_company(), p_target, id, p_role)
              on conflict do nothing;
          else
            insert into course_members (company_id, course_id, user_id, role) values (app_company(), p_target, id, p_role)
              on conflict do nothing;
          end if;
      end case;
    exception when sqlstate 'OSAPP' then
      refusal := sqlerrm;
      needs_sheet := false;
    end;
    return next;
  end loop;
end $$;

drop function require_member(integer);

do $$
declare f text;
begin
  foreach f in array array[
    'require_people(integer[], text, text)', 'require_programs(integer[])',
    'set_group_members(integer, text, integer[], text)', 'set_group_courses(integer, integer[])',
    'set_group_programs(integer, integer[])', 'save_group(integer, jsonb)', 'with_token(jsonb, text)',
    'add_group_members(integer, text, integer[], text[], text, jsonb, jsonb)',
    'remove_group_member(integer, text, integer)'
  ] loop
    execute format('revoke execute on function %s from public', f);
  end loop;
  foreach f in array array[
    'save_group(integer, jsonb)', 'remove_group_member(integer, text, integer)',
    'add_group_members(integer, text, integer[], text[], text, jsonb, jsonb)'
  ] loop
    execute format('grant execute on function %s to osnova_worker', f);
  end loop;
end $$;

reset role;
