-- Who was there.

-- How long before its start a webinar is open.
create or replace function join_before() returns interval
  language sql
  immutable
  parallel safe
  as $$
  select interval '15 minutes'
$$;

-- How somebody's part in a webinar counts at a moment; null while, or where, it cannot be told. Before the start they
-- only wait, and whoever leaves by then was not there. Who leaves in the last tenth has stayed to the end, and what the
-- host notes goes before the button. Until it is over, nobody is absent unless noted so.
create or replace function attendance_status(
  p_webinar webinars,
  p_attendance webinar_attendance,
  p_now timestamptz
) returns text
  language sql
  immutable
  parallel safe
  as $$
  select case
    when p_webinar.canceled_at <= p_webinar.starts_at then null
    when p_attendance.status = 'absent' then 'absent'
    when p_now < p_webinar.starts_at
      then case when p_attendance.status = 'attended' and p_attendance.left_at is null then 'joined' end
    when p_attendance.source = 'manual' then 'attended'
    when p_attendance.left_at > p_webinar.starts_at
      and p_attendance.left_at < p_webinar.starts_at + make_interval(secs => p_webinar.duration * 54) then 'left'
    when p_attendance.status = 'attended' and (p_attendance.left_at <= p_webinar.starts_at) is not true then 'attended'
    when p_webinar.canceled_at is null
      and p_now >= p_webinar.starts_at + make_interval(mins => p_webinar.duration) then 'absent' end
$$;

-- Who attended webinars, and since when.
create or replace view webinar_attended
  with (security_invoker = true)
  as
  select
    a.company_id,
    a.webinar_id,
    a.user_id,
    greatest(a.joined_at, w.starts_at) as attended_at
  from webinar_attendance a
    join webinars w on w.company_id = a.company_id and w.id = a.webinar_id
  where attendance_status(w, a, app_now()) in ('attended', 'left');
grant select on webinar_attended to osnova_worker, osnova_system;

set role osnova_system;

-- A webinar that is to take place after its old time begins anew: who had joined before has not, and frees their place.
create or replace function take_back_joins() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  delete from webinar_attendance where company_id = new.company_id and webinar_id = new.id;
  return null;
end $$;

-- Lets the caller in from a while before the start until the end, or names what refuses it. The row is locked first,
-- so that two cannot take the last place; hosts are never turned away. Errors: webinar_locked for a student to whom
-- timelines close it; what was open to them is kept open.
create or replace function join_webinar(
  p_webinar integer
) returns table (join_url text, refusal text, opens_at timestamptz)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_now timestamptz := app_now();
  v_webinar webinars := webinar_to_change(p_webinar);
  v_lock jsonb := webinar_lock(p_webinar);
begin
  if v_lock is not null then
    perform fail('webinar_locked', '', v_lock::text);
  end if;
  opens_at := v_webinar.starts_at - join_before();
  refusal := case
    when v_webinar.canceled_at is not null then 'webinar_canceled'
    when v_now < opens_at then 'webinar_not_open'
    when v_now >= v_webinar.starts_at + make_interval(mins => v_webinar.duration) then 'webinar_ended'
    when v_webinar.join_url = '' then 'webinar_without_address'
    when not holds_webinar(p_webinar)
      and not exists (select from webinar_attendance a where a.company_id = app_company() and a.webinar_id = p_webinar
                        and a.user_id = app_user() and a.joined_at is not null)
      and (select count(*) from webinar_attendance a where a.company_id = app_company() and a.webinar_id = p_webinar
             and a.joined_at is not null) >= v_webinar.capacity then 'webinar_full'
  end;
  if refusal is null then
    join_url := v_webinar.join_url;
    insert into webinar_attendance as a (company_id, webinar_id, user_id, joined_at, source, status)
      values (app_company(), p_webinar, app_user(), v_now, 'join', 'attended')
      on conflict (company_id, webinar_id, user_id) do update
        set joined_at = coalesce(a.joined_at, excluded.joined_at), left_at = null, source = 'join', status = 'attended';
    perform keep_chronology_opened(i.program_id, array[app_user()]) from chronology_items i
      where i.company_id = app_company() and i.webinar_id = p_webinar;
  end if;
  return next;
end $$;
grant execute on function join_webinar(integer) to osnova_worker;

-- The caller has left. Whoever never joined has nothing to leave.
create or replace function leave_webinar(p_webinar integer) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform require_webinar(p_webinar);
  update webinar_attendance set left_at = app_now()
    where company_id = app_company() and webinar_id = p_webinar and user_id = app_user() and joined_at is not null;
  if not found then
    perform fail('not_found');
  end if;
end $$;
grant execute on function leave_webinar(integer) to osnova_worker;

-- What the host noted about somebody in reach who is invited or came. Gives what refuses it and since when it could be.
create or replace function note_attendance(
  p_webinar integer,
  p_user integer,
  p_status text
) returns table (refusal text, opens_at timestamptz)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_webinar webinars := webinar_to_change(p_webinar);
begin
  if p_user not in (select webinar_people_in_reach(p_webinar)) then
    perform fail('not_found');
  end if;
  opens_at := v_webinar.starts_at - join_before();
  refusal := case when v_webinar.canceled_at is not null then 'webinar_canceled'
                  when app_now() < opens_at then 'webinar_not_open' end;
  if refusal is null then
    insert into webinar_attendance (company_id, webinar_id, user_id, source, status)
      values (app_company(), p_webinar, p_user, 'manual', p_status)
      on conflict (company_id, webinar_id, user_id) do update set source = 'manual', status = excluded.status;
  end if;
  return next;
end $$;
grant
  execute
  on
    function note_attendance(integer, integer, text)
  to
  osnova_worker;

reset role;

create trigger joins
  after update of starts_at
  on webinars
  for each row
  when (
    not erasing()
      and new.starts_at >= old.starts_at + make_interval(mins => old.duration)
      and new.starts_at > app_now()
  )
  execute function take_back_joins();
