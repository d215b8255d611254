-- The state of each student in each course, kept by triggers wherever something changes it.

-- Where a student would stand, counted. A material archived since counts for those who opened the course before. A test
-- is done with its mark or the repair of its key, which is no activity of the student's: their attempts at it are.
create or replace function counted_state(
  p_company integer,
  p_course integer,
  p_user integer
) returns table (
  total integer,
  done integer,
  opened_at timestamptz,
  last_activity timestamptz,
  done_at timestamptz
)
  language sql
  stable
  as $$
  select count(*) filter (where type <> 'additional')::integer,
    count(done_at) filter (where type <> 'additional')::integer,
         min(opened_at),
         max(greatest(opened_at, attempted_at, case when type not in ('practice', 'exam') then done_at end)),
         max(done_at) filter (where type <> 'additional')
    from (
      select m.type, m.archived_at, m.deleted_at, p.opened_at, p.done_at, p.attempted_at,
             min(p.opened_at) over () as first_opened_at
        from materials m
        left join material_progress p on p.company_id = m.company_id and p.user_id = p_user and p.material_id = m.id
        where m.company_id = p_company and m.course_id = p_course
    ) held
    where deleted_at is null and (archived_at is null or first_opened_at < archived_at)
$$;

-- The courses that groups give, themselves and by programs.
create or replace function courses_of_groups(
  p_company integer,
  p_groups integer[]
) returns integer[]
  language sql
  stable
  as $$
  select array_agg(distinct course_id) from (
    select course_id from course_groups where company_id = p_company and group_id = any (p_groups)
    union all
    select pc.course_id from program_groups pg
      join program_courses pc on pc.company_id = pg.company_id and pc.program_id = pg.program_id
      where pg.company_id = p_company and pg.group_id = any (p_groups)) given
$$;

set role osnova_system;

-- Whoever counts anew locks first and counts in a later statement: of two changes at once the second one sees what the
-- first has done. `p_users` null: all who have the courses.
create or replace function lock_course_states(
  p_courses integer[],
  p_users integer[]
) returns void
  language plpgsql
  set plan_cache_mode = force_generic_plan
  as $$
begin
  perform from courses where id = any (p_courses) order by id for no key update;
  if p_users is null then
    perform from courses c join course_states s on s.company_id = c.company_id and s.course_id = c.id
      where c.id = any (p_courses) order by s.course_id, s.user_id for update of s;
  else
    perform from courses c join course_states s on s.company_id = c.company_id and s.course_id = c.id
      where c.id = any (p_courses) and s.user_id = any (p_users) order by s.course_id, s.user_id for update of s;
  end if;
end $$;

