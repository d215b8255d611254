-- What time brings, and what is mailed of it.

set role osnova_system;

-- How long before its end something is due soon.
create or replace function due_soon() returns interval
  language sql
  immutable
  parallel safe
  as $$
  select interval '3 days'
$$;

-- Granted retakes that are due soon, each once for its due date. One that was granted within a day is known
-- well enough.
create or replace function tell_retakes_due_soon() returns integer
  language plpgsql
  as $$
declare
  v_now timestamptz := app_now();
  v_count integer;
begin
  insert into notifications (company_id, user_id, kind, key, path, params, created_at)
    select a.company_id, a.user_id, 'due_soon', format('due-retake-%s-%s', a.id, extract(epoch from a.due_at)::bigint),
           format('/course/%s/education-materials/%s/form/%s', m.course_id, m.id, f.id),
           jsonb_build_object('event', 'retake', 'name', v.settings->>'name', 'course', c.name, 'due_at', a.due_at),
             v_now
      from assignments a
      join companies k on k.id = a.company_id and k.deleted_at is null and k.blocked_at is null
      join forms f on f.company_id = a.company_id and f.id = a.form_id and f.deleted_at is null
      join materials m on m.company_id = f.company_id and m.id = f.material_id and m.deleted_at is null
      join courses c on c.company_id = m.company_id and c.id = m.course_id and c.published_at is not null
        and c.deleted_at is null
      join course_states s on s.company_id = m.company_id and s.course_id = m.course_id and s.user_id = a.user_id
      join current_versions v on v.company_id = f.company_id and v.form_id = f.id
      where a.status = 'reopened' and a.due_at > v_now and a.due_at <= v_now + due_soon()
        and a.user_id in (select told_people(a.company_id, array[a.user_id]))
        and not exists (select from course_blocks b
          where b.company_id = a.company_id and b.course_id = m.course_id and b.user_id = a.user_id)
        and not exists (select from assignment_decisions d
              where d.company_id = a.company_id and d.assignment_id = a.id and d.kind = 'retake'
                and d.created_at > v_now - interval '1 day')
    on conflict do nothing;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- Whether what a person does next in a course is a test that opens later, or rests them: what is due then is told
-- when something can be done about it.
create or replace function waits_for_test(
  p_course integer,
  p_user integer
) returns boolean
  language sql
  stable
  as $$
  select coalesce(next_step(p_course, p_user)->>'kind' in ('not_open', 'resting'), false)
$$;

-- Tests that have opened, told once to those who can start them and have not: within two hours, so that a test of long
-- ago is no news to whoever comes to its course later. Of those who were told nobody is looked at again.
create or replace function tell_open_tests() returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v record;
  v_now timestamptz := app_now();
  v_told integer;
  v_count integer := 0;
