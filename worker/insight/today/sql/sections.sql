-- What waits today, section by section.

set role osnova_system;

create type today_row as (
  kind text,
  user_id integer,
  course_id integer,
  program_id integer,
  form_id integer,
  webinar_id integer,
  -- When it was asked for, its last failure, due date, end of term or last activity, or when the course came.
  since timestamptz,
  -- The attempt that failed last.
  attempt_id integer,
  -- The timeline closed it: reminding would help nobody.
  closed boolean
);

-- Names a row of a section for as long as it stands there.
create or replace function today_key(p_row today_row) returns text
  language sql
  immutable
  as $$
  select concat_ws('-', p_row.kind, p_row.user_id, coalesce(p_row.course_id, 0), coalesce(p_row.program_id, 0),
                   coalesce(p_row.form_id, 0), coalesce(p_row.webinar_id, 0))
$$;
grant execute on function today_key(today_row) to public;

-- Of the people whom the caller looks after those who may learn: neither blocked nor gone.
create or replace view today_people
  with (security_invoker = true)
  as
  select b.company_id, b.user_id
  from memberships b join users u on u.id = b.user_id and u.blocked_at is null
  where
    b.company_id = (select app_company())
    and b.blocked_at is null
    and b.deleted_at is null
    and (
      (select app_user_type()) in ('owner', 'admin')
        or b.user_id in (select people_in_reach())
    );

-- Those who may not, of the company entered or anywhere. They are few: who asks about thousands of a large company
-- leaves these out and looks nobody up.
create or replace view today_absent
  with (security_invoker = true)
  as
  select b.user_id
  from memberships b
  where
    b.company_id = (select app_company())
    and (b.deleted_at is not null or b.blocked_at is not null)
  union all
  select u.id from users u where u.blocked_at is not null;

-- The courses that the caller looks after.
create or replace view today_courses
  with (security_invoker = true)
  as
  select c.company_id, c.id
  from courses c
  where
    c.company_id = (select app_company())
    and c.deleted_at is null
    and c.published_at is not null
    and (
      (select app_user_type()) in ('owner', 'admin')
        or c.id in (select courses_in_reach())
    );

-- Attempts whose result waits for a trainer.
create or replace function today_in_review() returns table (
  form_id integer,
  course_id integer,
  attempt_id integer,
  finished_at timestamptz
)
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select t.form_id, m.course_id, t.id, t.finished_at
    from attempts t
    join forms f on f.company_id = t.company_id and f.id = t.form_id and f.deleted_at is null
    join materials m on m.company_id = f.company_id and m.id = f.material_id and m.deleted_at is null
    join today_courses c on c.id = m.course_id
    join today_people p on p.user_id = t.user_id
    where t.company_id = app_company() and t.status = 'completed' and t.result_published_at is null
      and not coalesce(waits_for_marks(t.company_id, t.id), false)
      and not exists (select from course_blocks b
        where b.company_id = t.company_id and b.course_id = m.course_id and b.user_id = t.user_id)
$$;
grant execute on function today_in_review() to osnova_worker;

-- Who asks for another attempt, and still needs one. Nobody answers themselves.
create or replace function today_retake_asked() returns setof today_row
  language sql
  stable
  security definer
  rows 20
  set search_path = public, pg_temp
  as $$
  select 'retake_asked', r.user_id, m.course_id, null::integer, r.form_id, null::integer, r.created_at,
         (select t.id from attempts t
            where t.company_id = a.company_id and t.assignment_id = a.id and t.status <> 'running'
            order by t.number desc limit 1), false
    from retake_requests r
    join forms f on f.company_id = r.company_id and f.id = r.form_id and f.deleted_at is null
    join materials m on m.company_id = f.company_id and m.id = f.material_id and m.deleted_at is null
    join current_versions v on v.company_id = f.company_id and v.form_id = f.id
    join course_states s on s.company_id = m.company_id and s.course_id = m.course_id and s.user_id = r.user_id
    join assignments a on a.company_id = r.company_id and a.form_id = r.form_id and a.user_id = r.user_id
    join today_courses c on c.id = m.course_id
    join today_people p on p.user_id = r.user_id
    where r.company_id = app_company() and r.ended_at is null and r.user_id <> app_user()
      and (a.status = 'rejected'
        or a.status = 'completed' and a.attempts_used >= attempts_allowed(v.settings, a.extra_attempts))
      and not exists (select from course_blocks b
        where b.company_id = r.company_id and b.course_id = m.course_id and b.user_id = r.user_id)
