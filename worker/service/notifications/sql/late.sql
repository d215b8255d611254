-- Who is late is told so.

set role osnova_system;

-- How often somebody is told of the same lateness, once in each week after the due day.
create or replace function late_notices() returns integer
  language sql
  immutable
  parallel safe
  as 'select 4';

-- The late steps of the timeline of a program of the company entered that are courses, and open to their students.
create or replace function late_steps(
  p_program integer
) returns table (user_id integer, course_id integer, due_at timestamptz)
  language sql
  stable
  as $$
  select t.user_id, t.course_id, t.due_at
    from today_steps(p_program, array(
      select gm.user_id from program_groups pg
        join study_groups g on g.company_id = pg.company_id and g.id = pg.group_id and g.deleted_at is null
        join group_members gm on gm.company_id = pg.company_id and gm.group_id = pg.group_id and gm.role = 'student'
        where pg.company_id = app_company() and pg.program_id = p_program)) t
    where t.overdue and not t.locked and t.course_id is not null
$$;

-- What students of the company entered have not finished in time and still can, of the last four weeks, by the
-- earliest of their due dates that has passed.
create or replace function late_courses() returns table (
  user_id integer,
  course_id integer,
  due_at timestamptz
)
  language sql
  stable
  as $$
  select l.user_id, l.course_id, min(l.due_at)
    from (
      select g.user_id, g.course_id, g.due_at from given_owed(null) g
      union all
      select s.user_id, s.course_id, s.due_at
        from programs p cross join lateral late_steps(p.id) s
        where p.company_id = app_company() and p.deleted_at is null and exists (
          select from chronology_items i
            where i.company_id = p.company_id and i.program_id = p.id and i.due <> 'none' and i.course_id is not null
              and (i.due <> 'date' or i.due_on between app_now()::date - 30 and app_now()::date))
    ) l
    where l.due_at < app_now()
    group by l.user_id, l.course_id
    having min(l.due_at) > app_now() - late_notices() * interval '7 days'
$$;

-- Courses in which a student may have to wait at a test whatever they did: one that opens, closes or rests them, or is
-- not published yet.
create or replace function waiting_courses(
  p_courses integer[]
) returns setof integer
  language sql
  stable
  as $$
  select distinct m.course_id
    from materials m
    join forms f on f.company_id = m.company_id and f.material_id = m.id and f.deleted_at is null
    left join current_versions v on v.company_id = f.company_id and v.form_id = f.id
    where m.company_id = app_company() and m.course_id = any (p_courses) and m.deleted_at is null
      and (v.form_id is null or v.settings ?| array['opens_at', 'closes_at', 'pause_minutes'])
$$;

-- Whether there is something that a student can do in a course about being late: not where a test is not open, rests
-- them, or waits for a trainer. p_waits: the course is one of waiting_courses(). Elsewhere nothing but a result that
-- waits, or a test that was called off, keeps anybody from going on, and nothing is worked out where there is none.
create or replace function can_go_on(
  p_course integer,
  p_user integer,
  p_waits boolean
) returns boolean
  language sql
  stable
  as $$
  select case
      when p_waits or exists (
        select from materials m
          join forms f on f.company_id = m.company_id and f.material_id = m.id
          join assignments a on a.company_id = f.company_id and a.form_id = f.id and a.user_id = p_user
          where m.company_id = app_company() and m.course_id = p_course
            and (a.status = 'canceled' or exists (
              select from attempts t where t.company_id = a.company_id and t.assignment_id = a.id
                and t.status = 'completed' and t.result_published_at is null)))
        then coalesce(next_step(p_course, p_user)->>'kind' in ('running', 'go', 'exhausted', 'rejected'), false)
      else exists (
        select from course_states s where s.company_id = app_company() and s.course_id = p_course
          and s.user_id = p_user and s.total > 0) end
$$;

-- Granted retakes of the company entered that nobody has begun in time, of the last four weeks.
create or replace function late_retakes() returns table (
  user_id integer,
  course_id integer,
  form_id integer,
  material_id integer,
  due_at timestamptz
)
  language sql
  stable
  as $$
  select a.user_id, m.course_id, a.form_id, m.id, a.due_at
    from assignments a
    join forms f on f.company_id = a.company_id and f.id = a.form_id and f.deleted_at is null
    join materials m on m.company_id = f.company_id and m.id = f.material_id and m.deleted_at is null
    join course_states s on s.company_id = m.company_id and s.course_id = m.course_id and s.user_id = a.user_id
    where a.company_id = app_company() and a.status = 'reopened' and a.due_at < app_now()
      and a.due_at > app_now() - late_notices() * interval '7 days'
$$;

