-- What comes near: due dates and ends of certificates that nobody is late with yet.

set role osnova_system;

-- Whether a row of Today is about what comes near. Of that the product itself tells each student in time, so that
-- nobody is reminded of it.
create or replace function is_coming(p_kind text) returns boolean
  language sql
  immutable
  parallel safe
  as $$
  select p_kind in ('step_due', 'course_due', 'retake_due', 'certificate_expiring')
$$;
grant execute on function is_coming(text) to public;

-- Steps of timelines that are open, not done and due by an instant, with these webinars. Timelines whose days are all
-- past or far away are not worked out.
create or replace function steps_coming(
  p_until timestamptz,
  p_webinars integer[]
) returns setof today_row
  language plpgsql
  stable
  rows 100
  set search_path = public, pg_temp
  as $$
declare
  v_company integer := app_company();
  v_now timestamptz := app_now();
  v_whole boolean := app_user_type() in ('owner', 'admin');
  v_people integer[];
  v_program integer;
begin
  for v_program in
    select distinct i.program_id from chronology_items i
      join programs p on p.company_id = i.company_id and p.id = i.program_id and p.deleted_at is null
      where i.company_id = v_company and i.due <> 'none'
        and (i.due <> 'date' or i.due_on between v_now::date - 1 and p_until::date + 1)
        and (v_whole or i.program_id in (select programs_in_reach()))
  loop
    v_people := coalesce(v_people, array(select p.user_id from today_people p));
    return query
    select 'step_due', t.user_id, t.course_id, v_program, null::integer, t.webinar_id, t.due_at, null::integer, false
      from today_steps(v_program, v_people) t
      left join course_states s on s.company_id = v_company and s.course_id = t.course_id and s.user_id = t.user_id
      left join webinar_attended a on a.company_id = v_company and a.webinar_id = t.webinar_id
        and a.user_id = t.user_id
      where not t.locked and t.due_at >= v_now and t.due_at <= p_until
        and (t.course_id in (select c.id from today_courses c) or t.webinar_id in (select unnest(p_webinars)))
        and not coalesce(s.opened_at is not null and s.done = s.total, a.user_id is not null, false)
        and not exists (select from course_blocks b
          where b.company_id = v_company and b.course_id = t.course_id and b.user_id = t.user_id);
  end loop;
end $$;

-- Courses without a program that are not finished and due by an instant, by the earliest of what gives them. Only what
-- something gives by a day that may come near is worked out.
create or replace function courses_coming(
  p_until timestamptz
) returns setof today_row
  language plpgsql
  stable
  rows 100
  set search_path = public, pg_temp
  as $$
declare
  v_company integer := app_company();
  v_now timestamptz := app_now();
  v_dated integer[] := array(
    select g.course_id from course_groups g
      where g.company_id = app_company() and (g.due_on between app_now()::date - 1 and p_until::date + 1
        or g.due_on is null and g.due_after_days is not null)
    union
    select m.course_id from course_members m
      where m.company_id = app_company() and m.role = 'student'
        and (m.due_on between app_now()::date - 1 and p_until::date + 1
          or m.due_on is null and m.due_after_days is not null));
begin
  if v_dated = '{}' then
    return;
  end if;
  return query
  select 'course_due', d.user_id, d.course_id, null::integer, null::integer, null::integer, d.due_at, null::integer,
         false
    from given_dues(v_dated, null) d
    join course_states s on s.company_id = v_company and s.course_id = d.course_id and s.user_id = d.user_id
    join today_courses c on c.id = d.course_id
    join today_people p on p.user_id = d.user_id
    where d.due_at >= v_now and d.due_at <= p_until and (s.opened_at is null or s.done < s.total)
      and not exists (select from course_blocks b
        where b.company_id = v_company and b.course_id = d.course_id and b.user_id = d.user_id);
end $$;

-- What is due by the end of the seventh day and not done: steps of timelines, courses and granted retakes, as
-- today_overdue() has them once their day is over. A course that is a step stands there as that alone.
create or replace function today_due_soon() returns setof today_row
  language plpgsql
  stable
  security definer
  rows 100
  set search_path = public, pg_temp
  as $$
declare
  v_company integer := app_company();
  v_now timestamptz := app_now();
  v_until timestamptz := end_of_day_in(7);
  v_webinars integer[] := case when app_user_type() in ('owner', 'admin')
    then array(select id from webinars where company_id = app_company()) else array(select webinars_in_reach()) end;
  v_steps today_row[] := array(select s from steps_coming(v_until, v_webinars) s);
begin
  return query
  select 'retake_due', a.user_id, m.course_id, null::integer, a.form_id, null::integer, a.due_at, (
           select t.id from attempts t
             where t.company_id = a.company_id and t.assignment_id = a.id and t.status <> 'running'
             order by t.number desc limit 1), false
    from assignments a
    join forms f on f.company_id = a.company_id and f.id = a.form_id and f.deleted_at is null
    join materials m on m.company_id = f.company_id and m.id = f.material_id and m.deleted_at is null
    join course_states s on s.company_id = m.company_id and s.course_id = m.course_id and s.user_id = a.user_id
    join today_courses c on c.id = m.course_id
    join today_people p on p.user_id = a.user_id
    where a.company_id = v_company and a.status = 'reopened' and a.due_at >= v_now and a.due_at <= v_until
      and not exists (select from course_blocks k
        where k.company_id = v_company and k.course_id = m.course_id and k.user_id = a.user_id);
  return query select * from unnest(v_steps);
  return query
  select c.* from courses_coming(v_until) c
    where (c.user_id, c.course_id) not in (
      select s.user_id, s.course_id from unnest(v_steps) s where s.course_id is not null);
end $$;
grant execute on function today_due_soon() to osnova_worker;

-- Whose certificate runs out within 30 days, as today_certificate_expired() finds those that have; of a shorter term
-- not in its first half, when it cannot be renewed yet.
create or replace function today_certificate_expiring() returns setof today_row
  language sql
  stable
  security definer
  rows 100
  set search_path = public, pg_temp
  as $$
  select 'certificate_expiring', k.user_id, k.course_id, null::integer, null::integer, null::integer, k.expires_at,
         null::integer, false
    from today_certificates(app_now(), end_of_day_in(30)) k
    where term_ends_soon_at(k.term_since, k.expires_at, interval '31 days') <= app_now()
$$;
grant execute on function today_certificate_expiring() to osnova_worker;

reset role;
