-- Security keys.

set role osnova_system;

-- Keeps a challenge for a new key of the caller; `p_challenge`: a token for key_registration. Gives whose key it is to
-- be, and the keys that there are.
create or replace function begin_security_key(
  p_challenge jsonb
) returns table (
  user_id integer,
  account text,
  full_name text,
  credentials jsonb
)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform require_confirmed();
  perform keep_token(p_challenge, app_user());
  return query select u.id, coalesce(u.email, u.phone), person_name(u.last_name, u.first_name), keys_of(u.id)
    from users u where u.id = app_user();
end $$;
grant execute on function begin_security_key(jsonb) to osnova_worker;

-- Keys as WebAuthn asks for them: [{id, transports, public_key, counter}].
create or replace function keys_of(p_user integer) returns jsonb
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', credential_id, 'transports', transports, 'public_key', public_key,
                    'counter', counter) order by id), '[]')
    from security_keys where user_id = p_user
$$;

-- Adds a key that answered its challenge; `p_key`: {name, credential_id, public_key, counter, transports}. `kept`: the
-- recovery codes offered with it are the first. Errors: security_key_refused, too_many_security_keys (10).
create or replace function add_security_key(
  p_challenge_hash text,
  p_key jsonb,
  p_recovery text[],
  p_mails jsonb
) returns table (id integer, kept boolean)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_user integer;
  v_id integer;
begin
  select t.user_id into v_user from use_token('key_registration', p_challenge_hash, 'security_key_refused', '') t;
  if v_user <> app_user() then
    perform fail('security_key_refused');
  end if;
  perform from users u where u.id = v_user for update;
  if (select count(*) from security_keys k where k.user_id = v_user) >= 10 then
    perform fail('too_many_security_keys');
  end if;
  insert into security_keys as k (user_id, name, credential_id, public_key, counter, transports)
    values (v_user, p_key->>'name', p_key->>'credential_id', p_key->>'public_key', (p_key->>'counter')::bigint,
            array(select jsonb_array_elements_text(p_key->'transports')))
    returning k.id into v_id;
  perform notify_person(v_user, p_mails);
  return query select v_id, keep_first_recovery_codes(p_recovery);
end $$;
grant
  execute
  on
    function add_security_key(text, jsonb, text[], jsonb)
  to
  osnova_worker;

-- Errors: not_found, also for somebody else's key.
create or replace function rename_security_key(
  p_id integer,
  p_name text
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  update security_keys set name = p_name where id = p_id and user_id = app_user();
  if not found then
    perform fail('not_found');
  end if;
end $$;
grant execute on function rename_security_key(integer, text) to osnova_worker;

-- Takes a key of the caller away. Errors: not_found, last_second_factor.
create or replace function delete_security_key(
  p_id integer,
  p_mails jsonb
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform require_confirmed();
  perform from users where id = app_user() for update;
  delete from security_keys where id = p_id and user_id = app_user();
  if not found then
    perform fail('not_found');
  end if;
  perform keep_last_second_factor(), drop_idle_recovery_codes(), notify_person(app_user(), p_mails);
end $$;
grant execute on function delete_security_key(integer, jsonb) to osnova_worker;
