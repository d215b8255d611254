set role osnova_system;

-- The caller's own phone, '' for none. It signs in, so it changes only soon after they proved to be there.
create function set_own_phone(p_phone text, p_mails jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_user users;
begin
  select * into v_user from users where id = app_user() for update;
  if v_user.phone is not distinct from nullif(p_phone, '') then
    return;
  end if;
  perform require_confirmed();
  if p_phone = '' and v_user.email is null then
    perform fail('email_or_phone_required', 'phone');
  end if;
  update users set phone = nullif(p_phone, '') where id = v_user.id;
  perform notify_person(v_user.id, p_mails);
end $$;

revoke execute on function set_own_phone(text, jsonb) from public;
grant execute on function set_own_phone(text, jsonb) to osnova_worker;

reset role;
