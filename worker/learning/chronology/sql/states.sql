-- How far each student is in a timeline.

set role osnova_system;

create type chronology_state as (
  user_id integer,
  item_id integer,
  course_id integer,
  webinar_id integer,
  place integer,
  name text,
  counts boolean,
  canceled boolean,
  state text,
  reason text,
  after jsonb,
  opened boolean,
  overdue boolean,
  opens_at timestamptz,
  due_at timestamptz,
  done_at timestamptz
);

-- What stands in the timeline of a program now: what has left the program, or is hidden, is passed over. A canceled
-- webinar stays to be seen and asks for nothing.
create or replace function chronology_items_of(
  p_program integer
) returns table (
  id integer,
  stage_id integer,
  stage integer,
  place integer,
  course_id integer,
  webinar_id integer,
  name text,
  counts boolean,
  canceled boolean,
  access_rule text,
  access_from date,
  opens text,
  opens_on date,
  opens_after_days integer,
  due text,
  due_on date,
  due_after_days integer,
  after_due text
)
  language sql
  stable
  security definer
  rows 10
  set search_path = public, pg_temp
  as $$
  select i.id, i.stage_id, s.position, row_number() over (order by s.position, i.position, i.id)::integer, i.course_id,
         i.webinar_id, coalesce(c.name, w.name), i.required and w.canceled_at is null, w.canceled_at is not null,
         i.access_rule, i.access_from, i.opens, i.opens_on, i.opens_after_days, i.due, i.due_on, i.due_after_days,
         i.after_due
    from chronology_items i
    join chronology_stages s on s.company_id = i.company_id and s.id = i.stage_id
    left join courses c on c.company_id = i.company_id and c.id = i.course_id and c.deleted_at is null
      and c.published_at is not null and exists (
        select from program_courses pc
          where pc.company_id = i.company_id and pc.program_id = i.program_id and pc.course_id = c.id)
    left join webinars w on w.company_id = i.company_id and w.id = i.webinar_id and w.deleted_at is null
      and exists (
        select from webinar_programs wp
          where wp.company_id = i.company_id and wp.program_id = i.program_id and wp.webinar_id = w.id)
    where i.company_id = app_company() and i.program_id = p_program and (c.id is not null or w.id is not null)
$$;
grant execute on function chronology_items_of(integer) to osnova_worker;

-- The tests of courses that have to be passed where a pass is asked for: what is published of them.
create or replace view course_tests
  with (security_invoker)
  as
  select m.company_id, m.course_id, f.id as form_id
  from materials m
    join forms f on
      f.company_id = m.company_id
        and f.material_id = m.id
        and f.deleted_at is null
  where
    m.deleted_at is null
    and m.archived_at is null
    and m.type in ('practice', 'exam')
    and exists(
      select
      from form_versions v
      where v.company_id = f.company_id and v.form_id = f.id
    );
grant select on course_tests to osnova_worker;

-- When students have done all materials of courses, and (p_passing: if it is asked) passed all that is published of
-- their tests. A row for each student and course.
create or replace function course_ends(
  p_courses integer[],
  p_users integer[],
  p_passing boolean
) returns table (
  user_id integer,
  course_id integer,
  has_tests boolean,
  done_at timestamptz,
  passed_at timestamptz
)
  language sql
  stable
  as $$
  with done as materialized (
    select p.user_id, m.course_id, max(p.done_at) as done_at
      from materials m
      join material_progress p on p.company_id = m.company_id and p.material_id = m.id and p.user_id = any (p_users)
      where m.company_id = app_company() and m.course_id = any (p_courses) and m.deleted_at is null
        and m.type <> 'additional'
      group by p.user_id, m.course_id
  ), tests as materialized (
    select t.course_id, t.form_id, count(*) over (partition by t.course_id) as total
      from course_tests t
      where p_passing and t.company_id = app_company() and t.course_id = any (p_courses)
  ), passes as materialized (
    select z.user_id, t.course_id, t.total, min(a.finished_at) as passed_at
      from tests t
      join assignments z on z.company_id = app_company() and z.form_id = t.form_id and z.user_id = any (p_users)
      join attempts a on a.company_id = z.company_id and a.assignment_id = z.id and a.status = 'completed'
      where (select g.passed from gradings g where g.company_id = a.company_id and g.attempt_id = a.id
               order by g.id desc limit 1)
      group by z.user_id, t.course_id, t.total, t.form_id
  ), passed as materialized (
    select p.user_id, p.course_id, max(p.passed_at) as passed_at from passes p
      group by p.user_id, p.course_id having count(*) = max(p.total)
  )
  select u.id, c.id, c.id in (select t.course_id from tests t), d.done_at, p.passed_at
    from unnest(p_users) u(id)
    cross join unnest(p_courses) c(id)
    left join done d on d.user_id = u.id and d.course_id = c.id
    left join passed p on p.user_id = u.id and p.course_id = c.id
