-- People mark what no key can judge.

set role osnova_system;

-- Locks an ended attempt that the caller may mark: of somebody else in reach, at a form that the caller does not take.
create or replace function hold_marked(p_attempt integer) returns attempts
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_attempt attempts := hold_attempt(p_attempt);
begin
  perform refuse_own_form(v_attempt.form_id);
  if v_attempt.status <> 'completed' then
    perform fail('status_not_allowed');
  end if;
  return v_attempt;
end $$;

-- The question of an attempt whose answer a person marks; none that nobody marks by hand, or that was not answered.
create or replace function marked_question(
  p_attempt attempts,
  p_question integer
) returns jsonb
  language sql
  stable
  as $$
  select q from form_versions v cross join jsonb_array_elements(v.questions) q
    where v.company_id = p_attempt.company_id and v.id = p_attempt.form_version_id
      and (q->>'id')::integer = p_question and is_by_hand(q->>'type')
      and exists (select from attempt_answers s where s.company_id = v.company_id and s.attempt_id = p_attempt.id
        and s.question_id = p_question and (s.response is not null or s.answer_ids <> '{}'))
$$;

-- Grades an attempt anew by the marks that hold, publishes its result as the form says, or takes it back where it waits
-- for a mark again. Who had seen another result is told.
create or replace function grade_marked(p_attempt integer) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_graded integer[];
begin
  perform lock_key(t.form_id, false) from attempts t where t.id = p_attempt;
  v_graded := write_gradings(array[p_attempt], 'marked', null, true);
  perform settle_publication(v_graded);
  perform untell_result(t.company_id, t.id) from attempts t where t.id = p_attempt and t.result_published_at is null;
  perform settle_progress(mail_recounted(v_graded, 'remarked'), true);
end $$;

-- The points of the levels that were reached by a rubric; refuses what is none of its levels.
create or replace function rubric_points(
  p_rubric jsonb,
  p_levels integer[]
) returns integer
  language plpgsql
  as $$
begin
  if cardinality(p_levels) is distinct from jsonb_array_length(p_rubric) or exists (
      select from unnest(p_levels) with ordinality l(level, n)
        where (p_rubric->(n - 1)::integer->'levels'->l.level) is null or l.level < 0) then
    perform fail('invalid_choice', 'levels');
  end if;
  return (select sum((p_rubric->(n - 1)::integer->'levels'->l.level->>'points')::integer)
    from unnest(p_levels) with ordinality l(level, n));
end $$;

-- A mark as whoever would replace it is told of it.
create or replace function told_mark(
  p_company integer,
  p_mark integer
) returns jsonb
  language sql
  stable
  as $$
  select jsonb_build_object('id', m.id, 'marker', person(u.id, u.first_name, u.last_name), 'score', m.score::float8,
      'levels', m.levels, 'comment', m.comment)
    from marks m join users u on u.id = m.marker_id where m.company_id = p_company and m.id = p_mark
$$;

-- The marks of an answer that another of the caller's replaces, the last first: their own before, and where one marks
-- each, anybody's. What settles replaces what settled.
create or replace function marks_replaced(
  p_attempt attempts,
  p_question integer,
  p_two boolean,
  p_settles boolean
) returns integer[]
  language sql
  stable
  as $$
  select coalesce(array_agg(m.id order by m.id desc), '{}') from marks m
    where m.company_id = p_attempt.company_id and m.attempt_id = p_attempt.id and m.question_id = p_question
      and m.undone_at is null and case when not p_two then true when p_settles then m.settles
        else m.marker_id = app_user() and not m.settles end
$$;

-- Makes room for a mark of the caller's. Of two, a third may not mark, and only what both have marked is settled; what
-- they agreed on, or what was settled, no mark of one of them changes. Who says which mark they have seen (0: none)
-- replaces no other, and is told of it.
create or replace function replace_marks(
  p_attempt attempts,
  p_question integer,
  p_settles boolean,
  p_seen integer
) returns void
  language plpgsql
  as $$
declare
  v_two boolean := (select has_two_markers(v.settings) from form_versions v
    where v.company_id = p_attempt.company_id and v.id = p_attempt.form_version_id);
  v_others integer := (select count(*) from marks m where m.company_id = p_attempt.company_id
    and m.attempt_id = p_attempt.id and m.question_id = p_question and m.undone_at is null and not m.settles
    and (p_settles or m.marker_id <> app_user()));
  v_replaced integer[] := marks_replaced(p_attempt, p_question, v_two, p_settles);
