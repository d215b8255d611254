-- The sessions of a person.

set role osnova_system;

-- Where the caller is signed in, used last first.
create or replace function own_sessions() returns table (
  id integer,
  device text,
  created_at timestamptz,
  last_seen_at timestamptz,
  current boolean
)
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select id, device, created_at, last_seen_at, id = app_session() from sessions
    where user_id = app_user() and ended_at is null and expires_at > now() order by last_seen_at desc, id desc
$$;
grant execute on function own_sessions() to osnova_worker;

-- Ends a session of the caller; null for any other.
create or replace function end_own_session(p_session integer) returns integer
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  update sessions set ended_at = now() where id = p_session and user_id = app_user() and ended_at is null returning id
$$;
grant execute on function end_own_session(integer) to osnova_worker;

-- Ends all sessions of the caller but this one.
create or replace function end_other_sessions() returns void
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  update sessions set ended_at = now() where user_id = app_user() and id <> app_session() and ended_at is null
$$;
grant execute on function end_other_sessions() to osnova_worker;
