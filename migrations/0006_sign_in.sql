-- Every way in and out: throttling before the hash, second factors, password reset, providers, sessions, membership.
-- As in 0002, all of it runs as osnova_system and the Worker may only call it.

select secure_system_table(name::regclass)
  from unnest(array['totp_secrets', 'security_keys', 'recovery_codes', 'social_links']) as name;

-- What follows belongs to the system role, as the functions that it replaces do.
set role osnova_system;

-- ── Entering ──────────────────────────────────────────────────────────────────────────────────────

-- As in 0002; knows people blocked everywhere and memberships that ended, and tells the session to later statements.
create or replace function enter(p_session integer, p_company integer, p_type text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_user integer;
  v_seen timestamptz;
  v_types text[];
  v_blocked timestamptz;
begin
  select s.user_id, s.last_seen_at, m.user_types, coalesce(m.blocked_at, u.blocked_at)
    into v_user, v_seen, v_types, v_blocked
    from sessions s
    join users u on u.id = s.user_id
    join memberships m on m.company_id = p_company and m.user_id = s.user_id and m.deleted_at is null
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

create function app_session() returns integer language sql stable parallel safe
  as $$ select nullif(current_setting('app.session', true), '')::integer $$;

-- What protects an account changes only within a quarter of an hour of its owner's proof to be there.
create function require_confirmed() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from sessions where id = app_session() and confirmed_at > app_now() - interval '15 minutes') then
    perform fail('password_confirmation_required');
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
    join companies c on c.id = m.company_id and c.deleted_at is null
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

-- ── Single-use tokens ─────────────────────────────────────────────────────────────────────────────

-- Keeps a token as the catalogue describes it: {"purpose", "hash", "lifetime" in seconds}. A newer link or challenge
-- replaces the older one; tickets and sign-in challenges of several devices stand side by side.
create function keep_token(p_token jsonb, p_user integer, p_company integer default null, p_payload jsonb default '{}')
  returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_token->>'purpose' not in ('second_factor', 'key_sign_in') then
    update one_time_tokens set used_at = now()
      where user_id = p_user and purpose = p_token->>'purpose' and used_at is null
        and company_id is not distinct from p_company;
  end if;
  insert into one_time_tokens (purpose, token_hash, user_id, company_id, payload, expires_at)
    values (p_token->>'purpose', p_token->>'hash', p_user, p_company, p_payload,
            now() + make_interval(secs => (p_token->>'lifetime')::integer));
end $$;

drop function use_token(text, text);
-- Uses a token up. Of many that come at once, one gets through.
create function use_token(p_purpose text, p_token_hash text, p_error text default 'token_incorrect', p_field text default 'token')
  returns table (user_id integer, company_id integer, payload jsonb)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return query update one_time_tokens t set used_at = now()
    where t.token_hash = p_token_hash and t.purpose = p_purpose and t.used_at is null and t.expires_at > now()
    returning t.user_id, t.company_id, t.payload;
  if not found then
    perform fail(p_error, p_field);
  end if;
end $$;

-- ── Throttling ────────────────────────────────────────────────────────────────────────────────────

-- How long the next try has to wait after so many.
create function throttle_pause(p_kind text, p_tries integer) returns interval language sql immutable parallel safe as $$
  select case
    when p_kind = 'address' then
      case when p_tries >= 200 then interval '15 minutes' when p_tries >= 50 then interval '1 minute' end
    when p_kind = 'link' then
      case when p_tries >= 5 then interval '15 minutes' end
    else
      case when p_tries >= 10 then interval '15 minutes' when p_tries >= 8 then interval '1 minute'
           when p_tries = 7 then interval '30 seconds' when p_tries = 6 then interval '15 seconds'
           when p_tries = 5 then interval '5 seconds' end
  end
$$;

-- Counts a try before it is judged, so that a hundred at once are not a hundred guesses; success forgets them, and so
-- does half an hour. Gives until when the key is locked, or null when the try may go on.
create function count_try(p_key text, p_kind text) returns timestamptz
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_known sign_in_failures;
  v_tries integer;
