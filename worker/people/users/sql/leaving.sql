-- Leaving a company, by one's own will or by that of the company, and who was in it once.

set role osnova_system;

-- Ends memberships of the company entered. What it knew of an account stays as a record of its own, so that nothing the
-- person changes later is seen here; results and history stay with the record.
create or replace function end_memberships(p_users integer[]) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_company integer := app_company();
  v_actor integer := app_user();
  v_from integer[];
  v_to integer[];
begin
  delete from group_members where company_id = v_company and user_id = any (p_users);
  delete from course_members where company_id = v_company and user_id = any (p_users);
  with made as (
    insert into users (record_of, account_id, email, phone, first_name, last_name, middle_name, language)
      select v_company, u.id, u.email, u.phone, u.first_name, u.last_name, u.middle_name, u.language
        from users u join memberships m on m.company_id = v_company and m.user_id = u.id and m.deleted_at is null
        where u.id = any (p_users) and u.record_of is null
      returning id, account_id
  )
  select coalesce(array_agg(account_id), '{}'), coalesce(array_agg(id), '{}') into v_from, v_to from made;
  if v_from <> '{}' then
    perform move_people(v_company, v_from, v_to);
    if v_actor = any (v_from) then
      perform set_config('app.user', v_to[array_position(v_from, v_actor)]::text, true);
    end if;
  end if;
  perform retire_records(v_company, array(
    select coalesce(v_to[array_position(v_from, u)], u) from unnest(p_users) u));
  perform set_config('app.user', v_actor::text, true);
end $$;

-- Leaves the company entered, and goes on in another one of the caller's, if there is one.
create or replace function leave_company() returns table (
  company_id integer,
  user_type text
)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  -- The company first, as whoever is given it meanwhile (transfer_company).
  perform from companies c where c.id = app_company() for no key update;
  if exists (select from companies c where c.id = app_company() and c.owner_id = app_user()) then
    perform fail('owner_stays');
  end if;
  perform end_memberships(array[app_user()]);
  select s.id into company_id from own_spaces() s where s.id <> app_company() limit 1;
  if company_id is null then
    perform end_session(app_session());
  else
    user_type := switch_session(app_session(), company_id, null);
  end if;
  return next;
end $$;
grant execute on function leave_company() to osnova_worker;