$$;
grant execute on function today_retake_asked() to osnova_worker;

-- Whose last two attempts at a form failed, while nothing that counts of it is passed and no attempt runs.
create or replace function today_failed_twice() returns setof today_row
  language plpgsql
  stable
  security definer
  rows 100
  set search_path = public, pg_temp
  as $$
declare
  v_company integer := app_company();
begin
  return query
  with tried as materialized (
    select a.id, a.user_id, a.form_id, a.attempts_used, m.course_id
      from assignments a
      join forms f on f.company_id = v_company and f.id = a.form_id and f.deleted_at is null
      join materials m on m.company_id = v_company and m.id = f.material_id and m.deleted_at is null
      join course_states s on s.company_id = v_company and s.course_id = m.course_id and s.user_id = a.user_id
      join today_courses c on c.id = m.course_id
      join today_people p on p.user_id = a.user_id
      where a.company_id = v_company and a.attempts_used >= 2 and a.status in ('completed', 'reopened', 'rejected')
        and not exists (select from course_blocks b
          where b.company_id = v_company and b.course_id = m.course_id and b.user_id = a.user_id)
  ), ended as materialized (
    select a.*, t.id as attempt_id, t.finished_at, t.result_published_at is not null as is_published,
           row_number() over (partition by a.id order by t.number desc) as back
      from tried a join attempts t on t.company_id = v_company and t.assignment_id = a.id and t.status = 'completed'
  ), failed as materialized (
    select e.id, e.user_id, e.form_id, e.course_id, e.attempts_used,
      max(e.attempt_id) filter (where e.back = 1) as attempt_id,
           max(e.finished_at) as finished_at
      from ended e cross join lateral result_of(v_company, e.attempt_id, e.is_published) r
      where e.back <= 2
      group by e.id, e.user_id, e.form_id, e.course_id, e.attempts_used
      having count(*) = 2 and bool_and(coalesce(not r.passed, false))
  )
  select 'failed_twice', a.user_id, a.course_id, null::integer, a.form_id, null::integer, a.finished_at, a.attempt_id,
    false
    from failed a
    -- Of two attempts that failed none is passed.
    where a.attempts_used = 2 or not coalesce((
      select r.passed from current_versions v cross
        join lateral counted_result(v_company, a.id, v.settings->>'result_counts', false) r
        where v.company_id = v_company and v.form_id = a.form_id), false);
end $$;
grant execute on function today_failed_twice() to osnova_worker;

-- What today_steps() tells of a timeline that depends on no result and no day of completion, worked out from what is
-- kept of courses; it is compared with chronology_states.
create or replace function dated_steps(
  p_program integer,
  p_users integer[]
) returns table (
  user_id integer,
  course_id integer,
  webinar_id integer,
  locked boolean,
  overdue boolean,
  due_at timestamptz,
  after_at timestamptz
)
  language plpgsql
  stable
  rows 1000
  as $$
#variable_conflict use_column
declare
  v_company integer := app_company();
  v_now timestamptz := app_now();
  v_zone text := (select time_zone from companies where id = app_company());