begin
  insert into sign_in_failures (key, failures, last_failed_at) values (p_key, 0, now()) on conflict do nothing;
  select * into v_known from sign_in_failures where key = p_key for update;
  if v_known.locked_until > clock_timestamp() then
    return v_known.locked_until;
  end if;
  v_tries := 1 + case when v_known.last_failed_at < now() - interval '30 minutes' then 0 else v_known.failures end;
  update sign_in_failures
    set failures = v_tries, last_failed_at = now(), locked_until = clock_timestamp() + throttle_pause(p_kind, v_tries)
    where key = p_key;
  return null;
end $$;

create function forget_tries(p_key text) returns void
  language sql security definer set search_path = public, pg_temp as $$ delete from sign_in_failures where key = p_key $$;

-- ── Sign-in ───────────────────────────────────────────────────────────────────────────────────────

create function second_factors_of(p_user integer) returns text[]
  language sql stable security definer set search_path = public, pg_temp as $$
  select array_remove(array[
    case when exists (select from totp_secrets where user_id = p_user and secret is not null) then 'totp' end,
    case when exists (select from security_keys where user_id = p_user) then 'u2f' end
  ], null)
$$;

-- The end of every first step: a session, or, with a second factor set up, a ticket for it.
create function sign_in(p_user integer, p_device text, p_address text, p_ticket jsonb, p_company integer default null)
  returns table (session_id integer, user_id integer, company_id integer, user_type text, two_factor text[])
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_factors text[] := second_factors_of(p_user);
begin
  if v_factors = '{}' then
    return query select s.session_id, s.user_id, s.company_id, s.user_type, v_factors
      from open_session(p_user, p_device, p_address, p_company) s;
  else
    perform keep_token(p_ticket, p_user, p_company);
    return query select null::integer, p_user, p_company, null::text, v_factors;
  end if;
end $$;

drop function sign_in_lookup(text, text, text);
-- What sign-in needs to judge a password, and the count of the try.
create function sign_in_lookup(p_identifier text, p_account_key text, p_address_key text)
  returns table (user_id integer, password_hash text, activated boolean, locked_until timestamptz)
  language sql volatile security definer set search_path = public, pg_temp as $$
  select u.id, c.password_hash, u.activated_at is not null,
         coalesce((select f.locked_until from sign_in_failures f where f.key = p_address_key and f.locked_until > now()),
                  count_try(p_account_key, 'account'))
    from (select 1) one
    left join users u on u.email = p_identifier or u.phone = p_identifier
    left join credentials c on c.user_id = u.id
    limit 1
$$;

