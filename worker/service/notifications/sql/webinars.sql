-- Webinars: who is told of them, and what is overtaken before it was mailed.

set role osnova_system;

-- Under which key somebody is told of a webinar: of their invitation once, of anything else once for each start.
create or replace function webinar_key(
  p_webinar integer,
  p_event text,
  p_starts_at timestamptz
) returns text
  language sql
  immutable
  parallel safe
  as $$
  select concat_ws('-', 'webinar', p_webinar, nullif(p_event, 'invited'),
    case when p_event <> 'invited' then extract(epoch from p_starts_at)::bigint end)
$$;

-- What a sentence about a webinar names.
create or replace function webinar_params(
  p_webinar integer,
  p_event text
) returns jsonb
  language sql
  stable
  as $$
  select jsonb_build_object('event', p_event, 'name', w.name, 'starts_at', w.starts_at, 'time_zone', w.time_zone,
      'minutes', w.duration)
    from webinars w where w.id = p_webinar
$$;

-- Whether somebody may still be spared it: it is neither mailed nor read.
create or replace function is_unseen(
  p_notification notifications
) returns boolean
  language sql
  immutable
  parallel safe
  as $$
  select p_notification.mailed_at is null and p_notification.read_at is null
$$;

-- Tells those invited of webinars of the company entered that are still to come, all or those named: 'invited' once,
-- 'moved' and 'canceled' as often as it happens, 'day' and 'hour' before each start. Nobody is told of what they did
-- themselves, nor of what timelines close to them: their invitation waits. Who was to read that they are not invited
-- any more, and is again, has nothing new to read. `p_mailed`: the mail is queued elsewhere.
create or replace function tell_of_webinars(
  p_company integer,
  p_webinars integer[],
  p_event text,
  p_mailed boolean,
  p_users integer[] default null
) returns void
  language sql
  security definer
  set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan
  as $$
  with invited as materialized (
    select w.*, i.user_id from webinars w
      join webinar_invitations i on i.company_id = w.company_id and i.webinar_id = w.id
      where w.company_id = p_company and w.id = any (p_webinars)
        and w.starts_at + case p_event when 'canceled' then make_interval(mins => w.duration)
          else interval '0' end > app_now()
        and (p_event = 'canceled' or w.canceled_at is null and w.deleted_at is null)
        and (p_event in ('day', 'hour') or i.user_id is distinct from app_user())
        and (p_users is null or i.user_id = any (p_users))
  ), closed as materialized (
    select c.webinar_id, c.user_id
      from closed_webinars(array(select distinct id from invited), array(select distinct user_id from invited)) c
      where p_event <> 'canceled'
  ), waiting as (
    insert into webinar_waits (company_id, webinar_id, user_id)
      select p_company, webinar_id, user_id from closed where p_event = 'invited' on conflict do nothing
  ), back as (
    delete from notifications n using invited w
      where p_event = 'invited' and n.company_id = p_company and n.user_id = w.user_id and is_unseen(n)
        and n.key like webinar_key(w.id, 'uninvited', null) || '-%'
      returning w.id, w.user_id
  )
  insert into notifications (company_id, user_id, kind, key, path, params, created_at, mailed_at)
    select w.company_id, w.user_id, 'webinar', webinar_key(w.id, p_event, w.starts_at),
           case when w.deleted_at is null then '/webinar/' || w.id else '/webinar' end,
           webinar_params(w.id, p_event),
           app_now(), case when p_mailed or b.user_id is not null then app_now() end
      from invited w
      left join closed c on c.webinar_id = w.id and c.user_id = w.user_id
      left join back b on b.id = w.id and b.user_id = w.user_id
      where c.user_id is null
    on conflict do nothing
$$;