begin
  return query
  with items as materialized (
    select i.*, (select max(e.stage) from chronology_items_of(p_program) e
      where e.stage < i.stage and e.counts) as previous,
           day_ends(i.due_on, v_zone) as due_day,
           greatest(case i.access_rule when 'from_date' then day_begins(i.access_from, v_zone) end,
                    case i.opens when 'date' then day_begins(i.opens_on, v_zone) end) as from_day
      from chronology_items_of(p_program) i
  ), students as materialized (
    select gm.user_id, (min(greatest(gm.created_at, pg.created_at)) at time zone v_zone)::date as assigned_on
      from program_groups pg
      join study_groups g on g.company_id = v_company and g.id = pg.group_id and g.deleted_at is null
      join group_members gm on gm.company_id = v_company and gm.group_id = pg.group_id and gm.role = 'student'
      where pg.company_id = v_company and pg.program_id = p_program and gm.user_id in (select unnest(p_users))
      group by gm.user_id
  ), facts as materialized (
    select s.user_id, s.assigned_on, i.id,
      coalesce(cs.done = cs.total and cs.opened_at is not null, false) or wa.user_id is not null as done,
           coalesce(cs.done_at, cs.last_activity) as done_at
      from students s
      cross join items i
      left join course_states cs on cs.company_id = v_company and cs.course_id = i.course_id and cs.user_id = s.user_id
      left join webinar_attended wa on wa.company_id = v_company and wa.webinar_id = i.webinar_id
        and wa.user_id = s.user_id
  ), judged as materialized (
    select f.user_id, i.stage, bool_and(f.done) filter (where i.counts) as done, max(f.done_at) as done_at
      from facts f join items i on i.id = f.id group by f.user_id, i.stage
  )
  select f.user_id, i.course_id, i.webinar_id,
         not f.done and (i.canceled or not open.now or coalesce(open.due_at < v_now, false) and i.after_due = 'block'),
         not f.done and not i.canceled and coalesce(open.due_at < v_now, false),
         open.due_at, greatest(open.from_at, case i.access_rule when 'previous_done' then p.done_at end)
    from facts f
    join items i on i.id = f.id
    left join judged p on p.user_id = f.user_id and p.stage = i.previous
    cross join lateral (
      select greatest(i.from_day, case i.opens when 'after_assignment'
        then day_begins(f.assigned_on + i.opens_after_days, v_zone) end) as from_at,
             case i.due when 'date' then i.due_day
               when 'after_assignment' then day_ends(f.assigned_on + i.due_after_days, v_zone) end as due_at
    ) day
    cross join lateral (
      select day.from_at, day.due_at,
             coalesce(day.from_at <= v_now, true)
               and (i.access_rule <> 'previous_done' or i.previous is null or coalesce(p.done, false))
               or exists (select from chronology_opened o
                 where o.company_id = v_company and o.user_id = f.user_id and o.item_id = i.id) as now
    ) open;
end $$;

-- Where students stand in a timeline as far as these lists ask: what is closed to them, what is overdue, and since when
-- it could be begun. Of a timeline that goes by more than days and what is done chronology_states knows.
create or replace function today_steps(
  p_program integer,
  p_users integer[]
) returns table (
  user_id integer,
  course_id integer,
  webinar_id integer,
  locked boolean,
  overdue boolean,
  due_at timestamptz,
  after_at timestamptz
)
  language plpgsql
  stable
  security definer
  rows 1000
  set search_path = public, pg_temp
  as $$
#variable_conflict use_column
begin
  if exists (select from chronology_items i where i.company_id = app_company() and i.program_id = p_program
               and (i.access_rule like '%passed' or i.opens = 'after_previous' or i.due = 'after_previous')) then
    return query
    select t.user_id, t.course_id, t.webinar_id, t.state = 'locked', t.overdue, t.due_at,
           max(t.done_at) over (partition by t.user_id
             order by t.place rows between unbounded preceding and 1 preceding)
      from chronology_states(p_program, p_users) t;
  else
    return query select * from dated_steps(p_program, p_users);
  end if;
end $$;

-- Steps of timelines and courses past their due date, and granted retakes that were not taken in time. A course that
-- is late as a step stands there as that alone.
create or replace function today_overdue() returns setof today_row
  language plpgsql
  stable
  security definer
  rows 100
  set search_path = public, pg_temp
  as $$
declare
  v_company integer := app_company();
  v_now timestamptz := app_now();
  v_whole boolean := app_user_type() in ('owner', 'admin');
  v_people integer[];
  v_webinars integer[] := case when app_user_type() in ('owner', 'admin')
    then array(select id from webinars where company_id = app_company()) else array(select webinars_in_reach()) end;
  v_program integer;
  v_steps today_row[] := '{}';
