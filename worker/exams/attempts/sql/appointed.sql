-- Tests and exams as they are appointed, and as their students are told of them.

-- The tests and exams that a student may be told of, as they are now.
create or replace view published_forms
  with (security_invoker = true)
  as
  select
    f.company_id,
    f.id,
    f.form_type,
    f.material_id,
    m.course_id,
    m.archived_at,
    c.name as course_name,
    v.settings,
    v.settings ->> 'name' as name
  from forms f
    join materials m on
      m.company_id = f.company_id
        and m.id = f.material_id
        and m.deleted_at is null
    join courses c on
      c.company_id = m.company_id
        and c.id = m.course_id
        and c.deleted_at is null
        and c.published_at is not null
    cross join lateral (
      select w.settings
      from form_versions w
      where w.company_id = f.company_id and w.form_id = f.id
      order by w.number desc
      limit 1
    ) v;
grant select on published_forms to osnova_worker;

-- What the caller is told of a form of theirs before they start.
create or replace function form_introduction(
  p_form integer
) returns table (
  form_id integer,
  course_id integer,
  material_id integer,
  course_name text,
  name text,
  description text,
  form_type integer,
  minutes integer,
  questions integer,
  passing_score integer,
  passing_score_type text,
  attempts_used integer,
  attempts_allowed integer,
  running_attempt_id integer,
  last_attempt_id integer,
  status text,
  decision jsonb,
  locked boolean,
  state text,
  waits_for text,
  attempts_left integer,
  timed boolean,
  certifies boolean,
  passed_for_good boolean,
  publishes_at_once boolean,
  by_hand boolean,
  forbids_copying boolean,
  tries_per_question integer,
  start_terms jsonb
)
  language sql
  stable
  rows 1
  set plan_cache_mode = force_generic_plan
  as $$
  select f.id, m.course_id, m.id, c.name, v.settings->>'name', v.settings->>'description', f.form_type,
         minutes_of(v.settings), count_asked(v.settings, v.questions),
         (v.settings->>'passing_score')::integer, v.settings->>'passing_score_type',
         coalesce(a.attempts_used, 0), attempts_allowed(v.settings, coalesce(a.extra_attempts, 0)),
         (select t.id from attempts t
            where t.company_id = a.company_id and t.assignment_id = a.id and t.status = 'running'),
         (select t.id from attempts t
            where t.company_id = a.company_id and t.assignment_id = a.id and t.status <> 'running'
              and not (t.status = 'annulled' and is_taken_back(t.company_id, t.id))
            order by t.number desc limit 1),
         coalesce(a.status, 'assigned'), decision_on(a.company_id, a.id, a.status),
         locked_by(m.id, app_user()) is not null, stands.state, stands.waits_for, stands.attempts_left,
         stands.minutes is not null or f.form_type = 2, stands.certifies,
         passed_for_good(stands.state, stands.certifies, m.course_id, f.id),
         (v.settings->>'publication_after_passing')::boolean, v.by_hand,
         (v.settings->>'disable_autosave_for_all_respondents')::boolean,
         case when is_learning(v.settings) then tries_of(v.settings) end,
         told_terms(v.settings, a, f.id)
    from forms f
    join materials m on m.company_id = f.company_id and m.id = f.material_id and m.deleted_at is null
    join courses c on c.company_id = m.company_id and c.id = m.course_id and c.deleted_at is null
      and c.published_at is not null
    join student_materials s on s.company_id = m.company_id and s.material_id = m.id and s.user_id = app_user()
    join current_versions v on v.company_id = f.company_id and v.form_id = f.id
    left join assignments a on a.company_id = f.company_id and a.form_id = f.id and a.user_id = app_user()
    left join lateral form_standing(f.id) stands on true
    where f.company_id = app_company() and f.id = p_form
$$;

-- The last attempt of an assignment, with its percent; a sheet that was taken back is none.
create or replace function last_attempt(
  p_company integer,
  p_assignment integer
) returns table (
  id integer,
  deadline timestamptz,
  finished_at timestamptz,
  finished_by text,
  status text,
  result_published_at timestamptz,
  percent double precision
)
  language sql
  stable
  rows 1
  as $$
  select t.id, t.deadline, t.finished_at, t.finished_by, t.status, t.result_published_at, g.percent::float8
    from attempts t
    left join lateral (select percent from gradings
      where company_id = t.company_id and attempt_id = t.id order by id desc limit 1) g on true
    where t.company_id = p_company and t.assignment_id = p_assignment
      and not (t.status = 'annulled' and is_taken_back(t.company_id, t.id))
    order by t.number desc limit 1
$$;

-- Forms with the people whom they are appointed to ([{form_id, user_id}]), in this order, each with what counts of it:
-- of results those that the student sees, where only `p_published` are asked for.
create or replace function appointed_forms(
  p_page jsonb,
  p_published boolean
) returns table (
  form_id integer,
  form_name text,
  form_type integer,
  material_id integer,
  course jsonb,
  "user" jsonb,
  passed_form_status text,
  passed_successfully boolean,
  percent double precision,
  ects text,
  attempts_used integer,
  attempts_allowed integer,
  exam_time_end timestamptz,
  last_attempt_id integer,
  can_download_certificate boolean,
  in_review boolean,
  decision jsonb,
  state text
)
  language sql
  stable
  as $$
  select v.id, v.name, v.form_type, v.material_id, named(v.course_id, v.course_name),
         person(u.id, u.first_name, u.last_name), coalesce(a.status, 'assigned'), best.passed, best.percent, best.ects,
         coalesce(a.attempts_used, 0), attempts_allowed(v.settings, coalesce(a.extra_attempts, 0)),
         coalesce(best.finished_at, last.finished_at, last.deadline), last.id, has_certificate(v.course_id, u.id, v.id),
         coalesce(last.status = 'completed' and last.result_published_at is null, false),
         decision_on(a.company_id, a.id, a.status),
         form_state(a.status, best.passed,
           coalesce(last.status = 'completed' and last.result_published_at is null, false))
    from rows from (jsonb_to_recordset(p_page) as (form_id integer, user_id integer)) with ordinality
      p(form_id, user_id, place)
    join published_forms v on v.company_id = app_company() and v.id = p.form_id
    join users u on u.id = p.user_id
    left join assignments a on a.company_id = v.company_id and a.form_id = v.id and a.user_id = u.id
    left join lateral counted_result(a.company_id, a.id, v.settings->>'result_counts', p_published) best on true
    left join lateral last_attempt(a.company_id, a.id) last on true
    order by p.place
$$;
