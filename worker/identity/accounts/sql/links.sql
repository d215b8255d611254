-- Links in mails, each good for one use.

set role osnova_system;

-- Keeps a token as the catalogue describes it: {"purpose", "hash", "lifetime" in seconds}. A newer link or challenge
-- replaces the older one; tickets and sign-in challenges of several devices stand side by side.
create or replace function keep_token(
  p_token jsonb,
  p_user integer,
  p_company integer default null,
  p_payload jsonb default '{}'
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
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

-- Uses a token up. Of many that come at once, one gets through.
create or replace function use_token(
  p_purpose text,
  p_token_hash text,
  p_error text default 'token_incorrect',
  p_field text default 'token'
) returns table (user_id integer, company_id integer, payload jsonb)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  return query update one_time_tokens t set used_at = now()
    where t.token_hash = p_token_hash and t.purpose = p_purpose and t.used_at is null and t.expires_at > now()
    returning t.user_id, t.company_id, t.payload;
  if not found then
    perform fail(p_error, p_field);
  end if;
end $$;

-- Proves the mailbox of a registration and signs in. The password chosen before counts only if it was typed again now
-- (`p_keeps`); else the new one does (`p_new_hash`), or, without one, none until it is set by mail: whoever registered
-- the address need not be who holds the mailbox. Never past a second factor.
create or replace function confirm_email(
  p_token_hash text,
  p_keeps boolean,
  p_new_hash text,
  p_device text,
  p_address text
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
begin
  select t.user_id, t.company_id into v_user, v_company from use_token('email_confirmation', p_token_hash) t;
  if second_factors_of(v_user) <> '{}' then
    perform fail('token_incorrect', 'token');
  end if;
  if not p_keeps then
    delete from credentials c where c.user_id = v_user;
  end if;
  if p_new_hash <> '' then
    insert into credentials (user_id, password_hash) values (v_user, p_new_hash);
  end if;
  update users u set email_verified = true, activated_at = coalesce(u.activated_at, now()) where u.id = v_user;
  return query select * from open_session(v_user, p_device, p_address, v_company);
end $$;
grant
  execute
  on
    function confirm_email(text, boolean, text, text, text)
  to
  osnova_worker;

-- Mails the link that a person still misses: a registration its confirmation, a member a new password, a record its
-- invitation. Gives which one, or null.
create or replace function send_link(
  p_user integer,
  p_company integer,
  p_tokens jsonb,
  p_mails jsonb
) returns text
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_user users;
  v_purpose text;
  v_company integer;
begin
  select * into v_user from users where id = p_user and email is not null and blocked_at is null;
  select m.company_id into v_company from memberships m join companies c on c.id = m.company_id and c.deleted_at is null
    where m.user_id = v_user.id and m.blocked_at is null and m.deleted_at is null and m.declined_at is null
      and (p_company is null or m.company_id = p_company)
    order by m.created_at desc limit 1;
  -- Whoever left every company may still set a password, and come back with it.
  if v_company is null and v_user.activated_at is null then
    return null;
  end if;
  v_purpose := case when v_user.record_of is not null then 'invitation'
                    when v_user.activated_at is not null then 'password_reset'
                    else 'email_confirmation' end;
  perform keep_token(p_tokens->v_purpose, v_user.id, case when v_purpose <> 'password_reset' then v_company end,
    case when v_purpose = 'invitation' then jsonb_build_object('mailbox', v_user.email) else '{}' end);
  perform queue_mail(v_user.email, p_mails->v_purpose->v_user.language);
  return v_purpose;
end $$;

-- Mails a link for a new password to whoever has the e-mail or phone; of several accounts behind a phone, each to its
-- own mailbox, as many as `p_links` has ({tokens, mails} each). Strangers who ask must not keep the right person from
-- it: the address that asks has a count of its own, which alone is answered; a mailbox gets five mails in a quarter of
-- an hour at most, and whoever asks then finds the last of them there, so the answer is the same.
create or replace function request_password_reset(
  p_identifier text,
  p_key text,
  p_address_key text,
  p_links jsonb
) returns timestamptz
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_locked timestamptz := count_try(p_address_key, 'address');
  v_users integer[];
begin
  if v_locked is not null or count_try(p_key, 'link') is not null then
    return v_locked;
  end if;
  v_users := array(
    select u.id from users u where u.email = p_identifier and u.record_of is null
    union all
    (select u.id from users u where u.phone = p_identifier and u.record_of is null and u.email_verified
       order by u.activated_at, u.id));
  if v_users = '{}' then
    v_users := array(
      select u.id from users u join memberships m on m.company_id = u.record_of and m.user_id = u.id
        where u.email = p_identifier and u.record_of is not null and m.deleted_at is null and m.declined_at is null
        order by m.created_at desc limit 1);
  end if;
  perform send_link(u.id, null, l.link->'tokens', l.link->'mails')
    from unnest(v_users) with ordinality u(id, place)
    join jsonb_array_elements(p_links) with ordinality l(link, place) using (place);
  return null;
end $$;
grant
  execute
  on
    function request_password_reset(text, text, text, jsonb)
  to
  osnova_worker;

-- A fresh mail for who holds an expired or used link. Fails where that link's time is over for good: confirmed already,
-- accepted already, taken out of the company, no address to write to.
create or replace function renew_link(
  p_token_hash text,
  p_tokens jsonb,
  p_mails jsonb
) returns timestamptz
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
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
grant execute on function renew_link(text, jsonb, jsonb) to osnova_worker;

-- Signing in before the address is confirmed sends the confirmation again, at most once a minute.
create or replace function resend_confirmation(
  p_user integer,
  p_account_key text,
  p_tokens jsonb,
  p_mails jsonb
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform forget_tries(p_account_key);
  perform from users where id = p_user for update;
  if not exists (select from one_time_tokens where user_id = p_user and created_at > now() - interval '1 minute') then
    perform send_link(p_user, null, p_tokens, p_mails);
  end if;
end $$;
grant
  execute
  on
    function resend_confirmation(integer, text, jsonb, jsonb)
  to
  osnova_worker;

-- Whose password a link resets; no row for one that is used, expired or of another kind.
create or replace function password_reset_link(
  p_token_hash text
) returns table (
  email text,
  phone text,
  first_name text,
  last_name text,
  language text
)
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select u.email, u.phone, u.first_name, u.last_name, u.language
    from one_time_tokens t join users u on u.id = t.user_id
    where t.token_hash = p_token_hash and t.purpose = 'password_reset' and t.used_at is null and t.expires_at > now()
$$;
grant execute on function password_reset_link(text) to osnova_worker;

-- The names of the companies of the person whose password a link resets, which the new one must not be like.
create or replace function companies_of_reset_link(
  p_token_hash text
) returns text[]
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select coalesce(array_agg(c.name), '{}')
    from one_time_tokens t join memberships m on m.user_id = t.user_id join companies c on c.id = m.company_id
    where t.token_hash = p_token_hash and t.purpose = 'password_reset' and t.used_at is null and t.expires_at > now()
$$;
grant execute on function companies_of_reset_link(text) to osnova_worker;
