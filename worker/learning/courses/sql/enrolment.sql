-- Who studies a course, and how far they are.

-- Who studies a course: directly, through a group, or through a program of a group; counted once.
create or replace view enrolments
  with (security_invoker = true)
  as
  select company_id, course_id, user_id, bool_or(individual) as individual
  from (
    select company_id, course_id, user_id, true as individual
    from course_members
    where role = 'student'
    union all
    select cg.company_id, cg.course_id, gm.user_id, false
    from course_groups cg
      join study_groups g on
        g.company_id = cg.company_id
          and g.id = cg.group_id
          and g.deleted_at is null
      join group_members gm on
        gm.company_id = cg.company_id
          and gm.group_id = cg.group_id
          and gm.role = 'student'
    union all
    select pc.company_id, pc.course_id, gm.user_id, false
    from program_courses pc
      join programs p on
        p.company_id = pc.company_id
          and p.id = pc.program_id
          and p.deleted_at is null
      join program_groups pg on
        pg.company_id = pc.company_id and pg.program_id = pc.program_id
      join study_groups g on
        g.company_id = pg.company_id
          and g.id = pg.group_id
          and g.deleted_at is null
      join group_members gm on
        gm.company_id = pg.company_id
          and gm.group_id = pg.group_id
          and gm.role = 'student'
  ) sources
  group by company_id, course_id, user_id;
grant select on enrolments to osnova_worker, osnova_system;

-- Progress of each student in each course; "additional" materials do not count.
create or replace view course_progress
  with (security_invoker = true)
  as
  select
    company_id,
    course_id,
    user_id,
    total,
    done,
    opened_at,
    last_activity,
    case
      when opened_at is null then 'new'
      when done = total then 'finished'
      else 'in_progress'
    end as state,
    case
      when total = 0 then 0
      else floor(100.0 * done / total)::integer
    end as percent
  from course_states;
grant select on course_progress to osnova_worker, osnova_system;