drop function sign_in_failed(text, text);
-- The account's try is counted already; an address counts failures only, since a whole company may share one.
create function sign_in_failed(p_address_key text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  select count_try(p_address_key, 'address')
$$;

drop function sign_in_succeeded(integer, text, text, text, text);
create function sign_in_succeeded(
  p_user integer, p_account_key text, p_device text, p_address text, p_new_hash text, p_ticket jsonb
) returns table (session_id integer, user_id integer, company_id integer, user_type text, two_factor text[])
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform forget_tries(p_account_key);
  if p_new_hash <> '' then
    update credentials c set password_hash = p_new_hash where c.user_id = p_user;
  end if;
  return query select * from sign_in(p_user, p_device, p_address, p_ticket);
end $$;

-- ── Sessions ──────────────────────────────────────────────────────────────────────────────────────

create function own_sessions()
  returns table (id integer, device text, created_at timestamptz, last_seen_at timestamptz, current boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select id, device, created_at, last_seen_at, id = app_session() from sessions
    where user_id = app_user() and ended_at is null and expires_at > now() order by last_seen_at desc, id desc
$$;

create function end_own_session(p_session integer) returns integer
  language sql security definer set search_path = public, pg_temp as $$
  update sessions set ended_at = now() where id = p_session and user_id = app_user() and ended_at is null returning id
$$;

create function end_other_sessions() returns void
  language sql security definer set search_path = public, pg_temp as $$
  update sessions set ended_at = now() where user_id = app_user() and id <> app_session() and ended_at is null
$$;

-- ── Links in mails ────────────────────────────────────────────────────────────────────────────────

-- Sends one of the links {purpose: {language: mail}} that fits the person's state: a new password for who has one, the
-- confirmation for who has not confirmed yet, the registration for who was invited. Gives the purpose sent, or null.
create function send_link(p_user integer, p_company integer, p_tokens jsonb, p_mails jsonb) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_user users;
  v_purpose text;
  v_company integer;
begin
  select * into v_user from users where id = p_user and email is not null and blocked_at is null;
  select m.company_id into v_company from memberships m join companies c on c.id = m.company_id and c.deleted_at is null
    where m.user_id = v_user.id and m.blocked_at is null and m.deleted_at is null
      and (p_company is null or m.company_id = p_company)
    order by m.created_at desc limit 1;
  if v_company is null then
    return null;
  end if;
  v_purpose := case when v_user.activated_at is not null then 'password_reset'
                    when exists (select from credentials where user_id = v_user.id) then 'email_confirmation'
                    else 'invitation' end;
  perform keep_token(p_tokens->v_purpose, v_user.id, case when v_purpose <> 'password_reset' then v_company end);
  perform queue_mail(v_user.email, p_mails->v_purpose->v_user.language);
  return v_purpose;
end $$;

-- A forgotten password. Known and unknown accounts cost the same writes; the mail leaves after the answer.
create function request_password_reset(p_identifier text, p_key text, p_tokens jsonb, p_mails jsonb) returns timestamptz
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_locked timestamptz := count_try(p_key, 'link');
begin
  if v_locked is null then
    perform send_link((select id from users where email = p_identifier or phone = p_identifier), null, p_tokens, p_mails);
  end if;
  return v_locked;
end $$;

-- A fresh mail for who holds an expired or used link. Fails where that link's time is over for good: confirmed already,
-- accepted already, taken out of the company, no address to write to.
create function renew_link(p_token_hash text, p_tokens jsonb, p_mails jsonb) returns timestamptz
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_token one_time_tokens;
  v_locked timestamptz;
begin
  select * into v_token from one_time_tokens
    where token_hash = p_token_hash and purpose in ('password_reset', 'email_confirmation', 'invitation');
  if not found then
    perform fail('token_incorrect', 'token');
  end if;
  v_locked := count_try('renew:' || v_token.user_id, 'link');
  if v_locked is null and
     v_token.purpose is distinct from send_link(v_token.user_id, v_token.company_id, p_tokens, p_mails) then
    perform fail('token_incorrect', 'token');
  end if;
  return v_locked;
end $$;

-- Signing in before the address is confirmed sends the confirmation again, at most once a minute.
create function resend_confirmation(p_user integer, p_account_key text, p_tokens jsonb, p_mails jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform forget_tries(p_account_key);
  perform from users where id = p_user for update;
  if not exists (select from one_time_tokens where user_id = p_user and created_at > now() - interval '1 minute') then
    perform send_link(p_user, null, p_tokens, p_mails);
  end if;
end $$;

create function password_reset_link(p_token_hash text)
  returns table (email text, phone text, first_name text, last_name text, language text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.email, u.phone, u.first_name, u.last_name, u.language
    from one_time_tokens t join users u on u.id = t.user_id
    where t.token_hash = p_token_hash and t.purpose = 'password_reset' and t.used_at is null and t.expires_at > now()
$$;

-- Tells a person in their language that what protects the account has changed: {language: mail}.
create function notify_person(p_user integer, p_mails jsonb) returns void
  language sql security definer set search_path = public, pg_temp as $$
  select queue_mail(u.email, p_mails->u.language) from users u where u.id = p_user and u.email is not null
$$;

-- Ends all sessions and signs in anew.
create function reset_password(
  p_token_hash text, p_password_hash text, p_device text, p_address text, p_ticket jsonb, p_mails jsonb
) returns table (session_id integer, user_id integer, company_id integer, user_type text, two_factor text[])
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_user integer;
begin
  select t.user_id into v_user from use_token('password_reset', p_token_hash, 'reset_link_invalid') t;
  update credentials c set password_hash = p_password_hash, changed_at = now() where c.user_id = v_user;
  update users u set email_verified = true where u.id = v_user;
  update sessions s set ended_at = now() where s.user_id = v_user and s.ended_at is null;
  delete from sign_in_failures f using users u
    where u.id = v_user and f.key in (account_key(u.email), account_key(u.phone));
  perform notify_person(v_user, p_mails);
  return query select * from sign_in(v_user, p_device, p_address, p_ticket);
end $$;

-- The key under which tries at an account are counted: by what was typed, so that an unknown account counts too.
create function account_key(p_identifier text) returns text language sql immutable parallel safe
  as $$ select 'account:' || encode(sha256(convert_to(p_identifier, 'UTF8')), 'hex') $$;

-- Hash and throttle of the person who entered, who is to prove the password once more.
create function own_password() returns table (password_hash text, locked_until timestamptz)
  language sql volatile security definer set search_path = public, pg_temp as $$
  select c.password_hash, count_try('password:' || app_user(), 'account') from credentials c where c.user_id = app_user()
$$;

create function confirm_session() returns void
  language sql security definer set search_path = public, pg_temp as $$
  select forget_tries('password:' || app_user());
  update sessions set confirmed_at = now() where id = app_session();
$$;

create function change_password(p_password_hash text, p_mails jsonb) returns void
  language sql security definer set search_path = public, pg_temp as $$
  select confirm_session();
  update credentials set password_hash = p_password_hash, changed_at = now() where user_id = app_user();
  select end_other_sessions();
  -- A link that was on its way opens nothing any more.
  update one_time_tokens set used_at = now()
    where user_id = app_user() and purpose in ('password_reset', 'second_factor') and used_at is null;
  select notify_person(app_user(), p_mails);
$$;

-- ── Second factors ────────────────────────────────────────────────────────────────────────────────

create function own_security()
  returns table (two_factor text[], totp_since timestamptz, recovery_codes_left integer, security_keys jsonb,
                 social_links jsonb, password_changed_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select second_factors_of(app_user()),
         (select since from totp_secrets t where t.user_id = app_user() and secret is not null),
         (select count(*)::integer from recovery_codes r where r.user_id = app_user() and used_at is null),
         (select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name, 'created_at', k.created_at,
                   'last_used_at', k.last_used_at) order by k.id), '[]')
            from security_keys k where k.user_id = app_user()),
         (select coalesce(jsonb_agg(jsonb_build_object('backend', l.backend, 'email', l.email, 'linked_at', l.linked_at)
                   order by l.backend), '[]')
            from social_links l where l.user_id = app_user()),
         (select changed_at from credentials c where c.user_id = app_user())
$$;

create function begin_totp(p_sealed text) returns table (account text)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_confirmed();
  insert into totp_secrets (user_id, pending_secret) values (app_user(), p_sealed)
    on conflict (user_id) do update set pending_secret = excluded.pending_secret;
  return query select coalesce(u.email, u.phone) from users u where u.id = app_user();
end $$;

create function pending_totp() returns table (sealed text, locked_until timestamptz)
  language sql volatile security definer set search_path = public, pg_temp as $$
  select pending_secret, count_try('factor:' || app_user(), 'account') from totp_secrets where user_id = app_user()
$$;

-- Recovery codes come with the first factor; whoever has some keeps them. Gives whether these were kept.
create function keep_first_recovery_codes(p_hashes text[]) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from users where id = app_user() for update;
  if exists (select from recovery_codes where user_id = app_user()) then
    return false;
  end if;
  insert into recovery_codes (user_id, code_hash) select app_user(), unnest(p_hashes);
  return true;
end $$;

create function finish_totp(p_sealed text, p_step integer, p_recovery text[], p_mails jsonb) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update totp_secrets set secret = pending_secret, pending_secret = null, since = now(), last_step = p_step
    where user_id = app_user() and pending_secret = p_sealed;
  if not found then
    perform fail('wrong_code', 'code');
  end if;
  perform forget_tries('factor:' || app_user());
  perform notify_person(app_user(), p_mails);
  return keep_first_recovery_codes(p_recovery);
end $$;

-- Codes for a door that is gone would only lie about.
create function drop_idle_recovery_codes() returns void
  language sql security definer set search_path = public, pg_temp as $$
  delete from recovery_codes where user_id = app_user() and second_factors_of(app_user()) = '{}'
$$;

create function delete_totp(p_mails jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_confirmed();
  delete from totp_secrets where user_id = app_user() and secret is not null;
  if not found then
    perform fail('not_found');
  end if;
  perform drop_idle_recovery_codes(), notify_person(app_user(), p_mails);
end $$;

create function replace_recovery_codes(p_hashes text[], p_mails jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_confirmed();
  if second_factors_of(app_user()) = '{}' then
    perform fail('not_found');
  end if;
  perform from users where id = app_user() for update;
  delete from recovery_codes where user_id = app_user();
  insert into recovery_codes (user_id, code_hash) select app_user(), unnest(p_hashes);
  perform notify_person(app_user(), p_mails);
end $$;

create function begin_security_key(p_challenge jsonb)
  returns table (user_id integer, account text, full_name text, credentials jsonb)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_confirmed();
  perform keep_token(p_challenge, app_user());
  return query select u.id, coalesce(u.email, u.phone), trim(concat_ws(' ', u.first_name, u.last_name)), keys_of(u.id)
    from users u where u.id = app_user();
end $$;

create function keys_of(p_user integer) returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', credential_id, 'transports', transports, 'public_key', public_key,
                    'counter', counter) order by id), '[]')
    from security_keys where user_id = p_user
$$;

create function add_security_key(p_challenge_hash text, p_key jsonb, p_recovery text[], p_mails jsonb)
  returns table (id integer, kept boolean)
  language plpgsql security definer set search_path = public, pg_temp as $$
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

create function rename_security_key(p_id integer, p_name text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update security_keys set name = p_name where id = p_id and user_id = app_user();
  if not found then
    perform fail('not_found');
  end if;
end $$;

create function delete_security_key(p_id integer, p_mails jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_confirmed();
  delete from security_keys where id = p_id and user_id = app_user();
  if not found then
    perform fail('not_found');
  end if;
  perform drop_idle_recovery_codes(), notify_person(app_user(), p_mails);
end $$;

-- What the second step needs, and the count of the try; no row for a ticket that is used or expired.
create function second_factor_lookup(p_ticket_hash text)
  returns table (user_id integer, sealed text, last_step integer, credentials jsonb, locked_until timestamptz)
  language sql volatile security definer set search_path = public, pg_temp as $$
  select t.user_id, s.secret, s.last_step, keys_of(t.user_id), count_try('factor:' || t.user_id, 'account')
    from one_time_tokens t left join totp_secrets s on s.user_id = t.user_id
    where t.token_hash = p_ticket_hash and t.purpose = 'second_factor' and t.used_at is null and t.expires_at > now()
$$;

create function challenge_second_factor(p_ticket_hash text, p_challenge jsonb) returns jsonb
  language plpgsql security definer set search_path = public, pg_temp as $$
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

-- The second step, proved in one of three ways: {"step"} of an authenticator app, {"recovery"} code's hash, or
-- {"credential_id", "counter", "challenge"} of a security key. Each proof opens once, as the ticket does.
create function finish_sign_in(p_ticket_hash text, p_proof jsonb, p_device text, p_address text)
  returns table (session_id integer, user_id integer, company_id integer, user_type text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_user integer;
  v_company integer;
  v_ticket text;
begin
  select t.user_id, t.company_id into v_user, v_company from use_token('second_factor', p_ticket_hash, 'ticket_expired', '') t;
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
    -- A counter that stands still means a key without one.
    update security_keys k set counter = (p_proof->>'counter')::bigint, last_used_at = now()
      where k.user_id = v_user and k.credential_id = p_proof->>'credential_id'
        and (k.counter < (p_proof->>'counter')::bigint or (k.counter = 0 and p_proof->>'counter' = '0'));
  end if;
  if not found then
    perform fail(case when p_proof ? 'challenge' then 'security_key_refused' else 'wrong_code' end,
                 case when p_proof ? 'challenge' then '' else 'code' end);
  end if;
  perform forget_tries('factor:' || v_user);
  return query select * from open_session(v_user, p_device, p_address, v_company);
end $$;

-- ── Providers ─────────────────────────────────────────────────────────────────────────────────────

-- Signs in by the provider's id, or links by an e-mail that both the provider (else it comes as '') and we have
-- verified.
create function social_sign_in(
  p_backend text, p_subject text, p_email text, p_device text, p_address text, p_ticket jsonb, p_mails jsonb
) returns table (session_id integer, user_id integer, company_id integer, user_type text, two_factor text[])
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_user integer;
begin
  select l.user_id into v_user from social_links l where l.backend = p_backend and l.subject = p_subject;
  if not found then
    select u.id into v_user from users u
      where u.email = p_email and u.email_verified and u.activated_at is not null and u.blocked_at is null;
    if not found then
      perform fail('social_unknown');
    end if;
    insert into social_links (backend, subject, user_id, email) values (p_backend, p_subject, v_user, p_email)
      on conflict on constraint social_links_backend_subject_pk do nothing;
    perform notify_person(v_user, p_mails);
  end if;
  return query select * from sign_in(v_user, p_device, p_address, p_ticket);
end $$;

create function link_social(p_backend text, p_subject text, p_email text, p_mails jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_confirmed();
  if exists (select from social_links where backend = p_backend and subject = p_subject and user_id <> app_user()) then
    perform fail('social_taken');
  end if;
  delete from social_links where backend = p_backend and user_id = app_user();
  insert into social_links (backend, subject, user_id, email) values (p_backend, p_subject, app_user(), p_email);
  perform notify_person(app_user(), p_mails);
end $$;

create function unlink_social(p_backend text, p_mails jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_confirmed();
  delete from social_links where backend = p_backend and user_id = app_user();
  if not found then
    perform fail('not_found');
  end if;
  perform notify_person(app_user(), p_mails);
end $$;

-- ── Registration and invitation, with tokens of the catalogue ─────────────────────────────────────

drop function register_company(jsonb, jsonb, text, text, jsonb);
create function register_company(p_company jsonb, p_owner jsonb, p_password_hash text, p_token jsonb, p_mail jsonb)
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
  perform keep_token(p_token, v_user, v_company);
  perform queue_mail(p_owner->>'email', p_mail);
  return v_company;
end $$;

create or replace function confirm_email(p_token_hash text, p_device text, p_address text)
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

create or replace function licences(p_company integer) returns table (used integer, pending integer, "limit" integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select count(*) filter (where u.activated_at is not null and m.blocked_at is null)::integer,
         count(*) filter (where u.activated_at is null and m.blocked_at is null)::integer,
         (select licence_limit from companies where id = p_company)
    from memberships m join users u on u.id = m.user_id where m.company_id = p_company and m.deleted_at is null
$$;

-- One more seat in the company entered, or a refusal. Takes turns, so that two cannot take the last one.
create function require_seat() returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_seats record;
begin
  perform from companies where id = app_company() for update;
  select * into v_seats from licences(app_company());
  if v_seats."limit" is not null and v_seats.used + v_seats.pending >= v_seats."limit" then
    perform fail('licences_exhausted');
  end if;
end $$;

drop function invite_person(text, jsonb, text[], text, integer[], integer[], text, jsonb, text);
create function invite_person(
  p_email text, p_names jsonb, p_types text[], p_group_role text, p_groups integer[], p_courses integer[],
  p_token jsonb, p_mails jsonb, p_language text
) returns integer language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_company integer := app_company();
  v_user users;
begin
  insert into users (email, first_name, last_name, language)
    values (p_email, coalesce(p_names->>'first_name', ''), coalesce(p_names->>'last_name', ''), p_language)
    on conflict (email) do nothing;
  select * into v_user from users where email = p_email;
  if not exists (select from memberships where company_id = v_company and user_id = v_user.id and deleted_at is null) then
    perform require_seat();
  end if;
  -- Who was taken out comes back with the roles of the invitation only.
  insert into memberships as m (company_id, user_id, user_types) values (v_company, v_user.id, p_types)
    on conflict (company_id, user_id) do update
      set deleted_at = null, user_types = case when m.deleted_at is not null then excluded.user_types
        else (select array_agg(distinct t) from unnest(m.user_types || excluded.user_types) t) end;
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
    perform keep_token(p_token, v_user.id, v_company);
    perform queue_mail(p_email, p_mails->'new'->v_user.language);
  else
    perform queue_mail(p_email, p_mails->'known'->v_user.language);
  end if;
  return v_user.id;
end $$;

create or replace function finish_registration(
  p_token_hash text, p_first_name text, p_last_name text, p_password_hash text, p_device text, p_address text
) returns table (session_id integer, user_id integer, company_id integer, user_type text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_user integer;
  v_company integer;
begin
  select t.user_id, t.company_id into v_user, v_company from use_token('invitation', p_token_hash) t;
  -- A link that came by mail proves the address; one on a printed sheet goes to somebody without.
  update users u set first_name = p_first_name, last_name = p_last_name, email_verified = u.email is not null,
                     activated_at = now()
    where u.id = v_user and u.activated_at is null;
  -- Somebody who set a password meanwhile, through another company's invitation, keeps it.
  if not found then
    perform fail('token_incorrect', 'token');
  end if;
  insert into credentials (user_id, password_hash) values (v_user, p_password_hash)
    on conflict on constraint credentials_pkey do update set password_hash = excluded.password_hash, changed_at = now();
  return query select * from open_session(v_user, p_device, p_address, v_company);
end $$;

create or replace function own_spaces() returns table (id integer, name text, user_types text[])
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.id, c.name, (select array_agg(t order by user_type_rank(t)) from unnest(m.user_types) t)
    from memberships m join companies c on c.id = m.company_id and c.deleted_at is null
    where m.user_id = app_user() and m.blocked_at is null and m.deleted_at is null order by c.id
$$;

create or replace function switch_session(p_session integer, p_company integer, p_type text) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_type text;
begin
  select t into v_type from memberships m, unnest(m.user_types) t
    where m.company_id = p_company and m.user_id = app_user() and m.blocked_at is null and m.deleted_at is null
      and (p_type is null or t = p_type)
    order by user_type_rank(t) limit 1;
  if v_type is null then
    perform fail(case when p_type is null then 'not_found' else 'user_type_not_held' end);
  end if;
  update sessions set company_id = p_company, user_type = v_type, last_seen_at = now() where id = p_session;
  return v_type;
end $$;

-- ── Memberships ───────────────────────────────────────────────────────────────────────────────────

create function administered_companies() returns setof integer
  language sql stable security definer set search_path = public, pg_temp as $$
  select m.company_id from memberships m join companies c on c.id = m.company_id and c.deleted_at is null
    where m.user_id = app_user() and m.blocked_at is null and m.deleted_at is null
      and m.user_types && array['owner', 'admin']
$$;

-- A person's memberships that the caller may know of: all of one's own; of somebody else the one in the company entered
-- and those in companies that the caller owns or administers.
create function memberships_of(p_user integer)
  returns table (user_pk integer, space jsonb, user_types text[], "position" text, subdivision text, blocked boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select m.user_id, jsonb_build_object('id', c.id, 'name', c.name),
         (select array_agg(t order by user_type_rank(t)) from unnest(m.user_types) t),
         m.position, m.subdivision, m.blocked_at is not null
    from memberships m join companies c on c.id = m.company_id and c.deleted_at is null
    where m.user_id = p_user and m.deleted_at is null
      and (p_user = app_user() or m.company_id = app_company() or m.company_id in (select administered_companies()))
    order by c.id
$$;

-- The membership that the caller may change, locked: in reach, not the caller's own, and with no role that the caller
-- could not assign (p_assignable, from the hierarchy of the access contract).
create function require_manageable(p_user integer, p_assignable text[]) returns memberships
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_membership memberships;
begin
  select * into v_membership from memberships
    where company_id = app_company() and user_id = p_user and deleted_at is null
      and (app_user_type() in ('owner', 'admin') or user_id in (select people_in_reach()))
    for update;
  if not found then
    perform fail('not_found');
  elsif p_user = app_user() or not v_membership.user_types <@ p_assignable
        or exists (select from companies where id = app_company() and owner_id = p_user) then
    perform fail('user_not_manageable');
  end if;
  return v_membership;
end $$;

create function block_membership(p_user integer, p_blocked boolean, p_assignable text[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_membership memberships := require_manageable(p_user, p_assignable);
begin
  if p_blocked = (v_membership.blocked_at is not null) then
    return;
  elsif p_blocked and not exists (select from users where id = p_user and activated_at is not null) then
    perform fail('user_not_activated');
  elsif not p_blocked then
    perform require_seat();
  end if;
  update memberships set blocked_at = case when p_blocked then now() end
    where company_id = app_company() and user_id = p_user;
end $$;

-- Takes a person out of the company. Results, progress and history stay, for the day they come back.
create function remove_membership(p_user integer, p_assignable text[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_manageable(p_user, p_assignable);
  delete from group_members where company_id = app_company() and user_id = p_user;
  delete from course_members where company_id = app_company() and user_id = p_user;
  update memberships set deleted_at = now() where company_id = app_company() and user_id = p_user;
  update one_time_tokens set used_at = now()
    where user_id = p_user and company_id = app_company() and purpose = 'invitation' and used_at is null;
end $$;

-- Brings a person of another company that the caller administers into this one.
create function add_membership(p_user integer, p_types text[], p_mails jsonb) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from memberships where user_id = p_user and deleted_at is null
                   and company_id in (select administered_companies())) then
    perform fail('not_found');
  elsif exists (select from memberships where user_id = p_user and company_id = app_company() and deleted_at is null) then
    perform fail('already_member');
  end if;
  perform require_seat();
  insert into memberships (company_id, user_id, user_types) values (app_company(), p_user, p_types)
    on conflict (company_id, user_id) do update set deleted_at = null, blocked_at = null, user_types = excluded.user_types;
  perform notify_person(p_user, p_mails);
  return p_user;
end $$;

do $$
declare
  f text;
begin
  foreach f in array array[
    'require_confirmed()', 'keep_token(jsonb, integer, integer, jsonb)', 'use_token(text, text, text, text)',
    'count_try(text, text)', 'forget_tries(text)', 'second_factors_of(integer)',
    'sign_in(integer, text, text, jsonb, integer)', 'send_link(integer, integer, jsonb, jsonb)',
    'notify_person(integer, jsonb)', 'keep_first_recovery_codes(text[])', 'drop_idle_recovery_codes()',
    'keys_of(integer)', 'require_seat()', 'administered_companies()', 'require_manageable(integer, text[])'
  ] loop
    execute format('revoke execute on function %s from public', f);
  end loop;
  foreach f in array array[
    'sign_in_lookup(text, text, text)', 'sign_in_failed(text)',
    'sign_in_succeeded(integer, text, text, text, text, jsonb)', 'request_password_reset(text, text, jsonb, jsonb)',
    'renew_link(text, jsonb, jsonb)', 'resend_confirmation(integer, text, jsonb, jsonb)', 'password_reset_link(text)',
    'reset_password(text, text, text, text, jsonb, jsonb)', 'own_password()', 'confirm_session()',
    'change_password(text, jsonb)', 'own_sessions()', 'end_own_session(integer)', 'end_other_sessions()',
    'own_security()', 'begin_totp(text)', 'pending_totp()', 'finish_totp(text, integer, text[], jsonb)',
    'delete_totp(jsonb)', 'replace_recovery_codes(text[], jsonb)', 'begin_security_key(jsonb)',
    'add_security_key(text, jsonb, text[], jsonb)', 'rename_security_key(integer, text)',
    'delete_security_key(integer, jsonb)', 'second_factor_lookup(text)', 'challenge_second_factor(text, jsonb)',
    'finish_sign_in(text, jsonb, text, text)', 'social_sign_in(text, text, text, text, text, jsonb, jsonb)',
    'link_social(text, text, text, jsonb)', 'unlink_social(text, jsonb)',
    'register_company(jsonb, jsonb, text, jsonb, jsonb)',
    'invite_person(text, jsonb, text[], text, integer[], integer[], jsonb, jsonb, text)', 'memberships_of(integer)',
    'block_membership(integer, boolean, text[])', 'remove_membership(integer, text[])',
    'add_membership(integer, text[], jsonb)'
  ] loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to osnova_worker', f);
  end loop;
end $$;

reset role;
