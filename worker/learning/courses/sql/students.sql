-- Students of a course as its page of people shows them.

-- In the order given; groups as far as the caller reaches them. What is said of results is asked for these people
-- alone.
create or replace function course_students(
  p_course integer,
  p_users integer[]
) returns table (
  id integer,
  first_name text,
  last_name text,
  email text,
  phone text,
  photo text,
  state text,
  percent integer,
  done integer,
  total integer,
  last_activity timestamptz,
  blocked_in_course boolean,
  can_download_certificate boolean,
  certificate_expired boolean,
  is_individual_student boolean,
  groups jsonb,
  due_on text,
  due_after_days integer,
  due_at timestamptz,
  overdue boolean,
  finished_at timestamptz,
  finished_late_days integer,
  retakes jsonb
)
  language sql
  stable
  rows 10
  as $$
  with retakes as materialized (
    select j.user_id, f.id as form_id, m.name as form_name, m.position
      from materials m
      join forms f on f.company_id = m.company_id and f.material_id = m.id and f.deleted_at is null
      cross join lateral judge_retakes(f.id, p_users) j
      where m.company_id = app_company() and m.course_id = p_course and m.deleted_at is null and j.code is null
  )
  select u.id, u.first_name, u.last_name, u.email, u.phone, '/api/v1/media/' || u.photo_id, p.state, p.percent, p.done,
         p.total, p.last_activity, b.user_id is not null, has_certificate(p.course_id, p.user_id),
         certificate_expired(p.course_id, p.user_id), cm.user_id is not null, groups_of_student(p_course, p.user_id),
         cm.due_on::text, cm.due_after_days, d.due_at, coalesce(d.overdue, false),
         d.finished_at, d.finished_late_days,
         coalesce((
           select jsonb_agg(jsonb_build_object('form_id', r.form_id, 'form_name', r.form_name) order by r.position,
               r.form_id)
             from retakes r where r.user_id = p.user_id), '[]')
    from unnest(p_users) with ordinality as chosen(user_id, place)
    -- Each looked up for itself: a plan that is to serve any course reads all students of one.
    cross join lateral (
      select * from course_progress s
        where s.company_id = app_company() and s.course_id = p_course and s.user_id = chosen.user_id limit 1) p
    join users u on u.id = p.user_id
    left join course_blocks b on b.company_id = p.company_id and b.course_id = p.course_id and b.user_id = p.user_id
    left join course_members cm on cm.company_id = p.company_id and cm.course_id = p.course_id
      and cm.user_id = p.user_id and cm.role = 'student'
    left join course_terms(p_course, p_users) d on d.user_id = p.user_id
    order by chosen.place
$$;

-- Through which groups in reach somebody has a course.
create or replace function groups_of_student(
  p_course integer,
  p_user integer
) returns jsonb
  language sql
  stable
  as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name collate "uk-x-icu"), '[]')
    from study_groups g
    where g.company_id = app_company() and g.deleted_at is null
      and (reaches_all() or g.id in (select groups_in_reach()))
      and exists (select from group_members gm
        where gm.company_id = g.company_id and gm.group_id = g.id and gm.user_id = p_user and gm.role = 'student')
      and (exists (select from course_groups cg
             where cg.company_id = g.company_id and cg.group_id = g.id and cg.course_id = p_course)
           or exists (select from program_groups pg
             join programs p on p.company_id = pg.company_id and p.id = pg.program_id and p.deleted_at is null
             join program_courses pc on pc.company_id = pg.company_id and pc.program_id = pg.program_id
             where pg.company_id = g.company_id and pg.group_id = g.id and pc.course_id = p_course))
$$;
