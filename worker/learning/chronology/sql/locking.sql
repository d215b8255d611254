-- What a timeline closes.

set role osnova_system;

-- Why courses are closed to a student, by their id: they have them only through programs whose timelines lock them. A
-- timeline is worked out once, however many courses are asked for; courses in no timeline cost one look at an index.
create or replace function course_locks_of(
  p_user integer,
  p_courses integer[]
) returns jsonb
  language plpgsql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_company integer := app_company();
begin
  if not exists (select from chronology_items i where i.company_id = v_company and i.course_id = any (p_courses)) then
    return '{}';
  end if;
  return (
    with asked as materialized (
      select c.id from unnest(p_courses) c(id)
        where exists (select from chronology_items i where i.company_id = v_company and i.course_id = c.id)
          and not exists (select from course_members cm
            where cm.company_id = v_company and cm.course_id = c.id and cm.user_id = p_user and cm.role = 'student')
          and not exists (select from group_members gm
            join study_groups g on g.company_id = v_company and g.id = gm.group_id and g.deleted_at is null
            join course_groups cg on cg.company_id = v_company and cg.group_id = gm.group_id and cg.course_id = c.id
            where gm.company_id = v_company and gm.user_id = p_user and gm.role = 'student')
          and not attempt_runs_in(c.id, p_user)
    ), programs_of_user as materialized (
      select distinct p.id, p.name from group_members gm
        join study_groups g on g.company_id = v_company and g.id = gm.group_id and g.deleted_at is null
        join program_groups pg on pg.company_id = v_company and pg.group_id = gm.group_id
        join programs p on p.company_id = v_company and p.id = pg.program_id and p.deleted_at is null
        where gm.company_id = v_company and gm.user_id = p_user and gm.role = 'student'
    ), sources as materialized (
      -- What was open once and no due date blocks, or what stands in no timeline, needs no working out.
      select a.id as course_id, p.id as program_id, p.name,
             i.id is null or o.item_id is not null and (i.due = 'none' or i.after_due = 'allow_late') as open
        from asked a
        join program_courses pc on pc.company_id = v_company and pc.course_id = a.id
        join programs_of_user p on p.id = pc.program_id
        left join chronology_items i on i.company_id = v_company and i.program_id = p.id and i.course_id = a.id
        left join chronology_opened o on o.company_id = v_company and o.user_id = p_user and o.item_id = i.id
    ), doubtful as materialized (
      select s.course_id, s.program_id, s.name from sources s
        where not exists (select from sources o where o.course_id = s.course_id and o.open)
    ), steps as materialized (
      select p.program_id, s.course_id, s.state, s.reason, s.after, s.opens_at
        from (select distinct program_id from doubtful) p
        cross join lateral chronology_states(p.program_id, array[p_user]) s
        where s.course_id is not null
    ), locked as (
      -- Of several reasons one that time or the student can change goes before a due date that has passed.
      select d.course_id, (array_agg(
               jsonb_build_object('program', jsonb_build_object('id', d.program_id, 'name', d.name), 'reason', s.reason,
                                  'after', coalesce(s.after, '[]'), 'opens_at', s.opens_at)
               order by s.reason = 'overdue', d.program_id))[1] as lock
        from doubtful d
        left join steps s on s.program_id = d.program_id and s.course_id = d.course_id
        group by d.course_id
        having bool_and(s.state is not distinct from 'locked')
    )
    select coalesce(jsonb_object_agg(course_id, lock), '{}') from locked
  );
end $$;
grant execute on function course_locks_of(integer, integer[]) to osnova_worker;

-- The same of the student who entered.
create or replace function course_locks(p_courses integer[]) returns jsonb
  language sql
  stable
  as $$
  select course_locks_of(app_user(), p_courses)
$$;
grant execute on function course_locks(integer[]) to osnova_worker;

