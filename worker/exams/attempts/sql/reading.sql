-- An attempt as its student goes on with it, and what became of it.

-- The caller's running attempt at a form, with what it asks and what is saved.
create or replace function running_attempt(
  p_form integer
) returns table (
  id integer,
  holder text,
  seed integer,
  server_time timestamptz,
  started_at timestamptz,
  deadline timestamptz,
  due_at timestamptz,
  timed boolean,
  settings jsonb,
  questions jsonb,
  saved jsonb,
  paper jsonb,
  handed jsonb,
  checks jsonb
)
  language sql
  stable
  rows 1
  set plan_cache_mode = force_generic_plan
  as $$
  select a.id, a.holder, a.seed, app_now(), a.started_at, a.deadline, a.due_at,
         f.form_type = 2 or v.settings->>'time_limit' is not null, v.settings, paper_of(a.drawn, v.id, v.questions),
         coalesce((
           select jsonb_agg(
               jsonb_build_object('question_id', s.question_id, 'answer_ids', s.answer_ids, 'seq', s.seq)
                 || case when s.response is null then '{}' else jsonb_build_object('response', s.response) end)
             from attempt_answers s where s.company_id = a.company_id and s.attempt_id = a.id), '[]'),
         jsonb_build_object('pages', coalesce(v.settings->>'pages', 'all'), 'one_way', is_one_way(v.settings),
           'marked', to_jsonb(a.marked), 'closed', to_jsonb(a.closed)),
         case when v.by_hand then files_of_attempt(a.company_id, a.id) else '[]' end,
         case when is_learning(v.settings) then checks_of(a) end
    from attempts a
    join form_versions v on v.company_id = a.company_id and v.id = a.form_version_id
    join forms f on f.company_id = a.company_id and f.id = a.form_id
    where a.company_id = app_company() and a.user_id = app_user() and a.form_id = p_form and a.status = 'running'
$$;

-- The attempt that the caller is in the middle of, and when it ends by itself: also a minute after its page was closed.
create or replace function own_running_attempt() returns jsonb
  language plpgsql
  stable
  as $$
declare
  v_running attempts;
begin
  -- Looked for alone: almost nobody is in the middle of one, and each profile asks.
  select * into v_running from attempts
    where company_id = app_company() and user_id = app_user() and status = 'running'
      and least(deadline, close_due_at) > app_now()
    order by due_at limit 1;
  if not found then
    return null;
  end if;
  return (
    select jsonb_build_object('attempt_id', v_running.id, 'form_id', f.id, 'form_name', v.settings->>'name',
        'course_id', m.course_id, 'material_id', m.id, 'server_time', app_now(),
        'ends_at', least(v_running.deadline, v_running.close_due_at), 'is_left', v_running.close_due_at is not null)
      from form_versions v
      join forms f on f.company_id = v.company_id and f.id = v.form_id
      join materials m on m.company_id = f.company_id and m.id = f.material_id
      where v.company_id = v_running.company_id and v.id = v_running.form_version_id);
end $$;

-- Whether an attempt is a sheet that was typed in wrongly and taken back: somebody else may have written it, so that
-- the person never reads it.
create or replace function is_taken_back(
  p_company integer,
  p_attempt integer
) returns boolean
  language plpgsql
  stable
  as $$
begin
  return exists (select from paper_sheets s
    where s.company_id = p_company and s.attempt_id = p_attempt and s.undone_at is not null);
end $$;

-- What the caller's own attempt left behind; while it runs, the required questions that are open.
create or replace function receipt_of(
  p_attempt integer
) returns table (
  finished_at timestamptz,
  status text,
  unanswered integer[],
  shown boolean,
  passed boolean,
  ects text,
  can_download_certificate boolean,
  score double precision,
  percent double precision,
  answers jsonb
)
  language sql
  stable
  rows 1
  set plan_cache_mode = force_generic_plan
  as $$
  select t.finished_at,
         (select a.status from assignments a where a.company_id = t.company_id and a.id = t.assignment_id),
         case when t.status = 'running' then unanswered_required(t) end, t.result_published_at is not null, g.passed,
         g.ects, has_certificate((
             select m.course_id from forms f join materials m on m.company_id = f.company_id and m.id = f.material_id
               where f.company_id = t.company_id and f.id = t.form_id), t.user_id, t.form_id),
         g.score::float8, g.percent::float8,
         (select jsonb_agg(jsonb_build_array(s.question_id, s.answer_ids)
                    || case when s.response is null then '[]' else jsonb_build_array(s.response) end
                    order by s.question_id)
            from attempt_answers s where s.company_id = t.company_id and s.attempt_id = t.id)
    from attempts t
    left join lateral (
      select k.passed, k.ects, k.score, k.percent from gradings k
        where k.company_id = t.company_id and k.attempt_id = t.id order by k.id desc limit 1) g on true
    where t.company_id = app_company() and t.user_id = app_user() and t.id = p_attempt
      and not (t.status = 'annulled' and is_taken_back(t.company_id, t.id))
$$;

