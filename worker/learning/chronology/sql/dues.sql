-- By when courses are due: as they were given, and as timelines have it.

set role osnova_system;

-- Each gift of a course with a due date to a student, by themselves or by a group, without a program: by the days that
-- count from the assignment, or by a date. A view, so that one course is looked up by its key.
create or replace view dated_gifts
  with (security_invoker = true)
  as
  select
    g.company_id,
    g.user_id,
    g.course_id,
    day_ends(
      chronology_day(
        case when g.due_on is null then 'after_assignment' else 'date' end,
        g.due_on,
        g.due_after_days,
        g.assigned_at,
        null,
        k.time_zone
      ),
      k.time_zone
    ) as due_at
  from (
      select
        cm.company_id,
        cm.user_id,
        cm.course_id,
        cm.due_on,
        cm.due_after_days,
        cm.created_at as assigned_at
      from course_members cm
      where
        cm.role = 'student'
        and num_nonnulls(cm.due_on, cm.due_after_days) = 1
      union all
      select
        cg.company_id,
        gm.user_id,
        cg.course_id,
        cg.due_on,
        cg.due_after_days,
        greatest(gm.created_at, cg.created_at)
      from course_groups cg
        join study_groups s on
          s.company_id = cg.company_id
            and s.id = cg.group_id
            and s.deleted_at is null
        join group_members gm on
          gm.company_id = cg.company_id
            and gm.group_id = cg.group_id
            and gm.role = 'student'
      where num_nonnulls(cg.due_on, cg.due_after_days) = 1
    ) g
    join companies k on k.id = g.company_id
    join courses c on
      c.company_id = g.company_id
        and c.id = g.course_id
        and c.deleted_at is null
        and c.published_at is not null;

-- By when granted retakes are to be taken that nobody has begun.
create or replace view retake_dues
  with (security_invoker = true)
  as
  select a.company_id, a.user_id, m.course_id, a.due_at
  from assignments a
    join forms f on
      f.company_id = a.company_id and f.id = a.form_id and f.deleted_at is null
    join materials m on
      m.company_id = f.company_id
        and m.id = f.material_id
        and m.deleted_at is null
  where a.status = 'reopened' and a.due_at is not null;
grant select on retake_dues to osnova_worker;

-- By when courses (null: all) that were given to students or their groups without a program are due to students (null:
-- all), by the earliest of what gives them.
create or replace function given_dues(
  p_courses integer[],
  p_users integer[]
) returns table (user_id integer, course_id integer, due_at timestamptz)
  language sql
  stable
  security definer
  rows 100
  set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan
  as $$
  select g.user_id, g.course_id, min(g.due_at)
    from dated_gifts g
    where g.company_id = app_company() and (p_courses is null or g.course_id = any (p_courses))
      and (p_users is null or g.user_id = any (p_users))
    group by g.user_id, g.course_id
$$;
grant execute on function given_dues(integer[], integer[]) to osnova_worker;

-- Of those the ones that are not finished; whoever is kept out of a course owes nothing in it.
create or replace function given_owed(
  p_users integer[]
) returns table (user_id integer, course_id integer, due_at timestamptz)
  language sql
  stable
  security definer
  rows 100
  set search_path = public, pg_temp
  as $$
  select d.user_id, d.course_id, d.due_at
    from given_dues(null, p_users) d
    join course_states s on s.company_id = app_company() and s.course_id = d.course_id and s.user_id = d.user_id
    where (s.opened_at is null or s.done < s.total) and not exists (
      select from course_blocks b
        where b.company_id = app_company() and b.course_id = d.course_id and b.user_id = d.user_id)
$$;
grant execute on function given_owed(integer[]) to osnova_worker;

-- By when a course is due to students (null: all), by the earliest of all that give it, timelines too; and of who has
-- finished it, when that was and how many days after. Late is only what the student did late: a mark may come when it
-- will. Most courses are due to nobody, which costs three looks by keys.
create or replace function course_terms(
  p_course integer,
  p_users integer[]
) returns table (
  user_id integer,
  due_at timestamptz,
  overdue boolean,
  finished_at timestamptz,
  finished_late_days integer
)
  language plpgsql
  stable
  security definer
  rows 10
  set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan
  as $$
#variable_conflict use_column
declare
  v_company integer := app_company();
begin
  if not exists (select from course_groups
      where company_id = v_company and course_id = p_course and num_nonnulls(due_on, due_after_days) = 1)
    and not exists (select from chronology_items
      where company_id = v_company and course_id = p_course and due <> 'none')
    and not exists (select from course_members
      where company_id = v_company and course_id = p_course and num_nonnulls(due_on, due_after_days) = 1
        and (p_users is null or user_id = any (p_users))) then
    return;
  end if;
  return query
  select d.user_id, d.due_at, f.at is null and d.due_at < app_now(), f.at,
         case when f.at is not null then days_late(d.due_at, least(f.at, s.last_activity)) end
    from (
      select given.user_id, min(given.due_at) as due_at
        from (
          select g.user_id, g.due_at from dated_gifts g
            where g.company_id = v_company and g.course_id = p_course
              and (p_users is null or g.user_id = any (p_users))
          union all
          select t.user_id, t.due_at
            from chronology_items i
            join programs p on p.company_id = i.company_id and p.id = i.program_id and p.deleted_at is null
            cross join lateral chronology_states(i.program_id, p_users) t
            where i.company_id = v_company and i.course_id = p_course and i.due <> 'none' and t.item_id = i.id
              and t.due_at is not null
        ) given
        group by given.user_id
    ) d
    join course_states s on s.company_id = v_company and s.course_id = p_course and s.user_id = d.user_id
    cross join lateral (
      select case when s.opened_at is not null and s.done >= s.total then coalesce(s.done_at, s.opened_at) end as at) f;