begin
  if p_settles and (not v_two or v_others < 2) or not p_settles and v_two and v_others >= 2 then
    perform fail('status_not_allowed');
  end if;
  if p_seen <> coalesce(v_replaced[1], 0) then
    perform fail('mark_changed', '', coalesce(told_mark(p_attempt.company_id, v_replaced[1])::text, ''));
  elsif v_two and not p_settles and settled_mark(p_attempt.company_id, p_attempt.id, p_question, true) is not null then
    perform fail('mark_changed');
  end if;
  update marks m set undone_at = app_now() where m.company_id = p_attempt.company_id and m.id = any (v_replaced);
end $$;

-- How far the marks of an answer are that the caller may mark, whether it waits or not, which mark another would
-- replace, and whether the student sees the result.
create or replace function mark_to_change(
  p_attempt integer,
  p_question integer
) returns table (stage text, mark jsonb, student_sees boolean)
  language plpgsql
  security definer
  rows 1
  set search_path = public, pg_temp
  as $$
declare
  v_attempt attempts := hold_marked(p_attempt);
  v_two boolean := (select has_two_markers(v.settings) from form_versions v
    where v.company_id = v_attempt.company_id and v.id = v_attempt.form_version_id);
begin
  if marked_question(v_attempt, p_question) is null then
    perform fail('not_found');
  end if;
  -- Where the other is waited for, one's own can be changed.
  stage := coalesce(marking_stage(v_attempt.company_id, p_attempt, p_question, v_two), 'mark');
  mark := told_mark(v_attempt.company_id, (marks_replaced(v_attempt, p_question, v_two, stage = 'settle'))[1]);
  student_sees := v_attempt.result_published_at is not null;
  return next;
end $$;
grant execute on function mark_to_change(integer, integer) to osnova_worker;

-- Marks an answer, by points or by the levels of its rubric.
create or replace function save_mark(
  p_attempt integer,
  p_question integer,
  p_score numeric,
  p_levels integer[],
  p_comment text,
  p_settles boolean,
  p_seen integer
) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_attempt attempts := hold_marked(p_attempt);
  v_question jsonb := marked_question(v_attempt, p_question);
  v_rubric jsonb := v_question->'marking'->'rubric';
  v_score numeric := p_score;
  v_mark integer;
begin
  if v_question is null then
    perform fail('invalid_choice', 'question_id');
  elsif v_rubric is not null then
    v_score := rubric_points(v_rubric, p_levels);
  elsif p_score is null then
    perform fail('required', 'score');
  end if;
  if v_score > (v_question->>'score')::numeric then
    perform fail('max_value', 'score', v_question->>'score');
  end if;
  perform replace_marks(v_attempt, p_question, p_settles, p_seen);
  insert into marks (company_id, attempt_id, question_id, marker_id, score, levels, settles, comment, marked_at)
    values (app_company(), p_attempt, p_question, app_user(), v_score,
      case when v_rubric is not null then p_levels end, p_settles, p_comment, app_now())
    returning id into v_mark;
  perform grade_marked(p_attempt);
  return v_mark;
end $$;
grant
  execute
  on
    function
      save_mark(
        integer,
        integer,
        numeric,
        integer[],
        text,
        boolean,
        integer
      )
  to
  osnova_worker;

-- Takes back a mark of the caller's own: the answer waits again. One with which another agreed since, or that was
-- settled since, stays. Done again it changes nothing.
create or replace function undo_mark(
  p_attempt integer,
  p_mark integer
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_mark marks;
begin
  perform hold_marked(p_attempt);
  select * into v_mark from marks m where m.company_id = app_company() and m.attempt_id = p_attempt and m.id = p_mark
    and m.marker_id = app_user();
  if not found then
    perform fail('not_found');
  elsif v_mark.undone_at is not null then
    return;
  elsif settled_mark(v_mark.company_id, p_attempt, v_mark.question_id, true) is not null and exists (
      select from marks l where l.company_id = v_mark.company_id and l.attempt_id = p_attempt
        and l.question_id = v_mark.question_id and l.id > p_mark and l.undone_at is null) then
    perform fail('mark_changed');
  end if;
  update marks m set undone_at = app_now() where m.company_id = app_company() and m.id = p_mark;
  perform grade_marked(p_attempt);
end $$;
grant execute on function undo_mark(integer, integer) to osnova_worker;
