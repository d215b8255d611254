-- Notifications arise where the thing happens: triggers of whole statements, so that no way to it forgets them and a
-- bulk change stays one statement. A key tells the same thing once. Mails about them go through each person's choices.
create index notifications_unread on notifications (company_id, user_id) where read_at is null;
create index notifications_unmailed on notifications (kind, created_at) where mailed_at is null;
create index notifications_old on notifications (created_at);

-- A course that a timeline still closed when it came to a student: told of once it opens.
create table course_waits (
  company_id integer not null,
  course_id integer not null,
  user_id integer not null,
  constraint course_waits_company_id_course_id_user_id_pk primary key (company_id, course_id, user_id),
  constraint course_waits_course foreign key (company_id, course_id) references courses (company_id, id) on delete cascade,
  constraint course_waits_membership foreign key (company_id, user_id) references memberships (company_id, user_id) on delete cascade
);
select secure_tenant_table('course_waits');
--> statement-breakpoint
set role osnova_system;

-- ── A person's choices ────────────────────────────────────────────────────────────────────────────

-- When somebody with quiet hours may be written to: the instant itself, or the end of the hours it falls into.
-- `p_from`, `p_to`: minutes after midnight on the clocks of the zone, which may change during the night.
create function quiet_until(p_at timestamptz, p_from integer, p_to integer, p_zone text) returns timestamptz
  language plpgsql stable as $$
declare
  v_local timestamp := p_at at time zone p_zone;
  v_minute integer := extract(hour from v_local) * 60 + extract(minute from v_local);
  v_days integer;
begin
  v_days := case
    when p_from < p_to and v_minute >= p_from and v_minute < p_to or p_from > p_to and v_minute < p_to then 0
    when p_from > p_to and v_minute >= p_from then 1 end;
  if v_days is null then
    return p_at;
  end if;
  -- Where the hour comes twice this is the second one; one that is left out ends with the gap.
  return greatest(p_at, (v_local::date + v_days + make_interval(mins => p_to)) at time zone p_zone);
end $$;

-- Mails that name a kind: what the person does not want is not queued, and the rest waits for the end of their quiet
-- hours, in the order it came in.
create function apply_choices() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_choice notification_settings;
  v_from timestamptz := greatest(new.next_try_at, now());
  v_until timestamptz;
begin
  select * into v_choice from notification_settings s where s.user_id = new.user_id;
  if not found then
    return new;
  elsif new.kind = any (v_choice.muted) then
    return null;
  end if;
  v_until := quiet_until(v_from, v_choice.quiet_from, v_choice.quiet_to, v_choice.time_zone);
  if v_until > v_from then
    new.next_try_at := v_until + (v_from - now());
  end if;
  return new;
end $$;

-- ── What arises by itself ─────────────────────────────────────────────────────────────────────────

-- Those of a company who can be told of something.
create function told_people(p_company integer, p_users integer[]) returns setof integer
  language sql stable security definer rows 1000 set search_path = public, pg_temp as $$
  select m.user_id from memberships m join users u on u.id = m.user_id and u.blocked_at is null
    where m.company_id = p_company and m.user_id = any (p_users) and m.deleted_at is null and m.blocked_at is null
$$;

-- Tells students of courses that came to them, pair by pair: of those published, not begun, and open as far as timelines
-- go. What a timeline closes, as course_lock() judges, waits.
create function tell_of_courses(p_company integer, p_courses integer[], p_users integer[]) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_count integer;
begin
  with pairs as materialized (
    select p.course_id, p.user_id, c.name
      from unnest(p_courses, p_users) p(course_id, user_id)
      join courses c on c.company_id = p_company and c.id = p.course_id and c.published_at is not null and c.deleted_at is null
      join course_states s on s.company_id = p_company and s.course_id = p.course_id and s.user_id = p.user_id and s.opened_at is null
      where p.user_id in (select told_people(p_company, p_users))
        and not exists (select from course_blocks b where b.company_id = p_company and b.course_id = p.course_id and b.user_id = p.user_id)
  ), timed as materialized (
    select i.program_id, array_agg(distinct p.user_id) as users
      from pairs p
      join chronology_items i on i.company_id = p_company and i.course_id = p.course_id
      join programs g on g.company_id = p_company and g.id = i.program_id and g.deleted_at is null
      group by i.program_id
  ), steps as materialized (
    select t.program_id, s.course_id, s.user_id, s.locked
      from timed t cross join lateral today_steps(t.program_id, t.users) s where s.course_id is not null
  ), closed as materialized (
    select p.course_id, p.user_id from pairs p
      join (select course_id, user_id from steps group by course_id, user_id having bool_and(locked)) l using (course_id, user_id)
      where not exists (select from course_members cm
              where cm.company_id = p_company and cm.course_id = p.course_id and cm.user_id = p.user_id and cm.role = 'student')
        and not exists (select from course_groups cg
              join study_groups g on g.company_id = p_company and g.id = cg.group_id and g.deleted_at is null
              join group_members gm on gm.company_id = p_company and gm.group_id = cg.group_id and gm.user_id = p.user_id and gm.role = 'student'
              where cg.company_id = p_company and cg.course_id = p.course_id)
        and not exists (select from program_courses pc
              join programs o on o.company_id = p_company and o.id = pc.program_id and o.deleted_at is null
              join program_groups pg on pg.company_id = p_company and pg.program_id = pc.program_id
              join study_groups g on g.company_id = p_company and g.id = pg.group_id and g.deleted_at is null
              join group_members gm on gm.company_id = p_company and gm.group_id = pg.group_id and gm.user_id = p.user_id and gm.role = 'student'
              where pc.company_id = p_company and pc.course_id = p.course_id
                and not exists (select from steps s where s.program_id = pc.program_id and s.course_id = p.course_id))
  ), waiting as (
    insert into course_waits (company_id, course_id, user_id)
      select p_company, course_id, user_id from closed on conflict do nothing
  )
  insert into notifications (company_id, user_id, kind, key, path, params, created_at)
    select p_company, p.user_id, 'course_assigned', 'course-' || p.course_id, '/course/' || p.course_id,
           jsonb_build_object('name', p.name), app_now()
      from pairs p left join closed c using (course_id, user_id) where c.user_id is null
      order by p.user_id, p.course_id
    on conflict do nothing;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- Tells those invited of webinars that are still to come, all or those named: 'invited' once, 'moved' and 'canceled' as