begin
  for v in
    select o.*, f.material_id, m.course_id, c.name as course, format('open-%s-%s', o.form_id,
             extract(epoch from o.opens_at)::bigint) as key
      from (
        select w.company_id, w.form_id, w.settings->>'name' as name, (w.settings->>'opens_at')::timestamptz as opens_at,
               (w.settings->>'closes_at')::timestamptz as closes_at
          from form_versions w where w.settings ? 'opens_at' and not exists (
            select from form_versions later
              where later.company_id = w.company_id and later.form_id = w.form_id and later.number > w.number)) o
      join companies k on k.id = o.company_id and k.deleted_at is null and k.blocked_at is null
      join forms f on f.company_id = o.company_id and f.id = o.form_id and f.deleted_at is null
      join materials m on m.company_id = f.company_id and m.id = f.material_id and m.deleted_at is null
      join courses c on c.company_id = m.company_id and c.id = m.course_id and c.published_at is not null
        and c.deleted_at is null
      where o.opens_at > v_now - interval '2 hours' and o.opens_at <= v_now
      order by o.company_id, o.form_id
  loop
    perform set_config('app.company', v.company_id::text, true);
    begin
      insert into notifications (company_id, user_id, kind, key, path, params, created_at)
        select v.company_id, s.user_id, 'due_soon', v.key,
               format('/course/%s/education-materials/%s/form/%s', v.course_id, v.material_id, v.form_id),
               jsonb_build_object('event', case when v.closes_at is null then 'opened' else 'opened_until' end,
                 'name', v.name, 'course', v.course, 'due_at', v.closes_at), v_now
          from student_materials s
          where s.company_id = v.company_id and s.material_id = v.material_id
            and not exists (select from notifications n
              where n.company_id = v.company_id and n.user_id = s.user_id and n.key = v.key)
            and s.user_id in (select told_people(v.company_id, array[s.user_id]))
            and not exists (select from course_blocks b
              where b.company_id = v.company_id and b.course_id = v.course_id and b.user_id = s.user_id)
            and exists (select from form_standing(v.form_id, s.user_id) t
              where t.waits_for is null and t.state <> 'passed')
            and not exists (select from attempts a
              where a.company_id = v.company_id and a.form_id = v.form_id and a.user_id = s.user_id
                and a.started_at >= v.opens_at)
            and locked_by(v.material_id, s.user_id) is null
        on conflict do nothing;
      get diagnostics v_told = row_count;
      v_count := v_count + v_told;
    exception when others then
      perform leave_failed('notices of tests that opened', format('form %s', v.form_id), sqlstate, sqlerrm);
    end;
  end loop;
  perform set_config('app.company', '', true);
  return v_count;
end $$;

-- Steps of the timeline of a program of the company entered that are open and due soon, each once for its due
-- date.
create or replace function tell_steps_due_soon(
  p_program programs
) returns integer
  language plpgsql
  as $$
declare
  v_now timestamptz := app_now();
  v_count integer;
begin
  insert into notifications (company_id, user_id, kind, key, path, params, created_at)
    select app_company(), t.user_id, 'due_soon',
           format('due-%s-%s-%s', p_program.id, coalesce('course-' || t.course_id, 'webinar-' || t.webinar_id),
             extract(epoch from t.due_at)::bigint),
           coalesce('/course/' || t.course_id, '/webinar/' || t.webinar_id),
           jsonb_build_object('event', 'step', 'name', coalesce(c.name, w.name), 'program', p_program.name,
             'due_at', t.due_at), v_now
      from today_steps(p_program.id, array(
        select gm.user_id from program_groups pg
          join group_members gm on gm.company_id = pg.company_id and gm.group_id = pg.group_id and gm.role = 'student'
          where pg.company_id = app_company() and pg.program_id = p_program.id)) t
      left join courses c on c.company_id = app_company() and c.id = t.course_id
      left join webinars w on w.company_id = app_company() and w.id = t.webinar_id
      left join course_states s on s.company_id = app_company() and s.course_id = t.course_id
        and s.user_id = t.user_id
      left join webinar_attended a on a.company_id = app_company() and a.webinar_id = t.webinar_id
        and a.user_id = t.user_id
      where not t.locked and t.due_at > v_now and t.due_at <= v_now + due_soon()
        and not coalesce(s.opened_at is not null and s.done = s.total, a.user_id is not null, false)
        and (t.course_id is null or not waits_for_test(t.course_id, t.user_id))
        and not moved_lately(t.user_id, t.course_id, t.webinar_id, t.due_at)
        and t.user_id in (select told_people(app_company(), array[t.user_id]))
        and not exists (select from course_blocks b
              where b.company_id = app_company() and b.course_id = t.course_id and b.user_id = t.user_id)
    on conflict do nothing;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- Courses given with a due date to students of the company entered, likewise.
create or replace function tell_courses_due_soon() returns integer
  language plpgsql
  as $$
declare
  v_now timestamptz := app_now();
  v_count integer;