begin
  return query
  select 'retake_overdue', a.user_id, m.course_id, null::integer, a.form_id, null::integer, a.due_at, (
           select t.id from attempts t
             where t.company_id = a.company_id and t.assignment_id = a.id and t.status <> 'running'
             order by t.number desc limit 1), false
    from assignments a
    join forms f on f.company_id = a.company_id and f.id = a.form_id and f.deleted_at is null
    join materials m on m.company_id = f.company_id and m.id = f.material_id and m.deleted_at is null
    join course_states s on s.company_id = m.company_id and s.course_id = m.course_id and s.user_id = a.user_id
    join today_courses c on c.id = m.course_id
    join today_people p on p.user_id = a.user_id
    where a.company_id = v_company and a.status = 'reopened' and a.due_at < v_now
      and not exists (select from course_blocks k
        where k.company_id = v_company and k.course_id = m.course_id and k.user_id = a.user_id);

  for v_program in
    select distinct i.program_id from chronology_items i
      join programs p on p.company_id = i.company_id and p.id = i.program_id and p.deleted_at is null
      where i.company_id = v_company and i.due <> 'none' and (v_whole or i.program_id in (select programs_in_reach()))
  loop
    -- Of a large company nobody is looked at where nothing is due.
    v_people := coalesce(v_people, array(select p.user_id from today_people p));
    v_steps := v_steps || array(
    select row('step_overdue', t.user_id, t.course_id, v_program, null, t.webinar_id, t.due_at, null,
      t.locked)::today_row
      from today_steps(v_program, v_people) t
      where t.overdue
        and (t.course_id in (select c.id from today_courses c) or t.webinar_id in (select unnest(v_webinars)))
        and not exists (select from course_blocks b
          where b.company_id = v_company and b.course_id = t.course_id and b.user_id = t.user_id));
  end loop;
  return query select * from unnest(v_steps);
  return query
  select 'course_overdue', g.user_id, g.course_id, null::integer, null::integer, null::integer, g.due_at,
         null::integer, false
    from given_owed(v_people) g
    join today_courses c on c.id = g.course_id
    join today_people p on p.user_id = g.user_id
    where g.due_at < v_now
      and (g.user_id, g.course_id) not in (
        select s.user_id, s.course_id from unnest(v_steps) s where s.course_id is not null);
end $$;
grant execute on function today_overdue() to osnova_worker;

-- What people have not gone on with, or not begun, and had long before an instant; whether one of the programs may
-- close it to them.
create or replace function today_quiet(
  p_before timestamptz,
  p_timed integer[]
) returns table (
  course_id integer,
  user_id integer,
  opened_at timestamptz,
  last_activity timestamptz,
  given_at timestamptz,
  timed boolean
)
  language plpgsql
  stable
  security definer
  rows 100
  set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan
  as $$
#variable_conflict use_column
declare
  v_company integer := app_company();
  v_whole boolean := app_user_type() in ('owner', 'admin');
begin
  return query
  select s.course_id, s.user_id, s.opened_at, s.last_activity, s.given_at,
         s.course_id in (select pc.course_id from program_courses pc
           where pc.company_id = v_company and pc.program_id = any (p_timed))
    from course_states s
    join courses c on c.company_id = v_company and c.id = s.course_id and c.deleted_at is null
      and c.published_at is not null
    join memberships b on b.company_id = v_company and b.user_id = s.user_id and b.blocked_at is null
      and b.deleted_at is null
    join users u on u.id = s.user_id and u.blocked_at is null
    where s.company_id = v_company and s.total > 0 and (s.done < s.total or s.opened_at is null)
      and s.given_at < p_before and (s.last_activity is null or s.last_activity < p_before)
      and (v_whole or s.course_id in (select courses_in_reach()) and s.user_id in (select people_in_reach()))
      and not exists (select from course_blocks k
        where k.company_id = v_company and k.course_id = s.course_id and k.user_id = s.user_id);
end $$;

-- Programs whose timeline may close a step.
create or replace function closing_programs() returns integer[]
  language sql
  stable
  as $$
  select array(
    select distinct i.program_id from chronology_items i
      where i.company_id = app_company()
        and (i.access_rule <> 'always' or i.opens <> 'none' or i.due <> 'none' and i.after_due = 'block'))
$$;

-- What gives courses to students (pairs), each by which program, and since when. No plan that expects few of them
-- compares all with all; a student's groups are looked up by their keys all the same.
create or replace function gifts_of(
  p_courses integer[],
  p_users integer[]
) returns table (
  course_id integer,
  user_id integer,
  program_id integer,
  created_at timestamptz
)
  language plpgsql
  stable
  security definer
  rows 1000
  set search_path = public, pg_temp
  set enable_nestloop = off
  as $$