-- often as it happens, 'day' and 'hour' before each start. Nobody is told of what they did themselves.
-- `p_mailed`: the mail is queued elsewhere.
create function tell_of_webinars(p_company integer, p_webinars integer[], p_event text, p_mailed boolean, p_users integer[] default null)
  returns void language sql security definer set search_path = public, pg_temp as $$
  insert into notifications (company_id, user_id, kind, key, path, params, created_at, mailed_at)
    select w.company_id, i.user_id, 'webinar',
           concat_ws('-', 'webinar', w.id, nullif(p_event, 'invited'),
             case when p_event <> 'invited' then extract(epoch from w.starts_at)::bigint end),
           case when w.deleted_at is null then '/webinar/' || w.id else '/webinar' end,
           jsonb_build_object('event', p_event, 'name', w.name, 'starts_at', w.starts_at, 'time_zone', w.time_zone,
             'minutes', w.duration),
           app_now(), case when p_mailed then app_now() end
      from webinars w
      join webinar_invitations i on i.company_id = w.company_id and i.webinar_id = w.id
      where w.company_id = p_company and w.id = any (p_webinars)
        and w.starts_at + case p_event when 'canceled' then make_interval(mins => w.duration) else interval '0' end > app_now()
        and (p_event = 'canceled' or w.canceled_at is null and w.deleted_at is null)
        and (p_event in ('day', 'hour') or i.user_id is distinct from app_user())
        and (p_users is null or i.user_id = any (p_users))
    on conflict do nothing
$$;

create function courses_came() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v record;
begin
  for v in select company_id, array_agg(course_id) as courses, array_agg(user_id) as users from changed group by company_id loop
    perform tell_of_courses(v.company_id, v.courses, v.users);
    perform tell_of_webinars(v.company_id, w.ids, 'invited', false, v.users)
      from (select array_agg(distinct w.id) as ids from webinar_courses wc
              join webinars w on w.company_id = v.company_id and w.id = wc.webinar_id and w.starts_at > app_now()
              where wc.company_id = v.company_id and wc.course_id = any (v.courses)) w where w.ids is not null;
  end loop;
  return null;
end $$;

-- A draft that is published, or a course that is brought back.
create function course_published() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform tell_of_courses(new.company_id, array_agg(s.course_id), array_agg(s.user_id))
    from course_states s where s.company_id = new.company_id and s.course_id = new.id;
  perform tell_of_webinars(new.company_id, array_agg(wc.webinar_id), 'invited', false)
    from webinar_courses wc where wc.company_id = new.company_id and wc.course_id = new.id;
  return null;
end $$;

create function groups_joined() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v record;
begin
  for v in
    select c.company_id, array_agg(distinct c.user_id) as users, array_agg(distinct w.id) as webinars
      from changed c
      cross join lateral (
        select wg.webinar_id from webinar_groups wg where wg.company_id = c.company_id and wg.group_id = c.group_id
        union
        select wp.webinar_id from program_groups pg
          join webinar_programs wp on wp.company_id = pg.company_id and wp.program_id = pg.program_id
          where pg.company_id = c.company_id and pg.group_id = c.group_id
      ) tied
      join webinars w on w.company_id = c.company_id and w.id = tied.webinar_id and w.starts_at > app_now()
      group by c.company_id
  loop
    perform tell_of_webinars(v.company_id, v.webinars, 'invited', false, v.users);
  end loop;
  return null;
end $$;

create function programs_given() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform tell_of_webinars(c.company_id, array_agg(distinct wp.webinar_id), 'invited', false)
    from changed c join webinar_programs wp on wp.company_id = c.company_id and wp.program_id = c.program_id
    group by c.company_id;
  return null;
end $$;

create function webinar_tied() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform tell_of_webinars(company_id, array_agg(distinct webinar_id), 'invited', false) from changed group by company_id;
  return null;
end $$;

create function webinar_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and new.canceled_at is not null and old.canceled_at is null then
    -- cancel_webinar() writes the mail, with the reason.
    perform tell_of_webinars(new.company_id, array[new.id], 'canceled', true);
  elsif tg_op = 'UPDATE' and new.deleted_at is not null and old.deleted_at is null and new.canceled_at is null then
    perform tell_of_webinars(new.company_id, array[new.id], 'canceled', false);
  elsif tg_op = 'UPDATE' and new.starts_at <> old.starts_at then
    perform tell_of_webinars(new.company_id, array[new.id], 'moved', false);
  end if;
  if tg_op = 'INSERT' or new.host_id <> old.host_id or old.deleted_at is not null and new.deleted_at is null then
    perform tell_of_webinars(new.company_id, array[new.id], 'invited', false);
  end if;
  return null;
end $$;

-- Somebody known to the product was added to a company; who is new learns of it from the mail alone.
create function tell_of_membership(p_company integer, p_users integer[]) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into notifications (company_id, user_id, kind, key, path, params, created_at, mailed_at)
    select c.id, u.id, 'invitation', 'invitation', '/company/' || c.id, jsonb_build_object('name', c.name), app_now(), app_now()
      from companies c join users u on u.id = any (p_users) and u.activated_at is not null
      where c.id = p_company and u.id <> app_user()
    on conflict do nothing
