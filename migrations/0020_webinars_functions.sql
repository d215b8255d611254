-- Webinars: who is invited, what is in reach, and everything that writes them.

-- Where a webinar stands; as webinarState() in worker/webinars/webinar.ts.
create function webinar_state(
  p_starts_at timestamptz, p_duration integer, p_canceled_at timestamptz, p_recording_url text, p_now timestamptz
) returns text language sql immutable parallel safe as $$
  select case
    when p_canceled_at is not null then 'canceled'
    when p_now < p_starts_at then 'scheduled'
    when p_now < p_starts_at + make_interval(mins => p_duration) then 'live'
    when p_recording_url <> '' then 'recorded'
    else 'ended' end
$$;

-- Who is invited: hosts, students of its courses, members of its groups and of its programs' groups. Each counts once;
-- whoever is kept out of a course is not invited by it.
create view webinar_invitations with (security_invoker = true) as
  select i.company_id, i.webinar_id, i.user_id from (
    select company_id, id as webinar_id, host_id as user_id from webinars
    union
    select company_id, webinar_id, user_id from webinar_hosts
    union
    select wc.company_id, wc.webinar_id, s.user_id
      from webinar_courses wc
      join courses c on c.company_id = wc.company_id and c.id = wc.course_id and c.deleted_at is null
        and c.published_at is not null
      join course_states s on s.company_id = wc.company_id and s.course_id = wc.course_id
      where not exists (select from course_blocks b
        where b.company_id = s.company_id and b.course_id = s.course_id and b.user_id = s.user_id)
    union
    select wg.company_id, wg.webinar_id, gm.user_id
      from webinar_groups wg
      join study_groups g on g.company_id = wg.company_id and g.id = wg.group_id and g.deleted_at is null
      join group_members gm on gm.company_id = wg.company_id and gm.group_id = wg.group_id
    union
    select wp.company_id, wp.webinar_id, gm.user_id
      from webinar_programs wp
      join programs p on p.company_id = wp.company_id and p.id = wp.program_id and p.deleted_at is null
      join program_groups pg on pg.company_id = wp.company_id and pg.program_id = wp.program_id
      join study_groups g on g.company_id = pg.company_id and g.id = pg.group_id and g.deleted_at is null
      join group_members gm on gm.company_id = pg.company_id and gm.group_id = pg.group_id
  ) i
  join memberships m on m.company_id = i.company_id and m.user_id = i.user_id
    and m.deleted_at is null and m.blocked_at is null;

grant select on webinar_invitations to osnova_worker, osnova_system;

-- Webinars a role's hand reaches; company-wide roles do not ask.
create function webinars_in_reach() returns setof integer language plpgsql stable as $$
declare
  v_company integer := app_company();
  v_user integer := app_user();
  v_type text := app_user_type();
begin
  return query select w.id from webinars w where w.company_id = v_company and w.host_id = v_user;
  return query select h.webinar_id from webinar_hosts h where h.company_id = v_company and h.user_id = v_user;
  return query select wc.webinar_id from webinar_courses wc
    where wc.company_id = v_company and wc.course_id in (select courses_in_reach())
      and (v_type <> 'student' or not exists (select from course_blocks b
        where b.company_id = v_company and b.course_id = wc.course_id and b.user_id = v_user));
  if v_type = 'manager' then
    return query select wg.webinar_id from webinar_groups wg
      where wg.company_id = v_company and wg.group_id in (select groups_in_reach());
    return query select wp.webinar_id from webinar_programs wp
      where wp.company_id = v_company and wp.program_id in (select programs_in_reach());
  elsif v_type = 'student' then
    -- Whatever the place in the group: coaches and managers of it are invited too.
    return query select wg.webinar_id from group_members gm
      join study_groups g on g.company_id = v_company and g.id = gm.group_id and g.deleted_at is null
      join webinar_groups wg on wg.company_id = v_company and wg.group_id = gm.group_id
      where gm.company_id = v_company and gm.user_id = v_user;
    return query select wp.webinar_id from group_members gm
      join study_groups g on g.company_id = v_company and g.id = gm.group_id and g.deleted_at is null
      join program_groups pg on pg.company_id = v_company and pg.group_id = gm.group_id
      join programs p on p.company_id = v_company and p.id = pg.program_id and p.deleted_at is null
      join webinar_programs wp on wp.company_id = v_company and wp.program_id = pg.program_id
      where gm.company_id = v_company and gm.user_id = v_user;
  end if;
