-- What waits to be marked.

set role osnova_system;

-- How far the marks of an answer are for the caller, where two people mark each: to mark, to settle where they differ,
-- or null where the other is waited for.
create or replace function marking_stage(
  p_company integer,
  p_attempt integer,
  p_question integer,
  p_two boolean
) returns text
  language sql
  stable
  as $$
  select case when not p_two or count(*) < 2 and not coalesce(bool_or(m.marker_id = app_user()), false) then 'mark'
      when count(*) >= 2 then 'settle' end
    from marks m where m.company_id = p_company and m.attempt_id = p_attempt and m.question_id = p_question
      and m.undone_at is null and not m.settles
$$;
grant
  execute
  on
    function marking_stage(integer, integer, integer, boolean)
  to
  osnova_worker;

-- Whether an answer that two people mark lacks the mark of one who could be the caller.
create or replace function waits_for_other_mark(
  p_attempt integer,
  p_question integer
) returns boolean
  language sql
  stable
  as $$
  select has_two_markers(v.settings) and marking_stage(t.company_id, t.id, p_question, true) is not distinct from 'mark'
    from attempts t
    join form_versions v on v.company_id = t.company_id and v.id = t.form_version_id
    where t.company_id = app_company() and t.id = p_attempt
$$;
grant
  execute
  on
    function waits_for_other_mark(integer, integer)
  to
  osnova_worker;

-- Answers that wait for a mark which the caller may give: of others in reach, at forms that the caller does not take.
create or replace function answers_to_mark() returns table (
  form_id integer,
  course_id integer,
  attempt_id integer,
  question_id integer,
  finished_at timestamptz,
  stage text
)
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select t.form_id, m.course_id, t.id, e.id, t.finished_at, s.stage
    from attempts t
    join form_versions v on v.company_id = t.company_id and v.id = t.form_version_id and v.by_hand
    join forms f on f.company_id = t.company_id and f.id = t.form_id and f.deleted_at is null
    join materials m on m.company_id = f.company_id and m.id = f.material_id and m.deleted_at is null
    join courses c on c.company_id = m.company_id and c.id = m.course_id and c.deleted_at is null
    cross join lateral (
      select g.explanation from gradings g where g.company_id = t.company_id and g.attempt_id = t.id
        order by g.id desc limit 1) last
    cross join lateral jsonb_to_recordset(last.explanation) as e(id integer, outcome text)
    cross join lateral (
      select marking_stage(t.company_id, t.id, e.id, has_two_markers(v.settings)) as stage) s
    where t.company_id = app_company() and t.status = 'completed' and t.result_published_at is null
      and e.outcome = 'in_review' and t.user_id <> app_user() and s.stage is not null
      and (app_user_type() in ('owner', 'admin')
        or m.course_id in (select courses_in_reach()) and t.user_id in (select people_in_reach()))
      and t.form_id not in (select k.form_id from form_takers k
        where k.company_id = app_company() and k.user_id = app_user())
$$;
grant execute on function answers_to_mark() to osnova_worker;

-- The questions whose answers wait, with how many and since when.
create or replace function questions_to_mark() returns table (
  form_id integer,
  form_name text,
  form_type integer,
  course_id integer,
  course_name text,
  question_id integer,
  question_title text,
  count integer,
  since timestamptz
)
  language sql
  stable
  security definer
  rows 20
  set search_path = public, pg_temp
  as $$
  select w.form_id, v.settings->>'name', f.form_type, c.id, c.name, w.question_id, asked.title, w.count, w.since
    from (
      select a.form_id, a.question_id, max(a.attempt_id) as attempt_id, count(*)::integer as count,
             min(a.finished_at) as since
        from answers_to_mark() a group by a.form_id, a.question_id
    ) w
    join forms f on f.company_id = app_company() and f.id = w.form_id
    join materials m on m.company_id = f.company_id and m.id = f.material_id
    join courses c on c.company_id = m.company_id and c.id = m.course_id
    join attempts t on t.company_id = f.company_id and t.id = w.attempt_id
    join form_versions v on v.company_id = t.company_id and v.id = t.form_version_id
    cross join lateral (
      select q->>'title' as title from jsonb_array_elements(v.questions) q where (q->>'id')::integer = w.question_id
    ) asked
$$;
grant execute on function questions_to_mark() to osnova_worker;