$$;

create function members_came() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform tell_of_membership(company_id, array_agg(user_id)) from changed group by company_id;
  return null;
end $$;

create function member_returned() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform tell_of_membership(new.company_id, array[new.user_id]);
  return null;
end $$;

-- Retakes, and what else was decided about somebody's test or exam.
create function assignment_decided() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into notifications (company_id, user_id, kind, key, path, params, created_at, mailed_at)
    select distinct on (a.id, d.kind, d.batch) a.company_id, a.user_id, case d.kind when 'retake' then 'retake_granted' else 'result' end,
           format('decision-%s-%s-%s', d.kind, a.id, d.batch),
           format('/course/%s/education-materials/%s/form/%s', m.course_id, m.id, f.id),
           jsonb_build_object('event', d.kind, 'name', v.settings->>'name', 'course', c.name, 'attempts', d.amount,
             'due_at', case d.kind when 'retake' then a.due_at end),
           app_now(), app_now()
      from changed d
      join assignments a on a.company_id = d.company_id and a.id = d.assignment_id
      join forms f on f.company_id = a.company_id and f.id = a.form_id
      join materials m on m.company_id = f.company_id and m.id = f.material_id
      join courses c on c.company_id = m.company_id and c.id = m.course_id
      join current_versions v on v.company_id = f.company_id and v.form_id = f.id
      where d.kind in ('retake', 'annul', 'cancel', 'restore') and a.user_id <> d.author_id
    on conflict do nothing;
  return null;
end $$;

create function certificates_issued() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into notifications (company_id, user_id, kind, key, path, params, created_at, mailed_at)
    select k.company_id, k.user_id, 'certificate', 'certificate-' || k.id, '/profile#certificates',
           jsonb_build_object('event', case k.version when 1 then 'issued' else 'renewed' end, 'course', k.content->>'course'),
           app_now(), app_now()
      from changed k where k.expires_at is null or k.expires_at > app_now()
    on conflict do nothing;
  return null;
end $$;

-- A result that is to be mailed was published, annotated or recounted; of their own finish nobody is told.
create function results_came() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into notifications (company_id, user_id, kind, key, path, params, created_at, mailed_at)
    select t.company_id, t.user_id, 'result', format('result-%s-%s-%s', r.kind, t.id, extract(epoch from app_now())::bigint),
           format('/course/%s/statistic/%s', m.course_id, t.id),
           jsonb_build_object('event', r.kind, 'name', v.settings->>'name', 'course', c.name), app_now(), app_now()
      from changed r
      join attempts t on t.company_id = r.company_id and t.id = r.attempt_id
      join forms f on f.company_id = t.company_id and f.id = t.form_id
      join materials m on m.company_id = f.company_id and m.id = f.material_id
      join courses c on c.company_id = m.company_id and c.id = m.course_id
      join current_versions v on v.company_id = f.company_id and v.form_id = f.id
      where r.kind <> 'finished'
    on conflict do nothing;
  return null;
end $$;

create function people_reminded() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into notifications (company_id, user_id, kind, key, path, params, created_at, mailed_at)
    select r.company_id, r.user_id, 'reminder', 'reminder-' || r.id,
           case when f.id is not null then format('/course/%s/education-materials/%s/form/%s', r.course_id, f.material_id, f.id)
                when r.course_id is not null then '/course/' || r.course_id else '/program/' || r.program_id end,
           jsonb_build_object('name', coalesce(v.settings->>'name', c.name, p.name), 'text', r.text,
             'author', concat_ws(' ', nullif(u.first_name, ''), nullif(u.last_name, ''))),
           app_now(), app_now()
      from changed r
      join users u on u.id = r.author_id
      left join courses c on c.company_id = r.company_id and c.id = r.course_id
      left join programs p on p.company_id = r.company_id and p.id = r.program_id
      left join forms f on f.company_id = r.company_id and f.id = r.form_id
      left join current_versions v on v.company_id = r.company_id and v.form_id = r.form_id
      where r.user_id <> r.author_id
    on conflict do nothing;
  return null;
end $$;

-- ── What time brings ──────────────────────────────────────────────────────────────────────────────

-- Steps of timelines that are open and due within 3 days, and granted retakes, each once for its due date. A retake that
-- was granted within a day is known well enough.
create function tell_due_soon() returns integer language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_now timestamptz := app_now();
  v_program record;
  v_rows integer;
  v_count integer;