-- Who of these people knows of a webinar of the company entered: not who waits for a timeline, or has seen nothing yet
-- of an invitation; who was reminded does.
create or replace function webinar_knowers(
  p_webinar integer,
  p_users integer[]
) returns integer[]
  language sql
  stable
  as $$
  select array(select u.id from unnest(p_users) u(id)
    where not exists (select from webinar_waits t
            where t.company_id = app_company() and t.webinar_id = p_webinar and t.user_id = u.id)
        and not exists (select from notifications n
          where n.company_id = app_company() and n.user_id = u.id and n.key = webinar_key(p_webinar, 'invited', null)
            and is_unseen(n))
      or exists (select from notifications n
        where n.company_id = app_company() and n.user_id = u.id
          and n.key like webinar_key(p_webinar, 'invited', null) || '-%' and n.mailed_at is not null))
$$;

-- What these people have not seen yet of a webinar is overtaken by what became of it: all of that goes, or what is new
-- of it, and the invitation names what holds now.
create or replace function overtake_webinar(
  p_webinar integer,
  p_users integer[],
  p_invited boolean
) returns void
  language plpgsql
  as $$
declare
  v_invitation text := webinar_key(p_webinar, 'invited', null);
begin
  delete from notifications n
    where n.company_id = app_company() and n.user_id = any (p_users) and is_unseen(n)
      and (n.key like v_invitation || '-%' or n.key = v_invitation and not p_invited);
  if p_invited then
    update notifications n set params = webinar_params(p_webinar, 'invited')
      where n.company_id = app_company() and n.user_id = any (p_users) and is_unseen(n) and n.key = v_invitation;
  else
    delete from webinar_waits t
      where t.company_id = app_company() and t.webinar_id = p_webinar and t.user_id = any (p_users);
  end if;
end $$;

-- A webinar takes place after all: what these people know of it, its cancellation with it, goes, so that they are
-- invited anew; who has not seen the cancellation yet has nothing new to read.
create or replace function forget_cancellation(
  p_webinar integer,
  p_users integer[]
) returns void
  language sql
  as $$
  delete from notifications n
    where n.company_id = app_company() and n.user_id = any (p_users)
      and (n.key = webinar_key(p_webinar, 'invited', null)
        or n.key like webinar_key(p_webinar, 'canceled', null) || '-%')
      and not exists (select from notifications c
        where c.company_id = app_company() and c.user_id = n.user_id and is_unseen(c)
          and c.key like webinar_key(p_webinar, 'canceled', null) || '-%')
$$;

-- Tells those of these people who are not invited to a webinar any more and knew that they were; should it come to them
-- again, they are invited anew.
create or replace function tell_uninvited(
  p_webinar integer,
  p_users integer[]
) returns void
  language plpgsql
  as $$
declare
  v_gone integer[] := array(
    select unnest(p_users) except
    select i.user_id from webinar_invitations i where i.company_id = app_company() and i.webinar_id = p_webinar);
  v_told integer[];
begin
  if not exists (select from webinars w where w.company_id = app_company() and w.id = p_webinar
                   and w.canceled_at is null and w.deleted_at is null and w.starts_at > app_now()) then
    return;
  end if;
  perform overtake_webinar(p_webinar, v_gone, false);
  with invitations as (
    delete from notifications n
      where n.company_id = app_company() and n.user_id = any (v_gone)
        and n.key = webinar_key(p_webinar, 'invited', null)
      returning n.user_id
  )
  select array_agg(user_id) into v_told from invitations where user_id is distinct from app_user();
  insert into notifications (company_id, user_id, kind, key, path, params, created_at)
    select app_company(), t.id, 'webinar', webinar_key(p_webinar, 'uninvited', app_now()), '/webinar',
           webinar_params(p_webinar, 'uninvited'), app_now()
      from told_people(app_company(), v_told) t(id)
    on conflict do nothing;
end $$;

-- Tells those whom a webinar has come to.
create or replace function webinar_tied() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform tell_of_webinars(company_id, array_agg(distinct webinar_id), 'invited', false) from changed
    group by company_id;
  return null;
end $$;