$$;

create type chronology_fact as (
  user_id integer,
  assigned_at timestamptz,
  item_id integer,
  previous integer,
  opened_at timestamptz,
  started_at timestamptz,
  done_at timestamptz,
  passed_at timestamptz
);

-- What students of a program (null: all of them) have done of its timeline, item by item; `previous`: the stage whose
-- end may open it. A webinar is done by whoever attended it, a course with its last material.
create or replace function chronology_facts(
  p_program integer,
  p_users integer[]
) returns setof chronology_fact
  language sql
  stable
  rows 50
  as $$
  with items as materialized (
    select i.*, (select max(e.stage) from chronology_items_of(p_program) e
                   where e.stage < i.stage and e.counts) as previous
      from chronology_items_of(p_program) i
  ), students as materialized (
    select gm.user_id, min(greatest(gm.created_at, pg.created_at)) as assigned_at
      from program_groups pg
      join study_groups g on g.company_id = pg.company_id and g.id = pg.group_id and g.deleted_at is null
      cross join lateral (
        -- Few are looked up by their keys, also by a plan that does not know who is asked for.
        select m.user_id, m.created_at from group_members m
          where p_users is null and m.company_id = pg.company_id and m.group_id = pg.group_id and m.role = 'student'
        union all
        select m.user_id, m.created_at from unnest(p_users) u(id)
          join group_members m on m.company_id = pg.company_id and m.group_id = pg.group_id and m.user_id = u.id
            and m.role = 'student'
      ) gm
      where pg.company_id = app_company() and pg.program_id = p_program
      group by gm.user_id
  ), ends as materialized (
    select * from course_ends(
      array(select course_id from items where course_id is not null), array(select user_id from students),
      exists (select from items where access_rule like '%passed'))
  )
  select s.user_id, s.assigned_at, i.id, i.previous, o.opened_at, cs.opened_at, d.done_at,
         case when d.done_at is null or e.has_tests and e.passed_at is null then null
              else greatest(d.done_at, e.passed_at) end
    from students s
    cross join items i
    left join chronology_opened o on o.company_id = app_company() and o.user_id = s.user_id and o.item_id = i.id
    left join course_states cs on cs.company_id = app_company() and cs.course_id = i.course_id
      and cs.user_id = s.user_id
    left join ends e on e.user_id = s.user_id and e.course_id = i.course_id
    left join webinar_attended wa on wa.company_id = app_company() and wa.webinar_id = i.webinar_id
      and wa.user_id = s.user_id
    cross join lateral (
      select case when wa.user_id is not null then wa.attended_at
                  when cs.opened_at is not null and cs.done = cs.total
                    then coalesce(e.done_at, cs.last_activity) end as done_at
    ) d
$$;

-- The day that an item names for its opening or its due date: a date, or days after another event.
create or replace function chronology_day(
  p_kind text,
  p_on date,
  p_days integer,
  p_assigned_at timestamptz,
  p_previous_at timestamptz,
  p_zone text
) returns date
  language sql
  immutable
  as $$
  select case p_kind
    when 'date' then p_on
    when 'after_assignment' then (p_assigned_at at time zone p_zone)::date + p_days
    when 'after_previous' then (p_previous_at at time zone p_zone)::date + p_days end
