-- The company's dashboard.

set role osnova_system;

-- Who did what from p_start until p_end, in the span that began last: the place of its instant in p_begins, 0 before
-- all of them.
create or replace function company_events(
  p_start timestamptz,
  p_begins timestamptz[],
  p_end timestamptz
) returns table (
  user_id integer,
  span integer,
  materials bigint,
  attempts integer,
  results integer,
  passed integer
)
  language sql
  stable
  as $$
  with spans as (
    select (place - 1)::integer as span, at as begins, lead(at, 1, p_end) over (order by place) as ends
      from unnest(p_start || p_begins) with ordinality s(at, place)
  )
  -- Materials span by span, so that none is asked where it falls. One look gives what was opened and done in the same
  -- span, two what was done in a later one: after more than an hour, which an index of its own holds, or opened in the
  -- hour before the span.
  select o.user_id, s.span, o.materials, 0 as attempts, 0 as results, 0 as passed
    from spans s
    cross join lateral (
      select user_id, count(*) filter (where done_at >= s.begins and done_at < s.ends) as materials
        from material_progress where company_id = app_company() and opened_at >= s.begins and opened_at < s.ends
        group by user_id) o
  union all
  select d.user_id, s.span, 1, 0, 0, 0
    from spans s
    cross join lateral (
      select user_id from material_progress
        where company_id = app_company() and done_at >= s.begins and done_at < s.ends
          and (done_at - opened_at) not between interval '0' and interval '1 hour'
          and not (opened_at >= s.begins and opened_at < s.ends)
      union all
      select user_id from material_progress
        where company_id = app_company() and opened_at >= s.begins - interval '1 hour' and opened_at < s.begins
          and done_at >= s.begins and done_at < s.ends
          and (done_at - opened_at) between interval '0' and interval '1 hour') d
  union all
  select user_id, width_bucket(started_at, p_begins), 0, 0, 0, 0 from attempts
    where company_id = app_company() and started_at >= p_start and started_at < p_end
  union all
  -- What waits for marks ended and has no result.
  select user_id, width_bucket(finished_at, p_begins), 0, 1, (passed is not null)::integer,
         coalesce(passed, false)::integer
    from attempts
    where company_id = app_company() and status = 'completed' and finished_at >= p_start and finished_at < p_end
  union all
  select user_id, width_bucket(joined_at, p_begins), 0, 0, 0, 0 from webinar_attendance
    where company_id = app_company() and joined_at >= p_start and joined_at < p_end
  union all
  select s.user_id, width_bucket(seen.at, p_begins), 0, 0, 0, 0 from sessions s cross
    join lateral (values (s.created_at), (s.last_seen_at)) seen(at)
    where s.company_id = app_company() and s.last_seen_at >= p_start and seen.at >= p_start and seen.at < p_end
$$;