begin
  insert into notifications (company_id, user_id, kind, key, path, params, created_at)
    select a.company_id, a.user_id, 'due_soon', format('due-retake-%s-%s', a.id, extract(epoch from a.due_at)::bigint),
           format('/course/%s/education-materials/%s/form/%s', m.course_id, m.id, f.id),
           jsonb_build_object('event', 'retake', 'name', v.settings->>'name', 'course', c.name, 'due_at', a.due_at), v_now
      from assignments a
      join companies k on k.id = a.company_id and k.deleted_at is null and k.blocked_at is null
      join forms f on f.company_id = a.company_id and f.id = a.form_id and f.deleted_at is null
      join materials m on m.company_id = f.company_id and m.id = f.material_id and m.deleted_at is null
      join courses c on c.company_id = m.company_id and c.id = m.course_id and c.published_at is not null and c.deleted_at is null
      join course_states s on s.company_id = m.company_id and s.course_id = m.course_id and s.user_id = a.user_id
      join current_versions v on v.company_id = f.company_id and v.form_id = f.id
      where a.status = 4 and a.due_at > v_now and a.due_at <= v_now + interval '3 days'
        and a.user_id in (select told_people(a.company_id, array[a.user_id]))
        and not exists (select from course_blocks b where b.company_id = a.company_id and b.course_id = m.course_id and b.user_id = a.user_id)
        and not exists (select from assignment_decisions d
              where d.company_id = a.company_id and d.assignment_id = a.id and d.kind = 'retake' and d.created_at > v_now - interval '1 day')
    on conflict do nothing;
  get diagnostics v_count = row_count;

  for v_program in
    select p.company_id, p.id, p.name from programs p
      join companies k on k.id = p.company_id and k.deleted_at is null and k.blocked_at is null
      where p.deleted_at is null and exists (
        select from chronology_items i
          where i.company_id = p.company_id and i.program_id = p.id and i.due <> 'none'
            and (i.due <> 'date' or i.due_on between v_now::date - 1 and v_now::date + 4))
      order by p.id
  loop
    perform set_config('app.company', v_program.company_id::text, true);
    insert into notifications (company_id, user_id, kind, key, path, params, created_at)
      select v_program.company_id, t.user_id, 'due_soon',
             format('due-%s-%s-%s', v_program.id, coalesce('course-' || t.course_id, 'webinar-' || t.webinar_id), extract(epoch from t.due_at)::bigint),
             coalesce('/course/' || t.course_id, '/webinar/' || t.webinar_id),
             jsonb_build_object('event', 'step', 'name', coalesce(c.name, w.name), 'program', v_program.name, 'due_at', t.due_at), v_now
        from today_steps(v_program.id, array(
          select gm.user_id from program_groups pg
            join group_members gm on gm.company_id = pg.company_id and gm.group_id = pg.group_id and gm.role = 'student'
            where pg.company_id = v_program.company_id and pg.program_id = v_program.id)) t
        left join courses c on c.company_id = v_program.company_id and c.id = t.course_id
        left join webinars w on w.company_id = v_program.company_id and w.id = t.webinar_id
        left join course_states s on s.company_id = v_program.company_id and s.course_id = t.course_id and s.user_id = t.user_id
        left join webinar_attendance a on a.company_id = v_program.company_id and a.webinar_id = t.webinar_id and a.user_id = t.user_id
        where not t.locked and t.due_at > v_now and t.due_at <= v_now + interval '3 days'
          and not coalesce(s.opened_at is not null and s.done = s.total, a.status = 'attended', false)
          and t.user_id in (select told_people(v_program.company_id, array[t.user_id]))
          and not exists (select from course_blocks b
                where b.company_id = v_program.company_id and b.course_id = t.course_id and b.user_id = t.user_id)
      on conflict do nothing;
    get diagnostics v_rows = row_count;
    v_count := v_count + v_rows;
  end loop;
  perform set_config('app.company', '', true);
  return v_count;
end $$;

-- Courses that timelines have opened since they came. Who has begun one, or left it, waits no more.
create function tell_of_opened() returns integer language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v record;
  v_count integer := 0;
begin
  for v in select company_id, array_agg(course_id) as courses, array_agg(user_id) as users from course_waits group by company_id order by 1 loop
    perform set_config('app.company', v.company_id::text, true);
    delete from course_waits where company_id = v.company_id;
    v_count := v_count + tell_of_courses(v.company_id, v.courses, v.users);
  end loop;
  perform set_config('app.company', '', true);
  return v_count;
end $$;

-- Writes about what nothing else has written about: at most one mail of a kind to a person at a time, and about courses
-- once 10 minutes have passed since the first came. What was read meanwhile needs no mail.
-- `p_mails`: {language: {one: {what: mail}, item: {what: mail}, many: {kind: mail}}}. Gives the number of mails.
create function mail_notifications(p_mails jsonb) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_now timestamptz := app_now();
  v_count integer;
begin
  with due as materialized (
    select n.company_id, n.user_id, n.kind from notifications n where n.mailed_at is null
      group by n.company_id, n.user_id, n.kind
      having min(n.created_at) <= v_now - case n.kind when 'course_assigned' then interval '10 minutes' else interval '0' end
      order by min(n.created_at), n.user_id limit 1000
  ), told as (
    update notifications n set mailed_at = v_now from due d
      where n.company_id = d.company_id and n.user_id = d.user_id and n.kind = d.kind and n.mailed_at is null
      returning n.*
  ), items as materialized (
    select t.id, t.company_id, t.user_id, t.kind, concat_ws('_', t.kind, t.params->>'event') as what, u.email, u.language,
           jsonb_build_object('name', t.params->>'name', 'company', c.name, 'path', t.path,
             'program', coalesce(t.params->>'program', ''), 'course', coalesce(t.params->>'course', ''),
             'minutes', coalesce(t.params->>'minutes', ''),
             'due', coalesce(to_char((t.params->>'due_at')::timestamptz at time zone c.time_zone, 'DD.MM.YYYY'), ''),
             'when', coalesce(to_char((t.params->>'starts_at')::timestamptz at time zone (t.params->>'time_zone'), 'DD.MM.YYYY, HH24:MI')
                      || ' (' || (t.params->>'time_zone') || ')', '')) as fill
      from told t
      join companies c on c.id = t.company_id and c.deleted_at is null and c.blocked_at is null
      join users u on u.id = t.user_id and u.email is not null and u.activated_at is not null
      where t.read_at is null and t.user_id in (select told_people(t.company_id, array[t.user_id]))
  ), people as (
    select i.company_id, i.user_id, i.kind, i.email, row_number() over (order by min(i.id)) as turn,
           case when count(*) = 1 then fill_mail(p_mails->min(i.language)->'one'->min(i.what), (array_agg(i.fill))[1])
                else list_reminders(p_mails->min(i.language)->'many'->i.kind, (array_agg(i.fill))[1], jsonb_agg(
                  fill_mail(p_mails->i.language->'item'->i.what, i.fill) order by i.id)) end as mail
      from items i group by i.company_id, i.user_id, i.kind, i.email
  )
  insert into mails (recipient, user_id, company_id, kind, subject, text, html, next_try_at)
    select p.email, p.user_id, p.company_id, p.kind, p.mail->>'subject', p.mail->>'text', p.mail->>'html',
           now() + make_interval(mins => ((p.turn - 1) / 250)::integer)
      from people p;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- The work of each minute; once an hour also what has come to be due or open, and what is too old goes. Of two at once
