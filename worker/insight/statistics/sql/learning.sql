-- What a person learns.

-- The tests and exams of a course that a student has, in their order, each with the result that counts; of results
-- those that the student sees, where only `p_published` are asked for.
create or replace function tests_of_student(
  p_course integer,
  p_user integer,
  p_published boolean
) returns jsonb
  language sql
  stable
  as $$
  select coalesce(jsonb_agg(jsonb_build_object('form_id', f.id, 'name', v.settings->>'name', 'form_type', f.form_type,
           'material_id', f.material_id, 'passed_form_status', coalesce(a.status, 'assigned'),
           'passed_successfully', best.passed, 'percent', best.percent, 'ects', best.ects,
           'in_review', coalesce(last.status = 'completed' and last.result_published_at is null, false),
           'last_attempt_id', last.id,
           'state', form_state(a.status, best.passed,
             coalesce(last.status = 'completed' and last.result_published_at is null, false)))
           order by sm.position, f.id), '[]')
    from student_materials sm
    join forms f on f.company_id = sm.company_id and f.material_id = sm.material_id
    cross join lateral (
      select settings from form_versions
        where company_id = f.company_id and form_id = f.id order by number desc limit 1) v
    left join assignments a on a.company_id = f.company_id and a.form_id = f.id and a.user_id = sm.user_id
    left join lateral counted_result(a.company_id, a.id, v.settings->>'result_counts', p_published) best on true
    left join lateral last_attempt(a.company_id, a.id) last on true
    where sm.company_id = app_company() and sm.course_id = p_course and sm.user_id = p_user
$$;

-- When the last of what counts in a course was done.
create or replace function course_done_at(
  p_course integer,
  p_user integer
) returns timestamptz
  language sql
  stable
  as $$
  select max(p.done_at) from materials m
    join material_progress p on p.company_id = m.company_id and p.material_id = m.id
    where m.company_id = app_company() and m.course_id = p_course and m.deleted_at is null and m.type <> 'additional'
      and p.user_id = p_user
$$;

-- The programs that somebody studies in; of those in the caller's reach, unless all are asked for.
create or replace function programs_studied(
  p_user integer,
  p_all boolean
) returns table (id integer, name text)
  language sql
  stable
  as $$
  select distinct p.id, p.name from group_members gm
    join study_groups g on g.company_id = gm.company_id and g.id = gm.group_id and g.deleted_at is null
    join program_groups pg on pg.company_id = gm.company_id and pg.group_id = gm.group_id
    join programs p on p.company_id = pg.company_id and p.id = pg.program_id and p.deleted_at is null
    where gm.company_id = app_company() and gm.user_id = p_user and gm.role = 'student'
      and (p_all or p.id in (select programs_in_reach()))
$$;

-- The courses that somebody studies or coaches, with what is due (`p_steps`: [{course_id, due_at, overdue, late}], of
-- what is done with days late). What is locked is said of one's own.
create or replace function courses_learned(
  p_user integer,
  p_all boolean,
  p_steps jsonb
) returns jsonb
  language sql
  stable
  as $$
  with steps as materialized (
    select s.course_id, min(s.due_at) filter (where s.late is null) as due_at, bool_or(s.overdue) as overdue,
           min(s.due_at) filter (where s.late is not null) as was_due_at, max(s.late) as late
      from jsonb_to_recordset(p_steps) as s(course_id integer, due_at timestamptz, overdue boolean, late integer)
      group by s.course_id
  ), locks as materialized (
    select case when p_user = app_user() then course_locks(array(
             select p.course_id from course_progress p where p.company_id = app_company() and p.user_id = p_user)) end
             as locked
  ), learned as (
    select c.id, c.name, c.theme_color, 'student' as role, p.state, p.percent, p.opened_at, p.last_activity,
           case p.state when 'finished' then course_done_at(c.id, p_user) end as finished_at,
           coalesce(s.due_at, case p.state when 'finished' then s.was_due_at end) as due_at,
           case when p.state = 'finished' and s.due_at is null then s.late end as finished_late_days,
           coalesce(s.overdue, false) as overdue,
           coalesce((select l.locked ? c.id::text from locks l), false) as locked,
           (select k.number from certificates k
              where k.company_id = p.company_id and k.course_id = c.id and k.user_id = p_user
                and k.replaced_at is null and k.revoked_at is null) as certificate,
           certificate_expired(c.id, p_user) as certificate_expired,
           tests_of_student(c.id, p_user, p_user = app_user()) as tests, packages_of_student(c.id, p_user) as packages,
           case when p_user = app_user() and not coalesce((select l.locked ? c.id::text from locks l), false)
             then next_step(c.id) end as next_step
      from course_progress p join courses c on c.company_id = p.company_id and c.id = p.course_id
      left join steps s on s.course_id = c.id
      where p.company_id = app_company() and p.user_id = p_user and c.deleted_at is null
        and c.published_at is not null and (p_all or c.id in (select courses_in_reach()))
    union all
    select c.id, c.name, c.theme_color, 'coach', null, null, null, null, null, null, null, false, false, null, false,
           '[]', '[]', null
      from course_members cm join courses c on c.company_id = cm.company_id and c.id = cm.course_id
      where cm.company_id = app_company() and cm.user_id = p_user and cm.role = 'coach' and c.deleted_at is null
        and (p_all or c.id in (select courses_in_reach()))
  )
  select coalesce(jsonb_agg(to_jsonb(c) order by c.name collate "uk-x-icu", c.role), '[]') from learned c
