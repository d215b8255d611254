-- People of a company.

set role osnova_system;

-- When the person was last active in the company entered.
create or replace function last_seen_at(p_user integer) returns timestamptz
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select max(last_seen_at) from sessions where user_id = p_user and company_id = app_company()
$$;
grant execute on function last_seen_at(integer) to osnova_worker;

-- A company may change who a person is only while they are its own record.
create or replace function person_is_ours(p_user integer) returns boolean
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select coalesce(u.record_of = app_company(), false) from users u where u.id = p_user
$$;
grant execute on function person_is_ours(integer) to osnova_worker;

-- Refuses groups and courses out of the caller's reach; another company's id and a missing one fail alike.
create or replace function require_in_reach(
  p_groups integer[],
  p_courses integer[]
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  if exists (select unnest(p_groups) except
             select id from study_groups where company_id = app_company() and deleted_at is null
               and (app_user_type() in ('owner', 'admin') or id in (select groups_in_reach())))
     or exists (select unnest(p_courses) except
             select id from courses where company_id = app_company() and deleted_at is null
               and (app_user_type() in ('owner', 'admin') or id in (select courses_in_reach()))) then
    perform fail('not_found');
  end if;
end $$;

-- The one group of each program in reach, through which people come into it.
create or replace function groups_of_programs(
  p_programs integer[]
) returns integer[]
  language plpgsql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_program integer;
  v_groups integer[];
  v_all integer[] := '{}';
begin
  if exists (select unnest(p_programs) except
             select id from programs where company_id = app_company() and deleted_at is null
               and (app_user_type() in ('owner', 'admin') or id in (select programs_in_reach()))) then
    perform fail('not_found');
  end if;
  foreach v_program in array p_programs loop
    select array_agg(g.id) into v_groups
      from program_groups pg join study_groups g on g.company_id = pg.company_id and g.id = pg.group_id
      join programs p on p.company_id = pg.company_id and p.id = pg.program_id and p.deleted_at is null
      where pg.company_id = app_company() and pg.program_id = v_program and g.deleted_at is null
        and (app_user_type() in ('owner', 'admin') or g.id in (select groups_in_reach()));
    if coalesce(cardinality(v_groups), 0) <> 1 then
      perform fail('program_group_required', 'program_ids');
    end if;
    v_all := v_all || v_groups;
  end loop;
  return v_all;
end $$;

-- Adds a person to roles, groups and courses of the company entered. Somebody who is not of it becomes a record:
-- invited by mail, or, without an e-mail, by a printed link later. The answer is the same whether they have an account
-- or not. `p_person`: email, phone, first_name, last_name, middle_name, position, subdivision, comment, language; with
-- "new" true whoever belongs to the company already is refused. `p_mails`: as `invite_by_mail`. `p_assignable`: the
-- roles that the caller may give.
create or replace function add_person(
  p_person jsonb,
  p_types text[],
  p_group_role text,
  p_groups integer[],
  p_courses integer[],
  p_programs integer[],
  p_token jsonb,
  p_mails jsonb,
  p_assignable text[]
) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_company integer := app_company();
  v_email text := nullif(p_person->>'email', '');
  v_phone text := nullif(p_person->>'phone', '');
  v_groups integer[] := p_groups || groups_of_programs(p_programs);
  v_here record;
  v_user integer;
begin
  perform require_in_reach(v_groups, p_courses);
  -- One at a time in a company, so that a double click makes one person.
  perform from companies where id = v_company for update;
  select * into v_here from person_here(v_email, v_phone) limit 1;
  v_user := v_here.user_id;
  if v_user is null then
    perform require_seat();
    v_user := keep_as_record(p_person, p_types);
  elsif coalesce((p_person->>'new')::boolean, false) or v_here.known_by = 'phone' and v_email is not null then
    -- A phone tells nobody from somebody else who has an e-mail.
    perform fail(v_here.known_by || '_taken', v_here.known_by);
  else
    perform add_places(v_user, v_here.known_by, p_types, p_assignable);
  end if;
  insert into group_members (company_id, group_id, user_id, role)
    select v_company, g, v_user, p_group_role from unnest(v_groups) g on conflict do nothing;
  insert into course_members (company_id, course_id, user_id, role)
    select v_company, c, v_user, case p_group_role when 'student' then 'student' else 'coach' end
      from unnest(p_courses) c on conflict do nothing;
  perform invite_by_mail(v_user, p_token, p_mails);
  return v_user;
end $$;
grant
  execute
  on
    function
      add_person(
        jsonb,
        text[],
        text,
        integer[],
        integer[],
        integer[],
        jsonb,
        jsonb,
        text[]
      )
  to
  osnova_worker;

-- Changes a person's place in the company, and who they are while they are its record. A key that is missing stays.
create or replace function change_person(
  p_user integer,
  p_fields jsonb,
  p_types text[],
  p_assignable text[]
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_user users;
  v_field text;
begin
  -- Before the membership, as whoever gives the company away.
  perform from companies where id = app_company() for update;
  -- One's own place may be changed, but not one's own roles.
  if p_user <> app_user() or p_types is not null then
    perform require_manageable(p_user, p_assignable);
  end if;
  select * into v_user from users where id = p_user for update;
  for v_field in select key from jsonb_each_text(p_fields)
    where key in ('email', 'phone', 'first_name', 'last_name', 'middle_name', 'language')
      and value is distinct from coalesce(to_jsonb(v_user)->>key, '') loop
    if v_user.record_of is distinct from app_company() then
      perform fail('person_fields_locked', v_field);
    elsif v_field in ('email', 'phone') and exists (
        select from person_here(case when v_field = 'email' then p_fields->>'email' end,
                                case when v_field = 'phone' then nullif(p_fields->>'phone', '') end) h
          where h.user_id <> p_user) then
      perform fail(v_field || '_taken', v_field);
    end if;
    -- A link that was mailed to another address, or printed for somebody without one, must not be used any more.
    if v_field = 'email' then
      update one_time_tokens set used_at = now() where user_id = p_user and used_at is null;
      perform void_registrations(p_fields->>'email');
    end if;
  end loop;
  update users set
      email = case when p_fields ? 'email' then nullif(p_fields->>'email', '') else email end,
      phone = case when p_fields ? 'phone' then nullif(p_fields->>'phone', '') else phone end,
      first_name = coalesce(p_fields->>'first_name', first_name),
      last_name = coalesce(p_fields->>'last_name', last_name),
      middle_name = coalesce(p_fields->>'middle_name', middle_name),
      language = coalesce(p_fields->>'language', language)
    where id = p_user and record_of = app_company();
  if exists (select from users where id = p_user and record_of is not null and email is null and phone is null) then
    perform fail('email_or_phone_required', 'email');
  end if;
  update memberships set
      position = coalesce(p_fields->>'position', position),
      subdivision = coalesce(p_fields->>'subdivision', subdivision),
      comment = coalesce(p_fields->>'comment', comment),
      recorded_phone = case when p_fields ? 'phone' and v_user.record_of is not null then nullif(p_fields->>'phone', '')
                            else recorded_phone end,
      user_types = coalesce(p_types, user_types)
    where company_id = app_company() and user_id = p_user;
end $$;
grant
  execute
  on
    function change_person(integer, jsonb, text[], text[])
  to
  osnova_worker;

-- Changes one's own place in the company, where the role edits people. What is sent as it stands there changes nothing,
-- and anybody may send it. Errors: permission_denied; user_not_manageable for other roles than one has.
create or replace function change_own_place(
  p_fields jsonb,
  p_types text[],
  p_edits boolean
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_place memberships;
  v_others boolean;
begin
  select * into v_place from memberships where company_id = app_company() and user_id = app_user();
  -- The founder's own is never among those that are told.
  v_others := not (array_remove(v_place.user_types, 'owner') <@ p_types and p_types <@ v_place.user_types);
  if not coalesce(v_others, false) and to_jsonb(v_place) @> p_fields then
    return;
  elsif not p_edits then
    perform fail('permission_denied');
  end if;
  perform change_person(app_user(), p_fields, case when v_others then p_types end, '{}');
end $$;
grant
  execute
  on
    function change_own_place(jsonb, text[], boolean)
  to
  osnova_worker;

-- One thing done with several people; a refusal of one leaves the others. Asks for the role that a place needs.
-- `p_tokens`: {user: {"secret", "kept"}}.
create or replace function change_people(
  p_action text,
  p_users integer[],
  p_target integer,
  p_role text,
  p_due jsonb,
  p_assignable text[],
  p_tokens jsonb,
  p_mails jsonb
) returns table (id integer, refusal text, needs_sheet boolean)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
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
          needs_sheet := send_credentials(id, p_tokens->id::text->>'secret', p_tokens->id::text->'kept', p_mails,
            p_assignable);
        else
          perform require_people(array[id], p_role, 'role');
          if p_action = 'add_to_group' then
            insert into group_members (company_id, group_id, user_id, role) values (app_company(), p_target, id, p_role)
              on conflict do nothing;
          else
            insert into course_members (company_id, course_id, user_id, role, due_on, due_after_days)
              values (app_company(), p_target, id, p_role, due_on_of(p_due), due_days_of(p_due))
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
grant
  execute
  on
    function
      change_people(
        text,
        integer[],
        integer,
        text,
        jsonb,
        text[],
        jsonb,
        jsonb
      )
  to
  osnova_worker;

-- Refuses people without the role in the company that a place asks for.
create or replace function require_user_type(
  p_users integer[],
  p_role text,
  p_field text
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_types text[] := case p_role
    when 'manager' then '{owner,admin,manager}'::text[]
    when 'coach' then '{owner,admin,manager,trainer}'::text[]
    else '{owner,admin,manager,trainer,student}'::text[] end;
begin
  if exists (select from memberships where company_id = app_company() and user_id = any (p_users)
               and not user_types && v_types) then
    perform fail('user_type_required', p_field);
  end if;
end $$;

-- Refuses people who are not the company's, out of the caller's reach, or without the role that the place asks for.
create or replace function require_people(
  p_users integer[],
  p_role text,
  p_field text
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  if exists (select unnest(p_users) except
             select user_id from memberships where company_id = app_company() and deleted_at is null
               and (app_user_type() in ('owner', 'admin') or user_id in (select people_in_reach()))) then
    perform fail('not_found');
  end if;
  perform require_user_type(p_users, p_role, p_field);
end $$;

-- Sets or removes (null) a person's photo: one's own, or of somebody who may be changed. Gives the keys to delete.
create or replace function set_user_photo(
  p_user integer,
  p_photo jsonb,
  p_assignable text[]
) returns table (id integer, dropped text)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_new integer;
  v_old integer;
begin
  if p_user <> app_user() then
    perform require_manageable(p_user, p_assignable);
    if not person_is_ours(p_user) then
      perform fail('person_fields_locked', 'photo');
    end if;
  end if;
  select photo_id into v_old from users u where u.id = p_user for update;
  if p_photo is not null then
    insert into media (user_id, key, content_type, size)
      values (p_user, p_photo->>'key', p_photo->>'content_type', (p_photo->>'size')::integer)
        returning media.id into v_new;
  end if;
  update users u set photo_id = v_new where u.id = p_user;
  return query with gone as (delete from media where media.id = v_old returning key)
    select v_new, (select key from gone);
end $$;
grant
  execute
  on
    function set_user_photo(integer, jsonb, text[])
  to
  osnova_worker;

-- The caller's own phone, '' for none. It signs in, so it changes only soon after they proved to be there. Others may
-- have the same one, and nobody learns of it.
create or replace function set_own_phone(
  p_phone text,
  p_mails jsonb
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_user users;
begin
  select * into v_user from users where id = app_user() for update;
  if v_user.phone is not distinct from nullif(p_phone, '') then
    return;
  end if;
  perform require_confirmed();
  if p_phone = '' and v_user.email is null then
    perform fail('email_or_phone_required', 'phone');
  end if;
  update users set phone = nullif(p_phone, '') where id = v_user.id;
  perform notify_person(v_user.id, p_mails);
end $$;
grant execute on function set_own_phone(text, jsonb) to osnova_worker;
