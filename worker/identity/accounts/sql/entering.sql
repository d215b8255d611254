-- Entering: who is let in to which company, in which role.

-- How long a session lasts.
create or replace function session_term() returns interval
  language sql
  immutable
  parallel safe
  as $$
  select interval '30 days'
$$;

-- For how long after a call somebody counts as here.
create or replace function online_for() returns interval
  language sql
  immutable
  parallel safe
  as $$
  select interval '5 minutes'
$$;

set role osnova_system;

-- The first statement of every request's batch. Refuses an ended session (OS001), a blocked membership (OS002) and a
-- role no longer held (OS003), and sets company and actor for the policies and the history. Knows people blocked
-- everywhere and memberships that ended, lets nobody into a company that the vendor has blocked, and tells the session
-- to later statements. A staff role of a company that requires a second factor of its staff is for those who have one
-- (OS004). Calls of a running attempt, and those about the person alone, name no role (null): one lost since the start
-- does not cut the attempt off, whoever has no second factor can set one up, and they act as a student.
create or replace function enter(
  p_session integer,
  p_company integer,
  p_type text
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_user integer;
  v_seen timestamptz;
  v_types text[];
  v_blocked timestamptz;
  v_required boolean;
begin
  select s.user_id, s.last_seen_at, m.user_types, coalesce(m.blocked_at, u.blocked_at, c.blocked_at),
         c.second_factor_required
    into v_user, v_seen, v_types, v_blocked, v_required
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
  elsif v_required and p_type <> 'student' and not has_second_factor(v_user) then
    raise exception 'second factor required' using errcode = 'OS004';
  end if;
  perform set_config('app.company', p_company::text, true), set_config('app.user', v_user::text, true),
          set_config('app.user_type', coalesce(p_type, 'student'), true),
          set_config('app.session', p_session::text, true);
  if v_seen < now() - interval '1 minute' then
    -- Skips instead of waiting: a slow request of the same session must not hold up an autosave.
    -- Who acts as a student for want of a second factor comes back to the role of before.
    update sessions set last_seen_at = now(), company_id = p_company,
        user_type = case when v_required and p_type = 'student' and not has_second_factor(v_user) then user_type
                         else coalesce(p_type, user_type) end
      where id = (select id from sessions where id = p_session for update skip locked);
  end if;
end $$;
grant execute on function enter(integer, integer, text) to public;

-- The memberships in which somebody can act: nobody blocks the person there, nor the company.
create or replace function open_memberships(
  p_user integer
) returns setof memberships
  language sql
  stable
  as $$
  select m.* from memberships m
    join companies c on c.id = m.company_id and c.deleted_at is null and c.blocked_at is null
    join users u on u.id = m.user_id and u.blocked_at is null
    where m.user_id = p_user and m.deleted_at is null and m.blocked_at is null
$$;

-- Opens a session in the company and role acted under last, or else the strongest role of the first company. Where a
-- second factor is missing for it, they act as a student, and the session keeps the role that they come back to.
create or replace function open_session(
  p_user integer,
  p_device text,
  p_address text,
  p_company integer default null
) returns table (
  session_id integer,
  user_id integer,
  company_id integer,
  user_type text
)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_company integer;
  v_type text;
begin
  select m.company_id, coalesce(last.user_type, strongest.user_type) into v_company, v_type
    from open_memberships(p_user) m
    cross join lateral (
      select t as user_type from unnest(m.user_types) t order by user_type_rank(t) limit 1
    ) strongest
    left join lateral (
      select s.user_type, s.last_seen_at from sessions s
        where s.user_id = p_user and s.company_id = m.company_id and s.user_type = any (m.user_types)
        order by s.last_seen_at desc limit 1
    ) last on true
    where p_company is null or m.company_id = p_company
    order by last.last_seen_at desc nulls last, m.company_id
    limit 1;
  if not found then
    perform fail(case when exists (select from memberships m where m.user_id = p_user)
                        or exists (select from users u where u.id = p_user and u.blocked_at is not null)
                      then 'account_blocked' else 'no_company' end);
  end if;
  return query insert into sessions (user_id, expires_at, company_id, user_type, device, address)
    values (p_user, now() + session_term(), v_company, v_type, left(p_device, 300), left(p_address, 64))
    returning id, sessions.user_id, sessions.company_id,
      case when lacks_second_factor(v_company, p_user) then 'student' else sessions.user_type end;
end $$;
grant execute on function open_session(integer, text, text, integer) to public;

-- The companies that are open to the person who entered, with the roles held in each: for the switchers.
create or replace function own_spaces() returns table (
  id integer,
  name text,
  user_types text[]
)
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select c.id, c.name, ranked(m.user_types)
    from open_memberships(app_user()) m join companies c on c.id = m.company_id order by c.id
$$;
grant execute on function own_spaces() to public;

-- Notes where the session acts now and gives the role: the one asked for if held, else the strongest that needs no
-- second factor which is missing; without it the role noted stays. Asks nothing of where it acted before, so that
-- nobody is held in a company that is closed to them. Refuses an ended session (OS001).
create or replace function switch_session(
  p_session integer,
  p_company integer,
  p_type text
) returns text
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_user integer;
  v_type text;
  v_lacks boolean;
begin
  select user_id into v_user from sessions where id = p_session and ended_at is null and expires_at > now();
  if not found then
    raise exception 'session ended' using errcode = 'OS001';
  end if;
  select t into v_type from open_memberships(v_user) m, unnest(m.user_types) t
    where m.company_id = p_company and (p_type is null or t = p_type)
    order by user_type_rank(t) limit 1;
  if v_type is null then
    perform fail(case when p_type is null then 'not_found' else 'user_type_not_held' end);
  end if;
  v_lacks := lacks_second_factor(p_company, v_user);
  if v_lacks and p_type <> 'student' then
    perform fail('second_factor_required');
  end if;
  update sessions set user_type = case when v_lacks and company_id = p_company then user_type else v_type end,
                      company_id = p_company, last_seen_at = now()
    where id = p_session;
  return case when v_lacks then 'student' else v_type end;
end $$;
grant execute on function switch_session(integer, integer, text) to public;

-- Signs out; what has ended before stays so.
create or replace function end_session(p_session integer) returns void
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  update sessions set ended_at = now() where id = p_session and ended_at is null
$$;
grant execute on function end_session(integer) to public;

-- The session that entered; null outside of a request.
create or replace function app_session() returns integer
  language sql
  stable
  parallel safe
  as $$ select nullif(current_setting('app.session', true), '')::integer $$;
grant execute on function app_session() to public;

-- What protects an account changes only within a quarter of an hour of its owner's proof to be there.
create or replace function require_confirmed() returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  if not exists (select from sessions where id = app_session() and confirmed_at > app_now() - interval '15 minutes')
    then
    perform fail('password_confirmation_required');
  end if;
end $$;
grant execute on function require_confirmed() to osnova_worker;

-- The caller has proved to be there: what protects the account may change for a quarter of an hour.
create or replace function confirm_session() returns void
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  select forget_tries('password:' || app_user());
  update sessions set confirmed_at = now() where id = app_session();
$$;
grant execute on function confirm_session() to osnova_worker;

-- Active just now in the company entered (decisions, "Identity").
create or replace function is_online(p_user integer) returns boolean
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select exists (select from sessions where user_id = p_user and company_id = app_company() and ended_at is null
                   and last_seen_at > now() - online_for())
$$;
grant execute on function is_online(integer) to public;