$$;

-- The programs that somebody studies, with what is due (`p_steps`: [{program_id, due_at, overdue, late}]). One that is
-- finished is as late as the step that was latest.
create or replace function programs_learned(
  p_user integer,
  p_all boolean,
  p_steps jsonb
) returns jsonb
  language sql
  stable
  as $$
  with steps as materialized (
    select s.program_id, min(s.due_at) filter (where s.late is null) as due_at,
           (count(*) filter (where s.overdue))::integer as overdue,
           (array_agg(s.due_at order by s.late desc, s.due_at desc) filter (where s.late is not null))[1] as was_due_at,
           max(s.late) as late
      from jsonb_to_recordset(p_steps) as s(program_id integer, due_at timestamptz, overdue boolean, late integer)
      group by s.program_id
  ), learned as (
    select p.id, p.name, count(c.id)::integer as courses,
           coalesce(floor(100.0 * count(*) filter (where cp.state = 'finished') / nullif(count(c.id), 0)), 0)::integer
             as percent,
           coalesce(jsonb_agg(c.id order by pc.position, c.id) filter (where c.id is not null), '[]') as course_ids,
           min(cp.opened_at) as opened_at, max(cp.last_activity) as last_activity,
           case when count(c.id) > 0 and count(c.id) = count(*) filter (where cp.state = 'finished')
             then max(course_done_at(c.id, p_user)) end as finished_at
      from programs_studied(p_user, p_all) p
      left join program_courses pc on pc.company_id = app_company() and pc.program_id = p.id
      left join courses c on c.company_id = pc.company_id and c.id = pc.course_id and c.deleted_at is null
        and c.published_at is not null
      left join course_progress cp on cp.company_id = c.company_id and cp.course_id = c.id and cp.user_id = p_user
      group by p.id, p.name
  )
  select coalesce(jsonb_agg(to_jsonb(p) || jsonb_build_object(
           'due_at', coalesce(s.due_at, case when p.finished_at is not null then s.was_due_at end),
           'finished_late_days', case when p.finished_at is not null and s.due_at is null then s.late end,
           'overdue', coalesce(s.overdue, 0)) order by p.name collate "uk-x-icu"), '[]')
    from learned p left join steps s on s.program_id = p.id
$$;

-- The groups that somebody is in, in whatever role.
create or replace function groups_of_person(
  p_user integer,
  p_all boolean
) returns jsonb
  language sql
  stable
  as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'role', gm.role)
           order by g.name collate "uk-x-icu", gm.role), '[]')
    from group_members gm join study_groups g on g.company_id = gm.company_id and g.id = gm.group_id
    where gm.company_id = app_company() and gm.user_id = p_user and g.deleted_at is null
      and (p_all or g.id in (select groups_in_reach()))
$$;

-- What a person learns, with how far they are, their results and what is due; no row for who is out of reach. Groups,
-- courses and programs out of the caller's reach are left out, unless all are asked for. What is due is worked out
-- once. As every read, it ends overdue attempts first.
create or replace function learning_of(
  p_user integer,
  p_all boolean
) returns table (courses jsonb, programs jsonb, groups jsonb)
  language plpgsql
  rows 1
  as $$
begin
  perform end_due_attempts();
  return query
  with steps as materialized (
    select coalesce(jsonb_agg(d), '[]') as list from (
      -- A mark that comes later makes nobody late.
      select s.id as program_id, t.course_id, t.due_at, t.overdue,
             days_late(t.due_at, least(t.done_at, case when t.done_at is not null then cp.last_activity end)) as late
        from programs_studied(p_user, p_all) s cross join lateral chronology_states(s.id, array[p_user]) t
        left join course_progress cp on cp.company_id = app_company() and cp.course_id = t.course_id
          and cp.user_id = p_user
        where t.due_at is not null
      union all
      select null, g.course_id, g.due_at, cp.state <> 'finished' and g.due_at < app_now(),
             case cp.state when 'finished'
               then days_late(g.due_at, least(course_done_at(g.course_id, p_user), cp.last_activity)) end
        from given_dues(null, array[p_user]) g
        join course_progress cp on cp.company_id = app_company() and cp.course_id = g.course_id
          and cp.user_id = p_user
        where cp.state = 'finished' or not exists (
          select from course_blocks b where b.company_id = app_company() and b.course_id = g.course_id
            and b.user_id = p_user)
      union all
      select null, r.course_id, r.due_at, r.due_at < app_now(), null from retake_dues r
        where r.company_id = app_company() and r.user_id = p_user
    ) d
  )
  select courses_learned(p_user, p_all, s.list), programs_learned(p_user, p_all, s.list),
         groups_of_person(p_user, p_all)
    from memberships m cross join steps s
    where m.company_id = app_company() and m.user_id = p_user and m.deleted_at is null
      and (p_all or m.user_id in (select people_in_reach()));
end $$;
