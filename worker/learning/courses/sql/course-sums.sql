-- What the states of a course's students come to, so that a list of courses reads a few rows instead of each student.
-- Each change adds a part of its own: whoever learns waits for nobody who learns beside them. The minute's work makes
-- one of many parts.

-- How the students of each course get on.
create or replace view course_totals
  with (security_invoker = true)
  as
  select
    company_id,
    course_id,
    sum(students)::integer as students,
    sum(begun)::integer as begun,
    sum(finished)::integer as finished,
    sum(percents)::integer as percents
  from course_sums
  group by company_id, course_id
  having sum(students) <> 0;
grant select on course_totals to osnova_worker, osnova_system;

set role osnova_system;

-- Notes what a statement changed of the sums of courses: a part for each, less for what went and more for what came.
create or replace function course_sums_moved() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  case tg_op
    when 'INSERT' then
      insert into course_sums (company_id, course_id, students, begun, finished, percents)
        select company_id, course_id, count(*), count(opened_at),
               count(*) filter (where opened_at is not null and done = total), sum(percent_done(done, total))
          from now_rows group by company_id, course_id;
    when 'DELETE' then
      insert into course_sums (company_id, course_id, students, begun, finished, percents)
        select company_id, course_id, -count(*), -count(opened_at),
               -count(*) filter (where opened_at is not null and done = total), -sum(percent_done(done, total))
          from was_rows group by company_id, course_id;
    else
      insert into course_sums (company_id, course_id, students, begun, finished, percents)
        select * from (
          -- Old and new rows side by side; not joined, which a plan kept from one row would do in a square.
          select company_id, course_id, sum(sign) as students, sum(sign * (opened_at is not null)::integer) as begun,
                 sum(sign * (opened_at is not null and done = total)::integer) as finished,
                 sum(sign * percent_done(done, total)) as percents
            from (
              select -1 as sign, company_id, course_id, opened_at, done, total from was_rows
              union all
              select 1, company_id, course_id, opened_at, done, total from now_rows) both_rows
            group by company_id, course_id) moved
          where students <> 0 or begun <> 0 or finished <> 0 or percents <> 0;
  end case;
  return null;
end $$;
grant execute on function course_sums_moved() to public;

-- One at a time joins parts or sums them up anew: each would not see what the other has just written.
create or replace function lock_course_sums() returns void
  language sql
  as $$
  select pg_advisory_xact_lock(hashtext('course_sums'))
$$;

-- Makes one part of those of each course that has many; gives how many courses it was.
create or replace function join_course_sums() returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_courses integer;
begin
  perform lock_course_sums();
  with many as (
    select company_id, course_id from course_sums group by company_id, course_id having count(*) > 20
  ), parts as (
    delete from course_sums s using many m where s.company_id = m.company_id and s.course_id = m.course_id
      returning s.*
  )
  insert into course_sums (company_id, course_id, students, begun, finished, percents)
    select company_id, course_id, sum(students), sum(begun), sum(finished), sum(percents)
      from parts group by company_id, course_id;
  get diagnostics v_courses = row_count;
  return v_courses;
end $$;
grant execute on function join_course_sums() to osnova_worker;

-- Sums up courses anew. One statement: of what others change meanwhile it sees neither the state nor the part.
create or replace function refresh_course_sums(p_courses integer[]) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform lock_course_sums();
  with parts as (
    delete from course_sums where course_id = any (p_courses)
  )
  insert into course_sums (company_id, course_id, students, begun, finished, percents)
    select company_id, course_id, count(*), count(opened_at),
           count(*) filter (where opened_at is not null and done = total), sum(percent_done(done, total))
      from course_states where course_id = any (p_courses) group by company_id, course_id;
end $$;
grant execute on function refresh_course_sums(integer[]) to public;

-- Takes away where people stood, and from the sums what they added to them, while erasing derives nothing.
create or replace function forget_course_states(
  p_companies integer[],
  p_users integer[]
) returns void
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  with gone as (
    delete from course_states where company_id = any (p_companies) and user_id = any (p_users) returning *
  )
  insert into course_sums (company_id, course_id, students, begun, finished, percents)
    select company_id, course_id, -count(*), -count(opened_at),
           -count(*) filter (where opened_at is not null and done = total), -sum(percent_done(done, total))
      from gone group by company_id, course_id
$$;

reset role;

create trigger sums_insert
  after insert
  on course_states
  referencing new table as now_rows
  for each statement
  when (not erasing())
  execute function course_sums_moved();

create trigger sums_update
  after update
  on course_states
  referencing old table as was_rows new table as now_rows
  for each statement
  when (not erasing())
  execute function course_sums_moved();

create trigger sums_delete
  after delete
  on course_states
  referencing old table as was_rows
  for each statement
  when (not erasing())
  execute function course_sums_moved();
