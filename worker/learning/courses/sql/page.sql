-- What the page of a course reads besides the course itself. As parts of the statement that reads the page these cost
-- more to plan, each time, than to run; as functions they keep their plans.

-- Who and what is tied to a course, as far as the caller sees it: programs of their reach unless that is everything, a
-- student the groups they are in and whoever manages those.
create or replace function course_ties(
  p_course integer,
  p_everything boolean
) returns table (groups jsonb, programs jsonb, coaches jsonb, managers jsonb)
  language sql
  stable
  rows 1
  set plan_cache_mode = force_generic_plan
  as $$
  with held as materialized (
    select g.id, g.name, cg.due_on, cg.due_after_days
      from course_groups cg
      join study_groups g on g.company_id = cg.company_id and g.id = cg.group_id and g.deleted_at is null
      where cg.company_id = app_company() and cg.course_id = p_course
        and (app_user_type() <> 'student' or g.id in (select groups_in_reach()))
  ), tied as materialized (
    select cm.user_id, cm.role from course_members cm
      where cm.company_id = app_company() and cm.course_id = p_course and cm.role = 'coach'
    union
    -- Their role is said here: the index of managers does not hold it, and asked of the rows all members were read.
    select gm.user_id, 'manager' from held h
      join group_members gm on gm.company_id = app_company() and gm.group_id = h.id and gm.role = 'manager'
  ), people as (
    select t.role, jsonb_agg(
        jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
          'photo', '/api/v1/media/' || u.photo_id)
        order by u.last_name collate "uk-x-icu", u.id) as people
      from tied t join users u on u.id = t.user_id
      group by t.role
  )
  select coalesce((select jsonb_agg(to_jsonb(h) order by h.name collate "uk-x-icu") from held h), '[]'),
         coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by p.name collate "uk-x-icu")
           from program_courses pc
           join programs p on p.company_id = pc.company_id and p.id = pc.program_id and p.deleted_at is null
           where pc.company_id = app_company() and pc.course_id = p_course
             and (p_everything or p.id in (select programs_in_reach()))), '[]'),
         coalesce((select people from people where role = 'coach'), '[]'),
         coalesce((select people from people where role = 'manager'), '[]')
$$;

-- How each material of a course stands to the student who asks: whether it is done, what closes it (a test that runs,
-- or the material to be done before), its minutes, and of a published test what form_standing() says.
create or replace function standing_materials(
  p_course integer
) returns table (
  material_id integer,
  done boolean,
  locked text,
  opened_by jsonb,
  waits_for text,
  opens_at timestamptz,
  closes_at timestamptz,
  state text,
  attempts_left integer,
  minutes integer
)
  language sql
  stable
  rows 10
  set plan_cache_mode = force_generic_plan
  as $$
  with running as materialized (select attempt_runs_in(p_course, app_user()) as busy)
  -- Passed is not said before the result is published.
  select m.id, own.done_at is not null and s.state is distinct from 'in_review',
         case when r.busy and f.id is null then 'attempt_running' when gate.id is not null then 'previous_not_done' end,
         case when gate.id is not null then jsonb_build_object('id', gate.id, 'name', gate.name) end,
         case when own.done_at is null or s.waits_for = 'running' or s.state = 'in_review' then s.waits_for end,
         s.opens_at, s.closes_at, s.state, s.attempts_left,
         coalesce(s.minutes, material_minutes(m.type, m.letters, (
           select k.duration from material_files k
             where k.company_id = m.company_id and k.material_id = m.id and k.kind = 'main' limit 1)))
    from own_materials(p_course) own
    cross join running r
    join materials m on m.company_id = app_company() and m.id = own.material_id
    left join forms f on f.company_id = m.company_id and f.material_id = m.id
    left join materials gate on gate.company_id = m.company_id and gate.id = own.locked_by
    left join lateral form_standing(f.id) s on true
$$;

-- Whether somebody who passes a test of the course gets a certificate: its draft says so, and so does a published
-- version.
create or replace function course_certifies(p_course integer) returns boolean
  language sql
  stable
  set plan_cache_mode = force_generic_plan
  as $$
  select exists (select from materials m
    join forms f on f.company_id = m.company_id and f.material_id = m.id and f.issue_certificate
    join form_versions v on v.company_id = f.company_id and v.form_id = f.id
      and (v.settings->>'issue_certificate')::boolean
    where m.company_id = app_company() and m.course_id = p_course and m.deleted_at is null and m.archived_at is null)
$$;
