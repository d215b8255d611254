-- The attempt's life (§4, decisions "Assignment and attempt") and its grading. The pure model that these functions
-- are tested against is worker/attempts/attempt.ts. The Worker cannot write attempts, answers or gradings itself.

create function ects(p_percent numeric) returns text language sql immutable as $$
  select case
    when round(p_percent) >= 90 then 'A' when round(p_percent) >= 82 then 'B' when round(p_percent) >= 75 then 'C'
    when round(p_percent) >= 67 then 'D' when round(p_percent) >= 60 then 'E' when round(p_percent) >= 35 then 'FX'
    else 'F' end
$$;

-- ── Drafts and versions ───────────────────────────────────────────────────────────────────────────

create sequence answer_ids as integer;
grant usage on sequence answer_ids to osnova_worker, osnova_system;

-- Answers as stored: an id that the question had before is kept, every other answer gets a new one.
create function with_answer_ids(p_given jsonb, p_existing jsonb) returns jsonb language sql volatile as $$
  select coalesce(jsonb_agg(jsonb_build_object(
           'id', case when p_existing @> jsonb_build_array(jsonb_build_object('id', a->'id')) then (a->>'id')::integer
                      else nextval('answer_ids')::integer end,
           'title', a->>'title', 'is_right_answer', (a->>'is_right_answer')::boolean) order by place), '[]')
    from jsonb_array_elements(p_given) with ordinality as t(a, place)
$$;

-- The draft's fields and questions in the shape that a version keeps. `ids` and `right` serve saving and grading.
create function draft_settings(p_form forms) returns jsonb language sql stable as $$
  select to_jsonb(p_form) - array['id', 'company_id', 'material_id', 'created_at', 'deleted_at']
$$;

create function draft_questions(p_form integer) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object(
      'id', q.id, 'title', q.title, 'description', q.description, 'multiple_right_answers', q.multiple_right_answers,
      'required', q.required, 'score', q.score, 'answers', q.answers,
      'ids', (select coalesce(jsonb_agg((a->>'id')::integer order by (a->>'id')::integer), '[]') from jsonb_array_elements(q.answers) a),
      'right', (select coalesce(jsonb_agg((a->>'id')::integer order by (a->>'id')::integer), '[]')
                  from jsonb_array_elements(q.answers) a where (a->>'is_right_answer')::boolean)
    ) order by q.position, q.id), '[]')
    from questions q where q.company_id = app_company() and q.form_id = p_form and q.deleted_at is null
$$;

-- How many attempts a version allows with what was granted beyond; null: unlimited.
create function attempts_allowed(p_settings jsonb, p_extra integer) returns integer language sql immutable as $$
  select case when (p_settings->>'is_one_attempt_allowed')::boolean then 1 + p_extra
              else (p_settings->>'attempt_limit')::integer + p_extra end
$$;

-- The material whose completion opens this one for the student under chain access, or null when it is open.
create function locked_by(p_material integer, p_user integer) returns integer language sql stable as $$
  select earlier.material_id
    from materials m
    join courses c on c.company_id = m.company_id and c.id = m.course_id and c.material_access = 'chain_access'
    join student_materials earlier on earlier.company_id = m.company_id and earlier.course_id = m.course_id
      and earlier.user_id = p_user and earlier.type <> 'additional' and earlier.done_at is null
      and (earlier.position, earlier.material_id) < (m.position, m.id)
    where m.company_id = app_company() and m.id = p_material and m.type <> 'additional'
    order by earlier.position, earlier.material_id limit 1
$$;

-- A student opens a material: it must be theirs, unlocked, and no attempt may run in its course (forms aside).
create function open_material(p_course integer, p_material integer) returns void language plpgsql as $$
declare
  v_type text;
begin
  select s.type into v_type from student_materials s
    join courses c on c.company_id = s.company_id and c.id = s.course_id and c.deleted_at is null and c.published_at is not null
    where s.company_id = app_company() and s.course_id = p_course and s.material_id = p_material and s.user_id = app_user();
  if not found then
    perform fail('not_found');
  elsif v_type not in ('practice', 'exam') and attempt_runs_in(p_course, app_user()) then
    perform fail('blocked_during_tests');
  elsif locked_by(p_material, app_user()) is not null then
    perform fail('material_locked');
  end if;
  insert into material_progress (company_id, material_id, user_id, opened_at)
    values (app_company(), p_material, app_user(), app_now()) on conflict do nothing;