-- The next answer that waits, in the order of forms, questions and attempts, behind the one named and then from the
-- beginning; with how many wait. Without one no row.
create or replace function next_to_mark(
  p_form integer,
  p_question integer,
  p_after_attempt integer,
  p_after_question integer
) returns table (
  attempt_id integer,
  question_id integer,
  waiting integer,
  stage text
)
  language sql
  stable
  security definer
  rows 1
  set search_path = public, pg_temp
  as $$
  select w.attempt_id, w.question_id, (count(*) over ())::integer, w.stage from answers_to_mark() w
    where (p_form is null or w.form_id = p_form) and (p_question is null or w.question_id = p_question)
    order by coalesce((w.form_id, w.question_id, w.attempt_id) <= (
        (select t.form_id from attempts t where t.company_id = app_company() and t.id = p_after_attempt),
        p_after_question, p_after_attempt), false), w.form_id, w.question_id, w.attempt_id
    limit 1
$$;
grant
  execute
  on
    function next_to_mark(integer, integer, integer, integer)
  to
  osnova_worker;

reset role;

-- The marks of an answer that two people gave, to be settled.
create or replace function differing_marks(
  p_attempt integer,
  p_question integer
) returns jsonb
  language sql
  stable
  as $$
  select coalesce(jsonb_agg(jsonb_build_object('marker', person(u.id, u.first_name, u.last_name),
      'score', m.score::float8, 'levels', m.levels, 'comment', m.comment) order by m.id), '[]')
    from marks m join users u on u.id = m.marker_id
    where m.company_id = app_company() and m.attempt_id = p_attempt and m.question_id = p_question
      and m.undone_at is null and not m.settles
$$;

-- The files of an answer as its markers get them: without what the student called them where names are hidden.
create or replace function handed_to_mark(
  p_attempt attempts,
  p_question integer,
  p_settings jsonb
) returns jsonb
  language sql
  stable
  as $$
  select coalesce(jsonb_agg(case when coalesce((p_settings->>'names_hidden')::boolean, false)
        then f || jsonb_build_object('name', nameless_file((f->>'id')::integer, f->>'name'))
        else f end order by n), '[]')
    from attempt_answers s
    cross join jsonb_array_elements(files_of_attempt(s.company_id, s.attempt_id)) with ordinality t(f, n)
    where s.company_id = p_attempt.company_id and s.attempt_id = p_attempt.id and s.question_id = p_question
      and (f->>'id')::integer = any (s.answer_ids) and (f->>'question_id')::integer = p_question
$$;

-- An answer as its markers read it.
create or replace function answer_as_marked(
  p_attempt integer,
  p_question integer,
  p_stage text
) returns table (
  attempt_id integer,
  number integer,
  finished_at timestamptz,
  form jsonb,
  course jsonb,
  "user" jsonb,
  question jsonb,
  response jsonb,
  handed jsonb,
  stage text,
  marks jsonb
)
  language sql
  stable
  rows 1
  as $$
  select t.id, t.number, t.finished_at, named(f.id, v.settings->>'name'), named(c.id, c.name),
         case when not coalesce((v.settings->>'names_hidden')::boolean, false)
           then person(u.id, u.first_name, u.last_name) end, q, s.response,
         handed_to_mark(t, p_question, v.settings), p_stage,
         case p_stage when 'settle' then differing_marks(t.id, p_question) else '[]' end
    from attempts t
    join form_versions v on v.company_id = t.company_id and v.id = t.form_version_id
    cross join jsonb_array_elements(v.questions) q
    join attempt_answers s on s.company_id = t.company_id and s.attempt_id = t.id and s.question_id = p_question
    join forms f on f.company_id = t.company_id and f.id = t.form_id
    join materials m on m.company_id = f.company_id and m.id = f.material_id
    join courses c on c.company_id = m.company_id and c.id = m.course_id
    join users u on u.id = t.user_id
    where t.company_id = app_company() and t.id = p_attempt and (q->>'id')::integer = p_question
$$;

-- The next answer that waits, with how many do.
create or replace function next_answer(
  p_form integer,
  p_question integer,
  p_after_attempt integer,
  p_after_question integer
) returns table (waiting integer, answer jsonb)
  language sql
  stable
  rows 1
  as $$
  select n.waiting, to_jsonb(a)
    from next_to_mark(p_form, p_question, p_after_attempt, p_after_question) n
    cross join lateral answer_as_marked(n.attempt_id, n.question_id, n.stage) a
$$;

-- An answer that is marked or waits, with the mark that it has.
create or replace function marked_answer(
  p_attempt integer,
  p_question integer
) returns table (answer jsonb, mark jsonb, student_sees boolean)
  language sql
  rows 1
  as $$
  select to_jsonb(a), c.mark, c.student_sees
    from mark_to_change(p_attempt, p_question) c
    cross join lateral answer_as_marked(p_attempt, p_question, c.stage) a
$$;