begin
  insert into notifications (company_id, user_id, kind, key, path, params, created_at)
    select app_company(), g.user_id, 'due_soon',
           format('due-course-%s-%s', g.course_id, extract(epoch from g.due_at)::bigint), '/course/' || g.course_id,
           jsonb_build_object('event', 'course', 'name', c.name, 'due_at', g.due_at), v_now
      from given_owed(null) g
      join courses c on c.company_id = app_company() and c.id = g.course_id
      where g.due_at > v_now and g.due_at <= v_now + due_soon()
        and g.user_id in (select told_people(app_company(), array[g.user_id]))
        and not waits_for_test(g.course_id, g.user_id)
        and not moved_lately(g.user_id, g.course_id, null, g.due_at)
    on conflict do nothing;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- What is due soon, in all companies. What fails of one leaves all else to be told.
create or replace function tell_due_soon() returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_now timestamptz := app_now();
  v_program programs;
  v_company integer;
  v_count integer := tell_retakes_due_soon();
begin
  for v_program in
    select p.* from programs p
      join companies k on k.id = p.company_id and k.deleted_at is null and k.blocked_at is null
      where p.deleted_at is null and exists (
        select from chronology_items i
          where i.company_id = p.company_id and i.program_id = p.id and i.due <> 'none'
            and (i.due <> 'date' or i.due_on between v_now::date - 1 and v_now::date + 4))
      order by p.id
  loop
    perform set_config('app.company', v_program.company_id::text, true);
    begin
      v_count := v_count + tell_steps_due_soon(v_program);
    exception when others then
      perform leave_failed('notices of what is due', format('program %s', v_program.id), sqlstate, sqlerrm);
    end;
  end loop;
  for v_company in
    select k.id from companies k
      where k.deleted_at is null and k.blocked_at is null and (
        exists (select from course_groups g
                  where g.company_id = k.id and num_nonnulls(g.due_on, g.due_after_days) = 1)
        or exists (select from course_members m
                     where m.company_id = k.id and num_nonnulls(m.due_on, m.due_after_days) = 1))
      order by k.id
  loop
    perform set_config('app.company', v_company::text, true);
    begin
      v_count := v_count + tell_courses_due_soon();
    exception when others then
      perform leave_failed('notices of what is due', format('company %s', v_company), sqlstate, sqlerrm);
    end;
  end loop;
  perform set_config('app.company', '', true);
  return v_count;
end $$;

-- Courses and webinars that timelines have opened since they came. Who has begun a course, or is not invited any more,
-- waits no longer; what cannot be told of goes on waiting, and leaves the others to be told.
create or replace function tell_of_opened() returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v record;
  v_count integer := 0;
begin
  for v in
    select w.company_id, array_agg(w.course_id) filter (where s.user_id is not null and s.opened_at is null) as courses,
           array_agg(w.user_id) filter (where s.user_id is not null and s.opened_at is null) as users
      from course_waits w left join course_states s using (company_id, course_id, user_id)
      group by w.company_id order by 1
  loop
    perform set_config('app.company', v.company_id::text, true);
    begin
      delete from course_waits where company_id = v.company_id;
      v_count := v_count + tell_of_courses(v.company_id, v.courses, v.users);
    exception when others then
      perform leave_failed('notices of what opened', format('company %s', v.company_id), sqlstate, sqlerrm);
    end;
  end loop;
  for v in
    select company_id, webinar_id, array_agg(user_id) as users from webinar_waits
      group by company_id, webinar_id order by 1, 2
  loop
    perform set_config('app.company', v.company_id::text, true);
    begin
      delete from webinar_waits where company_id = v.company_id and webinar_id = v.webinar_id;
      perform tell_of_webinars(v.company_id, array[v.webinar_id], 'invited', false, v.users);
    exception when others then
      perform leave_failed('notices of what opened', format('webinar %s', v.webinar_id), sqlstate, sqlerrm);
    end;
  end loop;
  perform set_config('app.company', '', true);
  return v_count;
end $$;