-- one does it. Gives the number of mails.
create function sweep_notifications(p_mails jsonb) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_count integer;
begin
  if not pg_try_advisory_xact_lock(hashtext('notifications')) then
    return 0;
  end if;
  if not exists (select from job_heartbeats where name = 'due_soon' and ran_at > now() - interval '59 minutes') then
    v_count := tell_due_soon() + tell_of_opened();
    delete from notifications where created_at < app_now() - interval '90 days';
    insert into job_heartbeats (name, ran_at, affected) values ('due_soon', now(), v_count)
      on conflict (name) do update set ran_at = excluded.ran_at, affected = excluded.affected;
  end if;
  v_count := mail_notifications(p_mails);
  insert into job_heartbeats (name, ran_at, affected) values ('notifications', now(), v_count)
    on conflict (name) do update set ran_at = excluded.ran_at, affected = excluded.affected;
  return v_count;
end $$;

-- Marks notifications of the person who entered as read: those named, or all up to one.
create function read_notifications(p_ids integer[], p_up_to integer) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select unnest(p_ids) except
             select n.id from notifications n where n.company_id = app_company() and n.user_id = app_user() and n.id = any (p_ids)) then
    perform fail('not_found');
  end if;
  update notifications n set read_at = app_now()
    where n.company_id = app_company() and n.user_id = app_user() and n.read_at is null and (n.id = any (p_ids) or n.id <= p_up_to);
end $$;

-- ── Mails that name whom and what they are about ──────────────────────────────────────────────────

-- As in 0020; reminders also stand in the app.
create or replace function mail_webinars(p_webinars jsonb, p_mails jsonb) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_count integer;
begin
  perform tell_of_webinars(w.company_id, array[w.id], t.kind, true)
    from jsonb_to_recordset(p_webinars) as t(id integer, kind text) join webinars w on w.id = t.id where t.kind in ('day', 'hour');
  with told as materialized (
    select w.*, t.kind from jsonb_to_recordset(p_webinars) as t(id integer, kind text) join webinars w on w.id = t.id
  ), words as materialized (
    select t.id, l.language, fill_mail(l.mail, jsonb_build_object(
        'id', t.id, 'name', t.name, 'reason', t.cancel_reason, 'minutes', t.duration,
        'when', to_char(t.starts_at at time zone t.time_zone, 'DD.MM.YYYY, HH24:MI') || ' (' || t.time_zone || ')')) as mail
      from told t, jsonb_each(p_mails->t.kind) as l(language, mail)
  ), people as (
    select t.id, t.company_id, u.id as user_id, u.email, u.language, row_number() over (order by t.starts_at, t.id, u.id) as place
      from told t
      join webinar_invitations i on i.company_id = t.company_id and i.webinar_id = t.id
      join users u on u.id = i.user_id and u.email is not null and u.activated_at is not null and u.blocked_at is null
  )
  insert into mails (recipient, user_id, company_id, kind, subject, text, html, next_try_at)
    select p.email, p.user_id, p.company_id, 'webinar', words.mail->>'subject', words.mail->>'text', words.mail->>'html',
           now() + make_interval(mins => ((p.place - 1) / 250)::integer)
      from people p join words on words.id = p.id and words.language = p.language;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- As in 0027.
