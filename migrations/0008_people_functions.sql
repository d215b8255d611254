-- Adding, changing and looking after people; photos; companies that the vendor blocks.

-- ── Media ─────────────────────────────────────────────────────────────────────────────────────────

alter table media enable row level security;
alter table media force row level security;
create policy tenant on media to osnova_worker
  using (company_id = (select app_company())) with check (company_id = (select app_company()));
-- A person's photo is seen by whoever sees the person.
create policy photos on media for select to osnova_worker
  using (user_id is not null and exists (select from users u where u.id = media.user_id));
create policy system on media to osnova_system using (true) with check (true);
grant select, insert, update, delete on media to osnova_system;
grant select, insert, delete on media to osnova_worker;

set role osnova_system;

-- ── Entering ──────────────────────────────────────────────────────────────────────────────────────

-- As in 0006; nobody enters a company that the vendor has blocked.
create or replace function enter(p_session integer, p_company integer, p_type text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_user integer;
  v_seen timestamptz;
  v_types text[];
  v_blocked timestamptz;
begin
  select s.user_id, s.last_seen_at, m.user_types, coalesce(m.blocked_at, u.blocked_at, c.blocked_at)
    into v_user, v_seen, v_types, v_blocked
    from sessions s
    join users u on u.id = s.user_id
    join memberships m on m.company_id = p_company and m.user_id = s.user_id and m.deleted_at is null
    join companies c on c.id = p_company and c.deleted_at is null
    where s.id = p_session and s.ended_at is null and s.expires_at > now();
  if not found then
    raise exception 'session ended' using errcode = 'OS001';
  elsif v_blocked is not null then
    raise exception 'blocked' using errcode = 'OS002';
  elsif not p_type = any (v_types) then
    raise exception 'role not held' using errcode = 'OS003';
  end if;
  perform set_config('app.company', p_company::text, true), set_config('app.user', v_user::text, true),
          set_config('app.user_type', coalesce(p_type, 'student'), true),
          set_config('app.session', p_session::text, true);
  if v_seen < now() - interval '1 minute' then
    -- Skips instead of waiting: a slow request of the same session must not hold up an autosave.
    update sessions set last_seen_at = now(), company_id = p_company, user_type = coalesce(p_type, user_type)
      where id = (select id from sessions where id = p_session for update skip locked);
  end if;
end $$;

create or replace function open_session(p_user integer, p_device text, p_address text, p_company integer default null)
  returns table (session_id integer, user_id integer, company_id integer, user_type text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_company integer;
  v_type text;
begin
  select m.company_id, coalesce(last.user_type, strongest.user_type) into v_company, v_type
    from memberships m
    join users u on u.id = m.user_id and u.blocked_at is null
    join companies c on c.id = m.company_id and c.deleted_at is null and c.blocked_at is null
    cross join lateral (
      select t as user_type from unnest(m.user_types) t order by user_type_rank(t) limit 1
    ) strongest
    left join lateral (
      select s.user_type, s.last_seen_at from sessions s
        where s.user_id = p_user and s.company_id = m.company_id and s.user_type = any (m.user_types)
        order by s.last_seen_at desc limit 1
    ) last on true
    where m.user_id = p_user and m.blocked_at is null and m.deleted_at is null
      and (p_company is null or m.company_id = p_company)
    order by last.last_seen_at desc nulls last, m.company_id
    limit 1;
  if not found then
    perform fail('account_blocked');
  end if;
  return query insert into sessions (user_id, expires_at, company_id, user_type, device, address)
    values (p_user, now() + interval '30 days', v_company, v_type, left(p_device, 300), left(p_address, 64))
    returning id, sessions.user_id, sessions.company_id, sessions.user_type;
end $$;

-- ── People ────────────────────────────────────────────────────────────────────────────────────────

-- When the person was last active in the company entered.
create function last_seen_at(p_user integer) returns timestamptz
  language sql stable security definer set search_path = public, pg_temp as $$
  select max(last_seen_at) from sessions where user_id = p_user and company_id = app_company()
$$;

-- Until when an invitation into the company entered is open, or null.
create function invited_until(p_user integer) returns timestamptz
  language sql stable security definer set search_path = public, pg_temp as $$
  select max(expires_at) from one_time_tokens
    where user_id = p_user and company_id = app_company() and purpose = 'invitation' and used_at is null
      and expires_at > now()
$$;

-- A company may change who a person is only before their first own password, and only while they are nobody else's.
create function person_is_ours(p_user integer) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.activated_at is null
     and not exists (select from memberships m where m.user_id = u.id and m.company_id <> app_company())
    from users u where u.id = p_user
$$;

-- Refuses groups and courses out of the caller's reach; another company's id and a missing one fail alike.
create function require_in_reach(p_groups integer[], p_courses integer[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
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

-- The one group of each program, through which people come into it.
create function groups_of_programs(p_programs integer[]) returns integer[]
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  v_program integer;
  v_groups integer[];
  v_all integer[] := '{}';
begin
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

drop function invite_person(text, jsonb, text[], text, integer[], integer[], jsonb, jsonb, text);
-- Adds a person to roles, groups and courses of the company entered. Somebody known to the product keeps name and
-- password and is told so by mail; somebody new gets a link that sets them, or, without an e-mail, a printed one later.
-- `p_person`: email, phone, first_name, last_name, middle_name, position, subdivision, comment, language; with "new"
-- true whoever belongs to the company already is refused. `p_mails`: {"new": {language: mail}, "known": {…}}.
create function add_person(
  p_person jsonb, p_types text[], p_group_role text, p_groups integer[], p_courses integer[], p_programs integer[],
  p_token jsonb, p_mails jsonb
) returns integer language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_company integer := app_company();
  v_email text := nullif(p_person->>'email', '');
  v_phone text := nullif(p_person->>'phone', '');
  v_user users;
  v_known memberships;
  v_groups integer[] := p_groups || groups_of_programs(p_programs);
begin
  perform require_in_reach(p_groups, p_courses);
  insert into users (email, phone, first_name, last_name, middle_name, language)
    select v_email, v_phone, coalesce(p_person->>'first_name', ''), coalesce(p_person->>'last_name', ''),
           coalesce(p_person->>'middle_name', ''), p_person->>'language'
      where not exists (select from users where email = v_email or phone = v_phone)
    on conflict do nothing;
  if (select count(*) from users where email = v_email or phone = v_phone) > 1 then
    perform fail('import_identity_conflict', 'phone');
  end if;
  select * into v_user from users where email = v_email or phone = v_phone;
  select * into v_known from memberships where company_id = v_company and user_id = v_user.id and deleted_at is null;
  if not found then
    perform require_seat();
  elsif (p_person->>'new')::boolean then
    perform fail(case when v_user.email = v_email then 'email_taken' else 'phone_taken' end,
                 case when v_user.email = v_email then 'email' else 'phone' end);
  end if;
  -- Who was taken out comes back with the roles of the invitation only.
  insert into memberships as m (company_id, user_id, user_types, position, subdivision, comment)
    values (v_company, v_user.id, p_types, coalesce(p_person->>'position', ''), coalesce(p_person->>'subdivision', ''),
            coalesce(p_person->>'comment', ''))
    on conflict (company_id, user_id) do update
      set deleted_at = null, user_types = case when m.deleted_at is not null then excluded.user_types
        else (select array_agg(distinct t) from unnest(m.user_types || excluded.user_types) t) end;
  insert into group_members (company_id, group_id, user_id, role)
    select v_company, g, v_user.id, p_group_role from unnest(v_groups) g on conflict do nothing;
  insert into course_members (company_id, course_id, user_id, role)
    select v_company, c, v_user.id, case p_group_role when 'student' then 'student' else 'coach' end
      from unnest(p_courses) c on conflict do nothing;
  if v_user.activated_at is null then
    if v_user.email is not null then
      perform keep_token(p_token, v_user.id, v_company);
      perform queue_mail(v_user.email, p_mails->'new'->v_user.language);
    end if;
  elsif v_known.user_id is null then
    perform notify_person(v_user.id, p_mails->'known');
  end if;
  return v_user.id;
end $$;

-- Changes a person's place in the company, and before their activation who they are. A key that is missing stays.
create function change_person(p_user integer, p_fields jsonb, p_types text[], p_assignable text[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_user users;
  v_field text;
begin
  -- One's own place may be changed, but not one's own roles.
  if p_user <> app_user() or p_types is not null then
    perform require_manageable(p_user, p_assignable);
  end if;
  select * into v_user from users where id = p_user for update;
  for v_field in select key from jsonb_each_text(p_fields) where key in ('email', 'phone', 'first_name', 'last_name', 'middle_name')
      and value is distinct from coalesce(to_jsonb(v_user)->>key, '') loop
    if not person_is_ours(p_user) then
      perform fail('person_fields_locked', v_field);
    end if;
    -- Who was invited under another address must not accept any more.
    if v_field = 'email' then
      update one_time_tokens set used_at = now() where user_id = p_user and used_at is null;
    end if;
  end loop;
  update users set
      email = case when p_fields ? 'email' then nullif(p_fields->>'email', '') else email end,
      phone = case when p_fields ? 'phone' then nullif(p_fields->>'phone', '') else phone end,
      first_name = coalesce(p_fields->>'first_name', first_name),
      last_name = coalesce(p_fields->>'last_name', last_name),
      middle_name = coalesce(p_fields->>'middle_name', middle_name)
    where id = p_user and person_is_ours(p_user);
  if exists (select from users where id = p_user and email is null and phone is null) then
    perform fail('email_or_phone_required', 'email');
  end if;
  update memberships set
      position = coalesce(p_fields->>'position', position),
      subdivision = coalesce(p_fields->>'subdivision', subdivision),
      comment = coalesce(p_fields->>'comment', comment),
      user_types = coalesce(p_types, user_types)
    where company_id = app_company() and user_id = p_user;
end $$;

-- Whoever is not manager or above may be taken out (§6, row actions); before the activation, whoever may be invited.
create or replace function remove_membership(p_user integer, p_assignable text[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_manageable(p_user, case
    when exists (select from users where id = p_user and activated_at is null) then p_assignable
    else array['trainer', 'student'] end);
  delete from group_members where company_id = app_company() and user_id = p_user;
  delete from course_members where company_id = app_company() and user_id = p_user;
  update memberships set deleted_at = now() where company_id = app_company() and user_id = p_user;
  update one_time_tokens set used_at = now()
    where user_id = p_user and company_id = app_company() and purpose = 'invitation' and used_at is null;
end $$;

-- Mails how to sign in: an activated person the address and their name there, an invited one a new link. Gives whether
-- the person has no e-mail and needs a printed sheet. {token} in a mail stands for the link's secret.
create function send_credentials(p_user integer, p_secret text, p_token jsonb, p_mails jsonb, p_assignable text[])
  returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_user users;
  v_mail jsonb;
begin
  perform require_manageable(p_user, p_assignable);
  select * into v_user from users where id = p_user;
  if v_user.email is null then
    return true;
  end if;
  if v_user.activated_at is null then
    perform keep_token(p_token, p_user, app_company());
    v_mail := p_mails->'invitation'->v_user.language;
  else
    v_mail := p_mails->'credentials'->v_user.language;
  end if;
  perform queue_mail(v_user.email, jsonb_build_object('subject', v_mail->>'subject',
    'text', replace(replace(v_mail->>'text', '{token}', p_secret), '{login}', v_user.email),
    'html', replace(replace(v_mail->>'html', '{token}', p_secret), '{login}', v_user.email)));
  return false;
end $$;

-- One thing done with several people; a refusal of one leaves the others. `p_tokens`: {user: {"secret", "kept"}}.
create function change_people(
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
          perform require_member(id);
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

-- Somebody of the company whom the caller reaches.
create function require_member(p_user integer) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from memberships where company_id = app_company() and user_id = p_user and deleted_at is null
                   and (app_user_type() in ('owner', 'admin') or user_id in (select people_in_reach()))) then
    perform fail('not_found');
  end if;
end $$;

-- What a sheet to print says of each person; the link of `p_tokens` only for those who may still be given one.
create function issue_sheets(p_users integer[], p_tokens jsonb, p_assignable text[])
  returns table (id integer, first_name text, last_name text, login text, language text, has_link boolean)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  foreach id in array p_users loop
    perform require_manageable(id, p_assignable);
    has_link := person_is_ours(id);
    if has_link then
      perform keep_token(p_tokens->id::text, id, app_company());
    end if;
    select u.first_name, u.last_name, coalesce(u.email, u.phone), u.language
      into first_name, last_name, login, language from users u where u.id = issue_sheets.id;
    return next;
  end loop;
end $$;

-- People of all companies that the caller owns or administers.
create function people_of_administered_companies(p_space integer)
  returns table (id integer, first_name text, last_name text, email text, phone text, photo_id integer, email_verified boolean,
                 activated boolean, spaces jsonb, is_member boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.first_name, u.last_name, u.email, u.phone, u.photo_id, u.email_verified, u.activated_at is not null,
         jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by c.id), bool_or(c.id = app_company())
    from memberships m join companies c on c.id = m.company_id join users u on u.id = m.user_id
    where m.deleted_at is null and m.company_id in (select administered_companies())
    group by u.id
    having p_space is null or bool_or(c.id = p_space)
$$;

-- ── Photos ────────────────────────────────────────────────────────────────────────────────────────

-- Sets or removes (null) a person's photo: one's own, or of somebody who may be changed. Gives the keys to delete.
create function set_user_photo(p_user integer, p_photo jsonb, p_assignable text[])
  returns table (id integer, dropped text)
  language plpgsql security definer set search_path = public, pg_temp as $$
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
      values (p_user, p_photo->>'key', p_photo->>'content_type', (p_photo->>'size')::integer) returning media.id into v_new;
  end if;
  update users u set photo_id = v_new where u.id = p_user;
  return query with gone as (delete from media where media.id = v_old returning key)
    select v_new, (select key from gone);
end $$;

create function set_company_photo(p_photo jsonb) returns table (id integer, dropped text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_new integer;
  v_old integer;
begin
  select photo_id into v_old from companies c where c.id = app_company() for update;
  if p_photo is not null then
    insert into media (company_id, key, content_type, size)
      values (app_company(), p_photo->>'key', p_photo->>'content_type', (p_photo->>'size')::integer)
      returning media.id into v_new;
  end if;
  update companies c set photo_id = v_new where c.id = app_company();
  return query with gone as (delete from media where media.id = v_old returning key)
    select v_new, (select key from gone);
end $$;

do $$
declare
  f text;
begin
  foreach f in array array[
    'require_in_reach(integer[], integer[])', 'groups_of_programs(integer[])', 'require_member(integer)',
    'send_credentials(integer, text, jsonb, jsonb, text[])'
  ] loop
    execute format('revoke execute on function %s from public', f);
  end loop;
  foreach f in array array[
    'last_seen_at(integer)', 'invited_until(integer)', 'person_is_ours(integer)',
    'add_person(jsonb, text[], text, integer[], integer[], integer[], jsonb, jsonb)',
    'change_person(integer, jsonb, text[], text[])',
    'change_people(text, integer[], integer, text, text[], jsonb, jsonb)',
    'issue_sheets(integer[], jsonb, text[])', 'people_of_administered_companies(integer)',
    'set_user_photo(integer, jsonb, text[])', 'set_company_photo(jsonb)'
  ] loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to osnova_worker', f);
  end loop;
end $$;

reset role;
