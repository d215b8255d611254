-- Sign-in, sessions, companies, invitations: the work that happens without a company, or across companies.
-- All of it runs as osnova_system; the Worker may only call it.

-- The first statement of every request's batch. Refuses an ended session (OS001), a blocked membership (OS002)
-- and a role no longer held (OS003), and sets company and actor for the policies and the history. Calls of a running
-- attempt name no role (null): one lost since the start does not cut the attempt off, and they act as a student.
create function enter(p_session integer, p_company integer, p_type text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_user integer;
  v_seen timestamptz;
  v_types text[];
  v_blocked timestamptz;
begin
  select s.user_id, s.last_seen_at, m.user_types, m.blocked_at into v_user, v_seen, v_types, v_blocked
    from sessions s join memberships m on m.company_id = p_company and m.user_id = s.user_id
    where s.id = p_session and s.ended_at is null and s.expires_at > now();
  if not found then
    raise exception 'session ended' using errcode = 'OS001';
  elsif v_blocked is not null then
    raise exception 'blocked' using errcode = 'OS002';
  elsif not p_type = any (v_types) then
    raise exception 'role not held' using errcode = 'OS003';
  end if;
  perform set_config('app.company', p_company::text, true), set_config('app.user', v_user::text, true),
          set_config('app.user_type', coalesce(p_type, 'student'), true);
  if v_seen < now() - interval '1 minute' then
    -- Skips instead of waiting: a slow request of the same session must not hold up an autosave.
    update sessions set last_seen_at = now(), company_id = p_company, user_type = coalesce(p_type, user_type)
      where id = (select id from sessions where id = p_session for update skip locked);
  end if;
end $$;

-- Opens a session in the company and role acted under last, or else the strongest role of the first company.
create function open_session(p_user integer, p_device text, p_address text, p_company integer default null)
  returns table (session_id integer, user_id integer, company_id integer, user_type text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_company integer;
  v_type text;
begin
  select m.company_id, coalesce(last.user_type, strongest.user_type) into v_company, v_type
    from memberships m
    cross join lateral (
      select t as user_type from unnest(m.user_types) t order by user_type_rank(t) limit 1
    ) strongest
    left join lateral (
      select s.user_type, s.last_seen_at from sessions s
        where s.user_id = p_user and s.company_id = m.company_id and s.user_type = any (m.user_types)
        order by s.last_seen_at desc limit 1
    ) last on true
    where m.user_id = p_user and m.blocked_at is null and (p_company is null or m.company_id = p_company)
    order by last.last_seen_at desc nulls last, m.company_id
    limit 1;
  if not found then
    perform fail('account_blocked');
  end if;
  return query insert into sessions (user_id, expires_at, company_id, user_type, device, address)
    values (p_user, now() + interval '30 days', v_company, v_type, left(p_device, 300), left(p_address, 64))
    returning id, sessions.user_id, sessions.company_id, sessions.user_type;
end $$;

-- What sign-in needs to judge a password. The only way by which the Worker sees a hash.
create function sign_in_lookup(p_identifier text, p_account_key text, p_address_key text)
  returns table (user_id integer, password_hash text, email_verified boolean, locked_until timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, c.password_hash, u.email_verified or u.email is null,
         (select max(f.locked_until) from sign_in_failures f where f.key in (p_account_key, p_address_key))
    from (select 1) one
    left join users u on u.email = p_identifier or u.phone = p_identifier
    left join credentials c on c.user_id = u.id
    limit 1
$$;

-- Counts a failed sign-in: an account locks for a minute after 5 failures and for 15 minutes after 10, an address
-- after 50 and 200. Half an hour without a failure forgets them.
create function sign_in_failed(p_account_key text, p_address_key text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into sign_in_failures as f (key, failures, last_failed_at)
    values (p_account_key, 1, now()), (p_address_key, 1, now())
    on conflict (key) do update set
      failures = case when f.last_failed_at < now() - interval '30 minutes' then 1 else f.failures + 1 end,
      last_failed_at = now(),
      locked_until = case
        when f.last_failed_at < now() - interval '30 minutes' then null
        when f.failures + 1 >= case when f.key like 'address:%' then 200 else 10 end then now() + interval '15 minutes'
        when f.failures + 1 >= case when f.key like 'address:%' then 50 else 5 end then now() + interval '1 minute'
      end
$$;

create function sign_in_succeeded(p_user integer, p_account_key text, p_device text, p_address text, p_new_hash text)
  returns table (session_id integer, user_id integer, company_id integer, user_type text)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from sign_in_failures where key = p_account_key;
  if p_new_hash <> '' then
    update credentials c set password_hash = p_new_hash where c.user_id = p_user;
  end if;
  return query select * from open_session(p_user, p_device, p_address);
end $$;

create function end_session(p_session integer) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update sessions set ended_at = now() where id = p_session and ended_at is null
$$;

create function queue_mail(p_recipient text, p_mail jsonb) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into mails (recipient, subject, text, html)
    values (p_recipient, p_mail->>'subject', p_mail->>'text', p_mail->>'html')
$$;

-- Takes mails that are due and moves their next try ahead, so that two senders never take the same one.
create function take_mails(p_limit integer)
  returns table (id integer, recipient text, subject text, text text, html text)
  language sql security definer set search_path = public, pg_temp as $$
  update mails m set tries = tries + 1, next_try_at = now() + least(interval '1 hour', interval '1 minute' * power(2, tries))
    where m.id in (select d.id from mails d where d.sent_at is null and d.next_try_at <= now() and d.tries < 12
                     order by d.next_try_at limit p_limit for update skip locked)
    returning m.id, m.recipient, m.subject, m.text, m.html
$$;

create function mails_sent(p_ids integer[]) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update mails set sent_at = now() where id = any (p_ids)
$$;

-- Registers a company with its owner and queues the confirmation mail (§7 space_registration).
create function register_company(p_company jsonb, p_owner jsonb, p_password_hash text, p_token_hash text, p_mail jsonb)
  returns integer language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_user integer;
  v_company integer;
begin
  insert into users (email, phone, first_name, last_name, language)
    values (p_owner->>'email', nullif(p_owner->>'phone', ''), p_owner->>'first_name', p_owner->>'last_name',
            p_owner->>'language')
    returning id into v_user;
  insert into credentials (user_id, password_hash) values (v_user, p_password_hash);
  perform set_config('app.user', v_user::text, true), set_config('app.user_type', 'owner', true);
  v_company := found_company(v_user, p_company->>'name', p_owner->>'email', nullif(p_owner->>'phone', ''));
  insert into one_time_tokens (purpose, token_hash, user_id, company_id, expires_at)
    values ('email_confirmation', p_token_hash, v_user, v_company, now() + interval '3 days');
  perform queue_mail(p_owner->>'email', p_mail);
  return v_company;
end $$;

create function found_company(p_user integer, p_name text, p_email text, p_phone text) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_company integer;
begin
  insert into companies (name, email, phone, owner_id) values (p_name, p_email, p_phone, p_user) returning id into v_company;
  insert into memberships (company_id, user_id, user_types)
    values (v_company, p_user, array['owner', 'admin', 'manager', 'trainer', 'student']);
  return v_company;
end $$;

-- One more company of the signed-in person (§7 new_space); the caller has entered.
create function create_company(p_name text) returns integer
  language sql security definer set search_path = public, pg_temp as $$
  select found_company(u.id, p_name, coalesce(u.email, ''), u.phone) from users u where u.id = app_user()
$$;

create function use_token(p_purpose text, p_token_hash text)
  returns table (user_id integer, company_id integer)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return query update one_time_tokens t set used_at = now()
    where t.token_hash = p_token_hash and t.purpose = p_purpose and t.used_at is null and t.expires_at > now()
    returning t.user_id, t.company_id;
  if not found then
    perform fail('token_incorrect', 'token');
  end if;
end $$;

create function confirm_email(p_token_hash text, p_device text, p_address text)
  returns table (session_id integer, user_id integer, company_id integer, user_type text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_user integer;
  v_company integer;
begin
  select t.user_id, t.company_id into v_user, v_company from use_token('email_confirmation', p_token_hash) t;
  update users u set email_verified = true, activated_at = coalesce(u.activated_at, now()) where u.id = v_user;
  return query select * from open_session(v_user, p_device, p_address, v_company);
end $$;

-- Seats taken: activated and unblocked people; pending: invited people who have not set a password yet.
create function licences(p_company integer) returns table (used integer, pending integer, "limit" integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select count(*) filter (where u.activated_at is not null and m.blocked_at is null)::integer,
         count(*) filter (where u.activated_at is null and m.blocked_at is null)::integer,
         (select licence_limit from companies where id = p_company)
    from memberships m join users u on u.id = m.user_id where m.company_id = p_company
$$;

-- Invites a person by e-mail into roles, groups and courses of the company entered. A person already known to the
-- product keeps name and password and is told so; a new one gets a link that sets them. `p_mails` holds the texts
-- as {"new": {language: mail}, "known": {language: mail}}.
create function invite_person(
  p_email text, p_names jsonb, p_types text[], p_group_role text, p_groups integer[], p_courses integer[],
  p_token_hash text, p_mails jsonb, p_language text
) returns integer language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_company integer := app_company();
  v_user users;
  v_seats record;
begin
  -- One invitation at a time in a company, so that two cannot take the last seat.
  perform from companies where id = v_company for update;
  insert into users (email, first_name, last_name, language)
    values (p_email, coalesce(p_names->>'first_name', ''), coalesce(p_names->>'last_name', ''), p_language)
    on conflict (email) do nothing;
  select * into v_user from users where email = p_email;
  if not exists (select from memberships where company_id = v_company and user_id = v_user.id) then
    select * into v_seats from licences(v_company);
    if v_seats."limit" is not null and v_seats.used + v_seats.pending >= v_seats."limit" then
      perform fail('licences_exhausted');
    end if;
  end if;
  insert into memberships as m (company_id, user_id, user_types) values (v_company, v_user.id, p_types)
    on conflict (company_id, user_id) do update
      set user_types = (select array_agg(distinct t) from unnest(m.user_types || excluded.user_types) t);
  -- Only what the inviter's hand reaches; another company's id and a missing one fail alike.
  if exists (select unnest(p_groups) except
             select id from study_groups where company_id = v_company and deleted_at is null
               and (app_user_type() in ('owner', 'admin') or id in (select groups_in_reach()))) then
    perform fail('not_found');
  end if;
  if exists (select unnest(p_courses) except
             select id from courses where company_id = v_company and deleted_at is null
               and (app_user_type() in ('owner', 'admin') or id in (select courses_in_reach()))) then
    perform fail('not_found');
  end if;
  insert into group_members (company_id, group_id, user_id, role)
    select v_company, g, v_user.id, p_group_role from unnest(p_groups) g on conflict do nothing;
  insert into course_members (company_id, course_id, user_id, role)
    select v_company, c, v_user.id, case p_group_role when 'student' then 'student' else 'coach' end
      from unnest(p_courses) c on conflict do nothing;
  if v_user.activated_at is null then
    -- A newer invitation replaces the older one of the same company.
    update one_time_tokens set used_at = now()
      where user_id = v_user.id and company_id = v_company and purpose = 'invitation' and used_at is null;
    insert into one_time_tokens (purpose, token_hash, user_id, company_id, expires_at)
      values ('invitation', p_token_hash, v_user.id, v_company, now() + interval '7 days');
    perform queue_mail(p_email, p_mails->'new'->v_user.language);
  else
    perform queue_mail(p_email, p_mails->'known'->v_user.language);
  end if;
  return v_user.id;
end $$;

create function invitation(p_token_hash text)
  returns table (company text, email text, phone text, first_name text, last_name text, language text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.name, u.email, u.phone, u.first_name, u.last_name, u.language
    from one_time_tokens t join users u on u.id = t.user_id join companies c on c.id = t.company_id
    where t.token_hash = p_token_hash and t.purpose = 'invitation' and t.used_at is null and t.expires_at > now()
$$;

create function finish_registration(
  p_token_hash text, p_first_name text, p_last_name text, p_password_hash text, p_device text, p_address text
) returns table (session_id integer, user_id integer, company_id integer, user_type text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_user integer;
  v_company integer;
begin
  select t.user_id, t.company_id into v_user, v_company from use_token('invitation', p_token_hash) t;
  update users u set first_name = p_first_name, last_name = p_last_name, email_verified = true, activated_at = now()
    where u.id = v_user and u.activated_at is null;
  -- Somebody who set a password meanwhile, through another company's invitation, keeps it.
  if not found then
    perform fail('token_incorrect', 'token');
  end if;
  insert into credentials (user_id, password_hash) values (v_user, p_password_hash)
    on conflict on constraint credentials_pkey do update set password_hash = excluded.password_hash, changed_at = now();
  return query select * from open_session(v_user, p_device, p_address, v_company);
end $$;

-- The companies of the person who entered, with the roles held in each: for the switchers.
create function own_spaces() returns table (id integer, name text, user_types text[])
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.id, c.name, (select array_agg(t order by user_type_rank(t)) from unnest(m.user_types) t)
    from memberships m join companies c on c.id = m.company_id and c.deleted_at is null
    where m.user_id = app_user() and m.blocked_at is null order by c.id
$$;

-- Notes where the session acts now and gives the role: the one asked for if held, else the strongest.
create function switch_session(p_session integer, p_company integer, p_type text) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_type text;
begin
  select t into v_type from memberships m, unnest(m.user_types) t
    where m.company_id = p_company and m.user_id = app_user() and m.blocked_at is null and (p_type is null or t = p_type)
    order by user_type_rank(t) limit 1;
  if v_type is null then
    perform fail(case when p_type is null then 'not_found' else 'user_type_not_held' end);
  end if;
  update sessions set company_id = p_company, user_type = v_type, last_seen_at = now() where id = p_session;
  return v_type;
end $$;

-- Claims an idempotency key in the batch that makes the row: a replay raises OS010 with the row's id, and waits for a
-- twin that is still running.
create function claim_key(p_key text, p_endpoint text) returns void
  language plpgsql as $$
declare
  v_claimed idempotency_keys;
begin
  insert into idempotency_keys (company_id, user_id, key, endpoint) values (app_company(), app_user(), p_key, p_endpoint)
    on conflict do nothing;
  if found then
    return;
  end if;
  select * into v_claimed from idempotency_keys
    where company_id = app_company() and user_id = app_user() and key = p_key;
  if v_claimed.endpoint <> p_endpoint then
    perform fail('idempotency_mismatch');
  end if;
  raise exception 'replayed' using errcode = 'OS010', detail = v_claimed.row_id::text;
end $$;

do $$
declare
  f text;
begin
  foreach f in array array[
    'enter(integer, integer, text)', 'open_session(integer, text, text, integer)',
    'sign_in_lookup(text, text, text)', 'sign_in_failed(text, text)',
    'sign_in_succeeded(integer, text, text, text, text)', 'end_session(integer)', 'queue_mail(text, jsonb)',
    'take_mails(integer)', 'mails_sent(integer[])', 'register_company(jsonb, jsonb, text, text, jsonb)',
    'found_company(integer, text, text, text)', 'create_company(text)', 'use_token(text, text)',
    'confirm_email(text, text, text)', 'licences(integer)',
    'invite_person(text, jsonb, text[], text, integer[], integer[], text, jsonb, text)', 'invitation(text)',
    'finish_registration(text, text, text, text, text, text)', 'own_spaces()', 'switch_session(integer, integer, text)'
  ] loop
    execute format('alter function %s owner to osnova_system', f);
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to osnova_worker', f);
  end loop;
  -- Inner steps of the functions above.
  foreach f in array array[
    'open_session(integer, text, text, integer)', 'found_company(integer, text, text, text)', 'use_token(text, text)'
  ] loop
    execute format('revoke execute on function %s from osnova_worker', f);
  end loop;
end $$;
