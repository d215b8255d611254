-- Codes of an authenticator app, and the codes for the day it is lost.

set role osnova_system;

-- A new secret of an authenticator waits for its first code; `p_sealed`: encrypted with the Worker's key. One that was
-- begun a moment ago waits on: an app may have it by now, of which a page that was loaded again, or another tab, knows
-- nothing. Gives the secret and the name that the app shows. Errors: password_confirmation_required, as in all that
-- changes what protects the account.
create or replace function begin_totp(
  p_sealed text
) returns table (account text, sealed text)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform require_confirmed();
  insert into totp_secrets as t (user_id, pending_secret, pending_since) values (app_user(), p_sealed, now())
    on conflict (user_id) do update set pending_secret = excluded.pending_secret, pending_since = now()
      where t.pending_secret is null or t.pending_since is null or t.pending_since < now() - interval '15 minutes';
  return query select coalesce(u.email, u.phone), t.pending_secret from users u
    join totp_secrets t on t.user_id = u.id where u.id = app_user();
end $$;
grant execute on function begin_totp(text) to osnova_worker;

-- For so long after the first code its answer may have been lost on the way, and the recovery codes with it.
create or replace function totp_answer_lost_for() returns interval
  language sql
  immutable
  return interval '10 minutes';

-- The secret that waits for its first code, or had it a moment ago, and until when no other try is taken; counts one.
create or replace function pending_totp() returns table (
  sealed text,
  locked_until timestamptz
)
  language sql
  volatile
  security definer
  set search_path = public, pg_temp
  as $$
  select coalesce(pending_secret, case when since > now() - totp_answer_lost_for() then secret end),
         count_try('factor:' || app_user(), 'account') from totp_secrets where user_id = app_user()
$$;
grant execute on function pending_totp() to osnova_worker;

-- Recovery codes come with the first factor; whoever has some keeps them. Gives whether these were kept.
create or replace function keep_first_recovery_codes(
  p_hashes text[]
) returns boolean
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform from users where id = app_user() for update;
  if exists (select from recovery_codes where user_id = app_user()) then
    return false;
  end if;
  insert into recovery_codes (user_id, code_hash) select app_user(), unnest(p_hashes);
  return true;
end $$;

-- What `finish_totp` does of an app that is on already.
create or replace function renew_lost_recovery_codes(
  p_sealed text,
  p_hashes text[]
) returns boolean
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform require_confirmed();
  perform from users where id = app_user() for update;
  perform from totp_secrets
    where user_id = app_user() and secret = p_sealed and since > now() - totp_answer_lost_for();
  if not found then
    perform fail('wrong_code', 'code');
  end if;
  perform forget_tries('factor:' || app_user());
  if second_factors_of(app_user()) <> '{totp}'
     or exists (select from recovery_codes where user_id = app_user() and used_at is not null) then
    return false;
  end if;
  delete from recovery_codes where user_id = app_user();
  return keep_first_recovery_codes(p_hashes);
end $$;

-- The secret whose first code was right counts from now on. `p_step`: the code's 30 seconds, which take no second
-- code; `p_recovery`: hashes of recovery codes, `p_mails`: {language: mail}. Gives whether those were kept. Sent once
-- more it gives new recovery codes, if they came with the app and none was used: nobody has seen the first. Errors:
-- wrong_code, also where another secret was begun meanwhile; password_confirmation_required.
create or replace function finish_totp(
  p_sealed text,
  p_step integer,
  p_recovery text[],
  p_mails jsonb
) returns boolean
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  update totp_secrets set secret = pending_secret, pending_secret = null, pending_since = null, since = now(),
                          last_step = p_step
    where user_id = app_user() and pending_secret = p_sealed;
  if not found then
    return renew_lost_recovery_codes(p_sealed, p_recovery);
  end if;
  perform forget_tries('factor:' || app_user());
  perform notify_person(app_user(), p_mails);
  return keep_first_recovery_codes(p_recovery);
end $$;
grant
  execute
  on
    function finish_totp(text, integer, text[], jsonb)
  to
  osnova_worker;

-- Codes for a door that is gone would only lie about.
create or replace function drop_idle_recovery_codes() returns void
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  delete from recovery_codes where user_id = app_user() and second_factors_of(app_user()) = '{}'
$$;

-- Takes the authenticator away; one that never gave a code stays. Errors: not_found, last_second_factor.
create or replace function delete_totp(p_mails jsonb) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform require_confirmed();
  perform from users where id = app_user() for update;
  delete from totp_secrets where user_id = app_user() and secret is not null;
  if not found then
    perform fail('not_found');
  end if;
  perform keep_last_second_factor(), drop_idle_recovery_codes(), notify_person(app_user(), p_mails);
end $$;
grant execute on function delete_totp(jsonb) to osnova_worker;

-- New recovery codes in place of all that there were; `p_hashes`: their hashes. Errors: not_found without a second
-- factor.
create or replace function replace_recovery_codes(
  p_hashes text[],
  p_mails jsonb
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
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
grant
  execute
  on
    function replace_recovery_codes(text[], jsonb)
  to
  osnova_worker;