-- What news of courses says besides: by when each is due to who is told of it, and by which program they have it.
create or replace function course_news(
  p_notifications integer[]
) returns table (id integer, due_at timestamptz, program text)
  language plpgsql
  as $$
#variable_conflict use_column
declare
  v record;
begin
  for v in
    select n.company_id, substring(n.key from '[0-9]+$')::integer as course_id, array_agg(n.id) as ids,
           array_agg(n.user_id) as users
      from notifications n where n.id = any (p_notifications) group by n.company_id, n.key
  loop
    perform set_config('app.company', v.company_id::text, true);
    return query
    select told.id, d.due_at, (
        select min(p.name) from program_courses pc
          join programs p on p.company_id = v.company_id and p.id = pc.program_id and p.deleted_at is null
          join program_groups pg on pg.company_id = v.company_id and pg.program_id = pc.program_id
          join study_groups g on g.company_id = v.company_id and g.id = pg.group_id and g.deleted_at is null
          join group_members gm on gm.company_id = v.company_id and gm.group_id = pg.group_id
            and gm.user_id = told.user_id and gm.role = 'student'
          where pc.company_id = v.company_id and pc.course_id = v.course_id)
      from unnest(v.ids, v.users) told(id, user_id)
      left join course_dues(v.course_id, v.users) d on d.user_id = told.user_id;
  end loop;
  perform set_config('app.company', '', true);
end $$;

-- Writes about what nothing else has written about: at most one mail of a kind to a person at a time, and about courses
-- once 10 minutes have passed since the first came. In quiet hours nothing is written yet: it may be overtaken by their
-- end. What was read, or begun, meanwhile needs no mail; what a later release tells of waits for a Worker that
-- has words for it.
-- `p_mails`: {language: {one: {what: mail}, item: {what: mail}, many: {kind: mail}}}. Gives the number of mails.
create or replace function mail_notifications(p_mails jsonb) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_now timestamptz := app_now();
  v_count integer;