-- Whether the course or webinar that the timeline of a program closes is closed to a student: another way may give it
-- to them, which is looked into only where there is one.
create or replace function stays_locked(
  p_program integer,
  p_course integer,
  p_webinar integer,
  p_user integer
) returns boolean
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select case when p_course is null then exists (select from closed_webinars(array[p_webinar], array[p_user]))
  when exists (
    select from course_members cm
      where cm.company_id = app_company() and cm.course_id = p_course and cm.user_id = p_user and cm.role = 'student'
    union all
    select from group_members gm
      join course_groups cg on cg.company_id = gm.company_id and cg.group_id = gm.group_id and cg.course_id = p_course
      where gm.company_id = app_company() and gm.user_id = p_user and gm.role = 'student'
    union all
    select from program_courses pc
      join program_groups pg on pg.company_id = pc.company_id and pg.program_id = pc.program_id
      join group_members gm on gm.company_id = pg.company_id and gm.group_id = pg.group_id and gm.user_id = p_user
        and gm.role = 'student'
      where pc.company_id = app_company() and pc.course_id = p_course and pc.program_id <> p_program
  ) then course_locks_of(p_user, array[p_course]) ? p_course::text else true end
$$;
grant
  execute
  on
    function stays_locked(integer, integer, integer, integer)
  to
  osnova_worker;

-- As course_locks(), of one course.
create or replace function course_lock(p_course integer) returns jsonb
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select course_locks(array[p_course]) -> p_course::text
$$;
grant execute on function course_lock(integer) to osnova_worker;

-- Refuses a student to whom a timeline closes the course; what was open to them is kept open.
create or replace function refuse_locked(p_course integer) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_lock jsonb;
begin
  if not exists (select from chronology_items i where i.company_id = app_company() and i.course_id = p_course) then
    return;
  end if;
  v_lock := course_lock(p_course);
  if v_lock is not null then
    perform fail('course_locked', '', v_lock::text);
  end if;
  perform keep_chronology_opened(i.program_id, array[app_user()]) from chronology_items i
    where i.company_id = app_company() and i.course_id = p_course
      and not exists (select from chronology_opened o
                        where o.company_id = i.company_id and o.user_id = app_user() and o.item_id = i.id);
end $$;

-- What invites these people (null: everybody) to webinars of the company entered. Programs that somebody studies are
-- named, since their timelines may close the webinar, or the course (`course_id`) that it is of; whatever else invites
-- names none.
create or replace function webinar_sources(
  p_webinars integer[],
  p_users integer[]
) returns table (
  webinar_id integer,
  user_id integer,
  program_id integer,
  course_id integer
)
  language sql
  stable
  security definer
  rows 1000
  set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan
  as $$
  with courses_of as materialized (
    select wc.webinar_id, wc.course_id from webinar_courses wc
      join courses c on c.company_id = wc.company_id and c.id = wc.course_id and c.deleted_at is null
        and c.published_at is not null
      where wc.company_id = app_company() and wc.webinar_id = any (p_webinars)
  ), members as materialized (
    select gm.group_id, gm.user_id, gm.role = 'student' as studies from group_members gm
      join study_groups g on g.company_id = gm.company_id and g.id = gm.group_id and g.deleted_at is null
      where gm.company_id = app_company() and (p_users is null or gm.user_id = any (p_users))
  ), sources as (
    select w.id as webinar_id, w.host_id as user_id, null::integer as program_id, null::integer as course_id
      from webinars w where w.company_id = app_company() and w.id = any (p_webinars)
    union all
    select h.webinar_id, h.user_id, null, null from webinar_hosts h
      where h.company_id = app_company() and h.webinar_id = any (p_webinars)
    union all
    select wg.webinar_id, m.user_id, null, null from webinar_groups wg join members m on m.group_id = wg.group_id
      where wg.company_id = app_company() and wg.webinar_id = any (p_webinars)
    union all
    select wp.webinar_id, m.user_id, case when m.studies then p.id end, null from webinar_programs wp
      join programs p on p.company_id = wp.company_id and p.id = wp.program_id and p.deleted_at is null
      join program_groups pg on pg.company_id = wp.company_id and pg.program_id = wp.program_id
      join members m on m.group_id = pg.group_id
      where wp.company_id = app_company() and wp.webinar_id = any (p_webinars)
    union all
    select o.webinar_id, cm.user_id, null, o.course_id from courses_of o
      join course_members cm on cm.company_id = app_company() and cm.course_id = o.course_id and cm.role = 'student'
    union all
    select o.webinar_id, m.user_id, null, o.course_id from courses_of o
      join course_groups cg on cg.company_id = app_company() and cg.course_id = o.course_id
      join members m on m.group_id = cg.group_id and m.studies
    union all
    select o.webinar_id, m.user_id, p.id, o.course_id from courses_of o
      join program_courses pc on pc.company_id = app_company() and pc.course_id = o.course_id
      join programs p on p.company_id = pc.company_id and p.id = pc.program_id and p.deleted_at is null
      join program_groups pg on pg.company_id = pc.company_id and pg.program_id = pc.program_id
      join members m on m.group_id = pg.group_id and m.studies
  )
  select distinct s.* from sources s
    where (p_users is null or s.user_id = any (p_users)) and not exists (
      select from course_blocks b
        where b.company_id = app_company() and b.course_id = s.course_id and b.user_id = s.user_id)