create or replace function mail_students(p_form integer, p_users integer[], p_mails jsonb, p_values jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into mails (recipient, user_id, company_id, kind, subject, text, html, next_try_at)
    select p.email, p.id, app_company(), case when p_values ? 'attempts' then 'retake_granted' else 'result' end,
           p.mail->>'subject', p.mail->>'text', p.mail->>'html', now() + make_interval(mins => ((p.place - 1) / 250)::integer)
      from (
        select u.id, u.email, row_number() over (order by u.id) as place,
               fill_mail(p_mails->u.language, p_values || jsonb_build_object(
                 'form', v.settings->>'name', 'course', c.name, 'course_id', c.id, 'material_id', m.id, 'form_id', f.id)) as mail
          from users u
          join memberships b on b.company_id = app_company() and b.user_id = u.id and b.blocked_at is null and b.deleted_at is null
          join forms f on f.company_id = app_company() and f.id = p_form
          join materials m on m.company_id = f.company_id and m.id = f.material_id
          join courses c on c.company_id = m.company_id and c.id = m.course_id
          join current_versions v on v.company_id = f.company_id and v.form_id = f.id
          where u.id = any (p_users) and u.email is not null and u.activated_at is not null and u.blocked_at is null
            and p_mails ? u.language
      ) p;
end $$;

create or replace function queue_result_mails(p_taken integer[], p_mails jsonb) returns void
  language sql security definer set search_path = public, pg_temp as $$
  with told as (
    delete from result_mails w where w.attempt_id = any (p_taken) returning w.company_id, w.attempt_id
  )
  insert into mails (recipient, user_id, company_id, kind, subject, text, html)
    select m.recipient, a.user_id, a.company_id, 'result', m.mail->>'subject', m.mail->>'text', m.mail->>'html'
      from jsonb_to_recordset(p_mails) as m(attempt_id integer, recipient text, mail jsonb) join told t on t.attempt_id = m.attempt_id
      join attempts a on a.company_id = t.company_id and a.id = t.attempt_id
$$;

-- As in 0034.
create or replace function mail_certificates(p_mails jsonb) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_count integer;
begin
  with due as materialized (
    select id from certificates where mailed_at is null order by id limit 1000 for update skip locked
  ), told as (
    update certificates k set mailed_at = app_now() from due where k.id = due.id returning k.*
  ), people as (
    select u.email, t.user_id, t.company_id, p_mails->u.language as mail, row_number() over (order by t.id) as place,
           jsonb_build_object('course', t.content->>'course', 'name', t.content->>'name', 'address', t.number,
             'number', substr(t.number, 1, 4) || '-' || substr(t.number, 5, 4) || '-' || substr(t.number, 9)) as words
      from told t
      join memberships m on m.company_id = t.company_id and m.user_id = t.user_id and m.deleted_at is null and m.blocked_at is null
      join users u on u.id = t.user_id and u.email is not null and u.activated_at is not null and u.blocked_at is null
      where t.replaced_at is null and t.revoked_at is null and (t.expires_at is null or t.expires_at > app_now())
  ), filled as (
    select email, user_id, company_id, fill_mail(mail, words) as mail, place from people
  )
  insert into mails (recipient, user_id, company_id, kind, subject, text, html, next_try_at)
    select email, user_id, company_id, 'certificate', mail->>'subject', mail->>'text', mail->>'html', now() + make_interval(mins => ((place - 1) / 250)::integer)
      from filled;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- As in 0034; it also stands in the app.
create or replace function remind_of_certificates(p_mails jsonb) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_now timestamptz := app_now();
  v_count integer;
begin
  with soon as materialized (
    select k.id from certificates k join companies c on c.id = k.company_id and c.deleted_at is null and c.blocked_at is null
      where k.expires_at is not null and k.replaced_at is null and k.revoked_at is null and k.expiry_mailed_at is null
        and k.expires_at > v_now and k.expires_at <= v_now + interval '30 days'
        and k.issued_at + (k.expires_at - k.issued_at) / 2 <= v_now
      order by k.expires_at limit 1000 for update of k skip locked
  ), expired as materialized (
    select k.id from certificates k join companies c on c.id = k.company_id and c.deleted_at is null and c.blocked_at is null
      where k.expires_at is not null and k.replaced_at is null and k.revoked_at is null and k.expired_mailed_at is null
        and k.expires_at <= v_now
      order by k.expires_at limit 1000 for update of k skip locked
  ), told as (
    update certificates k set expiry_mailed_at = coalesce(k.expiry_mailed_at, v_now),
                              expired_mailed_at = case due.kind when 'expired' then v_now end
      from (select id, 'soon' as kind from soon union all select id, 'expired' from expired) due
      where k.id = due.id returning k.*, due.kind
  ), noted as (
    insert into notifications (company_id, user_id, kind, key, path, params, created_at, mailed_at)
      select t.company_id, t.user_id, 'certificate', format('certificate-%s-%s', t.kind, t.id), '/course/' || t.course_id,
             jsonb_build_object('event', t.kind, 'course', t.content->>'course', 'expires_at', t.expires_at), v_now, v_now
        from told t
      on conflict do nothing
  ), people as (
    select u.email, t.user_id, t.company_id, p_mails->t.kind->u.language as mail, row_number() over (order by t.id) as place,
           jsonb_build_object('name', t.content->>'name', 'course', t.content->>'course', 'course_id', t.course_id,
             'number', substr(t.number, 1, 4) || '-' || substr(t.number, 5, 4) || '-' || substr(t.number, 9),
             'date', to_char(t.expires_at at time zone c.time_zone, 'DD.MM.YYYY')) as words
      from told t
      join companies c on c.id = t.company_id
      join memberships m on m.company_id = t.company_id and m.user_id = t.user_id and m.deleted_at is null and m.blocked_at is null
      join users u on u.id = t.user_id and u.email is not null and u.activated_at is not null and u.blocked_at is null
  ), filled as (
    select email, user_id, company_id, fill_mail(mail, words) as mail, place from people
  )
  insert into mails (recipient, user_id, company_id, kind, subject, text, html, next_try_at)
    select email, user_id, company_id, 'certificate', mail->>'subject', mail->>'text', mail->>'html', now() + make_interval(mins => ((place - 1) / 250)::integer)
      from filled;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- As in 0033.
create or replace function send_reminders(p_section text, p_keys text[], p_text text, p_mails jsonb, p_preview boolean) returns jsonb
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_company integer := app_company();
  v_now timestamptz;
  v_judged jsonb;
  v_first integer;
  v_mail jsonb;
begin
  -- Of two who remind at once the later one sees what the earlier has sent.
  if not p_preview then
    perform pg_advisory_xact_lock(hashtext('reminders'), v_company);
  end if;
  perform end_due_attempts();
  v_now := app_now();
  v_judged := (
    with found as materialized (
      select today_key(r) as key, r from today_rows(p_section) r where p_keys is null or today_key(r) = any (p_keys)
    )
    select coalesce(jsonb_agg(j.row), '[]') from (
      select to_jsonb(f.r) || jsonb_build_object('key', f.key, 'code', reminder_refusal(f.r)) as row from found f
      union all
      -- Finished meanwhile, out of reach or never there: all alike.
      select jsonb_build_object('key', k, 'code', 'reminder_not_needed') from unnest(p_keys) k where k not in (select f.key from found f)
    ) j
  );

  if not p_preview then
    with told as (
      insert into reminders (company_id, user_id, kind, course_id, program_id, form_id, text, author_id, created_at)
        select v_company, j.user_id, p_section, j.course_id, j.program_id, j.form_id, p_text, app_user(), v_now
          from jsonb_populate_recordset(null::today_row, jsonb_path_query_array(v_judged, '$[*] ? (@.code == null)')) j
          order by j.user_id
        returning id
    )
    select min(id) into v_first from told;
  end if;

  with items as materialized (
    select u.id as user_id, u.email, j.kind, j.since, d.place,
           case when p_preview then caller.language else u.language end as language,
           jsonb_build_object(
             'name', coalesce(v.settings->>'name', w.name, c.name), 'course', coalesce(c.name, ''), 'program', coalesce(p.name, ''),
             'since', to_char(j.since at time zone company.time_zone, 'DD.MM.YYYY'), 'company', company.name,
             'author', concat_ws(' ', nullif(caller.first_name, ''), nullif(caller.last_name, '')),
             'path', case when j.form_id is not null then format('/course/%s/education-materials/%s/form/%s', c.id, f.material_id, f.id)
                          when j.webinar_id is not null then format('/webinar/%s', j.webinar_id)
                          else format('/course/%s', c.id) end) as fill
      from jsonb_array_elements(jsonb_path_query_array(v_judged, '$[*] ? (@.code == null)')) with ordinality d(row, place)
      cross join lateral jsonb_populate_record(null::today_row, d.row) j
      join users u on u.id = j.user_id
      join users caller on caller.id = app_user()
      join companies company on company.id = v_company
      left join courses c on c.company_id = v_company and c.id = j.course_id
      left join programs p on p.company_id = v_company and p.id = j.program_id
      left join webinars w on w.company_id = v_company and w.id = j.webinar_id
      left join forms f on f.company_id = v_company and f.id = j.form_id
      left join current_versions v on v.company_id = v_company and v.form_id = j.form_id
  ), people as (
    select i.user_id, i.email, min(i.place) as place, row_number() over (order by min(i.place)) as turn,
           case when count(*) = 1 then fill_mail(p_mails->min(i.language)->'one'->min(i.kind), (array_agg(i.fill))[1])
                else list_reminders(p_mails->min(i.language)->'many', (array_agg(i.fill))[1], jsonb_agg(
                  fill_mail(p_mails->i.language->'item'->i.kind, i.fill) order by i.since, i.place)) end as mail
      from items i group by i.user_id, i.email
  ), queued as (
    insert into mails (recipient, user_id, company_id, kind, subject, text, html, next_try_at)
      select p.email, p.user_id, v_company, 'reminder', p.mail->>'subject', p.mail->>'text', p.mail->>'html', now() + make_interval(mins => ((p.turn - 1) / 250)::integer)
        from people p where not p_preview
  )
  select p.mail into v_mail from people p where p_preview and p.turn = 1;

  return jsonb_build_object(
    'reminded', coalesce((
      select jsonb_agg(jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name)
                       order by u.last_name collate "uk-x-icu", u.first_name collate "uk-x-icu", u.id)
        from users u where u.id in (select (d->>'user_id')::integer from jsonb_array_elements(v_judged) d where d->>'code' is null)), '[]'),
    'refused', coalesce((
      select jsonb_agg(jsonb_build_object('key', d->>'key', 'code', d->>'code', 'user',
                         case when u.id is not null then jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name) end)
                       order by u.last_name collate "uk-x-icu", u.first_name collate "uk-x-icu", d->>'key')
        from jsonb_array_elements(v_judged) d left join users u on u.id = (d->>'user_id')::integer where d->>'code' is not null), '[]'),
    'first_id', v_first, 'mail', v_mail);
