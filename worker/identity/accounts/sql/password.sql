-- The password, and what tells of its change.

set role osnova_system;

-- The zone of a person's clocks: their own, or that of their first company.
create or replace function zone_of(p_user integer) returns text
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select coalesce(
    (select s.time_zone from notification_settings s where s.user_id = p_user),
    (select c.time_zone from memberships m join companies c on c.id = m.company_id
       where m.user_id = p_user and m.deleted_at is null order by c.id limit 1),
    'Europe/Kyiv')
$$;

-- Tells a person in their language that what protects the account has changed, and when, on their clocks:
-- {language: mail}.
create or replace function notify_person(
  p_user integer,
  p_mails jsonb
) returns void
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  select queue_mail(u.email, fill_mail(p_mails->u.language, jsonb_build_object('when',
             zoned_text(app_now(), zone_of(u.id), u.language))))
    from users u
    where u.id = p_user and u.email is not null
$$;

-- Sets a new password by the link of a mail, and ends every session. The mailbox was proved before: an account that is
-- activated and has an e-mail has proved it.
create or replace function reset_password(
  p_token_hash text,
  p_password_hash text,
  p_device text,
  p_address text,
  p_ticket jsonb,
  p_mails jsonb
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
  v_user integer;
begin
  select t.user_id into v_user from use_token('password_reset', p_token_hash, 'reset_link_invalid') t;
  insert into credentials as c (user_id, password_hash) values (v_user, p_password_hash)
    on conflict on constraint credentials_pkey do update set password_hash = excluded.password_hash, changed_at = now();
  update sessions s set ended_at = now() where s.user_id = v_user and s.ended_at is null;
  delete from sign_in_failures f using users u
    where u.id = v_user and f.key in (account_key(u.email), account_key(u.phone));
  perform notify_person(v_user, p_mails);
  return query select * from sign_in(v_user, p_device, p_address, p_ticket);
end $$;
grant
  execute
  on
    function reset_password(text, text, text, text, jsonb, jsonb)
  to
  osnova_worker;

-- The key under which tries at an account are counted: by what was typed, so that an unknown account counts too.
create or replace function account_key(p_identifier text) returns text
  language sql
  immutable
  parallel safe
  as $$ select 'account:' || encode(sha256(convert_to(p_identifier, 'UTF8')), 'hex') $$;
grant execute on function account_key(text) to public;

-- Hash and throttle of the person who entered, who is to prove the password once more.
create or replace function own_password() returns table (
  password_hash text,
  locked_until timestamptz
)
  language sql
  volatile
  security definer
  set search_path = public, pg_temp
  as $$
  select c.password_hash, count_try('password:' || app_user(), 'account') from credentials c
    where c.user_id = app_user()
$$;
grant execute on function own_password() to osnova_worker;

-- Sets the caller's password, which they proved in this request, ends every other session and every link on its way.
-- `p_password_hash`: of the new one; `p_mails`: {language: mail}.
create or replace function change_password(
  p_password_hash text,
  p_mails jsonb
) returns void
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  select confirm_session();
  update credentials set password_hash = p_password_hash, changed_at = now() where user_id = app_user();
  select end_other_sessions();
  -- A link that was on its way opens nothing any more.
  update one_time_tokens set used_at = now()
    where user_id = app_user() and purpose in ('password_reset', 'second_factor') and used_at is null;
  select notify_person(app_user(), p_mails);
$$;
grant execute on function change_password(text, jsonb) to osnova_worker;

-- What protects the caller's account: factors, keys, accounts elsewhere, since when.
create or replace function own_security() returns table (
  two_factor text[],
  totp_since timestamptz,
  recovery_codes_left integer,
  security_keys jsonb,
  social_links jsonb,
  password_changed_at timestamptz
)
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
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
grant execute on function own_security() to osnova_worker;