-- Tells those from whom a webinar was taken.
create or replace function webinar_untied() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform tell_uninvited(c.webinar_id, array_agg(distinct p.user_id))
    from changed d
    cross join lateral jsonb_to_record(to_jsonb(d)) as c(
      company_id integer, webinar_id integer, user_id integer, course_id integer, group_id integer, program_id integer)
    cross join lateral (
      select c.user_id
      union all
      select s.user_id from course_states s where s.company_id = c.company_id and s.course_id = c.course_id
      union all
      select m.user_id from group_members m where m.company_id = c.company_id and m.group_id = c.group_id
      union all
      select m.user_id from program_groups pg
        join group_members m on m.company_id = pg.company_id and m.group_id = pg.group_id
        where pg.company_id = c.company_id and pg.program_id = c.program_id
    ) p
    where c.company_id = app_company()
    group by c.webinar_id;
  return null;
end $$;

-- Tells of a webinar that was made, moved, called off, brought back, or has another host. Who knows nothing of it yet
-- is told what holds now, or nothing.
create or replace function webinar_changed() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_gone boolean := tg_op = 'UPDATE' and new.deleted_at is not null and old.deleted_at is null;
  v_canceled boolean := tg_op = 'UPDATE' and new.canceled_at is not null and old.canceled_at is null;
  v_back boolean := tg_op = 'UPDATE' and new.deleted_at is null and new.canceled_at is null
    and (old.deleted_at is not null or old.canceled_at is not null);
  v_moved boolean := tg_op = 'UPDATE' and new.starts_at <> old.starts_at;
  v_people integer[];
  v_knowers integer[];
begin
  if v_gone or v_back or v_canceled or v_moved then
    v_people := array(
      select user_id from webinar_invitations where company_id = new.company_id and webinar_id = new.id);
    v_knowers := webinar_knowers(new.id, v_people);
    if v_back and new.starts_at > app_now() then
      perform forget_cancellation(new.id, v_people);
    end if;
    perform overtake_webinar(new.id, v_people, not v_gone and not v_canceled);
  end if;
  if v_canceled or v_gone and new.canceled_at is null then
    -- cancel_webinar() writes the mail, with the reason; a restoring leaves it to the sweep.
    perform tell_of_webinars(new.company_id, array[new.id], 'canceled',
      v_canceled and current_setting('app.action', true) is distinct from 'restore', v_knowers);
  elsif v_moved and not v_back then
    perform tell_of_webinars(new.company_id, array[new.id], 'moved', false, v_knowers);
  end if;
  if tg_op = 'UPDATE' and new.host_id <> old.host_id then
    perform tell_uninvited(new.id, array[old.host_id]);
  end if;
  if tg_op = 'INSERT' or new.host_id <> old.host_id or v_back then
    perform tell_of_webinars(new.company_id, array[new.id], 'invited', false);
  end if;
  return null;
end $$;

reset role;

create trigger told
  after insert
  on webinar_hosts
  referencing new table as changed
  for each statement
  when (not erasing())
  execute function webinar_tied();

create trigger told
  after insert
  on webinar_courses
  referencing new table as changed
  for each statement
  when (not erasing())
  execute function webinar_tied();

create trigger told
  after insert
  on webinar_groups
  referencing new table as changed
  for each statement
  when (not erasing())
  execute function webinar_tied();

create trigger told
  after insert
  on webinar_programs
  referencing new table as changed
  for each statement
  when (not erasing())
  execute function webinar_tied();

create trigger told
  after insert or update of starts_at, host_id, canceled_at, deleted_at
  on webinars
  for each row
  when (not erasing())
  execute function webinar_changed();

create trigger taken
  after delete
  on webinar_hosts
  referencing old table as changed
  for each statement
  when (not erasing())
  execute function webinar_untied();

create trigger taken
  after delete
  on webinar_courses
  referencing old table as changed
  for each statement
  when (not erasing())
  execute function webinar_untied();

create trigger taken
  after delete
  on webinar_groups
  referencing old table as changed
  for each statement
  when (not erasing())
  execute function webinar_untied();

create trigger taken
  after delete
  on webinar_programs
  referencing old table as changed
  for each statement
  when (not erasing())
  execute function webinar_untied();
