-- Signing in with a password.

set role osnova_system;

-- Whose passwords are to be compared, having counted the try before: under `try_key`. An e-mail has one account; a
-- phone may have several, of which those that signed in on this device come first, then the oldest. A device on which
-- an account signed in before counts its own tries, so that neither strangers who guess nor a neighbour at the same
-- address keep the right person out; everybody else's count together per name, and per address. Unknown names cost the
-- same.
create or replace function sign_in_lookup(
  p_identifier text,
  p_account_key text,
  p_address_key text,
  p_device_hash text
) returns table (
  user_id integer,
  password_hash text,
  activated boolean,
  locked_until timestamptz,
  try_key text
)
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  with named as materialized (
    select u.id, u.activated_at, d.device_hash
      from users u left join known_devices d on d.user_id = u.id and d.device_hash = p_device_hash
      where u.record_of is null and (u.email = p_identifier or u.phone = p_identifier and u.activated_at is not null)
      order by d.device_hash nulls last, u.activated_at, u.id limit 12
  ), counted as materialized (
    select coalesce((select f.locked_until from sign_in_failures f
                       where k.device_key is null and f.key = p_address_key and f.locked_until > now()),
                    count_try(coalesce(k.device_key, p_account_key), 'account')) as locked_until,
           coalesce(k.device_key, p_account_key) as try_key
      from (select (select 'device:' || n.id || ':' || n.device_hash from named n where n.device_hash is not null
                      order by n.id limit 1) as device_key) k
  )
  select n.id, c.password_hash, n.activated_at is not null, t.locked_until, t.try_key
    from counted t left join named n on true left join credentials c on c.user_id = n.id
    order by n.device_hash nulls last, n.activated_at, n.id
$$;
grant
  execute
  on
    function sign_in_lookup(text, text, text, text)
  to
  osnova_worker;

-- The account's try is counted already: it locks for a minute after 5 failures and for 15 minutes after 10, an address
-- after 50 and 200. An address counts failures only, since a whole company may share one.
create or replace function sign_in_failed(p_address_key text) returns void
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  select count_try(p_address_key, 'address')
$$;
grant execute on function sign_in_failed(text) to osnova_worker;

-- What follows a right password: the failures are forgotten, a hash of older parameters is replaced, and the person is
-- in.
create or replace function sign_in_succeeded(
  p_user integer,
  p_account_key text,
  p_device text,
  p_address text,
  p_new_hash text,
  p_ticket jsonb,
  p_along jsonb
) returns table (
  session_id integer,
  user_id integer,
  company_id integer,
  user_type text,
  two_factor text[]
)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform forget_tries(p_account_key);
  if p_new_hash <> '' then
    update credentials c set password_hash = p_new_hash where c.user_id = p_user;
  end if;
  return query select * from sign_in(p_user, p_device, p_address, p_ticket, null, p_along);
end $$;
grant
  execute
  on
    function sign_in_succeeded(integer, text, text, text, text, jsonb, jsonb)
  to
  osnova_worker;

-- How somebody who belongs to no company comes into one with signing in: by the invitation whose link they came from
-- (its hash), or by founding one of that name. Gives which, or null.
create or replace function come_in(
  p_user integer,
  p_along jsonb
) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  if p_along ? 'invitation' then
    return accept_by_link(p_along->>'invitation', p_user);
  elsif p_along ? 'new_space' then
    -- Twice at once is one company.
    perform from users where id = p_user for update;
    if not exists (select from memberships where user_id = p_user) then
      perform set_config('app.user', p_user::text, true), set_config('app.user_type', 'owner', true);
      return found_company(id, p_along->>'new_space', coalesce(email, ''), null, '{}')
        from users where id = p_user;
    end if;
  end if;
  return null;
end $$;

-- The end of a first step: a session, or the ticket for the second factor that is set up; with what came along
-- (`come_in`).
create or replace function sign_in(
  p_user integer,
  p_device text,
  p_address text,
  p_ticket jsonb,
  p_company integer default null,
  p_along jsonb default '{}'
) returns table (
  session_id integer,
  user_id integer,
  company_id integer,
  user_type text,
  two_factor text[]
)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_factors text[] := second_factors_of(p_user);
  v_company integer;
begin
  if v_factors <> '{}' then
    perform keep_token(p_ticket, p_user, p_company, p_along);
    return query select null::integer, p_user, p_company, null::text, v_factors;
    return;
  end if;
  v_company := coalesce(come_in(p_user, p_along), p_company);
  if not exists (select from memberships m where m.user_id = p_user) then
    -- What was done on the way here, such as a new password, stays done.
    return query select null::integer, p_user, null::integer, null::text, v_factors;
    return;
  end if;
  return query select s.session_id, s.user_id, s.company_id, s.user_type, v_factors
    from open_session(p_user, p_device, p_address, v_company) s;
end $$;