end $$;
grant execute on function course_terms(integer, integer[]) to osnova_worker;

-- Of those the ones of who has not finished it.
create or replace function course_dues(
  p_course integer,
  p_users integer[]
) returns table (user_id integer, due_at timestamptz, overdue boolean)
  language sql
  stable
  security definer
  rows 10
  set search_path = public, pg_temp
  as $$
  select t.user_id, t.due_at, t.overdue from course_terms(p_course, p_users) t where t.finished_at is null
$$;

-- The same of the caller, or by when they are to take a retake in it. Most courses are due to nobody, which a look by
-- keys says; course_terms() is planned for whoever it is given, each time, which takes longer than all else that the
-- page of a course asks.
create or replace function own_course_due(
  p_course integer
) returns table (
  due_at timestamptz,
  overdue boolean,
  finished_at timestamptz,
  finished_late_days integer
)
  language plpgsql
  stable
  security definer
  rows 1
  set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan
  as $$
#variable_conflict use_column
declare
  v_company integer := app_company();
  v_user integer := app_user();
  v_term record;
  v_retake timestamptz := (select min(r.due_at) from retake_dues r
    where r.company_id = app_company() and r.course_id = p_course and r.user_id = app_user());
begin
  select null::timestamptz as due_at, null::timestamptz as finished_at, null::integer as finished_late_days into v_term;
  if exists (select from dated_gifts where company_id = v_company and course_id = p_course and user_id = v_user)
    or exists (select from chronology_items
      where company_id = v_company and course_id = p_course and due <> 'none') then
    select t.due_at, t.finished_at, t.finished_late_days into v_term from course_terms(p_course, array[v_user]) t;
  end if;
  -- What is still to be done goes before what is done.
  if v_retake is not null then
    v_retake := least(v_retake, case when v_term.finished_at is null then v_term.due_at end);
    return query select v_retake, v_retake < app_now(), null::timestamptz, null::integer;
  elsif v_term.due_at is not null then
    return query select v_term.due_at, v_term.finished_at is null and v_term.due_at < app_now(), v_term.finished_at,
                        v_term.finished_late_days;
  end if;
end $$;
grant execute on function own_course_due(integer) to osnova_worker;

-- Who has not finished a course and has it due at another time than before ({user: due_at}).
create or replace function due_changes(
  p_course integer,
  p_before jsonb
) returns table (
  user_id integer,
  was timestamptz,
  due_at timestamptz,
  overdue boolean
)
  language sql
  stable
  security definer
  rows 100
  set search_path = public, pg_temp
  as $$
  select coalesce(b.user_id, n.user_id), b.due_at, n.due_at, coalesce(n.overdue, false)
    from (select key::integer as user_id, value::timestamptz as due_at from jsonb_each_text(p_before)) b
    full join course_dues(p_course, null) n on n.user_id = b.user_id
    where n.due_at is distinct from b.due_at
$$;

-- Sets by when a course is due to groups and people, who have it by that very gift, and tells students; gives what
-- that changes, and with p_dry_run leaves it at that. `p_due`: {due_on?, due_after_days?}; a day goes before a number
-- of days.
create or replace function set_course_due(
  p_course integer,
  p_groups integer[],
  p_users integer[],
  p_due jsonb,
  p_dry_run boolean
) returns jsonb
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_company integer := app_company();
  v_before jsonb;
  v_changed jsonb;
begin
  perform require_in_reach(p_groups, array[p_course]);
  perform require_people(p_users, 'student', 'user_ids');
  perform from courses where company_id = v_company and id = p_course for update;
  if exists (select unnest(p_groups) except
             select group_id from course_groups where company_id = v_company and course_id = p_course)
    or exists (select unnest(p_users) except
               select user_id from course_members
                 where company_id = v_company and course_id = p_course and role = 'student') then
    perform fail('not_found');
  end if;
  select coalesce(jsonb_object_agg(user_id, due_at), '{}') into v_before from course_dues(p_course, null);
  begin
    update course_groups set due_on = due_on_of(p_due), due_after_days = due_days_of(p_due)
      where company_id = v_company and course_id = p_course and group_id = any (p_groups);
    update course_members set due_on = due_on_of(p_due), due_after_days = due_days_of(p_due)
      where company_id = v_company and course_id = p_course and user_id = any (p_users) and role = 'student';
    select jsonb_build_object('changed', count(*), 'overdue', count(*) filter (where c.overdue), 'from', min(c.due_at),
                              'to', max(c.due_at))
      into v_changed from due_changes(p_course, v_before) c;
    if p_dry_run then
      raise exception 'measured' using errcode = 'OS030';
    end if;
  exception when sqlstate 'OS030' then
    null;
  end;
  if not p_dry_run then
    perform tell_of_dues(array_agg(c.user_id), array_agg(p_course), array_agg(null::integer), array_agg(c.was),
                         array_agg(c.due_at))
      from due_changes(p_course, v_before) c;
  end if;
  return v_changed;
end $$;
grant
  execute
  on
    function set_course_due(integer, integer[], integer[], jsonb, boolean)
  to
  osnova_worker;

reset role;

-- The day of {due_on?, due_after_days?}.
create or replace function due_on_of(p_due jsonb) returns date
  language sql
  immutable
  as $$
  select (p_due->>'due_on')::date
$$;

-- Its number of days, where it names no day.
create or replace function due_days_of(p_due jsonb) returns integer
  language sql
  immutable
  as $$
  select case when p_due->>'due_on' is null then (p_due->>'due_after_days')::integer end
$$;