-- What happened around an attempt, in order. A silence while the page was left is no news.
create or replace function timeline_of(
  p_attempt integer
) returns table (
  kind text,
  began_at timestamptz,
  ended_at timestamptz,
  amount integer,
  question_ids integer[]
)
  language sql
  stable
  as $$
  select h.kind, h.began_at, h.ended_at, h.amount, h.question_ids from (
    select e.id, e.kind, e.began_at, e.ended_at, null::integer as amount, e.question_ids from attempt_events e
      where e.company_id = app_company() and e.attempt_id = p_attempt and e.kind <> 'outage' and not (
        e.kind = 'connection_gap' and exists (
          select from attempt_events away
            where away.company_id = e.company_id and away.attempt_id = e.attempt_id and away.kind = 'left_page'
              and away.began_at <= e.began_at + interval '30 seconds'
              and away.ended_at >= e.ended_at - interval '5 seconds'))
    union all
    select d.id, case d.kind when 'outage' then 'outage_minutes' else d.kind end, d.created_at, null, d.amount, null
      from attempts t
      join assignment_decisions d
        on d.company_id = t.company_id and d.assignment_id = t.assignment_id and d.attempt_id = t.id
      where t.company_id = app_company() and t.id = p_attempt
        and d.kind in ('minutes', 'outage', 'annul', 'reinstate', 'renewal')
  ) h order by h.began_at, h.id
$$;

-- The marks of an attempt's answers that wait for none, the one that counts last: of two people nobody reads the
-- other's before both have marked and agree.
create or replace function given_marks(
  p_company integer,
  p_attempt integer,
  p_settings jsonb
) returns jsonb
  language sql
  stable
  as $$
  select coalesce(jsonb_agg(jsonb_build_object('question_id', m.question_id, 'score', m.score::float8,
      'levels', m.levels, 'settles', m.settles, 'comment', m.comment, 'marker', person(u.id, u.first_name, u.last_name),
      'marked_at', m.marked_at) order by m.settles, m.id), '[]')
    from marks m join users u on u.id = m.marker_id
    where m.company_id = p_company and m.attempt_id = p_attempt and m.undone_at is null
      and settled_mark(p_company, p_attempt, m.question_id, has_two_markers(p_settings)) is not null
$$;
grant execute on function given_marks(integer, integer, jsonb) to public;

-- The grading that a student could read first of a result, also where it waited again since: that of its publication,
-- or the first that waited for no mark. One that was published with its end was graded a moment later.
create or replace function published_grading(p_attempt attempts) returns integer
  language plpgsql
  stable
  as $$
begin
  if (select v.by_hand and (v.settings->>'publication_after_passing')::boolean from form_versions v
      where v.company_id = p_attempt.company_id and v.id = p_attempt.form_version_id) then
    return (select min(g.id) from gradings g where g.company_id = p_attempt.company_id
      and g.attempt_id = p_attempt.id and not awaits_marks(g.explanation));
  end if;
  return (
    select coalesce(max(g.id) filter (where g.created_at <= least(p_attempt.result_published_at, (
        select min(d.created_at) from assignment_decisions d where d.company_id = p_attempt.company_id
          and d.assignment_id = p_attempt.assignment_id and d.attempt_id = p_attempt.id and d.kind = 'publish'))),
        min(g.id))
      from gradings g where g.company_id = p_attempt.company_id and g.attempt_id = p_attempt.id);
end $$;

-- What became of a result since it was published, by repairs of the key or by other marks: what it was, when it was
-- recounted last, of which questions, and why. Null: it is as it was.
create or replace function recount_of(p_attempt attempts) returns jsonb
  language plpgsql
  stable
  as $$
declare
  v_last gradings;
  v_first gradings;
begin
  select * into v_last from gradings g
    where g.company_id = p_attempt.company_id and g.attempt_id = p_attempt.id order by g.id desc limit 1;
  if p_attempt.status <> 'completed' or p_attempt.result_published_at is null or v_last.reason = 'finished' then
    return null;
  end if;
  select * into v_first from gradings g
    where g.company_id = p_attempt.company_id and g.id = published_grading(p_attempt);
  if (v_first.explanation, v_first.passed) = (v_last.explanation, v_last.passed) then
    return null;
  end if;
  return jsonb_build_object('at', v_last.created_at, 'by', case v_last.reason when 'marked' then 'mark' else 'key' end,
    'before', jsonb_build_object('score', v_first.score, 'max_score', v_first.max_score, 'percent', v_first.percent,
      'ects', v_first.ects, 'passed', v_first.passed),
    'question_ids', (select coalesce(jsonb_agg(e->'id' order by place), '[]')
      from jsonb_array_elements(v_last.explanation) with ordinality t(e, place)
      where not v_first.explanation @> jsonb_build_array(e)),
    'reasons', (select coalesce(jsonb_agg(r.reason order by r.id), '[]') from key_repairs r
      where r.company_id = p_attempt.company_id and r.undone_at is null and r.reason <> '' and r.id in (
        select g.repair_id from gradings g where g.company_id = p_attempt.company_id
          and g.attempt_id = p_attempt.id and g.id > v_first.id)));
