-- Answers are saved while an attempt runs.

set role osnova_system;

-- Locks an attempt of the person who entered, ending it first if it is due. A student kept out of the course stores
-- nothing more; the attempt ends at its deadline with what is stored.
create or replace function lock_attempt(p_attempt integer) returns attempts
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_attempt attempts;
begin
  perform refuse_blocked(null, null, p_attempt);
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
grant execute on function lock_attempt(integer) to public;

-- What was typed or matched, as it is kept, without gaps that hold nothing: null where nothing is.
create or replace function kept_response(p_response jsonb) returns jsonb
  language plpgsql
  immutable
  strict
  as $$
begin
  return case when jsonb_typeof(p_response) = 'object' then (
      select jsonb_object_agg(key, value) from jsonb_each(p_response) where btrim(value #>> '{}') <> '')
    when jsonb_typeof(p_response) = 'null' or p_response = '[]' or p_response #>> '{}' !~ '\S' then null
    else p_response end;
end $$;
grant execute on function kept_response(jsonb) to public;

-- Whether an answer can be one to a question, by what its version offers.
create or replace function fits_question(
  p_choice jsonb,
  p_answer_ids integer[],
  p_response jsonb
) returns boolean
  language plpgsql
  immutable
  as $$
begin
  return case p_choice->>'type'
    when 'ordering' then p_choice->'ids' @> to_jsonb(p_answer_ids) and p_response is null
      and cardinality(p_answer_ids) = (select count(distinct i) from unnest(p_answer_ids) i)
    when 'matching' then cardinality(p_answer_ids) = 0 and (p_response is null or jsonb_typeof(p_response) = 'object'
      and not exists (select from jsonb_each(p_response) r
        where not p_choice->'prompts' ? r.key or not p_choice->'options' @> r.value))
    when 'gaps' then cardinality(p_answer_ids) = 0 and (p_response is null or jsonb_typeof(p_response) = 'object'
      and not exists (select from jsonb_each(p_response) r
        where not coalesce(case jsonb_typeof(p_choice->'gaps'->r.key) when 'null' then jsonb_typeof(r.value) = 'string'
          when 'array' then jsonb_typeof(r.value) = 'number' and p_choice->'gaps'->r.key @> r.value end, false)))
    when 'hotspot' then cardinality(p_answer_ids) = 0
      and (p_response is null or are_marks(p_response, (p_choice->>'places')::integer))
    else cardinality(p_answer_ids) = 0 and coalesce(jsonb_typeof(p_response), 'string') = 'string'
      and case p_choice->>'type' when 'essay' then octet_length(p_response #>> '{}') <= essay_bytes()
        else length(p_response #>> '{}') <= response_length() end is not false end;
end $$;
grant execute on function fits_question(jsonb, integer[], jsonb) to public;

-- Stores answers of a locked, running attempt, checked by the version's choices; a lower or equal sequence number never
-- overwrites.
create or replace function store_answers(
  p_attempt attempts,
  p_answers jsonb,
  p_now timestamptz
) returns void
  language plpgsql
  -- Without it each save is planned anew, for 2 ms: a plan for this attempt alone, without draws, looks cheaper than
  -- one for all, which is as good, since every table is read by its key.
  set plan_cache_mode = force_generic_plan
  as $$
declare
  v_fitting integer;
begin
  if cardinality(p_attempt.closed) + cardinality(p_attempt.settled) > 0 then
    p_answers := answers_still_open(p_attempt, p_answers);
  end if;
  if p_answers is null or jsonb_array_length(p_answers) = 0 then
    return;
  end if;
  with fitting as materialized (
    select given.question_id, given.answer_ids, kept_response(given.response) as response, given.seq,
           coalesce(choice->>'type', 'choice') as type
      from form_versions v
      cross join jsonb_to_recordset(p_answers) as given(question_id integer, answer_ids integer[], response jsonb,
        seq integer)
      cross join lateral (select coalesce(v.choices->(given.question_id::text), case when p_attempt.drawn
        is not null then drawn_choice(p_attempt, given.question_id) end) as choice) asked
      where v.company_id = p_attempt.company_id and v.id = p_attempt.form_version_id
        and case when choice->>'type' = 'upload'
            then fits_files(p_attempt, given.question_id, choice, given.answer_ids, kept_response(given.response))
          when choice ? 'type' then fits_question(choice, given.answer_ids, kept_response(given.response))
          else choice->'ids' @> to_jsonb(given.answer_ids) and given.response is null
            and (cardinality(given.answer_ids) <= 1 or (choice->'multiple_right_answers')::boolean) end
  ), written as (
    insert into attempt_answers as stored (company_id, attempt_id, question_id, answer_ids, response, seq, saved_at)
      select distinct on (f.question_id) p_attempt.company_id, p_attempt.id, f.question_id,
             case when f.type = 'ordering' then f.answer_ids
               else coalesce((select array_agg(distinct i order by i) from unnest(f.answer_ids) i), '{}') end,
             f.response, f.seq, p_now
        from fitting f order by f.question_id, f.seq desc
      on conflict (company_id, attempt_id, question_id) do update
        set answer_ids = excluded.answer_ids, response = excluded.response, seq = excluded.seq,
            saved_at = excluded.saved_at
        where stored.seq < excluded.seq
  )
  select count(*) into v_fitting from fitting;
  if v_fitting <> jsonb_array_length(p_answers) then
    perform fail(case when exists (
        select from jsonb_to_recordset(p_answers) as given(response jsonb)
          where octet_length(given.response #>> '{}') > essay_bytes())
      then 'too_long' else 'invalid_choice' end, 'answers');
  end if;
end $$;
grant execute on function store_answers(attempts, jsonb, timestamptz) to public;

-- When an attempt was last heard of: calls are noted every 15 s at most, answers with each save.
create or replace function heard_of(p_attempt attempts) returns timestamptz
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select greatest(p_attempt.last_seen_at, (
    select max(s.saved_at) from attempt_answers s
      where s.company_id = p_attempt.company_id and s.attempt_id = p_attempt.id))
$$;
grant execute on function heard_of(attempts) to osnova_worker;

-- Saves answers, keeps an attempt alive, or notes that its page closes, with what the page tells of itself; that it was
-- heard of is noted every 15 s at most. Outcomes 'over', at its time, and 'ended', by somebody: nothing was stored.
create or replace function save_attempt(
  p_attempt integer,
  p_holder text,
  p_event text,
  p_answers jsonb,
  p_events jsonb default null
) returns table (
  server_time timestamptz,
  deadline timestamptz,
  due_at timestamptz,
  status text,
  saved_at timestamptz,
  outcome text
)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_attempt attempts := lock_attempt(p_attempt);
  v_now timestamptz := app_now();
  v_stored boolean := coalesce(jsonb_array_length(p_answers), 0) > 0;
  v_before attempts := v_attempt;
begin
  if v_attempt.status <> 'running' then
    perform note_late_answers(v_attempt, p_holder, p_answers, v_now);
    return query select v_now, v_attempt.deadline, v_attempt.due_at,
      case v_attempt.status when 'annulled' then 'rejected' else 'completed' end, null::timestamptz,
      case when ended_by_time(v_attempt) then 'over' else 'ended' end;
    return;
  end if;
  if v_attempt.holder <> p_holder then
    perform fail('attempt_taken_over');
  end if;
  if v_attempt.close_due_at is not null or coalesce(v_attempt.last_seen_at < v_now - interval '15 seconds', true) then
    -- A page tells twice that it closes when it is hidden first.
    if p_event <> 'close' or v_attempt.close_due_at is null then
      perform note_silence(v_attempt, v_now);
    end if;
    v_attempt.last_seen_at := v_now;
  end if;
  if p_events is not null then
    perform store_events(v_attempt, p_events, v_now);
  end if;
  perform store_answers(v_attempt, p_answers, v_now);
  if p_event = 'close' then
    v_attempt.close_due_at := v_now + closing_time();
  else
    v_attempt.close_due_at := null;
  end if;
  v_attempt.due_at := least(v_attempt.deadline + grace(), v_attempt.close_due_at);
  if v_attempt is distinct from v_before then
    update attempts a set close_due_at = v_attempt.close_due_at, due_at = v_attempt.due_at,
      last_seen_at = v_attempt.last_seen_at
      where a.id = p_attempt;
  end if;
  return query select v_now, v_attempt.deadline, v_attempt.due_at, 'in_progress',
    case when v_stored then v_now end, 'running';
end $$;
grant
  execute
  on
    function save_attempt(integer, text, text, jsonb, jsonb)
  to
  osnova_worker;

-- What several people of one company save at the same moment, each as themselves: entered, checked and stored as alone.
-- One that is refused, or whose attempt is held by something else, has no row here and leaves the others as they are.
create or replace function save_attempts(
  p_saves jsonb
) returns table (
  place integer,
  server_time timestamptz,
  deadline timestamptz,
  due_at timestamptz,
  status text,
  saved_at timestamptz,
  outcome text
)
  language plpgsql
  set search_path = public, pg_temp
  set lock_timeout = '100ms'
  as $$
declare
  v_save record;
  v_failed text;
begin
  -- In one order, so that two of these never wait for each other.
  for v_save in
    select * from jsonb_to_recordset(p_saves) as given(
        place integer, session_id integer, company_id integer, attempt_id integer, holder text, event text,
          answers jsonb, events jsonb, marked integer[], closed integer[])
      order by given.attempt_id, given.place
  loop
    begin
      perform enter(v_save.session_id, v_save.company_id, null);
      return query select v_save.place, s.*
        from save_attempt(v_save.attempt_id, v_save.holder, v_save.event, v_save.answers, v_save.events) s;
      if v_save.marked is not null or v_save.closed is not null then
        perform keep_paper(v_save.attempt_id, v_save.holder, v_save.marked, v_save.closed);
      end if;
    exception when others then
      -- Done alone, it hears its own refusal. What is neither one nor a lock would show as slowness alone.
      if sqlstate !~ '^(OS|40|55)' then
        v_failed := format('attempt %s: %s', v_save.attempt_id, sqlstate);
      end if;
    end;
  end loop;
  if v_failed is not null then
    perform count_error('shared saves', v_failed);
  end if;
end $$;
grant execute on function save_attempts(jsonb) to osnova_worker;