-- What people did from day to day (of the company's calendar) in spans of `p_span` days, and in as many days before.
-- A span is counted back from the last day; the first one takes the rest. Rows: the spans, then the sums of the period
-- (`began_on` null) and of the one before. A person counts once in each who signed in, was last seen, opened or
-- finished a material, began or ended an attempt, or joined a webinar.
create or replace function company_activity(
  p_from date,
  p_to date,
  p_span integer
) returns table (
  is_before boolean,
  began_on date,
  people integer,
  materials integer,
  attempts integer,
  results integer,
  passed integer
)
  language plpgsql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
#variable_conflict use_column
declare
  v_zone text := (select time_zone from companies where id = app_company());
  v_spans integer := greatest(1, round((p_to - p_from + 1)::numeric / p_span)::integer);
  v_start timestamptz := day_begins(p_from - (p_to - p_from + 1), v_zone);
  v_end timestamptz := day_begins(p_to + 1, v_zone);
  v_days date[] := array(
    select case when n = v_spans - 1 then p_from else p_to - (n + 1) * p_span + 1 end
      from generate_series(v_spans - 1, 0, -1) n);
  -- Each event falls between two instants: its own day, worked out in the company's zone, cost three times as much.
  v_begins timestamptz[] := array(
    select day_begins(day, v_zone) from unnest(v_days) with ordinality d(day, place) order by place);
begin
  return query
  with done as materialized (
    -- 0: before the period.
    select span, user_id, sum(materials) as materials, sum(attempts) as attempts, sum(results) as results,
           sum(passed) as passed
      from company_events(v_start, v_begins, v_end) group by span, user_id
  ), spans as (
    select span, count(*) as people, sum(materials) as materials, sum(attempts) as attempts,
           sum(results) as results, sum(passed) as passed
      from done where span > 0 group by span
  ), sums as (
    select span = 0 as is_before, count(distinct user_id) as people, sum(materials) as materials,
      sum(attempts) as attempts, sum(results) as results, sum(passed) as passed
      from done group by 1
  )
  select false, d.day, coalesce(s.people, 0)::integer, coalesce(s.materials, 0)::integer,
         coalesce(s.attempts, 0)::integer, coalesce(s.results, 0)::integer, coalesce(s.passed, 0)::integer
    from unnest(v_days) with ordinality d(day, place) left join spans s on s.span = d.place
  union all
  select b, null, coalesce(s.people, 0)::integer, coalesce(s.materials, 0)::integer, coalesce(s.attempts, 0)::integer,
         coalesce(s.results, 0)::integer, coalesce(s.passed, 0)::integer
    from (values (false), (true)) kinds(b) left join sums s on s.is_before = b;
end $$;
grant
  execute
  on
    function company_activity(date, date, integer)
  to
  osnova_worker;

-- Where the students of groups (null: of all) stand in the courses that their group gives them.
create or replace function group_standings(
  p_groups integer[]
) returns table (
  group_id integer,
  students integer,
  new integer,
  in_progress integer,
  finished integer,
  progress integer
)
  language plpgsql
  stable
  security definer
  set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan
  as $$
#variable_conflict use_column
declare
  v_company integer := app_company();
begin
  return query
  select g.id, coalesce(n.students, 0)::integer, coalesce(n.new, 0)::integer,
         coalesce(n.placed - n.new - n.finished, 0)::integer, coalesce(n.finished, 0)::integer, n.progress
    from study_groups g
    left join (
      select p.group_id, count(*) as students, count(*) filter (where p.courses > 0) as placed,
             count(*) filter (where p.courses > 0 and p.begun = 0) as new,
             count(*) filter (where p.courses > 0 and p.finished = p.courses) as finished,
             floor(sum(p.percents) / nullif(sum(p.courses), 0))::integer as progress
        from group_progress p
        where p.company_id = v_company and (p_groups is null or p.group_id = any (p_groups))
        group by p.group_id) n on n.group_id = g.id
    where g.company_id = v_company and g.deleted_at is null and (p_groups is null or g.id = any (p_groups));
end $$;
grant execute on function group_standings(integer[]) to osnova_worker;

-- The same of the students of programs, each counted once in each.
create or replace function program_standings(
  p_programs integer[]
) returns table (
  program_id integer,
  students integer,
  new integer,
  in_progress integer,
  finished integer,
  progress integer
)
  language plpgsql
  stable
  security definer
  set search_path = public, pg_temp
  set work_mem = '64MB'
  set jit = off
  set plan_cache_mode = force_custom_plan
  as $$
#variable_conflict use_column
declare
  v_company integer := app_company();
begin
  return query
  with given as materialized (
    select pc.program_id, pc.course_id from program_courses pc
      join courses c on c.company_id = v_company and c.id = pc.course_id and c.deleted_at is null
        and c.published_at is not null
      where pc.company_id = v_company and (p_programs is null or pc.program_id = any (p_programs))
  ), members as materialized (
    select distinct pg.program_id, gm.user_id from program_groups pg
      join study_groups g on g.company_id = v_company and g.id = pg.group_id and g.deleted_at is null
      join group_members gm on gm.company_id = v_company and gm.group_id = pg.group_id and gm.role = 'student'
      where pg.company_id = v_company and (p_programs is null or pg.program_id = any (p_programs))
  ), pairs as materialized (
    -- Joined first: the statistics of a course's students lead the planner to every group of a large course at once.
    select m.program_id, m.user_id, g.course_id from members m join given g on g.program_id = m.program_id
  ), standing as (
    select m.program_id, m.user_id, bool_and(s.opened_at is null) as is_new,
           bool_and(s.opened_at is not null and s.done = s.total) as is_finished,
           sum(case when s.total > 0 then 100 * s.done / s.total else 0 end) as percents, count(*) as courses
      from pairs m
      join course_states s on s.company_id = v_company and s.course_id = m.course_id and s.user_id = m.user_id
      group by m.program_id, m.user_id
  )
  select p.id, coalesce(n.students, 0)::integer, coalesce(f.new, 0)::integer,
         coalesce(f.placed - f.new - f.finished, 0)::integer, coalesce(f.finished, 0)::integer, f.progress
    from programs p
    left join (select program_id, count(*) as students from members group by program_id) n on n.program_id = p.id
    left join (
      select program_id, count(*) as placed, count(*) filter (where is_new) as new,
        count(*) filter (where is_finished) as finished,
             floor(sum(percents) / sum(courses))::integer as progress
        from standing group by program_id) f on f.program_id = p.id
    where p.company_id = v_company and p.deleted_at is null and (p_programs is null or p.id = any (p_programs));
end $$;
grant execute on function program_standings(integer[]) to osnova_worker;

-- Which students are past the due date of what (null: a webinar) in the programs, or in those that the groups have; of
-- `p_users` where given. As chronology_states() has it, which alone knows of dates that count from the previous stage,
-- and takes its time.
create or replace function late_students(
  p_programs integer[],
  p_groups integer[],
  p_users integer[]
) returns table (program_id integer, course_id integer, user_id integer)
  language plpgsql
  stable
  set plan_cache_mode = force_custom_plan
  as $$
#variable_conflict use_column
declare
  v_company integer := app_company();
  v_zone text := (select time_zone from companies where id = app_company());
  v_today date := (app_now() at time zone v_zone)::date;
begin
  return query
  with timed as materialized (
    select i.program_id, i.course_id, i.webinar_id, i.due, i.due_on, i.due_after_days
      from programs p
      join chronology_items i on i.company_id = v_company and i.program_id = p.id and i.due <> 'none'
      where p.company_id = v_company and p.deleted_at is null
        and (p.id = any (p_programs) or exists (select from program_groups pg
          where pg.company_id = v_company and pg.program_id = p.id and pg.group_id = any (p_groups)))
        and (exists (select from program_courses pc
               join courses c on c.company_id = v_company and c.id = pc.course_id and c.deleted_at is null
                 and c.published_at is not null
               where pc.company_id = v_company and pc.program_id = p.id and pc.course_id = i.course_id)
          or exists (select from webinar_programs wp
               join webinars w on w.company_id = v_company and w.id = wp.webinar_id and w.deleted_at is null
                 and w.canceled_at is null
               where wp.company_id = v_company and wp.program_id = p.id and wp.webinar_id = i.webinar_id))
  ), members as materialized (
    select pg.program_id, gm.user_id, min(greatest(gm.created_at, pg.created_at)) as assigned_at
      from (select distinct program_id from timed where due <> 'after_previous') t
      join program_groups pg on pg.company_id = v_company and pg.program_id = t.program_id
      join study_groups g on g.company_id = v_company and g.id = pg.group_id and g.deleted_at is null
      join group_members gm on gm.company_id = v_company and gm.group_id = pg.group_id and gm.role = 'student'
      where p_users is null or gm.user_id in (select unnest(p_users))
      group by pg.program_id, gm.user_id
  ), due as materialized (
    select m.program_id, m.user_id, t.course_id, t.webinar_id from timed t join members m on m.program_id = t.program_id
      where case t.due when 'date' then t.due_on
                       when 'after_assignment'
                         then (m.assigned_at at time zone v_zone)::date + t.due_after_days end < v_today
  )
  select d.program_id, d.course_id, d.user_id from due d
    where not exists (select from course_states s
            where s.company_id = v_company and s.course_id = d.course_id and s.user_id = d.user_id
              and s.opened_at is not null and s.done = s.total)
      and not exists (select from webinar_attended a
            where a.company_id = v_company and a.webinar_id = d.webinar_id and a.user_id = d.user_id)
  union
  select t.program_id, s.course_id, s.user_id
    from (select distinct program_id from timed where due = 'after_previous') t
    cross join lateral chronology_states(t.program_id, p_users) s
    where s.overdue;
end $$;

-- How many students of programs, or of groups in the programs and courses they have, are past the due date of
-- something.
create or replace function overdue_students(
  p_programs integer[],
  p_groups integer[]
) returns table (program_id integer, group_id integer, students integer)
  language plpgsql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
#variable_conflict use_column
declare
  v_company integer := app_company();
  v_asked integer[] := case when p_groups is not null then array(
    select distinct gm.user_id from group_members gm
      where gm.company_id = app_company() and gm.role = 'student' and gm.group_id = any (p_groups)) end;
begin
  return query
  with late as materialized (
    select * from late_students(p_programs, p_groups, v_asked)
  )
  select l.program_id, null::integer, count(distinct l.user_id)::integer
    from late l where p_groups is null group by l.program_id
  union all
  select null, w.group_id, count(distinct w.user_id)::integer from (
      select gm.group_id, gm.user_id from late l
        join group_members gm on gm.company_id = v_company and gm.user_id = l.user_id and gm.role = 'student'
          and gm.group_id = any (p_groups)
        join program_groups pg on pg.company_id = v_company and pg.program_id = l.program_id
          and pg.group_id = gm.group_id
      union all
      select gm.group_id, gm.user_id from given_owed(coalesce(v_asked, '{}')) o
        join group_members gm on gm.company_id = v_company and gm.user_id = o.user_id and gm.role = 'student'
          and gm.group_id = any (p_groups)
        join course_groups cg on cg.company_id = v_company and cg.course_id = o.course_id
          and cg.group_id = gm.group_id
        where o.due_at < app_now()
    ) w group by w.group_id;
end $$;
grant
  execute
  on
    function overdue_students(integer[], integer[])
  to
  osnova_worker;

-- Courses that half of their students or more have not finished in time, by a timeline or as they were given, the most
-- first.
create or replace function courses_overdue(
  p_limit integer
) returns table (id integer, name text, students integer, overdue integer)
  language plpgsql
  stable
  security definer
  set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan
  as $$
#variable_conflict use_column
declare
  v_company integer := app_company();
begin
  return query
  with late as materialized (
    select l.course_id, l.user_id from late_students(array(
      select p.id from programs p where p.company_id = v_company and p.deleted_at is null), null, null) l
    union
    select o.course_id, o.user_id from given_owed(null) o where o.due_at < app_now()
  ), counted as materialized (
    select course_id, count(*)::integer as overdue from late group by course_id having count(*) * 2 >= enough_to_tell()
  )
  select c.id, c.name, s.students, l.overdue
    from counted l
    join courses c on c.company_id = v_company and c.id = l.course_id and c.deleted_at is null
      and c.published_at is not null
    join course_totals s on s.company_id = v_company and s.course_id = c.id
    where s.students >= enough_to_tell() and l.overdue * 2 >= s.students
    order by l.overdue desc, c.id limit p_limit;
end $$;
grant execute on function courses_overdue(integer) to osnova_worker;

reset role;

-- The end of the day so many days after this one in the company entered: what expires on it does so within them.
create or replace function end_of_day_in(p_days integer) returns timestamptz
  language sql
  stable
  as $$
  select day_ends(company_today() + p_days, time_zone) from companies where id = app_company()
$$;

-- How the company stands now: its people, licences, files, certificates, and what is left to set up.
create or replace function company_state() returns table (
  people jsonb,
  licences jsonb,
  files jsonb,
  certificates jsonb,
  first_steps jsonb
)
  language sql
  stable
  rows 1
  as $$
  with seats as materialized (
    select used, pending, "limit" from licences(app_company())
  ), soon as materialized (
    select end_of_day_in(30) as in_30, end_of_day_in(60) as in_60, end_of_day_in(90) as in_90
  ), held as (
    select k.expires_at, k.expires_at <= (select app_now()) as is_expired from certificates k
      where k.company_id = app_company() and k.expires_at is not null and k.replaced_at is null
        and k.revoked_at is null and k.expires_at <= (select in_90 from soon)
        -- Of a large company those who are gone are looked for, not those who are there.
        and k.user_id not in (
          select m.user_id from memberships m where m.company_id = app_company() and m.deleted_at is not null)
  )
  select (select jsonb_build_object('active', used, 'not_activated', pending, 'blocked', (
            select coalesce(sum(people), 0) from people_totals
              where company_id = app_company() and blocked)) from seats),
         (select to_jsonb(seats) from seats),
         (select to_jsonb(stored) from stored_files() stored),
         (select jsonb_build_object(
            'expired', count(*) filter (where is_expired),
            'in_30_days', count(*) filter (where not is_expired and expires_at <= (select in_30 from soon)),
            'in_60_days', count(*) filter (where not is_expired and expires_at <= (select in_60 from soon)),
            'in_90_days', count(*) filter (where not is_expired)) from held),
         first_steps()
$$;

-- Fewer attempts, or students, say nothing of a course.
create or replace function enough_to_tell() returns integer
  language sql
  immutable
  as 'select 5';

-- Courses of whose attempts in a period fewer than half were passed, the worst first.
create or replace function seldom_passed(
  p_from date,
  p_to date,
  p_limit integer
) returns table (id integer, name text, attempts integer, passed integer)
  language sql
  stable
  as $$
  with period as materialized (
    select start_of_day(p_from) as first, start_of_day(p_to + 1) as after
  ), ended as (
    select t.form_id, t.passed from attempts t
      where t.company_id = app_company() and t.status = 'completed' and t.passed is not null
        and t.finished_at >= (select first from period) and t.finished_at < (select after from period)
  ), taken as (
    select form_id, count(*) as attempts, count(*) filter (where passed) as passed from ended group by form_id
  )
  select c.id, c.name, sum(t.attempts)::integer, sum(t.passed)::integer
    from taken t
    join forms f on f.company_id = app_company() and f.id = t.form_id and f.deleted_at is null
    join materials m on m.company_id = f.company_id and m.id = f.material_id and m.deleted_at is null
    join courses c on c.company_id = m.company_id and c.id = m.course_id and c.deleted_at is null
    group by c.id, c.name
    having sum(t.attempts) >= enough_to_tell() and sum(t.passed) * 2 < sum(t.attempts)
    order by sum(t.passed)::numeric / sum(t.attempts), sum(t.attempts) desc, c.id limit p_limit
$$;

-- Courses that half of their students or more have not begun, two weeks after they were made or later. The company and
-- the instant are asked once, not for each of all courses.
create or replace function courses_not_begun(
  p_limit integer
) returns table (id integer, name text, students integer, not_begun integer)
  language sql
  stable
  as $$
  select c.id, c.name, s.students, s.students - s.begun
    from course_totals s
    join courses c on c.company_id = s.company_id and c.id = s.course_id and c.deleted_at is null
      and c.published_at <= (select app_now() - interval '14 days')
    where s.company_id = (select app_company()) and s.students >= enough_to_tell()
      and s.begun * 2 <= s.students
    order by s.students - s.begun desc, c.id limit p_limit
$$;

-- Groups in this order, with where their students stand and how many of them are late.
create or replace function told_groups(
  p_groups integer[]
) returns table (
  id integer,
  name text,
  students integer,
  new integer,
  in_progress integer,
  finished integer,
  progress integer,
  overdue integer
)
  language sql
  stable
  as $$
  select g.id, g.name, s.students, s.new, s.in_progress, s.finished, s.progress, coalesce(o.students, 0)
    from unnest(p_groups) with ordinality p(id, place)
    join study_groups g on g.company_id = app_company() and g.id = p.id
    join group_standings(p_groups) s on s.group_id = p.id
    left join overdue_students(null, p_groups) o on o.group_id = p.id
    order by p.place
$$;

-- Programs in this order, likewise.
create or replace function told_programs(
  p_programs integer[]
) returns table (
  id integer,
  name text,
  students integer,
  new integer,
  in_progress integer,
  finished integer,
  progress integer,
  overdue integer
)
  language sql
  stable
  as $$
  select g.id, g.name, s.students, s.new, s.in_progress, s.finished, s.progress, coalesce(o.students, 0)
    from unnest(p_programs) with ordinality p(id, place)
    join programs g on g.company_id = app_company() and g.id = p.id
    join program_standings(p_programs) s on s.program_id = p.id
    left join overdue_students(p_programs, null) o on o.program_id = p.id
    order by p.place
$$;