#variable_conflict use_column
declare
  v_company integer := app_company();
begin
  return query
  with asked as materialized (
    select * from unnest(p_courses, p_users) as q(course_id, user_id)
  ), members as materialized (
    -- From the students' side: a course may have any number of groups, a student is in few.
    select q.course_id, q.user_id, m.group_id, m.created_at
      from asked q
      cross join lateral (
        select gm.group_id, gm.created_at from group_members gm
          where gm.company_id = v_company and gm.user_id = q.user_id and gm.role = 'student' offset 0) m
      join study_groups g on g.company_id = v_company and g.id = m.group_id and g.deleted_at is null
  )
  select q.course_id, q.user_id, null::integer, cm.created_at
    from asked q join course_members cm on cm.company_id = v_company and cm.course_id = q.course_id
      and cm.user_id = q.user_id and cm.role = 'student'
  union all
  select m.course_id, m.user_id, null, greatest(m.created_at, cg.created_at)
    from members m
    join course_groups cg on cg.company_id = v_company and cg.course_id = m.course_id and cg.group_id = m.group_id
  union all
  select m.course_id, m.user_id, pc.program_id, greatest(m.created_at, pg.created_at, pc.created_at)
    from members m
    join program_groups pg on pg.company_id = v_company and pg.group_id = m.group_id
    join programs p on p.company_id = v_company and p.id = pg.program_id and p.deleted_at is null
    join program_courses pc on pc.company_id = v_company and pc.program_id = pg.program_id
      and pc.course_id = m.course_id;
end $$;

-- What people have not gone on with, as today_quiet() finds it, with since when they have it. What a timeline keeps
-- closed is nobody's silence, and is given at the earliest when the step before was done.
create or replace function today_given(
  p_before timestamptz
) returns table (
  course_id integer,
  user_id integer,
  opened_at timestamptz,
  last_activity timestamptz,
  given_at timestamptz
)
  language plpgsql
  stable
  security definer
  rows 100
  set search_path = public, pg_temp
  as $$
#variable_conflict use_column
declare
  v_timed integer[] := closing_programs();
begin
  return query
  with quiet as materialized (
    select * from today_quiet(p_before, v_timed)
  ), sources as materialized (
    select g.* from (
        select array_agg(q.course_id) as courses, array_agg(q.user_id) as users from quiet q where q.timed) a
      cross join lateral gifts_of(a.courses, a.users) g
  ), judged as materialized (
    -- Whether somebody has the course through such programs alone, of whom only these are asked about.
    select s.*, bool_and(s.program_id is not null and s.program_id = any (v_timed))
             over (partition by s.course_id, s.user_id) as only_timed
      from sources s
  ), steps as materialized (
    select p.program_id, t.user_id, t.course_id, t.locked, t.after_at
      from (select j.program_id, array_agg(distinct j.user_id) as users from judged j
              where j.only_timed group by j.program_id) p
      cross join lateral today_steps(p.program_id, p.users) t
      where t.course_id is not null
  ), moved as (
    -- Source and step side by side; not joined, which a plan that expects few of them does in a square.
    select s.course_id, s.user_id, greatest(s.created_at, max(s.after_at) over step) as given_at,
           s.created_at is not null and not bool_or(s.locked) over step as is_open
      from (
        select j.program_id, j.user_id, j.course_id, j.created_at, null::timestamptz as after_at, false as locked
          from judged j
        union all
        select t.program_id, t.user_id, t.course_id, null, t.after_at, coalesce(t.locked, false) from steps t
      ) s
      window step as (partition by s.program_id, s.user_id, s.course_id)
  ), given as materialized (
    select s.course_id, s.user_id, min(s.opened_at) as opened_at, min(s.last_activity) as last_activity,
           min(s.given_at) as given_at
      from (
        select m.course_id, m.user_id, null::timestamptz as opened_at, null::timestamptz as last_activity, m.given_at
          from moved m where m.is_open
        union all
        select q.course_id, q.user_id, q.opened_at, q.last_activity, null from quiet q where q.timed
      ) s
      group by s.course_id, s.user_id
  )
  select q.course_id, q.user_id, q.opened_at, q.last_activity, q.given_at from quiet q where not q.timed
  union all
  select g.course_id, g.user_id, g.opened_at, g.last_activity, g.given_at from given g where g.given_at is not null;
