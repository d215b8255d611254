-- The students of a course with progress and results.

-- What a student of a course has of its forms; `p_retakes`: [{form, user}] of whom a retake may be granted.
create or replace function forms_of_student(
  p_course integer,
  p_user integer,
  p_retakes jsonb
) returns jsonb
  language sql
  stable
  as $$
  select coalesce(jsonb_agg(jsonb_build_object(
           'form_id', f.id, 'form_name', f.name, 'form_type', f.form_type, 'status', coalesce(a.status, 'assigned'),
           'attempts_used', coalesce(a.attempts_used, 0),
           'attempts_allowed', attempts_allowed(f.settings, coalesce(a.extra_attempts, 0)),
           'first_score', r.first_score, 'last_score', r.last_score, 'best_score', r.best_score,
           'first_percent', r.first_percent, 'last_percent', r.last_percent, 'best_percent', r.best_percent,
           'percent', r.percent, 'ects', r.ects, 'passed', r.passed, 'duration', r.duration,
           'finished_by', r.finished_by, 'in_review', coalesce(r.in_review, false),
           'retake_allowed', p_retakes @> jsonb_build_array(jsonb_build_object('form', f.id, 'user', p_user)),
           'last_attempt_id', (select t.id from attempts t
             where t.company_id = a.company_id and t.assignment_id = a.id order by t.number desc limit 1))
           order by f.position, f.material_id), '[]')
    from student_materials s
    join course_forms f on f.company_id = s.company_id and f.course_id = s.course_id and f.material_id = s.material_id
    left join assignments a on a.company_id = s.company_id and a.form_id = f.id and a.user_id = s.user_id
    left join lateral (
      select * from form_facts x where x.company_id = s.company_id and x.course_id = s.course_id and x.form_id = f.id
        and x.user_id = s.user_id) r on true
    where s.company_id = app_company() and s.course_id = p_course and s.user_id = p_user
$$;

-- What a student of a course has of its packages, in their order.
create or replace function packages_of_student(
  p_course integer,
  p_user integer
) returns jsonb
  language sql
  stable
  as $$
  select coalesce(jsonb_agg(jsonb_build_object('material_id', c.id, 'name', c.name,
           'standing', coalesce(x.standing, 'not_begun'), 'score', x.score, 'tries', coalesce(x.tries, 0),
           'time', coalesce(x.time, 0)) order by c.position, c.id), '[]')
    from student_materials s
    join course_packages c on c.company_id = s.company_id and c.course_id = s.course_id and c.id = s.material_id
    left join lateral (
      select * from package_facts f where f.company_id = s.company_id and f.course_id = s.course_id
        and f.material_id = c.id and f.user_id = s.user_id) x on true
    where s.company_id = app_company() and s.course_id = p_course and s.user_id = p_user
$$;

-- The forms of a course with the people to whom a retake may be granted: [{form, user}]. Pairs without names
-- would be found the other way round as well.
create or replace function retakes_in_course(
  p_course integer,
  p_users integer[]
) returns jsonb
  language sql
  stable
  as $$
  select coalesce(jsonb_agg(jsonb_build_object('form', f.id, 'user', j.user_id)), '[]')
    from course_forms f cross join lateral judge_retakes(f.id, p_users) j
    where f.company_id = app_company() and f.course_id = p_course and j.code is null
$$;