$$;

-- To whom of these people (null: everybody) timelines close webinars, and why: whatever invites them is a step that is
-- locked, as a course in course_locks(). What stands in no timeline costs one look at an index.
create or replace function closed_webinars(
  p_webinars integer[],
  p_users integer[]
) returns table (webinar_id integer, user_id integer, lock jsonb)
  language plpgsql
  stable
  security definer
  rows 100
  set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan
  as $$
#variable_conflict use_column
declare
  v_timed integer[] := array(
    select w.id from unnest(p_webinars) w(id)
      where exists (select from chronology_items i where i.company_id = app_company() and i.webinar_id = w.id)
        or exists (select from webinar_courses wc
             join chronology_items i on i.company_id = wc.company_id and i.course_id = wc.course_id
             where wc.company_id = app_company() and wc.webinar_id = w.id));
begin
  if cardinality(v_timed) = 0 then
    return;
  end if;
  return query
  with sources as materialized (
    select * from webinar_sources(v_timed, p_users)
  ), doubtful as materialized (
    select s.* from sources s where not exists (
      select from sources o where o.webinar_id = s.webinar_id and o.user_id = s.user_id and o.program_id is null)
  ), steps as materialized (
    select p.program_id, s.user_id, s.webinar_id, s.course_id, s.state, s.reason, s.after, s.opens_at
      from (select program_id, array_agg(distinct user_id) as users from doubtful group by program_id) p
      cross join lateral chronology_states(p.program_id, p.users) s
  )
  -- Of several reasons one that time or the student can change goes before a due date that has passed.
  select d.webinar_id, d.user_id, (array_agg(
           jsonb_build_object('program', named(p.id, p.name), 'reason', s.reason, 'after', coalesce(s.after, '[]'),
                              'opens_at', s.opens_at)
           order by s.reason = 'overdue', p.id))[1]
    from doubtful d
    join programs p on p.company_id = app_company() and p.id = d.program_id
    left join steps s on s.program_id = d.program_id and s.user_id = d.user_id
      and case when d.course_id is null then s.webinar_id = d.webinar_id else s.course_id = d.course_id end
    group by d.webinar_id, d.user_id
    having bool_and(s.state is not distinct from 'locked' and s.reason is distinct from 'canceled');
end $$;

-- Why webinars are closed to the student who entered, by their id; to any other role none is.
create or replace function webinar_locks(p_webinars integer[]) returns jsonb
  language plpgsql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
begin
  if app_user_type() <> 'student' then
    return '{}';
  end if;
  return (select coalesce(jsonb_object_agg(c.webinar_id, c.lock), '{}')
            from closed_webinars(p_webinars, array[app_user()]) c);
end $$;
grant execute on function webinar_locks(integer[]) to osnova_worker;

-- As webinar_locks(), of one webinar.
create or replace function webinar_lock(p_webinar integer) returns jsonb
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select webinar_locks(array[p_webinar]) -> p_webinar::text
$$;
grant execute on function webinar_lock(integer) to osnova_worker;
