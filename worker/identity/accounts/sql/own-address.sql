-- The e-mail and phone of an account, changed by its holder.

set role osnova_system;

-- Asks for another e-mail of the caller's: a link goes to the new address, a notice to the old one, and nothing changes
-- until the link is used. Whether the new address has an account is told only to whoever reads its mail.
-- `p_mails`: {"link": {language: mail}, "taken": {…}, "notice": {…}}.
create or replace function request_email_change(
  p_email text,
  p_token jsonb,
  p_mails jsonb
) returns timestamptz
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_user users;
  v_locked timestamptz;
begin
  select * into v_user from users where id = app_user() for update;
  if coalesce(v_user.email, '') = p_email then
    return null;
  elsif p_email = '' then
    perform fail('required', 'email');
  end if;
  perform require_confirmed();
  v_locked := count_try('email:' || v_user.id, 'link');
  if v_locked is not null then
    return v_locked;
  end if;
  if exists (select from users where email = p_email and record_of is null and activated_at is not null) then
    perform queue_mail(p_email, p_mails->'taken'->v_user.language);
  else
    perform keep_token(p_token, v_user.id, null, jsonb_build_object('mailbox', p_email));
    perform queue_mail(p_email, p_mails->'link'->v_user.language);
  end if;
  perform notify_person(v_user.id, p_mails->'notice');
  return null;
end $$;
grant
  execute
  on
    function request_email_change(text, jsonb, jsonb)
  to
  osnova_worker;

-- Makes the new address the caller's by the link that was mailed there; whoever reads that mailbox without being signed
-- in to the account gives it to nobody. Links that went to the old address end.
create or replace function change_email(p_token_hash text) returns text
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_email text;
begin
  select t.payload->>'mailbox' into v_email
    from use_token('email_change', p_token_hash) t where t.user_id = app_user();
  if not found then
    perform fail('token_incorrect', 'token');
  end if;
  perform void_registrations(v_email);
  if exists (select from users where email = v_email and record_of is null and id <> app_user()) then
    perform fail('email_taken', 'email');
  end if;
  update one_time_tokens set used_at = now() where user_id = app_user() and used_at is null;
  update users set email = v_email, email_verified = true where id = app_user();
  return v_email;
end $$;
grant execute on function change_email(text) to osnova_worker;