-- Whether a student can take a granted retake now, which no window closes and no pause holds up: not while its course
-- is closed to them.
create or replace function can_retake_now(
  p_course integer,
  p_form integer,
  p_user integer
) returns boolean
  language sql
  stable
  as $$
  select exists (select from form_standing(p_form, p_user) s where s.waits_for is null)
    and next_step(p_course, p_user) is not null
$$;

-- What a sentence about something late names: a course, or a retake in it.
create or replace function late_params(
  p_form integer,
  p_course text,
  p_due timestamptz
) returns jsonb
  language sql
  stable
  as $$
  select case when p_form is null then jsonb_build_object('event', 'overdue', 'name', p_course, 'due_at', p_due)
    else (
      select jsonb_build_object('event', 'retake_overdue', 'name', v.settings->>'name', 'course', p_course,
          'due_at', p_due)
        from current_versions v where v.company_id = app_company() and v.form_id = p_form) end
$$;

-- Tells students of the company entered that they are late with a course or a retake: in the week after its due day,
-- and in each of the three after it, once. Whoever was told of anything late today, of this within six days, or
-- reminded of it by somebody within three, is not told now. What costs most is asked of those alone who are left.
create or replace function tell_late_in_company() returns integer
  language plpgsql
  as $$
declare
  v_now timestamptz := app_now();
  v_today timestamptz := start_of_day(company_today());
  v_count integer;
begin
  with late as materialized (
    select c.user_id, c.course_id, null::integer as form_id, null::integer as material_id, c.due_at,
           format('late-%s-', c.course_id) as of_thing
      from late_courses() c
    union all
    select r.user_id, r.course_id, r.form_id, r.material_id, r.due_at, format('late-retake-%s-', r.form_id)
      from late_retakes() r
  ), owed as materialized (
    select l.*, concat(l.of_thing, extract(epoch from l.due_at)::bigint, '-',
             floor(extract(epoch from v_now - l.due_at) / 604800)) as key
      from late l
  ), untold as materialized (
    select o.* from owed o
      where o.user_id in (select told_people(app_company(), array(select user_id from owed)))
        and not exists (select from notifications n
          where n.company_id = app_company() and n.user_id = o.user_id
            and (n.key = o.key or starts_with(n.key, 'late-') and n.created_at >= v_today
              or starts_with(n.key, o.of_thing) and n.created_at > v_now - interval '6 days'))
        and not exists (select from reminders r
          where r.company_id = app_company() and r.user_id = o.user_id and r.course_id = o.course_id
            and (o.form_id is null or r.form_id = o.form_id) and r.created_at > v_now - interval '3 days')
        and not exists (select from course_blocks b
          where b.company_id = app_company() and b.course_id = o.course_id and b.user_id = o.user_id)
  ), waiting as materialized (
    select c.id from waiting_courses(array(select distinct course_id from untold where form_id is null)) c(id)
  )
  insert into notifications (company_id, user_id, kind, key, path, params, created_at)
    select app_company(), u.user_id, 'due_soon', u.key, concat('/course/' || u.course_id,
             '/education-materials/' || u.material_id || '/form/' || u.form_id),
           late_params(u.form_id, c.name, u.due_at), v_now
      from untold u
      join courses c on c.company_id = app_company() and c.id = u.course_id and c.published_at is not null
        and c.deleted_at is null
      where case when u.form_id is null then can_go_on(u.course_id, u.user_id, u.course_id in (select id from waiting))
              else can_retake_now(u.course_id, u.form_id, u.user_id) end
    on conflict do nothing;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- Who is late, in all companies in whose calendar it is morning: nobody is told at night that a day is over. What
-- fails of one company leaves the others to be told.
create or replace function tell_late() returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_company integer;
  v_count integer := 0;
begin
  for v_company in
    select k.id from companies k
      where k.deleted_at is null and k.blocked_at is null
        and extract(hour from app_now() at time zone k.time_zone) between 8 and 11
        and (exists (select from course_groups g
               where g.company_id = k.id and num_nonnulls(g.due_on, g.due_after_days) = 1)
          or exists (select from course_members m
               where m.company_id = k.id and num_nonnulls(m.due_on, m.due_after_days) = 1)
          or exists (select from chronology_items i where i.company_id = k.id and i.due <> 'none')
          or exists (select from assignments a
               where a.company_id = k.id and a.status = 'reopened' and a.due_at < app_now()))
      order by k.id
  loop
    perform set_config('app.company', v_company::text, true);
    begin
      v_count := v_count + tell_late_in_company();
    exception when others then
      perform leave_failed('notices of what is late', format('company %s', v_company), sqlstate, sqlerrm);
    end;
  end loop;
  perform set_config('app.company', '', true);
  return v_count;
end $$;

reset role;