end $$;

set role osnova_system;

create function require_webinar(p_webinar integer) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from webinars where company_id = app_company() and id = p_webinar and deleted_at is null
                   and (app_user_type() in ('owner', 'admin') or id in (select webinars_in_reach()))) then
    perform fail('not_found');
  end if;
end $$;

-- The webinar, locked, for whoever may change it now.
create function webinar_to_change(p_webinar integer) returns webinars
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_webinar webinars;
begin
  perform require_webinar(p_webinar);
  select * into v_webinar from webinars where company_id = app_company() and id = p_webinar and deleted_at is null for update;
  if not found then
    perform fail('not_found');
  end if;
  return v_webinar;
end $$;

-- The links become those of the list within the caller's reach; the others stay.
create function set_webinar_courses(p_webinar integer, p_courses integer[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_in_reach('{}', array(
    select unnest(p_courses) except
    select course_id from webinar_courses where company_id = app_company() and webinar_id = p_webinar));
  delete from webinar_courses where company_id = app_company() and webinar_id = p_webinar and course_id <> all (p_courses)
    and (app_user_type() in ('owner', 'admin') or course_id in (select courses_in_reach()));
  insert into webinar_courses (company_id, webinar_id, course_id)
    select distinct app_company(), p_webinar, c from unnest(p_courses) c on conflict do nothing;
end $$;

create function set_webinar_groups(p_webinar integer, p_groups integer[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_new integer[] := array(
    select unnest(p_groups) except
    select group_id from webinar_groups where company_id = app_company() and webinar_id = p_webinar);
begin
  -- A trainer ties a webinar to courses alone.
  if app_user_type() = 'trainer' then
    if cardinality(v_new) > 0 then
      perform fail('not_found');
    end if;
    return;
  end if;
  perform require_in_reach(v_new, '{}');
  delete from webinar_groups where company_id = app_company() and webinar_id = p_webinar and group_id <> all (p_groups)
    and (app_user_type() in ('owner', 'admin') or group_id in (select groups_in_reach()));
  insert into webinar_groups (company_id, webinar_id, group_id)
    select distinct app_company(), p_webinar, g from unnest(p_groups) g on conflict do nothing;
end $$;

create function set_webinar_programs(p_webinar integer, p_programs integer[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_new integer[] := array(
    select unnest(p_programs) except
    select program_id from webinar_programs where company_id = app_company() and webinar_id = p_webinar);
begin
  if app_user_type() = 'trainer' then
    if cardinality(v_new) > 0 then
      perform fail('not_found');
    end if;
    return;
  end if;
  perform require_programs(v_new);
  delete from webinar_programs where company_id = app_company() and webinar_id = p_webinar and program_id <> all (p_programs)
    and (app_user_type() in ('owner', 'admin') or program_id in (select programs_in_reach()));
  insert into webinar_programs (company_id, webinar_id, program_id)
    select distinct app_company(), p_webinar, p from unnest(p_programs) p on conflict do nothing;
end $$;

create function set_webinar_hosts(p_webinar integer, p_users integer[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_people(array(
    select unnest(p_users) except
    select user_id from webinar_hosts where company_id = app_company() and webinar_id = p_webinar), 'coach', 'cohost_ids');
  delete from webinar_hosts where company_id = app_company() and webinar_id = p_webinar and user_id <> all (p_users);
  insert into webinar_hosts (company_id, webinar_id, user_id)
    select distinct app_company(), p_webinar, u from unnest(p_users) u on conflict do nothing;
end $$;

-- Whether a role without the whole company still reaches the webinar through what it is tied to.
create function webinar_is_tied(p_webinar integer) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from webinar_courses where company_id = app_company() and webinar_id = p_webinar
                   and course_id in (select courses_in_reach()))
      or app_user_type() = 'manager' and (
           exists (select from webinar_groups where company_id = app_company() and webinar_id = p_webinar
                     and group_id in (select groups_in_reach()))
        or exists (select from webinar_programs where company_id = app_company() and webinar_id = p_webinar
                     and program_id in (select programs_in_reach())))
$$;

-- Whether the address is one of the provider's; as providerFits() in worker/webinars/contract.ts.
create function webinar_provider_fits(p_provider text, p_url text) returns boolean language sql immutable as $$
  select p_url = '' or case p_provider
    when 'zoom' then host = 'zoom.us' or host like '%.zoom.us'
    when 'meet' then host = 'meet.google.com'
    when 'teams' then host in ('teams.microsoft.com', 'teams.live.com')
    else true end
  from (select lower(substring(p_url from '^https://([^/?#:]+)')) as host) address
$$;

-- Creates a webinar (null) or changes one in reach; a field that is missing stays as it is. Another time is reminded of
-- again; what stands in a calendar counts its changes.
create function save_webinar(p_webinar integer, p_fields jsonb) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_webinar webinars;
  v_host integer := (p_fields->>'host_id')::integer;
  v_list record;
begin
  if p_fields ? 'time_zone' then
    begin
      perform app_now() at time zone (p_fields->>'time_zone');
    exception when invalid_parameter_value then
      perform fail('wrong_type', 'time_zone');
    end;
  end if;
  if p_webinar is null then
    v_host := coalesce(v_host, app_user());
    perform require_people(array[v_host], 'coach', 'host_id');
    insert into webinars (company_id, name, host_id, starts_at, time_zone, duration, created_at)
      values (app_company(), p_fields->>'name', v_host, (p_fields->>'starts_at')::timestamptz, p_fields->>'time_zone',
              (p_fields->>'duration')::integer, app_now())
      returning * into v_webinar;
  else
    v_webinar := webinar_to_change(p_webinar);
    if v_webinar.canceled_at is not null then
      perform fail('webinar_canceled');
    end if;
    if v_host is distinct from v_webinar.host_id and v_host is not null then
      perform require_people(array[v_host], 'coach', 'host_id');
    end if;
  end if;
  update webinars w set
      name = coalesce(p_fields->>'name', name),
      description = coalesce(p_fields->>'description', description),
      host_id = coalesce(v_host, host_id),
      provider = coalesce(p_fields->>'provider', provider),
      join_url = coalesce(p_fields->>'join_url', join_url),
      starts_at = coalesce((p_fields->>'starts_at')::timestamptz, starts_at),
      time_zone = coalesce(p_fields->>'time_zone', time_zone),
      duration = coalesce((p_fields->>'duration')::integer, duration),
      capacity = case when p_fields ? 'capacity' then (p_fields->>'capacity')::integer else capacity end,
      recording_url = coalesce(p_fields->>'recording_url', recording_url)
    where w.company_id = app_company() and w.id = v_webinar.id;
  update webinars w set
      sequence = w.sequence + 1,
      day_reminded_at = case when w.starts_at = v_webinar.starts_at then w.day_reminded_at end,
      hour_reminded_at = case when w.starts_at = v_webinar.starts_at then w.hour_reminded_at end
    where w.company_id = app_company() and w.id = v_webinar.id
      and (w.name, w.starts_at, w.duration) is distinct from (v_webinar.name, v_webinar.starts_at, v_webinar.duration);
  if exists (select from webinars w where w.company_id = app_company() and w.id = v_webinar.id
               and not webinar_provider_fits(w.provider, w.join_url)) then
    perform fail('webinar_provider_mismatch', 'join_url');
  end if;
  for v_list in select key, array(select value::integer from jsonb_array_elements_text(f.value) value) as chosen
      from jsonb_each(p_fields) f where key like '%_ids' order by key loop
    case v_list.key
      when 'cohost_ids' then perform set_webinar_hosts(v_webinar.id, v_list.chosen);
      when 'course_ids' then perform set_webinar_courses(v_webinar.id, v_list.chosen);
      when 'group_ids' then perform set_webinar_groups(v_webinar.id, v_list.chosen);
      when 'program_ids' then perform set_webinar_programs(v_webinar.id, v_list.chosen);
    end case;
  end loop;
  if app_user_type() not in ('owner', 'admin')
     and (p_webinar is null or p_fields ?| array['course_ids', 'group_ids', 'program_ids'])
     and not webinar_is_tied(v_webinar.id) then
    perform fail('webinar_audience_required', 'course_ids');
  end if;
  return v_webinar.id;
end $$;

create function delete_webinar(p_webinar integer) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform webinar_to_change(p_webinar);
  update webinars set deleted_at = app_now() where company_id = app_company() and id = p_webinar;
end $$;

create function set_webinar_photo(p_webinar integer, p_photo jsonb) returns table (id integer, dropped text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_old integer := (webinar_to_change(p_webinar)).photo_id;
  v_new integer;
begin
  v_new := keep_photo(p_photo);
  update webinars w set photo_id = v_new where w.company_id = app_company() and w.id = p_webinar;
  return query select v_new, drop_photo(v_old);
end $$;

-- ── Mails ─────────────────────────────────────────────────────────────────────────────────────────

-- A mail with its {placeholders} filled in; in a subject everything stands on one line.
create function fill_mail(p_mail jsonb, p_values jsonb) returns jsonb language plpgsql immutable as $$
declare
  v_subject text := p_mail->>'subject';
  v_text text := p_mail->>'text';
  v_html text := p_mail->>'html';
  v_key text;
  v_value text;
begin
  for v_key, v_value in select key, value from jsonb_each_text(p_values) loop
    v_subject := replace(v_subject, '{' || v_key || '}', regexp_replace(v_value, '[[:cntrl:]]+', ' ', 'g'));
    v_text := replace(v_text, '{' || v_key || '}', v_value);
    v_html := replace(v_html, '{' || v_key || '}',
      replace(replace(replace(replace(v_value, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;'));
  end loop;
  return jsonb_build_object('subject', v_subject, 'text', v_text, 'html', v_html);
end $$;

-- Writes to everybody invited who can sign in, each in their language. `p_webinars`: [{"id", "kind"}], `p_mails`:
-- {kind: {language: mail}}. The mails are due over time, so that those of others do not wait behind them.
create function mail_webinars(p_webinars jsonb, p_mails jsonb) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_count integer;
begin
  with told as materialized (
    select w.*, t.kind from jsonb_to_recordset(p_webinars) as t(id integer, kind text) join webinars w on w.id = t.id
  ), words as materialized (
    select t.id, l.language, fill_mail(l.mail, jsonb_build_object(
        'id', t.id, 'name', t.name, 'reason', t.cancel_reason, 'minutes', t.duration,
        'when', to_char(t.starts_at at time zone t.time_zone, 'DD.MM.YYYY, HH24:MI') || ' (' || t.time_zone || ')')) as mail
      from told t, jsonb_each(p_mails->t.kind) as l(language, mail)
  ), people as (
    select t.id, u.email, u.language, row_number() over (order by t.starts_at, t.id, u.id) as place
      from told t
      join webinar_invitations i on i.company_id = t.company_id and i.webinar_id = t.id
      join users u on u.id = i.user_id and u.email is not null and u.activated_at is not null and u.blocked_at is null
  )
  insert into mails (recipient, subject, text, html, next_try_at)
    select p.email, words.mail->>'subject', words.mail->>'text', words.mail->>'html',
           now() + make_interval(mins => ((p.place - 1) / 250)::integer)
      from people p join words on words.id = p.id and words.language = p.language;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- Reminds of what starts within a day or within an hour, each once; as dueReminder() in worker/webinars/webinar.ts.
-- Two runs at once divide the webinars between them. Gives the number of mails.
create function remind_of_webinars(p_mails jsonb) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_now timestamptz := app_now();
  v_claimed jsonb;
begin
  with due as materialized (
    select w.id, case when w.starts_at <= v_now + interval '1 hour' then 'hour' else 'day' end as kind
      from webinars w join companies c on c.id = w.company_id and c.deleted_at is null
      where w.deleted_at is null and w.canceled_at is null
        and w.starts_at > v_now and w.starts_at <= v_now + interval '1 day'
        and case when w.starts_at <= v_now + interval '1 hour' then w.hour_reminded_at else w.day_reminded_at end is null
      for update of w skip locked
  ), claimed as (
    update webinars w set day_reminded_at = coalesce(w.day_reminded_at, v_now),
                          hour_reminded_at = case d.kind when 'hour' then v_now else w.hour_reminded_at end
      from due d where w.id = d.id returning w.id, d.kind
  )
  select jsonb_agg(jsonb_build_object('id', id, 'kind', kind)) into v_claimed from claimed;
  return case when v_claimed is null then 0 else mail_webinars(v_claimed, p_mails) end;
end $$;

-- Calls a webinar off and tells those invited. `p_mails`: {language: mail}.
create function cancel_webinar(p_webinar integer, p_reason text, p_mails jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_webinar webinars := webinar_to_change(p_webinar);
begin
  if v_webinar.canceled_at is not null then
    perform fail('webinar_canceled');
  end if;
  if v_webinar.starts_at + make_interval(mins => v_webinar.duration) <= app_now() then
    perform fail('webinar_ended');
  end if;
  update webinars w set canceled_at = app_now(), cancel_reason = p_reason, sequence = w.sequence + 1
    where w.company_id = app_company() and w.id = p_webinar;
  perform mail_webinars(jsonb_build_array(jsonb_build_object('id', p_webinar, 'kind', 'canceled')),
    jsonb_build_object('canceled', p_mails));
end $$;

-- ── Attendance ────────────────────────────────────────────────────────────────────────────────────

-- Lets the caller in from 15 minutes before the start until the end, or names what refuses it. The row is locked first,
-- so that two cannot take the last place; hosts are never turned away.
create function join_webinar(p_webinar integer) returns table (join_url text, refusal text, opens_at timestamptz)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_now timestamptz := app_now();
  v_webinar webinars := webinar_to_change(p_webinar);
  v_hosts boolean := v_webinar.host_id = app_user() or exists (
    select from webinar_hosts h where h.company_id = app_company() and h.webinar_id = p_webinar and h.user_id = app_user());
begin
  opens_at := v_webinar.starts_at - interval '15 minutes';
  refusal := case
    when v_webinar.canceled_at is not null then 'webinar_canceled'
    when v_now < opens_at then 'webinar_not_open'
    when v_now >= v_webinar.starts_at + make_interval(mins => v_webinar.duration) then 'webinar_ended'
    when v_webinar.join_url = '' then 'webinar_without_address'
    when not v_hosts
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
  end if;
  return next;
end $$;

-- The caller has left. Whoever never joined has nothing to leave.
create function leave_webinar(p_webinar integer) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_webinar(p_webinar);
  update webinar_attendance set left_at = app_now()
    where company_id = app_company() and webinar_id = p_webinar and user_id = app_user() and joined_at is not null;
  if not found then
    perform fail('not_found');
  end if;
end $$;

-- What the host noted about somebody who is invited or came. Gives what refuses it and since when it could be.
create function note_attendance(p_webinar integer, p_user integer, p_status text)
  returns table (refusal text, opens_at timestamptz)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_webinar webinars := webinar_to_change(p_webinar);
begin
  if not exists (select from webinar_invitations i where i.company_id = app_company() and i.webinar_id = p_webinar
                   and i.user_id = p_user)
     and not exists (select from webinar_attendance a where a.company_id = app_company() and a.webinar_id = p_webinar
                       and a.user_id = p_user) then
    perform fail('not_found');
  end if;
  opens_at := v_webinar.starts_at - interval '15 minutes';
  refusal := case when v_webinar.canceled_at is not null then 'webinar_canceled'
                  when app_now() < opens_at then 'webinar_not_open' end;
  if refusal is null then
    insert into webinar_attendance (company_id, webinar_id, user_id, source, status)
      values (app_company(), p_webinar, p_user, 'manual', p_status)
      on conflict (company_id, webinar_id, user_id) do update set source = 'manual', status = excluded.status;
  end if;
  return next;
end $$;

do $$
declare f text;
begin
  foreach f in array array[
    'require_webinar(integer)', 'webinar_to_change(integer)', 'set_webinar_courses(integer, integer[])',
    'set_webinar_groups(integer, integer[])', 'set_webinar_programs(integer, integer[])',
    'set_webinar_hosts(integer, integer[])', 'webinar_is_tied(integer)', 'webinar_provider_fits(text, text)',
    'fill_mail(jsonb, jsonb)', 'mail_webinars(jsonb, jsonb)'
  ] loop
    execute format('revoke execute on function %s from public', f);
  end loop;
  foreach f in array array[
    'save_webinar(integer, jsonb)', 'delete_webinar(integer)', 'set_webinar_photo(integer, jsonb)',
    'remind_of_webinars(jsonb)', 'cancel_webinar(integer, text, jsonb)', 'join_webinar(integer)',
    'leave_webinar(integer)', 'note_attendance(integer, integer, text)'
  ] loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to osnova_worker', f);
  end loop;
end $$;

reset role;
