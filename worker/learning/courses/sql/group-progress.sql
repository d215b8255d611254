-- Where the students of each group stand in the courses that it gives them, kept by triggers beside the course states.

-- The courses that a group gives, itself or by a program, as far as students see them.
create or replace view group_courses
  with (security_invoker = true)
  as
  select x.company_id, x.group_id, x.course_id
  from (
      select cg.company_id, cg.group_id, cg.course_id from course_groups cg
      union
      select pg.company_id, pg.group_id, pc.course_id
      from program_groups pg
        join programs p on
          p.company_id = pg.company_id
            and p.id = pg.program_id
            and p.deleted_at is null
        join program_courses pc on
          pc.company_id = pg.company_id and pc.program_id = pg.program_id
    ) x
    join courses c on
      c.company_id = x.company_id
        and c.id = x.course_id
        and c.deleted_at is null
        and c.published_at is not null;
grant select on group_courses to osnova_worker, osnova_system;

set role osnova_system;

-- What a course adds to a group's figures.
create or replace function percent_done(
  p_done integer,
  p_total integer
) returns integer
  language sql
  immutable
  as $$
  select case when p_total > 0 then 100 * p_done / p_total else 0 end
$$;
grant execute on function percent_done(integer, integer) to public;

-- Sums up anew the students of groups, all or those named. Their rows are there before they are locked, and are summed
-- up in a later statement: of two changes at once the second one sees what the first has done.
create or replace function refresh_group_progress(
  p_groups integer[],
  p_users integer[] default null
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan
  as $$
begin
  if p_groups is null then
    return;
  end if;
  delete from group_progress p using study_groups o
    where o.id = any (p_groups) and p.company_id = o.company_id and p.group_id = o.id
      and (p_users is null or p.user_id = any (p_users))
      and not exists (select from group_members gm
        join study_groups g on g.company_id = gm.company_id and g.id = gm.group_id and g.deleted_at is null
        where gm.company_id = p.company_id and gm.group_id = p.group_id and gm.user_id = p.user_id
          and gm.role = 'student');
  insert into group_progress (company_id, group_id, user_id)
    select gm.company_id, gm.group_id, gm.user_id from study_groups g
      join group_members gm on gm.company_id = g.company_id and gm.group_id = g.id and gm.role = 'student'
      where g.id = any (p_groups) and g.deleted_at is null and (p_users is null or gm.user_id = any (p_users))
      order by gm.group_id, gm.user_id
    on conflict do nothing;
  perform from study_groups g join group_progress p on p.company_id = g.company_id and p.group_id = g.id
    where g.id = any (p_groups) and (p_users is null or p.user_id = any (p_users))
    order by p.group_id, p.user_id for update of p;
  update group_progress p
    set courses = n.courses, begun = n.begun, finished = n.finished, percents = n.percents
    from study_groups g
    join group_progress o on o.company_id = g.company_id and o.group_id = g.id
    cross join lateral counted_progress(o.company_id, o.group_id, o.user_id) n
    where g.id = any (p_groups) and (p_users is null or o.user_id = any (p_users))
      and p.company_id = o.company_id and p.group_id = o.group_id and p.user_id = o.user_id
      and (p.courses, p.begun, p.finished, p.percents)
        is distinct from (n.courses, n.begun, n.finished, n.percents);
end $$;
grant
  execute
  on
    function refresh_group_progress(integer[], integer[])
  to
  public;

-- Where a student of a group would stand, counted.
create or replace function counted_progress(
  p_company integer,
  p_group integer,
  p_user integer
) returns table (
  courses integer,
  begun integer,
  finished integer,
  percents integer
)
  language sql
  stable
  as $$
  select count(*)::integer, count(s.opened_at)::integer,
         count(*) filter (where s.opened_at is not null and s.done = s.total)::integer,
         coalesce(sum(percent_done(s.done, s.total)), 0)::integer
    from group_courses c
    join course_states s on s.company_id = c.company_id and s.course_id = c.course_id and s.user_id = p_user
    where c.company_id = p_company and c.group_id = p_group
$$;
grant execute on function counted_progress(integer, integer, integer) to public;

-- Whether a group gives a course, as the view has it. Asked for the few groups of one student, each by its keys:
-- joined, a plan that was made while the tables were small reads all that any group gives.
create or replace function gives_course(
  p_company integer,
  p_group integer,
  p_course integer
) returns boolean
  language plpgsql
  stable
  set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan
  as $$
begin
  if not exists (select from courses c
      where c.company_id = p_company and c.id = p_course and c.deleted_at is null and c.published_at is not null) then
    return false;
  end if;
  -- Most courses are given by the group itself: programs are not even looked into then.
  if exists (select from course_groups cg
      where cg.company_id = p_company and cg.group_id = p_group and cg.course_id = p_course) then
    return true;
  end if;
  return exists (select from program_groups pg
    join programs p on p.company_id = pg.company_id and p.id = pg.program_id and p.deleted_at is null
    join program_courses pc on pc.company_id = pg.company_id and pc.program_id = pg.program_id
    where pg.company_id = p_company and pg.group_id = p_group and pc.course_id = p_course);
end $$;

-- What somebody does in a course moves their own row in each group that gives it, by the difference it makes.
create or replace function group_progress_moved() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  with moved as materialized (
    -- Old and new row side by side; not joined, which a plan kept from one row would do in a square.
    select company_id, course_id, user_id, sum(sign * (opened_at is not null)::integer)::integer as begun,
           sum(sign * (opened_at is not null and done = total)::integer)::integer as finished,
           sum(sign * percent_done(done, total))::integer as percents
      from (
        select -1 as sign, company_id, course_id, user_id, opened_at, done, total from was_rows
        union all
        select 1, company_id, course_id, user_id, opened_at, done, total from now_rows) both_rows
      group by company_id, course_id, user_id
      having min(done) <> max(done) or min(total) <> max(total) or count(opened_at) = 1
  ), locked as (
    select p.company_id, p.group_id, p.user_id, m.begun, m.finished, m.percents
      from moved m
      join group_progress p on p.company_id = m.company_id and p.user_id = m.user_id
      where gives_course(p.company_id, p.group_id, m.course_id)
      order by p.group_id, p.user_id for update of p
  ), summed as (
    select company_id, group_id, user_id, sum(begun) as begun, sum(finished) as finished, sum(percents) as percents
      from locked group by company_id, group_id, user_id
  )
  update group_progress p
    set begun = p.begun + s.begun, finished = p.finished + s.finished, percents = p.percents + s.percents
    from summed s where p.company_id = s.company_id and p.group_id = s.group_id and p.user_id = s.user_id;
  return null;
end $$;
grant execute on function group_progress_moved() to public;

-- A course that is shown, hidden, deleted or restored changes how far the groups that have it are.
create or replace function course_shown() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  -- Whoever is learning in it meanwhile is waited for.
  perform from course_states s where s.company_id = new.company_id and s.course_id = new.id
    order by s.user_id for update;
  perform refresh_group_progress(array(
    select cg.group_id from course_groups cg where cg.company_id = new.company_id and cg.course_id = new.id
    union
    select pg.group_id from program_courses pc
      join program_groups pg on pg.company_id = pc.company_id and pg.program_id = pc.program_id
      where pc.company_id = new.company_id and pc.course_id = new.id));
  return null;
end $$;
grant execute on function course_shown() to public;

reset role;

create trigger group_progress
  after update
  on course_states
  referencing old table as was_rows new table as now_rows
  for each statement
  when (not erasing())
  execute function group_progress_moved();

create trigger group_progress
  after update of deleted_at, published_at
  on courses
  for each row
  when (
    not erasing()
      and (
        (
          old.deleted_at is null and old.published_at is not null
        ) is distinct from (
          new.deleted_at is null and new.published_at is not null
        )
      )
  )
  execute function course_shown();