begin
  with unmailed as materialized (
    select n.id, n.company_id, n.user_id, n.kind, n.created_at, w.what from notifications n
      cross join lateral (select concat_ws('_', n.kind, n.params->>'event') as what) w
      -- Each language has words for the same.
      where n.mailed_at is null and p_mails->'uk'->'one' ? w.what
  ), due as materialized (
    select m.company_id, m.user_id, m.kind
      from unmailed m left join notification_settings s on s.user_id = m.user_id
      where s.quiet_from is null or quiet_until(v_now, s.quiet_from, s.quiet_to, zone_of(m.user_id)) <= v_now
      group by m.company_id, m.user_id, m.kind
      having min(m.created_at) <= v_now - case m.kind when 'course_assigned' then interval '10 minutes'
        else interval '0' end
      order by min(m.created_at), m.user_id limit 1000
  ), told as (
    update notifications n set mailed_at = v_now from unmailed m join due d using (company_id, user_id, kind)
      where n.id = m.id returning n.*, m.what
  ), worded as (
    select t.id, t.company_id, t.user_id, t.kind, t.key, t.path, t.read_at,
           case when p_mails->'uk'->'one' ? w.what then w.what else t.what end as what,
           t.params || jsonb_strip_nulls(jsonb_build_object('due_at', k.due_at, 'program', k.program)) as params
      from told t
      left join course_news(array(select id from told where kind = 'course_assigned')) k on k.id = t.id
      cross join lateral (select concat_ws('_', t.what, case when k.program is not null then 'program' end,
        case when k.due_at is not null then 'due' end) as what) w
  ), items as materialized (
    select t.id, t.company_id, t.user_id, t.kind, t.what, u.email, u.language,
           jsonb_build_object('name', t.params->>'name', 'company', c.name, 'space', c.id, 'path', t.path,
             'program', coalesce(t.params->>'program', ''), 'course', coalesce(t.params->>'course', ''),
             'minutes', coalesce(t.params->>'minutes', ''), 'role', opening_role(c.id, t.user_id, t.path),
             'due', coalesce(to_char((t.params->>'due_at')::timestamptz at time zone c.time_zone, 'DD.MM.YYYY'), ''),
             'was', coalesce(to_char((t.params->>'due_was')::timestamptz at time zone c.time_zone, 'DD.MM.YYYY'), ''),
             'until', coalesce(zoned_text((t.params->>'due_at')::timestamptz, c.time_zone, u.language), ''),
             'when', coalesce(
               zoned_text((t.params->>'starts_at')::timestamptz, t.params->>'time_zone', u.language), '')) as fill
      from worded t
      join companies c on c.id = t.company_id and c.deleted_at is null and c.blocked_at is null
      join users u on u.id = t.user_id and u.email is not null and u.activated_at is not null
      where t.read_at is null and t.user_id in (select told_people(t.company_id, array[t.user_id]))
        and not (t.kind = 'course_assigned' and exists (select from course_states s
          where s.company_id = t.company_id and s.user_id = t.user_id and s.opened_at is not null
            and 'course-' || s.course_id = t.key))
  ), people as (
    select i.company_id, i.user_id, i.kind, i.email, row_number() over (order by min(i.id)) as turn,
           case when count(*) = 1 then fill_mail(p_mails->min(i.language)->'one'->min(i.what), (array_agg(i.fill))[1])
                else list_reminders(p_mails->min(i.language)->'many'->i.kind, (array_agg(i.fill))[1], jsonb_agg(
                  fill_mail(p_mails->i.language->'item'->i.what, i.fill) order by i.id)) end as mail
      from items i group by i.company_id, i.user_id, i.kind, i.email
  )
  insert into mails (recipient, user_id, company_id, kind, subject, text, html, next_try_at)
    select p.email, p.user_id, p.company_id, p.kind, p.mail->>'subject', p.mail->>'text', p.mail->>'html',
           mail_turn(p.turn)
      from people p;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- The work of each minute; every five minutes also tests that have opened, and once an hour what has come to be due,
-- late, open or recorded, and what is too old goes. Of two at once one does it. A part that fails leaves the others to
-- be done, and is not noted as done. Gives the number of mails.
create or replace function sweep_notifications(p_mails jsonb) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_count integer;
begin
  if not pg_try_advisory_xact_lock(hashtext('notifications')) then
    return 0;
  end if;
  if not exists (select from job_heartbeats where name = 'due_soon' and ran_at > now() - interval '59 minutes') then
    begin
      v_count := tell_due_soon() + tell_late() + tell_of_opened() + tell_of_recordings();
      delete from notifications where created_at < app_now() - interval '90 days';
      insert into job_heartbeats (name, ran_at, affected) values ('due_soon', now(), v_count)
        on conflict (name) do update set ran_at = excluded.ran_at, affected = excluded.affected;
    exception when others then
      perform leave_failed('notifications', 'due_soon', sqlstate, sqlerrm);
    end;
  end if;
  if not exists (select from job_heartbeats where name = 'open_tests' and ran_at > now() - interval '4 minutes') then
    begin
      v_count := tell_open_tests();
      insert into job_heartbeats (name, ran_at, affected) values ('open_tests', now(), v_count)
        on conflict (name) do update set ran_at = excluded.ran_at, affected = excluded.affected;
    exception when others then
      perform leave_failed('notifications', 'open_tests', sqlstate, sqlerrm);
    end;
  end if;
  begin
    v_count := mail_notifications(p_mails);
    insert into job_heartbeats (name, ran_at, affected) values ('notifications', now(), v_count)
      on conflict (name) do update set ran_at = excluded.ran_at, affected = excluded.affected;
  exception when others then
    v_count := 0;
    perform leave_failed('notifications', 'mails', sqlstate, sqlerrm);
  end;
  return v_count;
end $$;
grant execute on function sweep_notifications(jsonb) to osnova_worker;