end $$;

-- Begun and not gone on with for 14 days, or never begun 14 days after it came.
create or replace function today_silent() returns setof today_row
  language plpgsql
  stable
  security definer
  rows 100
  set search_path = public, pg_temp
  as $$
declare
  v_company integer := app_company();
  v_before timestamptz := app_now() - interval '14 days';
begin
  return query
  with known as (
    select q.course_id, q.user_id, q.opened_at, q.given_at,
           case when q.opened_at is not null then greatest(q.last_activity, touched.at) end as active_at
      from today_given(v_before) q
      left join lateral (
        -- Also what is no activity of a course: a video watched on, and a mark, since when there may be more to do.
        select max(greatest(mp.opened_at, mp.viewed_at, mp.done_at, mp.reported_at)) as at
          from materials m join material_progress mp on mp.company_id = v_company and mp.user_id = q.user_id
            and mp.material_id = m.id
          where q.opened_at is not null and m.company_id = v_company and m.course_id = q.course_id
      ) touched on true
  )
  select case when k.opened_at is null then 'never_began'
    else 'silent' end, k.user_id, k.course_id, null::integer, null::integer, null::integer,
         coalesce(k.active_at, k.given_at), null::integer, false
    from known k
    where coalesce(k.active_at, k.given_at) < v_before and (k.opened_at is null or k.given_at < v_before);
end $$;
grant execute on function today_silent() to osnova_worker;

-- Certificates that run out after one instant and by another and were not renewed, as certificate_status() has it, of
-- those whom the caller looks after, who still have their course and may learn; written out for the index of those that
-- run out.
create or replace function today_certificates(
  p_after timestamptz,
  p_until timestamptz
) returns table (
  user_id integer,
  course_id integer,
  term_since timestamptz,
  expires_at timestamptz
)
  language plpgsql
  stable
  security definer
  rows 100
  set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan
  as $$
#variable_conflict use_column
declare
  v_company integer := app_company();
  v_whole boolean := app_user_type() in ('owner', 'admin');
begin
  return query
  select k.user_id, k.course_id, coalesce(k.term_since, k.issued_at), k.expires_at
    from certificates k
    join course_states s on s.company_id = v_company and s.course_id = k.course_id and s.user_id = k.user_id
    join today_courses c on c.id = k.course_id
    where k.company_id = v_company and k.expires_at > p_after and k.expires_at <= p_until and k.replaced_at is null
      and k.revoked_at is null and not exists (select from course_blocks b
        where b.company_id = v_company and b.course_id = k.course_id and b.user_id = k.user_id)
      and k.user_id not in (select a.user_id from today_absent a)
      and (v_whole or k.user_id in (select people_in_reach()));
end $$;

-- Those that have run out.
create or replace function today_certificate_expired() returns setof today_row
  language sql
  stable
  security definer
  rows 100
  set search_path = public, pg_temp
  as $$
  select 'certificate_expired', k.user_id, k.course_id, null::integer, null::integer, null::integer, k.expires_at,
         null::integer, false
    from today_certificates('-infinity', app_now()) k
$$;
grant execute on function today_certificate_expired() to osnova_worker;

-- The rows of one of the day's sections, by its name; an unknown one is an error of the caller.
create or replace function today_rows(p_section text) returns setof today_row
  language plpgsql
  stable
  security definer
  rows 100
  set search_path = public, pg_temp
  as $$
begin
  case p_section
    when 'retake_asked' then return query select * from today_retake_asked();
    when 'failed_twice' then return query select * from today_failed_twice();
    when 'overdue' then return query select * from today_overdue();
    when 'due_soon' then return query select * from today_due_soon();
    when 'certificate_expired' then return query select * from today_certificate_expired();
    when 'certificate_expiring' then return query select * from today_certificate_expiring();
    when 'silent' then return query select * from today_silent();
  end case;
end $$;
grant execute on function today_rows(text) to osnova_worker;

reset role;