-- Counts courses anew for those who have them: who has, does not change with what is in them.
create or replace function recount_course_states(
  p_courses integer[]
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan
  as $$
begin
  if p_courses is null then
    return;
  end if;
  perform lock_course_states(p_courses, null);
  update course_states s
    set total = n.total, done = n.done, opened_at = n.opened_at, last_activity = n.last_activity, done_at = n.done_at
    from courses c
    join course_states o on o.company_id = c.company_id and o.course_id = c.id
    cross join lateral counted_state(o.company_id, o.course_id, o.user_id) n
    where c.id = any (p_courses)
      and s.company_id = o.company_id and s.course_id = o.course_id and s.user_id = o.user_id
      and (s.total, s.done, s.opened_at, s.last_activity, s.done_at) is distinct
        from (n.total, n.done, n.opened_at, n.last_activity, n.done_at);
end $$;

-- Counts anew who has courses, all their students or those named, and where these stand in them.
create or replace function refresh_course_states(
  p_courses integer[],
  p_users integer[] default null
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan
  as $$
begin
  if p_courses is null then
    return;
  end if;
  perform lock_course_states(p_courses, p_users);
  with studied as materialized (
    select e.company_id, e.course_id, e.user_id, min(e.given_at) as given_at from (
      select cm.company_id, cm.course_id, cm.user_id, cm.created_at as given_at from courses c
        join course_members cm on cm.company_id = c.company_id and cm.course_id = c.id and cm.role = 'student'
        where c.id = any (p_courses)
      union all
      select cg.company_id, cg.course_id, gm.user_id, greatest(gm.created_at, cg.created_at) from courses c
        join course_groups cg on cg.company_id = c.company_id and cg.course_id = c.id
        join study_groups g on g.company_id = cg.company_id and g.id = cg.group_id and g.deleted_at is null
        join group_members gm on gm.company_id = cg.company_id and gm.group_id = cg.group_id and gm.role = 'student'
        where c.id = any (p_courses)
      union all
      select pc.company_id, pc.course_id, gm.user_id, greatest(gm.created_at, pg.created_at, pc.created_at)
        from courses c
        join program_courses pc on pc.company_id = c.company_id and pc.course_id = c.id
        join programs p on p.company_id = pc.company_id and p.id = pc.program_id and p.deleted_at is null
        join program_groups pg on pg.company_id = pc.company_id and pg.program_id = pc.program_id
        join study_groups g on g.company_id = pg.company_id and g.id = pg.group_id and g.deleted_at is null
        join group_members gm on gm.company_id = pg.company_id and gm.group_id = pg.group_id and gm.role = 'student'
        where c.id = any (p_courses)
    ) e where p_users is null or e.user_id = any (p_users) group by e.company_id, e.course_id, e.user_id
  ), gone as (
    delete from course_states s using courses c
      where c.id = any (p_courses) and s.company_id = c.company_id and s.course_id = c.id
        and (p_users is null or s.user_id = any (p_users))
        and not exists (select from studied e where e.course_id = s.course_id and e.user_id = s.user_id)
  )
  insert into course_states as s
      (company_id, course_id, user_id, total, done, opened_at, last_activity, done_at, given_at)
    select e.company_id, e.course_id, e.user_id, n.total, n.done, n.opened_at, n.last_activity, n.done_at, e.given_at
      from studied e cross join lateral counted_state(e.company_id, e.course_id, e.user_id) n
    on conflict (company_id, course_id, user_id) do update
      set total = excluded.total, done = excluded.done, opened_at = excluded.opened_at,
        last_activity = excluded.last_activity, done_at = excluded.done_at, given_at = excluded.given_at
      where (s.total, s.done, s.opened_at, s.last_activity, s.done_at, s.given_at) is distinct
        from (excluded.total, excluded.done, excluded.opened_at, excluded.last_activity, excluded.done_at,
          excluded.given_at);
end $$;
grant execute on function refresh_course_states(integer[], integer[]) to public;

-- Progress changes only rows that are there. Where a video stands is written every few seconds: the course's figures
-- are counted anew only when something was opened, attempted or done.
create or replace function progress_noted() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  if tg_op = 'UPDATE' then
    if not exists (select company_id, user_id, material_id, opened_at, attempted_at, done_at from changed
                   except select company_id, user_id, material_id, opened_at, attempted_at, done_at from was_rows) then
      return null;
    end if;
  elsif not exists (select from changed) then
    -- What was there already was updated in place of the insert.
    return null;
  end if;
  perform from (select distinct m.company_id, m.course_id, c.user_id from changed c
                  join materials m on m.company_id = c.company_id and m.id = c.material_id) pair
    join course_states s using (company_id, course_id, user_id) order by s.course_id, s.user_id for update of s;
  update course_states s
    set total = n.total, done = n.done, opened_at = n.opened_at, last_activity = n.last_activity, done_at = n.done_at
    from (select distinct m.company_id, m.course_id, c.user_id from changed c
            join materials m on m.company_id = c.company_id and m.id = c.material_id) pair
    cross join lateral counted_state(pair.company_id, pair.course_id, pair.user_id) n
    where s.company_id = pair.company_id and s.course_id = pair.course_id and s.user_id = pair.user_id;
  return null;
end $$;
grant execute on function progress_noted() to public;

-- States of a course follow its materials: what they are, and whether they are archived or deleted.
create or replace function materials_changed() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  if tg_op = 'UPDATE' then
    perform recount_course_states((select array_agg(distinct n.course_id) from (
      select id, course_id, type, archived_at, deleted_at from now_rows
      except select id, course_id, type, archived_at, deleted_at from was_rows) n));
  else
    perform recount_course_states((select array_agg(distinct course_id) from now_rows));
  end if;
  return null;
end $$;
grant execute on function materials_changed() to public;

-- A group is given a course, or loses it.
create or replace function course_groups_changed() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform refresh_course_states((select array_agg(distinct course_id) from changed));
  perform refresh_group_progress((select array_agg(distinct group_id) from changed));
  return null;
end $$;
grant execute on function course_groups_changed() to public;

-- A course comes into a program, or leaves it.
create or replace function program_courses_changed() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform refresh_course_states((select array_agg(distinct course_id) from changed));
  perform refresh_group_progress((select array_agg(distinct pg.group_id) from changed c
    join program_groups pg on pg.company_id = c.company_id and pg.program_id = c.program_id));
  return null;
end $$;
grant execute on function program_courses_changed() to public;

-- Somebody is given a course by themselves, or loses it.
create or replace function course_students_changed() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform refresh_course_states((select array_agg(distinct course_id) from changed where role = 'student'),
                                (select array_agg(distinct user_id) from changed where role = 'student'));
  return null;
end $$;
grant execute on function course_students_changed() to public;

-- Students come into a group, or leave it.
create or replace function group_students_changed() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v record;
begin
  for v in select company_id, array_agg(distinct group_id) as groups, array_agg(distinct user_id) as users from changed
             where role = 'student' group by company_id loop
    perform refresh_course_states(courses_of_groups(v.company_id, v.groups), v.users);
    perform refresh_group_progress(v.groups, v.users);
  end loop;
  return null;
end $$;
grant execute on function group_students_changed() to public;

-- A group is given a program, or loses it.
create or replace function program_groups_changed() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform refresh_course_states((select array_agg(distinct pc.course_id) from changed c
    join program_courses pc on pc.company_id = c.company_id and pc.program_id = c.program_id));
  perform refresh_group_progress((select array_agg(distinct group_id) from changed));
  return null;
end $$;
grant execute on function program_groups_changed() to public;

-- A group is deleted or restored.
create or replace function group_hidden() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform refresh_course_states(courses_of_groups(new.company_id, array[new.id]));
  perform refresh_group_progress(array[new.id]);
  return null;
end $$;
grant execute on function group_hidden() to public;

-- A program is deleted or restored.
create or replace function program_hidden() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform refresh_course_states((select array_agg(course_id) from program_courses
    where company_id = new.company_id and program_id = new.id));
  perform refresh_group_progress((select array_agg(group_id) from program_groups
    where company_id = new.company_id and program_id = new.id));
  return null;
end $$;
grant execute on function program_hidden() to public;

-- The day on which something came to somebody is written once. Where it is mended, what hangs on it follows.
create or replace function given_anew() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform refresh_course_states(case tg_table_name
    when 'group_members' then courses_of_groups(new.company_id, array[(to_jsonb(new)->>'group_id')::integer])
    when 'program_groups' then array(select course_id from program_courses
      where company_id = new.company_id and program_id = (to_jsonb(new)->>'program_id')::integer)
    else array[(to_jsonb(new)->>'course_id')::integer] end, case
    when tg_table_name in ('group_members', 'course_members') then array[(to_jsonb(new)->>'user_id')::integer] end);
  return null;
end $$;
grant execute on function given_anew() to public;

reset role;

create trigger states_insert
  after insert
  on material_progress
  referencing new table as changed
  for each statement
  when (not erasing())
  execute function progress_noted();

create trigger states_delete
  after delete
  on material_progress
  referencing old table as changed
  for each statement
  when (not erasing())
  execute function progress_noted();

create trigger states_insert
  after insert
  on materials
  referencing new table as now_rows
  for each statement
  when (not erasing())
  execute function materials_changed();

create trigger states_update
  after update
  on materials
  referencing old table as was_rows new table as now_rows
  for each statement
  when (not erasing())
  execute function materials_changed();

create trigger states_delete
  after delete
  on materials
  referencing old table as now_rows
  for each statement
  when (not erasing())
  execute function materials_changed();

create trigger states
  after update of deleted_at
  on study_groups
  for each row
  when (not erasing() and (old.deleted_at is distinct from new.deleted_at))
  execute function group_hidden();

create trigger states
  after update of deleted_at
  on programs
  for each row
  when (not erasing() and (old.deleted_at is distinct from new.deleted_at))
  execute function program_hidden();

create trigger states_insert
  after insert
  on course_groups
  referencing new table as changed
  for each statement
  when (not erasing())
  execute function course_groups_changed();

create trigger states_delete
  after delete
  on course_groups
  referencing old table as changed
  for each statement
  when (not erasing())
  execute function course_groups_changed();

create trigger states_insert
  after insert
  on program_courses
  referencing new table as changed
  for each statement
  when (not erasing())
  execute function program_courses_changed();

create trigger states_delete
  after delete
  on program_courses
  referencing old table as changed
  for each statement
  when (not erasing())
  execute function program_courses_changed();

create trigger states_insert
  after insert
  on course_members
  referencing new table as changed
  for each statement
  when (not erasing())
  execute function course_students_changed();

create trigger states_delete
  after delete
  on course_members
  referencing old table as changed
  for each statement
  when (not erasing())
  execute function course_students_changed();

create trigger states_insert
  after insert
  on group_members
  referencing new table as changed
  for each statement
  when (not erasing())
  execute function group_students_changed();

create trigger states_delete
  after delete
  on group_members
  referencing old table as changed
  for each statement
  when (not erasing())
  execute function group_students_changed();

create trigger states_insert
  after insert
  on program_groups
  referencing new table as changed
  for each statement
  when (not erasing())
  execute function program_groups_changed();

create trigger states_delete
  after delete
  on program_groups
  referencing old table as changed
  for each statement
  when (not erasing())
  execute function program_groups_changed();

create trigger states_update
  after update
  on material_progress
  referencing old table as was_rows new table as changed
  for each statement
  when (not erasing())
  execute function progress_noted();

create trigger given
  after update of created_at
  on course_groups
  for each row
  when (not erasing() and (old.created_at is distinct from new.created_at))
  execute function given_anew();

create trigger given
  after update of created_at
  on program_courses
  for each row
  when (not erasing() and (old.created_at is distinct from new.created_at))
  execute function given_anew();

create trigger given
  after update of created_at
  on course_members
  for each row
  when (not erasing() and (old.created_at is distinct from new.created_at))
  execute function given_anew();

create trigger given
  after update of created_at
  on group_members
  for each row
  when (not erasing() and (old.created_at is distinct from new.created_at))
  execute function given_anew();

create trigger given
  after update of created_at
  on program_groups
  for each row
  when (not erasing() and (old.created_at is distinct from new.created_at))
  execute function given_anew();