-- Students of a course in this order, as staff see them.
create or replace function told_students(
  p_course integer,
  p_users integer[],
  p_all_groups boolean
) returns table (
  "user" jsonb,
  email text,
  "position" text,
  subdivision text,
  state text,
  progress integer,
  materials_done integer,
  materials_total integer,
  started_at timestamptz,
  last_activity timestamptz,
  completed_at timestamptz,
  time_spent integer,
  blocked_in_course boolean,
  can_download_certificate boolean,
  groups text[],
  due_at timestamptz,
  late_days integer,
  certificate_number text,
  forms jsonb,
  packages jsonb
)
  language sql
  stable
  as $$
  with retakes as materialized (select retakes_in_course(p_course, p_users) as list)
  -- Looked up student by student: joined, the views would be worked out for the whole course.
  select person(u.id, u.first_name, u.last_name), u.email, mb."position", mb.subdivision, cp.state, cp.percent,
         cp.done, cp.total, cp.opened_at, cp.last_activity,
         case cp.state when 'finished' then coalesce((
           select f.at from course_finishes f
             where f.company_id = cp.company_id and f.course_id = cp.course_id and f.user_id = cp.user_id),
           cp.opened_at) end,
         coalesce((
           select s.seconds from times_spent s
             where s.company_id = cp.company_id and s.course_id = cp.course_id and s.user_id = cp.user_id), 0),
         exists (select from course_blocks b
           where b.company_id = cp.company_id and b.course_id = cp.course_id and b.user_id = cp.user_id),
         has_certificate(cp.course_id, cp.user_id), names_of_groups(cp.user_id, p_all_groups), t.due_at,
         t.finished_late_days,
         (select k.number from certificates k
            where k.company_id = cp.company_id and k.course_id = cp.course_id and k.user_id = cp.user_id
              and k.replaced_at is null and k.revoked_at is null),
         forms_of_student(p_course, cp.user_id, r.list), packages_of_student(p_course, cp.user_id)
    from unnest(p_users) with ordinality p(id, place)
    cross join retakes r
    join course_progress cp on cp.company_id = app_company() and cp.course_id = p_course and cp.user_id = p.id
    join users u on u.id = cp.user_id
    join memberships mb on mb.company_id = cp.company_id and mb.user_id = cp.user_id
    left join course_terms(p_course, p_users) t on t.user_id = cp.user_id
    order by p.place
$$;

-- An instant as sheets count days, in a time zone.
create or replace function sheet_day(
  p_at timestamptz,
  p_zone text
) returns numeric
  language sql
  immutable
  as $$
  -- Where sheets begin to count lies before where Postgres counts seconds from.
  select round(extract(epoch from p_at at time zone p_zone) / 86400.0 + 25569, 6)
$$;

-- How a form stands in the words of an exported sheet. What is completed and has no result waits for marks.
create or replace function sheet_standing(
  p_status text,
  p_passed boolean
) returns text
  language sql
  immutable
  as $$
  select case p_status
    when 'in_progress' then 'running' when 'reopened' then p_status when 'rejected' then p_status
    when 'canceled' then p_status
    else case when p_passed then 'passed' when not p_passed then 'failed' when p_status = 'completed' then 'to_mark'
           else 'assigned' end end
$$;

-- Figures over the students of a course, and over the results of theirs that count; of people in the caller's reach,
-- unless all are asked for.
create or replace function course_figures(
  p_course integer,
  p_group integer,
  p_all boolean
) returns table (
  students integer,
  started integer,
  finished integer,
  average_progress integer,
  results integer,
  passed integer,
  average_percent double precision,
  in_review integer
)
  language sql
  stable
  rows 1
  as $$
  with people as materialized (
    select cp.user_id, cp.state, cp.percent from course_progress cp
      where cp.company_id = app_company() and cp.course_id = p_course
        and (p_all or cp.user_id in (select people_in_reach()))
        and (p_group is null or exists (select from group_members gm
          where gm.company_id = app_company() and gm.group_id = p_group and gm.user_id = cp.user_id
            and gm.role = 'student'))
  ), results as materialized (
    -- All of the course's forms first: asked person by person each would be looked up by itself.
    select r.user_id, r.passed, r.percent, r.in_review from form_results r
      where r.company_id = app_company() and r.form_id = any (array(
        select f.id from materials m
          join forms f on f.company_id = m.company_id and f.material_id = m.id and f.deleted_at is null
          where m.company_id = app_company() and m.course_id = p_course and m.deleted_at is null))
  ), facts as not materialized (
    select * from results where user_id in (select user_id from people)
  )
  select p.*, r.* from (
    select count(*)::integer, count(*) filter (where state <> 'new')::integer,
           count(*) filter (where state = 'finished')::integer, floor(avg(percent))::integer
      from people
  ) p cross join (
    select count(percent)::integer, count(*) filter (where passed)::integer, avg(percent)::float8,
           -- Counted by itself: beside the others all results would be sorted for it.
           (select count(distinct w.user_id)::integer from facts w where w.in_review)
      from facts
  ) r
$$;