end $$;

-- Who annulled an attempt, when and why; null: it stands.
create or replace function annulment_of(p_attempt attempts) returns jsonb
  language sql
  stable
  as $$
  select jsonb_build_object('reason', d.reason, 'created_at', d.created_at,
      'author', person(u.id, u.first_name, u.last_name))
    from assignment_decisions d join users u on u.id = d.author_id
    where p_attempt.status = 'annulled' and d.company_id = p_attempt.company_id
      and d.assignment_id = p_attempt.assignment_id and d.attempt_id = p_attempt.id and d.kind = 'annul'
    order by d.id desc limit 1
$$;
grant execute on function annulment_of(attempts) to public;

-- An attempt with all that its result is shown from; who may see what of it is judged by the caller.
create or replace function attempt_result(
  p_company integer,
  p_attempt integer
) returns table (
  id integer,
  form_id integer,
  form_name text,
  form_type integer,
  number integer,
  version integer,
  passed_form_status text,
  attempt_status text,
  started_at timestamptz,
  finished_at timestamptz,
  finished_by text,
  result_published_at timestamptz,
  duration integer,
  course_id integer,
  course jsonb,
  material_id integer,
  user_id integer,
  "user" jsonb,
  settings jsonb,
  questions jsonb,
  explanation jsonb,
  passed_successfully boolean,
  ects text,
  score double precision,
  max_score double precision,
  percent double precision,
  chosen jsonb,
  responses jsonb,
  mended jsonb,
  notes jsonb,
  marks jsonb,
  annulment jsonb,
  recount jsonb,
  runs boolean,
  may_try boolean,
  handed jsonb,
  paper jsonb,
  other_attempts jsonb
)
  language sql
  stable
  rows 1
  set plan_cache_mode = force_generic_plan
  as $$
  select t.id, t.form_id, v.settings->>'name', f.form_type, t.number, v.number, a.status, t.status,
         t.started_at, t.finished_at, t.finished_by, t.result_published_at,
           seconds_taken(t.started_at, t.finished_at, t.finished_by),
         c.id, named(c.id, c.name), m.id,
         u.id, person(u.id, u.first_name, u.last_name),
         v.settings, paper_of(t.drawn, v.id, v.questions), g.explanation, g.passed, g.ects, g.score::float8,
           g.max_score::float8,
           g.percent::float8,
         coalesce((select jsonb_object_agg(s.question_id, s.answer_ids) from attempt_answers s
           where s.company_id = t.company_id and s.attempt_id = t.id), '{}'),
         coalesce((select jsonb_object_agg(s.question_id, s.response) from attempt_answers s
           where s.company_id = t.company_id and s.attempt_id = t.id and s.response is not null), '{}'),
         mended_keys(v.id),
         coalesce((select jsonb_agg(jsonb_build_object('question_id', nullif(n.question_id, 0), 'text', n.text,
             'author', person(w.id, w.first_name, w.last_name),
             'updated_at', n.updated_at) order by n.question_id)
           from attempt_notes n join users w on w.id = n.author_id
             where n.company_id = t.company_id and n.attempt_id = t.id), '[]'),
         given_marks(t.company_id, t.id, v.settings),
         annulment_of(t),
         recount_of(t),
         exists (select from attempts o
           where o.company_id = t.company_id and o.assignment_id = t.assignment_id and o.status = 'running'),
         a.status in ('in_progress', 'assigned', 'reopened') or a.status = 'completed'
           and coalesce(a.attempts_used < attempts_allowed(latest.settings, a.extra_attempts), true),
         case when v.by_hand then files_of_attempt(t.company_id, t.id) else '[]' end,
         (select jsonb_build_object('variant', s.variant, 'sat_on', s.sat_on, 'typed_at', s.typed_at,
             'author', (select person(w.id, w.first_name, w.last_name) from users w where w.id = s.author_id))
            from paper_sheets s where s.company_id = t.company_id and s.attempt_id = t.id),
         coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'number', o.number) order by o.number)
           from attempts o
             where o.company_id = t.company_id and o.assignment_id = t.assignment_id and o.id <> t.id
               and not (o.status = 'annulled' and is_taken_back(o.company_id, o.id))), '[]')
    from attempts t
    join assignments a on a.company_id = t.company_id and a.id = t.assignment_id
    join form_versions v on v.company_id = t.company_id and v.id = t.form_version_id
    join forms f on f.company_id = t.company_id and f.id = t.form_id
    join materials m on m.company_id = f.company_id and m.id = f.material_id
    join courses c on c.company_id = m.company_id and c.id = m.course_id
    join users u on u.id = t.user_id
    join current_versions latest on latest.company_id = t.company_id and latest.form_id = t.form_id
    left join lateral (select * from gradings where company_id = t.company_id and attempt_id = t.id order by id desc
      limit 1) g on true
    where t.company_id = p_company and t.id = p_attempt
$$;
