-- A name that a company proposes, and the person's answer.

set role osnova_system;

-- Proposes to an active person how their name is written; they decide (decisions, "People, mailboxes and consent"). One
-- proposal waits at a time; the name as it is takes it back.
create or replace function propose_name(
  p_user integer,
  p_name jsonb,
  p_assignable text[]
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_user users;
  v_same boolean;
begin
  perform require_manageable(p_user, p_assignable);
  select * into v_user from users where id = p_user for update;
  if v_user.record_of is not null or v_user.activated_at is null then
    perform fail('user_not_activated');
  end if;
  v_same := (p_name->>'last_name', p_name->>'first_name', p_name->>'middle_name')
    = (v_user.last_name, v_user.first_name, v_user.middle_name);
  update memberships set proposed_name = case when not v_same then p_name end
    where company_id = app_company() and user_id = p_user;
  delete from notifications
    where company_id = app_company() and user_id = p_user and kind = 'reminder' and key = 'name';
  if not v_same then
    insert into notifications (company_id, user_id, kind, key, path, params, created_at, mailed_at)
      select app_company(), p_user, 'reminder', 'name', '/profile',
             jsonb_build_object('event', 'name', 'name', concat_ws(' ', p_name->>'last_name', p_name->>'first_name',
               nullif(p_name->>'middle_name', '')), 'author', person_name(a.last_name, a.first_name)),
             app_now(), app_now()
        from users a where a.id = app_user();
  end if;
end $$;
grant execute on function propose_name(integer, jsonb, text[]) to osnova_worker;

-- Takes or refuses the name that the current company proposes; another than was read is none that waits.
create or replace function answer_proposed_name(
  p_name jsonb,
  p_accept boolean
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  update memberships set proposed_name = null
    where company_id = app_company() and user_id = app_user() and proposed_name = p_name;
  if not found then
    perform fail('not_found');
  end if;
  delete from notifications
    where company_id = app_company() and user_id = app_user() and kind = 'reminder' and key = 'name';
  if p_accept then
    update users set last_name = p_name->>'last_name', first_name = p_name->>'first_name',
        middle_name = p_name->>'middle_name'
      where id = app_user();
  end if;
end $$;
grant execute on function answer_proposed_name(jsonb, boolean) to osnova_worker;