end $$;

-- Whether the student has a running attempt in the course: its materials are closed meanwhile.
create function attempt_runs_in(p_course integer, p_user integer) returns boolean language sql stable as $$
  select exists (
    select from attempts a
      join forms f on f.company_id = a.company_id and f.id = a.form_id
      join materials m on m.company_id = f.company_id and m.id = f.material_id and m.course_id = p_course
      where a.company_id = app_company() and a.user_id = p_user and a.status = 'running' and a.due_at > now())
$$;

-- Grades attempts by what their version asked and what was stored: a question gives its full score when the chosen set
-- is the right set, else 0. A form once passed is done as a material.
create function grade_attempts(p_attempts integer[], p_reason text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  with scored as (
    select a.company_id, a.id, a.user_id, f.material_id, v.settings, v.max_score, r.score, r.explanation,
           case when v.max_score = 0 then 0 else 100.0 * r.score / v.max_score end as percent
      from attempts a
      join form_versions v on v.company_id = a.company_id and v.id = a.form_version_id
      join forms f on f.company_id = a.company_id and f.id = a.form_id
      cross join lateral (
        select coalesce(sum(e.earned), 0) as score,
               coalesce(jsonb_agg(jsonb_build_object(
                 'id', e.id, 'earned', e.earned, 'maximum', e.maximum, 'outcome', e.outcome) order by e.place), '[]') as explanation
          from (
            select (q->>'id')::integer as id, (q->>'score')::integer as maximum, place,
                   case when to_jsonb(s.answer_ids) = q->'right' then (q->>'score')::integer else 0 end as earned,
                   case when coalesce(cardinality(s.answer_ids), 0) = 0 then 'not_answered'
                        when to_jsonb(s.answer_ids) = q->'right' then 'right' else 'wrong' end as outcome
              from jsonb_array_elements(v.questions) with ordinality as t(q, place)
              left join attempt_answers s on s.company_id = a.company_id and s.attempt_id = a.id
                and s.question_id = (q->>'id')::integer
          ) e
      ) r
      where a.id = any (p_attempts)
  ), graded as (
    insert into gradings (company_id, attempt_id, score, max_score, percent, ects, passed, explanation, reason, created_at)
      select company_id, id, score, max_score, round(percent, 2), ects(percent),
             case settings->>'passing_score_type' when 'points' then score else percent end
               >= (settings->>'passing_score')::integer,
             explanation, p_reason, app_now()
        from scored
      returning company_id, attempt_id, passed
  )
  insert into material_progress as p (company_id, material_id, user_id, opened_at, done_at)
    select distinct on (s.company_id, s.user_id, s.material_id) s.company_id, s.material_id, s.user_id, app_now(), app_now()
      from graded g join scored s on s.company_id = g.company_id and s.id = g.attempt_id where g.passed
    on conflict (company_id, user_id, material_id) do update set done_at = coalesce(p.done_at, excluded.done_at)
$$;

-- The result of an attempt: its latest grading.
create view results with (security_invoker = true) as
  select distinct on (company_id, attempt_id) * from gradings order by company_id, attempt_id, id desc;
grant select on results to osnova_worker, osnova_system;

-- The version of a form that a start would get.
create view current_versions with (security_invoker = true) as
  select distinct on (company_id, form_id) * from form_versions order by company_id, form_id, number desc;
grant select on current_versions to osnova_worker, osnova_system;

-- Ends what is due, wherever it is, with nobody online. Called by the exam clock, by the minute's sweep, and for one
-- assignment before anything is decided about it. Skips rows that another call is ending right now.
create function end_due_attempts(p_assignment integer default null) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_now timestamptz := app_now();
  v_ended integer[];
begin
  with due as (
    select a.id from attempts a
      where a.status = 'running' and a.due_at <= v_now and (p_assignment is null or a.assignment_id = p_assignment)
      for update skip locked
  ), ended as (
    update attempts a set
      status = 'completed',
      finished_at = least(a.deadline, a.close_due_at),
      finished_by = case when a.close_due_at < a.deadline then 'page_closed' else 'timer' end,
      result_published_at = case when (v.settings->>'publication_after_passing')::boolean then v_now end
      from due, form_versions v
      where a.id = due.id and v.company_id = a.company_id and v.id = a.form_version_id
      returning a.id
  )
  select array_agg(id) into v_ended from ended;
  if v_ended is null then
    return 0;
  end if;
  update assignments set status = 2 where id in (select assignment_id from attempts where id = any (v_ended)) and status = 1;
  perform grade_attempts(v_ended, 'finished');
  return cardinality(v_ended);
end $$;

create function sweep() returns integer language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_ended integer := end_due_attempts();
begin
  insert into job_heartbeats (name, ran_at, affected) values ('sweep', now(), v_ended)
    on conflict (name) do update set ran_at = excluded.ran_at, affected = excluded.affected;
  return v_ended;
end $$;

-- Starts an attempt, or with p_take_over continues the running one under a new holder. Locks attempts before
-- assignments, as every other function here does, so that they cannot wait for each other.
create function start_attempt(p_form integer, p_holder text, p_seed integer, p_take_over boolean) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_company integer := app_company();
  v_user integer := app_user();
  v_version form_versions;
  v_material integer;
  v_assignment assignments;
  v_running attempts;
  v_now timestamptz;
  v_id integer;
begin
  select a.* into v_assignment from assignments a where a.company_id = v_company and a.form_id = p_form and a.user_id = v_user;
  if found then
    perform end_due_attempts(v_assignment.id);
    select * into v_running from attempts
      where company_id = v_company and assignment_id = v_assignment.id and status = 'running' for update;
    if found then
      if not p_take_over then
        perform fail('test_already_started', '', v_running.id::text);
      end if;
      update attempts set holder = p_holder, close_due_at = null, due_at = deadline + interval '5 seconds'
        where id = v_running.id;
      return v_running.id;
    end if;
  end if;

  -- Whoever continues an attempt that has just ended must not use up another one.
  if p_take_over then
    perform fail('time_is_over');
  end if;

  select m.id into v_material
    from forms f
    join materials m on m.company_id = f.company_id and m.id = f.material_id and m.deleted_at is null
    join courses c on c.company_id = m.company_id and c.id = m.course_id and c.deleted_at is null and c.published_at is not null
    join student_materials s on s.company_id = m.company_id and s.material_id = m.id and s.user_id = v_user
    where f.company_id = v_company and f.id = p_form and f.deleted_at is null;
  if not found then
    perform fail('not_found');
  end if;
  select * into v_version from form_versions
    where company_id = v_company and form_id = p_form order by number desc limit 1;
  if not found then
    perform fail('not_found');
  end if;
  if locked_by(v_material, v_user) is not null then
    perform fail('material_locked');
  end if;

  insert into assignments (company_id, form_id, user_id) values (v_company, p_form, v_user) on conflict do nothing;
  select * into v_assignment from assignments
    where company_id = v_company and form_id = p_form and user_id = v_user for update;
  -- A twin of this call may have started between the look above and the lock.
  select * into v_running from attempts
    where company_id = v_company and assignment_id = v_assignment.id and status = 'running';
  if found then
    perform fail('test_already_started', '', v_running.id::text);
  end if;
  if v_assignment.status in (5, 6)
    or v_assignment.attempts_used >= attempts_allowed(v_version.settings, v_assignment.extra_attempts) then
    perform fail('attempts_exhausted');
  end if;
  if v_assignment.status = 2 then
    -- Completed with attempts left: 2 to 1 goes by way of 4, reopened.
    update assignments set status = 4 where id = v_assignment.id;
  end if;
  update assignments set status = 1, attempts_used = attempts_used + 1 where id = v_assignment.id;
  v_now := app_now();
  insert into attempts (company_id, assignment_id, form_id, form_version_id, user_id, number, holder, seed, started_at,
                        deadline, due_at)
    select v_company, v_assignment.id, p_form, v_version.id, v_user, v_assignment.attempts_used + 1, p_holder, p_seed, v_now,
           d.deadline, d.deadline + interval '5 seconds'
      from (select v_now + make_interval(mins => coalesce((v_version.settings->>'time_limit')::integer, 120)) as deadline) d
    returning id into v_id;
  insert into material_progress (company_id, material_id, user_id, opened_at) values (v_company, v_material, v_user, v_now)
    on conflict do nothing;
  return v_id;
end $$;

-- Stores answers of a locked, running attempt; a lower or equal sequence number never overwrites.
create function store_answers(p_attempt attempts, p_answers jsonb, p_now timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_fitting integer;
begin
  if p_answers is null or jsonb_array_length(p_answers) = 0 then
    return;
  end if;
  with fitting as materialized (
    select given.question_id, given.answer_ids, given.seq
      from jsonb_to_recordset(p_answers) as given(question_id integer, answer_ids integer[], seq integer)
      join (
        select q from form_versions v, jsonb_array_elements(v.questions) q
          where v.company_id = p_attempt.company_id and v.id = p_attempt.form_version_id
      ) asked on (asked.q->'id')::integer = given.question_id
      where asked.q->'ids' @> to_jsonb(given.answer_ids)
        and (cardinality(given.answer_ids) <= 1 or (asked.q->'multiple_right_answers')::boolean)
  ), written as (
    insert into attempt_answers as stored (company_id, attempt_id, question_id, answer_ids, seq, saved_at)
      select distinct on (f.question_id) p_attempt.company_id, p_attempt.id, f.question_id,
             coalesce((select array_agg(distinct i order by i) from unnest(f.answer_ids) i), '{}'), f.seq, p_now
        from fitting f order by f.question_id, f.seq desc
      on conflict (company_id, attempt_id, question_id) do update
        set answer_ids = excluded.answer_ids, seq = excluded.seq, saved_at = excluded.saved_at
        where stored.seq < excluded.seq
  )
  select count(*) into v_fitting from fitting;
  if v_fitting <> jsonb_array_length(p_answers) then
    perform fail('invalid_choice', 'answers');
  end if;
end $$;

-- Locks an attempt of the person who entered, ending it first if it is due.
create function lock_attempt(p_attempt integer) returns attempts
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_attempt attempts;
begin
  select * into v_attempt from attempts
    where company_id = app_company() and user_id = app_user() and id = p_attempt for update;
  if not found then
    perform fail('not_found');
  end if;
  if v_attempt.status = 'running' and v_attempt.due_at <= app_now() then
    perform end_due_attempts(v_attempt.assignment_id);
    select * into v_attempt from attempts where id = p_attempt;
  end if;
  return v_attempt;
end $$;

-- Saves answers, keeps an attempt alive, or notes that its page closes. Outcome 'over': it has ended, nothing was stored.
create function save_attempt(p_attempt integer, p_holder text, p_event text, p_answers jsonb)
  returns table (server_time timestamptz, deadline timestamptz, due_at timestamptz, status integer, saved_at timestamptz, outcome text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_attempt attempts := lock_attempt(p_attempt);
  v_now timestamptz := app_now();
  v_stored boolean := coalesce(jsonb_array_length(p_answers), 0) > 0;
begin
  if v_attempt.status <> 'running' then
    return query select v_now, v_attempt.deadline, v_attempt.due_at,
      case v_attempt.status when 'annulled' then 5 else 2 end, null::timestamptz, 'over';
    return;
  end if;
  if v_attempt.holder <> p_holder then
    perform fail('attempt_taken_over');
  end if;
  perform store_answers(v_attempt, p_answers, v_now);
  if p_event = 'close' then
    v_attempt.close_due_at := v_now + interval '60 seconds';
  else
    v_attempt.close_due_at := null;
  end if;
  v_attempt.due_at := least(v_attempt.deadline + interval '5 seconds', v_attempt.close_due_at);
  update attempts a set close_due_at = v_attempt.close_due_at, due_at = v_attempt.due_at
    where a.id = p_attempt and (a.due_at, a.close_due_at) is distinct from (v_attempt.due_at, v_attempt.close_due_at);
  return query select v_now, v_attempt.deadline, v_attempt.due_at, 1, case when v_stored then v_now end, 'running';
end $$;

-- Finishes an attempt by hand. Outcomes: 'finished'; 'over' when it had ended before (repeating is harmless);
-- 'required_question_unanswered', in which case the answers sent are kept and the attempt goes on.
create function finish_attempt(p_attempt integer, p_holder text, p_answers jsonb) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_attempt attempts := lock_attempt(p_attempt);
  v_now timestamptz := app_now();
begin
  if v_attempt.status <> 'running' then
    return 'over';
  end if;
  if v_attempt.holder <> p_holder then
    perform fail('attempt_taken_over');
  end if;
  perform store_answers(v_attempt, p_answers, v_now);
  if v_now < v_attempt.deadline and exists (
    select from form_versions v, jsonb_array_elements(v.questions) q
      where v.company_id = v_attempt.company_id and v.id = v_attempt.form_version_id and (q->>'required')::boolean
        and not exists (select from attempt_answers s where s.company_id = v_attempt.company_id and s.attempt_id = p_attempt
                          and s.question_id = (q->>'id')::integer and cardinality(s.answer_ids) > 0)
  ) then
    return 'required_question_unanswered';
  end if;
  update attempts a set status = 'completed', finished_at = least(v_now, a.deadline), finished_by = 'user',
      result_published_at = case when (v.settings->>'publication_after_passing')::boolean then v_now end
    from form_versions v
    where a.id = p_attempt and v.company_id = a.company_id and v.id = a.form_version_id;
  update assignments set status = 2 where id = v_attempt.assignment_id and status = 1;
  perform grade_attempts(array[p_attempt], 'finished');
  return 'finished';
end $$;

-- Rows of an ended attempt and its answers never change; publishing the result and annulling are all that is left.
create function keep_ended_attempt() returns trigger language plpgsql as $$
begin
  if old.status <> 'running'
    and (to_jsonb(new) - 'result_published_at' - 'status') <> (to_jsonb(old) - 'result_published_at' - 'status') then
    raise exception 'an ended attempt does not change' using errcode = 'OS020';
  end if;
  return new;
end $$;
create trigger keep_ended before update on attempts for each row execute function keep_ended_attempt();

create function keep_ended_answers() returns trigger language plpgsql as $$
begin
  if not exists (select from attempts where company_id = new.company_id and id = new.attempt_id and status = 'running') then
    raise exception 'the answers of an ended attempt do not change' using errcode = 'OS020';
  end if;
  return new;
end $$;
create trigger keep_ended before insert or update on attempt_answers for each row execute function keep_ended_answers();

create function keep_grading() returns trigger language plpgsql as $$
begin
  raise exception 'gradings are append-only' using errcode = 'OS020';
end $$;
create trigger append_only before update or delete on gradings for each row execute function keep_grading();

-- Nothing but the transitions of the decisions.
create function check_assignment_status() returns trigger language plpgsql as $$
begin
  if old.status <> new.status and not (old.status, new.status) in
    ((3, 1), (4, 1), (1, 2), (1, 5), (2, 5), (2, 4), (5, 4), (3, 6), (4, 6), (6, 3)) then
    raise exception 'assignment % may not go from % to %', old.id, old.status, new.status using errcode = 'OS020';
  end if;
  return new;
end $$;
create trigger status before update of status on assignments for each row execute function check_assignment_status();

do $$
declare
  f text;
begin
  foreach f in array array[
    'grade_attempts(integer[], text)', 'end_due_attempts(integer)', 'sweep()', 'start_attempt(integer, text, integer, boolean)',
    'store_answers(attempts, jsonb, timestamptz)', 'lock_attempt(integer)', 'save_attempt(integer, text, text, jsonb)',
    'finish_attempt(integer, text, jsonb)'
  ] loop
    execute format('alter function %s owner to osnova_system', f);
    execute format('revoke execute on function %s from public', f);
  end loop;
  foreach f in array array[
    'end_due_attempts(integer)', 'sweep()', 'start_attempt(integer, text, integer, boolean)',
    'save_attempt(integer, text, text, jsonb)', 'finish_attempt(integer, text, jsonb)'
  ] loop
    execute format('grant execute on function %s to osnova_worker', f);
  end loop;
end $$;
