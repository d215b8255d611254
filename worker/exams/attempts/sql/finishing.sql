-- An attempt ends: by hand, or by its time.

set role osnova_system;

-- The required questions without an answer, in the order of the form.
create or replace function unanswered_required(
  p_attempt attempts
) returns integer[]
  language plpgsql
  stable
  as $$
begin
  return (
    select coalesce(array_agg((q->>'id')::integer order by place), '{}')
      from form_versions v, jsonb_array_elements(paper_of(p_attempt.drawn, v.id, v.questions))
        with ordinality as t(q, place)
      where v.company_id = p_attempt.company_id and v.id = p_attempt.form_version_id and (q->>'required')::boolean
        and not exists (select from attempt_answers s
          where s.company_id = p_attempt.company_id and s.attempt_id = p_attempt.id
            and s.question_id = (q->>'id')::integer and (cardinality(s.answer_ids) > 0 or s.response is not null)));
end $$;
grant execute on function unanswered_required(attempts) to osnova_worker;

-- Whether a result is there for its student with the end: what is marked by hand may have to wait.
create or replace function publishes_at_once(
  p_version form_versions
) returns boolean
  language sql
  immutable
  as $$
  select (p_version.settings->>'publication_after_passing')::boolean and not p_version.by_hand
$$;
grant execute on function publishes_at_once(form_versions) to public;

-- Ends attempts that are locked: at their time, with the page closed or the timer, or by whom `p_by` tells, 'user' or
-- 'trainer'. Graded first, so that what they come to is written with their end; a trainer publishes by himself.
create or replace function end_attempts(
  p_attempts integer[],
  p_by text default null
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  as $$
declare
  v_now timestamptz := app_now();
  v_by_hand integer[];
begin
  perform lock_key(f.form_id, false) from (
    select distinct a.form_id from attempts a where a.id = any (p_attempts) order by a.form_id) f;
  perform write_gradings(p_attempts, 'finished', null, false);
  with ended as (
    update attempts a set
      status = 'completed',
      finished_at = case p_by when 'user' then least(v_now, a.deadline) when 'trainer' then a.started_at
        else least(a.deadline, a.close_due_at) end,
      finished_by = coalesce(p_by, case when a.close_due_at < a.deadline then 'page_closed' else 'timer' end),
      last_seen_at = case p_by when 'user' then v_now else a.last_seen_at end,
      result_published_at = case when p_by is distinct from 'trainer' and publishes_at_once(v) then v_now end,
      (percent, passed) = (select o.percent, o.passed from outcome_of(a.company_id, a.id) o)
      from form_versions v
      where a.id = any (p_attempts) and v.company_id = a.company_id and v.id = a.form_version_id
      returning a.id, v.by_hand
  )
  select array_agg(id) filter (where by_hand) into v_by_hand from ended;
  update assignments set status = 'completed'
    where id in (select assignment_id from attempts where id = any (p_attempts)) and status = 'in_progress';
  perform settle_progress(p_attempts, false);
  if v_by_hand is not null then
    perform settle_publication(v_by_hand);
  end if;
end $$;

-- Finishes an attempt by hand, with the silence before it noted. Outcomes: 'finished'; 'over' when it had ended before
-- (repeating is harmless); 'required_question_unanswered', in which case the answers sent are kept and the attempt goes
-- on.
create or replace function finish_attempt(
  p_attempt integer,
  p_holder text,
  p_answers jsonb
) returns text
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_attempt attempts := lock_attempt(p_attempt);
  v_now timestamptz := app_now();
begin
  if v_attempt.status <> 'running' then
    perform note_late_answers(v_attempt, p_holder, p_answers, v_now);
    return 'over';
  end if;
  if v_attempt.holder <> p_holder then
    perform fail('attempt_taken_over');
  end if;
  perform note_silence(v_attempt, v_now);
  perform store_answers(v_attempt, p_answers, v_now);
  if v_now < v_attempt.deadline and cardinality(unanswered_required(v_attempt)) > 0 then
    update attempts a set last_seen_at = v_now where a.id = p_attempt;
    return 'required_question_unanswered';
  end if;
  perform end_attempts(array[p_attempt], 'user');
  return 'finished';
end $$;
grant execute on function finish_attempt(integer, text, jsonb) to public;

-- Ends what could not be ended together, in halves, so that one of ten thousand costs twice their time: what cannot be
-- ended by itself is left, for somebody to look at. `p_code`, `p_message`: why they could not.
create or replace function end_apart(
  p_attempts integer[],
  p_code text,
  p_message text
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_middle integer := cardinality(p_attempts) / 2;
  v_half integer[];
begin
  if v_middle = 0 then
    perform leave_failed('end of an attempt', format('attempt %s', p_attempts[1]), p_code, p_message);
    return;
  end if;
  for v_half in values (p_attempts[:v_middle]), (p_attempts[v_middle + 1:]) loop
    begin
      -- What failed has let go of them.
      perform end_attempts(array(select a.id from attempts a
        where a.id = any (v_half) and a.status = 'running' and a.due_at <= app_now() for update skip locked));
    exception when others then
      perform end_apart(v_half, sqlstate, sqlerrm);
    end;
  end loop;
end $$;

-- Ends attempts that are due and gives how many were: those of `p_assignment`; without it those of the company entered,
-- so that nobody waits for the crowd of another; and where none is entered, as the clock calls it, those of all.
-- `p_share` of `p_shares`, counted from 0, divides the people, not the attempts: results, progress and certificates are
-- locked by person, so calls at once with the attempts of one person would wait for each other. Takes `p_most` at most,
-- or all (null), and skips what another call is ending right now. Where one cannot be ended the others are; of one
-- assignment that is an error, since something is about to be decided by it.
create or replace function end_due_share(
  p_assignment integer,
  p_share integer,
  p_shares integer,
  p_most integer
) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_now timestamptz := app_now();
  v_company integer := app_company();
  v_due integer[];
begin
  begin
    -- Locked in here: a row that a part of a transaction changes and the whole had locked is dearer.
    select array_agg(d.id) into v_due from (
      select a.id from attempts a
        where a.status = 'running' and a.due_at <= v_now and (p_assignment is null or a.assignment_id = p_assignment)
          and (v_company is null or a.company_id = v_company) and a.user_id % p_shares = p_share
        limit p_most for update skip locked) d;
    if v_due is not null then
      perform end_attempts(v_due);
    end if;
  exception when others then
    if p_assignment is not null then
      raise;
    end if;
    perform end_apart(v_due, sqlstate, sqlerrm);
  end;
  return coalesce(cardinality(v_due), 0);
end $$;
grant
  execute
  on
    function end_due_share(integer, integer, integer, integer)
  to
  public;

-- Ends what is due, with nobody online: called by the minute's sweep and by what reads results, and for one assignment
-- before anything is decided about it.
create or replace function end_due_attempts(
  p_assignment integer default null
) returns integer
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  select end_due_share(p_assignment, 0, 1, null)
$$;
grant execute on function end_due_attempts(integer) to public;

-- Ends what is due, and notes that the clock was here, unless something could not be ended; gives how many were due.
create or replace function sweep() returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_due integer := end_due_attempts();
begin
  insert into job_heartbeats (name, ran_at, affected)
    select 'sweep', now(), v_due where not exists (select from left_failed())
    on conflict (name) do update set ran_at = excluded.ran_at, affected = excluded.affected;
  return v_due;
end $$;
grant execute on function sweep() to public;
