-- The time that a person gets beyond that of every test, for good.

set role osnova_system;

-- A person in reach; of oneself nobody decides.
create or replace function require_person_in_reach(p_user integer) returns void
  language plpgsql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform from memberships m
    where m.company_id = app_company() and m.user_id = p_user and m.deleted_at is null
      and (app_user_type() in ('owner', 'admin') or p_user in (select people_in_reach()));
  if not found then
    perform fail('not_found');
  end if;
end $$;
grant execute on function require_person_in_reach(integer) to osnova_worker;

-- What a person in reach gets beyond the time of a test; percent, minutes. Errors: not_found.
create or replace function extra_time_of(
  p_user integer
) returns table (percent integer, minutes integer)
  language plpgsql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform require_person_in_reach(p_user);
  return query
  select m.extra_percent, m.extra_minutes from memberships m
    where m.company_id = app_company() and m.user_id = p_user;
end $$;
grant execute on function extra_time_of(integer) to osnova_worker;

-- Gives a person extra time at every test that they start from now on. History says who gave it.
create or replace function set_extra_time(
  p_user integer,
  p_percent integer,
  p_minutes integer
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform require_person_in_reach(p_user);
  perform refuse_oneself(p_user);
  update memberships set extra_percent = p_percent, extra_minutes = p_minutes
    where company_id = app_company() and user_id = p_user;
end $$;
grant
  execute
  on
    function set_extra_time(integer, integer, integer)
  to
  osnova_worker;

-- The minutes that the caller gets beyond the time of a test whenever they start one.
create or replace function own_extra_minutes(p_settings jsonb) returns integer
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select coalesce((select ceil(minutes_of(p_settings) * m.extra_percent / 100.0)::integer + m.extra_minutes
    from memberships m where m.company_id = app_company() and m.user_id = app_user()), 0)
$$;
grant execute on function own_extra_minutes(jsonb) to osnova_worker;