$$;

create type chronology_rule as (
  user_id integer,
  assigned_at timestamptz,
  item_id integer,
  course_id integer,
  webinar_id integer,
  place integer,
  name text,
  counts boolean,
  canceled boolean,
  access_rule text,
  opens text,
  opens_on date,
  opens_after_days integer,
  due text,
  due_on date,
  due_after_days integer,
  after_due text,
  opened_at timestamptz,
  started_at timestamptz,
  done_at timestamptz,
  previous_at timestamptz,
  rule_at timestamptz,
  not_done jsonb,
  not_passed jsonb
);

-- Since when the rule of each item lets each student in (`rule_at`: null as long as it does not), which looks at the
-- stages before; when the previous one was done, what is missing in it, and what is not passed where the rule looks.
create or replace function chronology_rules(
  p_program integer,
  p_users integer[],
  p_zone text
) returns setof chronology_rule
  language sql
  stable
  rows 50
  as $$
  with facts as materialized (
    select f.*, i.* from chronology_items_of(p_program) i
      join chronology_facts(p_program, p_users) f on f.item_id = i.id
  ), judged as materialized (
    select f.user_id, f.stage,
           coalesce(bool_and(f.done_at is not null) filter (where f.counts), true) as done,
           max(f.done_at) filter (where f.counts) as done_at,
           coalesce(bool_and(f.passed_at is not null) filter (where f.counts), true) as passed,
           max(f.passed_at) filter (where f.counts) as passed_at,
           jsonb_agg(named(f.id, f.name) order by f.place) filter (where f.counts and f.done_at is null) as not_done,
           jsonb_agg(named(f.id, f.name) order by f.place)
             filter (where f.counts and f.passed_at is null) as not_passed
      from facts f group by f.user_id, f.stage
  ), earlier as materialized (
    select j.user_id, j.stage, coalesce(bool_and(j.passed) over before, true) as passed,
           max(j.passed_at) over before as passed_at,
           array_agg(j.not_passed) filter (where j.not_passed is not null) over before as not_passed
      from judged j
      window before as (partition by j.user_id order by j.stage rows between unbounded preceding and 1 preceding)
  )
  select f.user_id, f.assigned_at, f.id, f.course_id, f.webinar_id, f.place, f.name, f.counts, f.canceled,
         f.access_rule, f.opens, f.opens_on, f.opens_after_days, f.due, f.due_on, f.due_after_days, f.after_due,
         f.opened_at, f.started_at, f.done_at, previous.done_at,
         case f.access_rule
           when 'previous_done' then previous.done_at
           when 'previous_passed' then previous.passed_at
           when 'all_previous_passed' then case when e.passed then coalesce(e.passed_at, f.assigned_at) end
           when 'from_date' then day_begins(f.access_from, p_zone)
           else f.assigned_at end,
         p.not_done, case when f.access_rule <> 'all_previous_passed' then p.not_passed when not e.passed then (
           select jsonb_agg(i.item order by s.place, i.place)
             from unnest(e.not_passed) with ordinality s(items, place)
             cross join lateral jsonb_array_elements(s.items) with ordinality i(item, place)) end
    from facts f
    join earlier e on e.user_id = f.user_id and e.stage = f.stage
    left join judged p on p.user_id = f.user_id and p.stage = f.previous
    cross join lateral (
      select case when f.previous is null then f.assigned_at when p.done then p.done_at end as done_at,
             case when f.previous is null then f.assigned_at when p.passed then p.passed_at end as passed_at
    ) previous
$$;

