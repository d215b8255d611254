-- Answers of a running practice are checked one by one, where its author wants that.

-- Whether answers at a version are checked while it is taken.
create or replace function is_learning(p_settings jsonb) returns boolean
  language sql
  immutable
  parallel safe
  as $$
  select coalesce((p_settings->>'learning_mode')::boolean and p_settings->>'form_type' = '1', false)
$$;

-- How often an answer at a version is checked until it stays as it is.
create or replace function tries_of(p_settings jsonb) returns integer
  language sql
  immutable
  parallel safe
  as $$
  select coalesce(p_settings->'tries_per_question', usual_settings()->'tries_per_question')::integer
$$;

-- The last check of each answer of an attempt that was checked, with what is right by now.
create or replace function checks_of(p_attempt attempts) returns jsonb
  language plpgsql
  stable
  as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('question_id', c.question_id, 'seq', c.seq, 'tries', c.number,
        'settled', c.question_id = any (p_attempt.settled), 'outcome', c.outcome, 'answer_ids', c.answer_ids,
        'response', c.response, 'key', (select mended_keys(p_attempt.form_version_id))->(c.question_id::text))), '[]')
      from answer_checks c
      where c.company_id = p_attempt.company_id and c.attempt_id = p_attempt.id
        and not exists (select from answer_checks later
          where later.company_id = c.company_id and later.attempt_id = c.attempt_id
            and later.question_id = c.question_id and later.number > c.number));
end $$;

set role osnova_system;

-- Keeps what a check of a stored answer says. Asking twice about one answer, as after a lost connection, uses up no
-- try. One that is right, or was checked for the last time, is settled.
create or replace function note_check(
  p_attempt attempts,
  p_settings jsonb,
  p_question jsonb,
  p_seq integer
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_id integer := (p_question->>'id')::integer;
  v_key jsonb := mended_keys(p_attempt.form_version_id)->(p_question->>'id');
  v_given attempt_answers;
  v_last answer_checks;
  v_share numeric;
begin
  if not is_learning(p_settings) or is_by_hand(p_question->>'type') or v_id = any (p_attempt.closed)
     or coalesce(v_key, 'null') = 'null' then
    perform fail('not_checked');
  end if;
  select * into v_given from attempt_answers s
    where s.company_id = p_attempt.company_id and s.attempt_id = p_attempt.id and s.question_id = v_id;
  -- What cannot be read as a number says nothing either, and uses up no try.
  if coalesce(cardinality(v_given.answer_ids), 0) = 0 and v_given.response is null
     or p_question->>'type' = 'number'
       and typed_number(v_given.response #>> '{}', coalesce(p_question->>'unit', '')) is null then
    perform fail('nothing_to_check', 'answer');
  end if;
  select * into v_last from answer_checks c
    where c.company_id = p_attempt.company_id and c.attempt_id = p_attempt.id and c.question_id = v_id
    order by c.number desc limit 1;
  if v_id = any (p_attempt.settled) and p_seq > v_given.seq then
    perform fail('answer_settled');
  elsif v_last.answer_ids = v_given.answer_ids and v_last.response is not distinct from v_given.response then
    return;
  end if;
  v_share := earned_share(p_question, v_key, v_given.answer_ids, v_given.response);
  insert into answer_checks
      (company_id, attempt_id, question_id, number, seq, answer_ids, response, outcome, checked_at)
    values (p_attempt.company_id, p_attempt.id, v_id, coalesce(v_last.number, 0) + 1, v_given.seq, v_given.answer_ids,
      v_given.response, case v_share when 1 then 'right' when 0 then 'wrong' else 'partly' end, app_now());
  if v_share = 1 or coalesce(v_last.number, 0) + 1 >= tries_of(p_settings) then
    update attempts a set settled = a.settled || v_id where a.id = p_attempt.id;
  end if;
end $$;

-- Saves an answer of the caller's running practice as any other, and checks it. Without a question: the attempt is
-- over.
create or replace function check_answer(
  p_attempt integer,
  p_holder text,
  p_answer jsonb
) returns table (
  server_time timestamptz,
  deadline timestamptz,
  question jsonb,
  kept jsonb
)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_saved record;
  v_attempt attempts;
  v_settings jsonb;
  v_question jsonb;
begin
  select * into v_saved from save_attempt(p_attempt, p_holder, 'save', jsonb_build_array(p_answer));
  if v_saved.outcome = 'running' then
    select a.* into v_attempt from attempts a where a.company_id = app_company() and a.id = p_attempt;
    select v.settings into v_settings from form_versions v
      where v.company_id = v_attempt.company_id and v.id = v_attempt.form_version_id;
    v_question := version_question(v_attempt.form_version_id, (p_answer->>'question_id')::integer);
    perform note_check(v_attempt, v_settings, v_question, (p_answer->>'seq')::integer);
    select a.* into v_attempt from attempts a where a.company_id = app_company() and a.id = p_attempt;
  end if;
  return query select v_saved.server_time, v_saved.deadline, v_question, (
    select c from jsonb_array_elements(checks_of(v_attempt)) c where c->'question_id' = v_question->'id');
end $$;
grant execute on function check_answer(integer, text, jsonb) to osnova_worker;