end $$;

-- Tells a person in their language of the company that they were added to: {language: mail}.
create function mail_invitation(p_user integer, p_mails jsonb) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into mails (recipient, user_id, company_id, kind, subject, text, html)
    select u.email, u.id, app_company(), 'invitation', m.mail->>'subject', m.mail->>'text', m.mail->>'html'
      from users u cross join lateral (select p_mails->u.language as mail) m where u.id = p_user and u.email is not null
$$;

-- As in 0008.
create or replace function add_person(
  p_person jsonb, p_types text[], p_group_role text, p_groups integer[], p_courses integer[], p_programs integer[],
  p_token jsonb, p_mails jsonb
) returns integer language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_company integer := app_company();
  v_email text := nullif(p_person->>'email', '');
  v_phone text := nullif(p_person->>'phone', '');
  v_user users;
  v_known memberships;
  v_groups integer[] := p_groups || groups_of_programs(p_programs);
begin
  perform require_in_reach(p_groups, p_courses);
  insert into users (email, phone, first_name, last_name, middle_name, language)
    select v_email, v_phone, coalesce(p_person->>'first_name', ''), coalesce(p_person->>'last_name', ''),
           coalesce(p_person->>'middle_name', ''), p_person->>'language'
      where not exists (select from users where email = v_email or phone = v_phone)
    on conflict do nothing;
  if (select count(*) from users where email = v_email or phone = v_phone) > 1 then
    perform fail('import_identity_conflict', 'phone');
  end if;
  select * into v_user from users where email = v_email or phone = v_phone;
  select * into v_known from memberships where company_id = v_company and user_id = v_user.id and deleted_at is null;
  if not found then
    perform require_seat();
  elsif (p_person->>'new')::boolean then
    perform fail(case when v_user.email = v_email then 'email_taken' else 'phone_taken' end,
                 case when v_user.email = v_email then 'email' else 'phone' end);
  end if;
  -- Who was taken out comes back with the roles of the invitation only.
  insert into memberships as m (company_id, user_id, user_types, position, subdivision, comment)
    values (v_company, v_user.id, p_types, coalesce(p_person->>'position', ''), coalesce(p_person->>'subdivision', ''),
            coalesce(p_person->>'comment', ''))
    on conflict (company_id, user_id) do update
      set deleted_at = null, user_types = case when m.deleted_at is not null then excluded.user_types
        else (select array_agg(distinct t) from unnest(m.user_types || excluded.user_types) t) end;
  insert into group_members (company_id, group_id, user_id, role)
    select v_company, g, v_user.id, p_group_role from unnest(v_groups) g on conflict do nothing;
  insert into course_members (company_id, course_id, user_id, role)
    select v_company, c, v_user.id, case p_group_role when 'student' then 'student' else 'coach' end
      from unnest(p_courses) c on conflict do nothing;
  if v_user.activated_at is null then
    if v_user.email is not null then
      perform keep_token(p_token, v_user.id, v_company);
      perform queue_mail(v_user.email, p_mails->'new'->v_user.language);
    end if;
  elsif v_known.user_id is null then
    perform mail_invitation(v_user.id, p_mails->'known');
  end if;
  return v_user.id;