-- The same with the days: from when on the day of opening allows an item (`date_at`), whether it is open by now, and
-- when it is due. A day begins and ends where the company is; a due date is the last instant of its day.
create or replace function chronology_dates(
  p_program integer,
  p_users integer[],
  p_now timestamptz,
  p_zone text
) returns table (
  rule chronology_rule,
  date_at timestamptz,
  opened boolean,
  due_at timestamptz
)
  language sql
  stable
  rows 50
  as $$
  select r, opening.date_at, coalesce(opening.available_at <= p_now, false) or r.opened_at is not null,
         day_ends(chronology_day(r.due, r.due_on, r.due_after_days, r.assigned_at,
           case when r.previous_at is not null
             then greatest(r.previous_at, coalesce(opening.available_at, r.opened_at)) end, p_zone), p_zone)
    from chronology_rules(p_program, p_users, p_zone) r
    cross join lateral (
      select case when r.opens in ('date', 'after_assignment', 'after_previous') then day_begins(
                    chronology_day(r.opens, r.opens_on, r.opens_after_days, r.assigned_at, r.previous_at, p_zone),
                    p_zone)
                  else r.assigned_at end as date_at
    ) day
    cross join lateral (
      select day.date_at, case when r.rule_at is not null and day.date_at is not null
        then greatest(r.assigned_at, r.rule_at, day.date_at) end as available_at
    ) opening
$$;

-- Where students of a program (null: all of them) stand in its timeline, item by item, and why one is closed to them.
-- What is asked are the two below, which plan it.
create or replace function chronology_standings(
  p_program integer,
  p_users integer[],
  p_now timestamptz,
  p_zone text
) returns setof chronology_state
  language sql
  stable
  rows 50
  as $$
  with dated as (
    select (d.rule).*, d.date_at, d.opened, d.due_at from chronology_dates(p_program, p_users, p_now, p_zone) d
  )
  select d.user_id, d.item_id, d.course_id, d.webinar_id, d.place, d.name, d.counts, d.canceled,
         case when d.done_at is not null then 'done'
              when d.canceled or not d.opened or d.due_at < p_now and d.after_due = 'block' then 'locked'
              when d.due_at < p_now then 'overdue'
              when d.started_at is not null then 'in_progress' else 'open' end,
         why.reason,
         case why.reason when 'previous_not_passed' then d.not_passed when 'previous_not_done' then d.not_done end,
         d.opened,
         d.done_at is null and not d.canceled and coalesce(d.due_at < p_now, false),
         case when why.reason in ('date', 'previous_not_done', 'previous_not_passed')
                and greatest(d.rule_at, d.date_at) > p_now then greatest(d.rule_at, d.date_at) end,
         case when not d.canceled then d.due_at end, d.done_at
    from dated d
    cross join lateral (
      select case when d.done_at is not null then null
                  when d.canceled then 'canceled'
                  when d.due_at < p_now and d.after_due = 'block' then 'overdue'
                  when d.opened then null
                  when d.rule_at is null and d.access_rule = 'previous_done' then 'previous_not_done'
                  when d.rule_at is null then 'previous_not_passed'
                  when d.date_at is null then 'previous_not_done'
                  else 'date' end as reason
    ) why
    order by d.user_id, d.place
$$;

-- Of students (null: all of a program's). All are found in another way than few, for whom a connection keeps its plan:
-- making one takes longer than following it.
create or replace function chronology_states(
  p_program integer,
  p_users integer[]
) returns setof chronology_state
  language plpgsql
  stable
  security definer
  rows 50
  set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan
  as $$
declare
  v_now timestamptz := app_now();
  v_zone text := (select time_zone from companies where id = app_company());
begin
  if p_users is null or cardinality(p_users) > 100 then
    perform set_config('plan_cache_mode', 'force_custom_plan', true);
  end if;
  return query select * from chronology_standings(p_program, p_users, v_now, v_zone);
end $$;
grant
  execute
  on
    function chronology_states(integer, integer[])
  to
  osnova_worker;

-- What is open to students now stays open to them, whatever becomes of the timeline.
create or replace function keep_chronology_opened(
  p_program integer,
  p_users integer[] default null
) returns void
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  insert into chronology_opened (company_id, item_id, user_id, opened_at)
    select app_company(), s.item_id, s.user_id, app_now() from chronology_states(p_program, p_users) s where s.opened
    on conflict do nothing
$$;