-- Results that wait to be published, by their forms.
create or replace function forms_in_review() returns table (
  form_id integer,
  form_name text,
  form_type integer,
  course_id integer,
  course_name text,
  count integer,
  since timestamptz
)
  language sql
  stable
  as $$
  select t.form_id, v.settings->>'name', f.form_type, t.course_id, c.name, count(*)::integer, min(t.finished_at)
    from today_in_review() t
    join forms f on f.company_id = app_company() and f.id = t.form_id
    join current_versions v on v.company_id = f.company_id and v.form_id = f.id
    join courses c on c.company_id = f.company_id and c.id = t.course_id
    group by t.form_id, v.settings, f.form_type, t.course_id, c.name
$$;

-- What may be done about a row: a retake granted or refused, a reminder sent.
create or replace function today_actions(
  p_row today_row,
  p_refusal text
) returns text[]
  language sql
  stable
  as $$
  select array_remove(array[
    case when p_row.kind in ('retake_asked', 'failed_twice') and exists (
      select from judge_retakes(p_row.form_id, array[p_row.user_id]) j where j.code is null) then 'retake' end,
    case when p_row.kind = 'retake_asked' then 'decline'
         when p_refusal is null and not is_coming(p_row.kind) then 'remind' end], null)
$$;

-- Rows of a section (as JSON of `today_row`), in this order, as staff read them.
create or replace function told_today(
  p_rows jsonb
) returns table (
  key text,
  kind text,
  "user" jsonb,
  course jsonb,
  program jsonb,
  form jsonb,
  webinar jsonb,
  since timestamptz,
  attempt_id integer,
  percent double precision,
  progress integer,
  attempts_used integer,
  attempts_allowed integer,
  retake_granted boolean,
  reminded jsonb,
  refusal text,
  message text,
  actions text[],
  activated boolean,
  has_email boolean
)
  language sql
  stable
  as $$
  select today_key(p.row), (p.row).kind, person(u.id, u.first_name, u.last_name),
         case when c.id is not null then named(c.id, c.name) end,
         case when g.id is not null then named(g.id, g.name) end,
         case when f.id is not null then
           named(f.id, v.settings->>'name') || jsonb_build_object('form_type', f.form_type) end,
         case when w.id is not null then named(w.id, w.name) end,
         (p.row).since, (p.row).attempt_id,
         (select k.percent::float8 from gradings k
            where k.company_id = app_company() and k.attempt_id = (p.row).attempt_id order by k.id desc limit 1),
         cp.percent, a.attempts_used,
         case when f.id is not null then attempts_allowed(v.settings, coalesce(a.extra_attempts, 0)) end,
         coalesce(a.status = 'reopened', false),
         case when m.id is not null then jsonb_build_object('at', m.created_at,
           'author', case when s.id is not null then person(s.id, s.first_name, s.last_name) end) end,
         e.code, coalesce((select r.message from retake_requests r
           where (p.row).kind = 'retake_asked' and r.company_id = app_company() and r.form_id = f.id
             and r.user_id = u.id and r.ended_at is null), ''),
         today_actions(p.row, e.code), u.activated_at is not null, u.email is not null
    from jsonb_array_elements(p_rows) with ordinality given(told, place)
    cross join lateral (
      select jsonb_populate_record(null::today_row, given.told) as row, given.place offset 0) p
    join users u on u.id = (p.row).user_id
    left join courses c on c.company_id = app_company() and c.id = (p.row).course_id
    left join programs g on g.company_id = app_company() and g.id = (p.row).program_id
    left join webinars w on w.company_id = app_company() and w.id = (p.row).webinar_id
    left join forms f on f.company_id = app_company() and f.id = (p.row).form_id
    left join lateral (
      select settings from form_versions
        where company_id = f.company_id and form_id = f.id order by number desc limit 1) v on true
    left join assignments a on a.company_id = f.company_id and a.form_id = f.id and a.user_id = u.id
    left join course_progress cp on cp.company_id = c.company_id and cp.course_id = c.id and cp.user_id = u.id
    left join lateral last_reminder(p.row) m on true
    left join users s on s.id = m.author_id
    cross join lateral (select case when not is_coming((p.row).kind) then reminder_refusal(p.row) end as code) e
    order by p.place
$$;