end $$;

-- As in 0006.
create or replace function add_membership(p_user integer, p_types text[], p_mails jsonb) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from memberships where user_id = p_user and deleted_at is null
                   and company_id in (select administered_companies())) then
    perform fail('not_found');
  elsif exists (select from memberships where user_id = p_user and company_id = app_company() and deleted_at is null) then
    perform fail('already_member');
  end if;
  perform require_seat();
  insert into memberships (company_id, user_id, user_types) values (app_company(), p_user, p_types)
    on conflict (company_id, user_id) do update set deleted_at = null, blocked_at = null, user_types = excluded.user_types;
  perform mail_invitation(p_user, p_mails);
  return p_user;
end $$;

-- As in 0009; the links of new people wait for nobody.
create or replace function invite_imported(p_tokens jsonb, p_lifetime integer, p_mails jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Who was invited under another address must not accept any more.
  update one_time_tokens t set used_at = now() from importing i
    where i.invites and t.user_id = i.found_id and t.used_at is null
      and (i.outcome = 'update' or t.company_id = app_company() and t.purpose = 'invitation');
  with invited as (
    select i.n, i.outcome, u.id, u.email, u.language, u.activated_at, t.secret, t.hash
      from importing i join users u on u.id = i.found_id and u.email is not null
      left join jsonb_to_recordset(p_tokens) as t(n integer, secret text, hash text) on t.n = i.n
      where i.invites
  ), linked as (
    insert into one_time_tokens (purpose, token_hash, user_id, company_id, expires_at)
      select 'invitation', hash, id, app_company(), now() + make_interval(secs => p_lifetime)
        from invited where activated_at is null and hash is not null
  ), words as (
    select *, case when activated_at is null then p_mails->'new'->language else p_mails->'known'->language end as mail,
           row_number() over (order by n) as place
      from invited where activated_at is not null or hash is not null
  )
  insert into mails (recipient, user_id, company_id, kind, subject, text, html, next_try_at)
    select email, case when activated_at is not null then id end, case when activated_at is not null then app_company() end,
           case when activated_at is not null then 'invitation' end, mail->>'subject', replace(mail->>'text', '{token}', coalesce(secret, '')),
           replace(mail->>'html', '{token}', coalesce(secret, '')), now() + make_interval(mins => ((place - 1) / 250)::integer)
      from words;
end $$;

reset role;
--> statement-breakpoint
create trigger choices before insert on mails for each row when (new.kind is not null) execute function apply_choices();
create trigger told after insert on course_states referencing new table as changed for each statement execute function courses_came();
create trigger told after update of published_at, deleted_at on courses for each row
  when (new.published_at is not null and new.deleted_at is null and (old.published_at is null or old.deleted_at is not null))
  execute function course_published();
create trigger told after insert on group_members referencing new table as changed for each statement execute function groups_joined();
create trigger told after insert on program_groups referencing new table as changed for each statement execute function programs_given();
create trigger told after insert on webinar_hosts referencing new table as changed for each statement execute function webinar_tied();
create trigger told after insert on webinar_courses referencing new table as changed for each statement execute function webinar_tied();
create trigger told after insert on webinar_groups referencing new table as changed for each statement execute function webinar_tied();
create trigger told after insert on webinar_programs referencing new table as changed for each statement execute function webinar_tied();
create trigger told after insert or update of starts_at, host_id, canceled_at, deleted_at on webinars for each row execute function webinar_changed();
create trigger told after insert on memberships referencing new table as changed for each statement execute function members_came();
create trigger told_again after update of deleted_at on memberships for each row
  when (old.deleted_at is not null and new.deleted_at is null) execute function member_returned();
create trigger told after insert on assignment_decisions referencing new table as changed for each statement execute function assignment_decided();
create trigger told after insert on certificates referencing new table as changed for each statement execute function certificates_issued();
create trigger told after insert on result_mails referencing new table as changed for each statement execute function results_came();
create trigger told after insert on reminders referencing new table as changed for each statement execute function people_reminded();
--> statement-breakpoint
set role osnova_system;
do $$
declare f text;
begin
  foreach f in array array[
    'quiet_until(timestamptz, integer, integer, text)', 'apply_choices()', 'told_people(integer, integer[])',
    'tell_of_courses(integer, integer[], integer[])', 'tell_of_webinars(integer, integer[], text, boolean, integer[])',
    'courses_came()', 'course_published()', 'groups_joined()', 'programs_given()', 'webinar_tied()', 'webinar_changed()',
    'tell_of_membership(integer, integer[])', 'members_came()', 'member_returned()', 'assignment_decided()', 'certificates_issued()', 'results_came()', 'people_reminded()', 'tell_due_soon()',
    'tell_of_opened()', 'mail_notifications(jsonb)', 'mail_invitation(integer, jsonb)'
  ] loop
    execute format('revoke execute on function %s from public', f);
  end loop;
  foreach f in array array['sweep_notifications(jsonb)', 'read_notifications(integer[], integer)'] loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to osnova_worker', f);
  end loop;
end $$;
reset role;
