-- Signing in where a second factor is asked for.

set role osnova_system;

-- What somebody has beside the password: totp, u2f, both or none.
create or replace function second_factors_of(p_user integer) returns text[]
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select array_remove(array[
    case when exists (select from totp_secrets where user_id = p_user and secret is not null) then 'totp' end,
    case when exists (select from security_keys where user_id = p_user) then 'u2f' end
  ], null)
$$;

-- Whether somebody has any second factor.
create or replace function has_second_factor(p_user integer) returns boolean
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select second_factors_of(p_user) <> '{}'
$$;
grant execute on function has_second_factor(integer) to osnova_worker;

-- Whether the company requires of its staff what the person does not have.
create or replace function lacks_second_factor(
  p_company integer,
  p_user integer
) returns boolean
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select second_factor_required and not has_second_factor(p_user) from companies where id = p_company
$$;

-- The same of the company entered, where the caller has a role in it that waits for it.
create or replace function own_second_factor_missing() returns boolean
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select m.user_types <> '{student}' and lacks_second_factor(m.company_id, m.user_id)
    from memberships m where m.company_id = app_company() and m.user_id = app_user()
$$;
grant execute on function own_second_factor_missing() to osnova_worker;

-- After the caller took a second factor away: the last one stays while a company requires it of them. The row of the
-- person is locked before, so that of two factors taken away at once one stays.
create or replace function keep_last_second_factor() returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  if not has_second_factor(app_user()) and exists (
      select from memberships m
        join companies c on c.id = m.company_id and c.deleted_at is null and c.second_factor_required
        where m.user_id = app_user() and m.deleted_at is null and m.user_types <> '{student}') then
    perform fail('last_second_factor');
  end if;
end $$;

-- Takes every second factor off an account that has lost them, and ends its sessions: for whoever runs the product, no
-- call does it. A company's staff does not decide about somebody's account. False: there was none.
create or replace function remove_second_factors(
  p_user integer,
  p_mails jsonb
) returns boolean
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform from users where id = p_user for update;
  if not has_second_factor(p_user) then
    return false;
  end if;
  delete from totp_secrets where user_id = p_user;
  delete from security_keys where user_id = p_user;
  delete from recovery_codes where user_id = p_user;
  update sessions set ended_at = now() where user_id = p_user and ended_at is null;
  perform forget_tries('factor:' || p_user), notify_person(p_user, p_mails);
  return true;
end $$;

-- Whether the staff of the company entered act only with a second factor. Whoever asks it of others has one.
create or replace function require_second_factor(
  p_required boolean
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform require_confirmed();
  if p_required and not has_second_factor(app_user()) then
    perform fail('own_second_factor_first');
  end if;
  update companies set second_factor_required = p_required
    where id = app_company() and second_factor_required <> p_required;
end $$;
grant execute on function require_second_factor(boolean) to osnova_worker;

-- What the second step needs, and the count of the try; no row for a ticket that is used or expired.
create or replace function second_factor_lookup(
  p_ticket_hash text
) returns table (
  user_id integer,
  sealed text,
  last_step integer,
  credentials jsonb,
  locked_until timestamptz
)
  language sql
  volatile
  security definer
  set search_path = public, pg_temp
  as $$
  select t.user_id, s.secret, s.last_step, keys_of(t.user_id), count_try('factor:' || t.user_id, 'account')
    from one_time_tokens t left join totp_secrets s on s.user_id = t.user_id
    where t.token_hash = p_ticket_hash and t.purpose = 'second_factor' and t.used_at is null and t.expires_at > now()
$$;
grant execute on function second_factor_lookup(text) to osnova_worker;

-- Keeps a challenge for the keys of whoever holds the ticket of a sign-in, and gives those keys; `p_challenge`: a
-- token for key_sign_in, good for this ticket alone. Errors: ticket_expired.
create or replace function challenge_second_factor(
  p_ticket_hash text,
  p_challenge jsonb
) returns jsonb
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_user integer;
begin
  select user_id into v_user from one_time_tokens
    where token_hash = p_ticket_hash and purpose = 'second_factor' and used_at is null and expires_at > now();
  if not found then
    perform fail('ticket_expired');
  end if;
  perform keep_token(p_challenge, v_user, null, jsonb_build_object('ticket', p_ticket_hash));
  return keys_of(v_user);
end $$;
grant execute on function challenge_second_factor(text, jsonb) to osnova_worker;

-- Signs in with the second factor. A counter of a key that stands still means a key without one. `p_mails`: {language:
-- mail}, with {left}, tells of a recovery code.
create or replace function finish_sign_in(
  p_ticket_hash text,
  p_proof jsonb,
  p_device text,
  p_address text,
  p_mails jsonb
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
  v_user integer;
  v_company integer;
  v_along jsonb;
  v_ticket text;
begin
  select t.user_id, t.company_id, t.payload into v_user, v_company, v_along
    from use_token('second_factor', p_ticket_hash, 'ticket_expired', '') t;
  if p_proof ? 'step' then
    update totp_secrets s set last_step = (p_proof->>'step')::integer
      where s.user_id = v_user and s.secret is not null and s.last_step < (p_proof->>'step')::integer;
  elsif p_proof ? 'recovery' then
    update recovery_codes r set used_at = now()
      where r.user_id = v_user and r.code_hash = p_proof->>'recovery' and r.used_at is null;
  else
    select t.payload->>'ticket' into v_ticket
      from use_token('key_sign_in', p_proof->>'challenge', 'security_key_refused', '') t where t.user_id = v_user;
    if v_ticket is distinct from p_ticket_hash then
      perform fail('security_key_refused');
    end if;
    update security_keys k set counter = (p_proof->>'counter')::bigint, last_used_at = now()
      where k.user_id = v_user and k.credential_id = p_proof->>'credential_id'
        and (k.counter < (p_proof->>'counter')::bigint or (k.counter = 0 and p_proof->>'counter' = '0'));
  end if;
  if not found then
    perform fail(case when p_proof ? 'challenge' then 'security_key_refused' else 'wrong_code' end,
                 case when p_proof ? 'challenge' then '' else 'code' end);
  end if;
  if p_proof ? 'recovery' then
    perform notify_person(v_user, replace(p_mails::text, '{left}', count(*)::text)::jsonb)
      from recovery_codes r where r.user_id = v_user and r.used_at is null;
  end if;
  perform forget_tries('factor:' || v_user);
  v_company := coalesce(come_in(v_user, v_along), v_company);
  return query select * from open_session(v_user, p_device, p_address, v_company);
end $$;
grant
  execute
  on
    function finish_sign_in(text, jsonb, text, text, jsonb)
  to
  osnova_worker;
