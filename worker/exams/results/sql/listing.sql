-- Results in lists.

-- Who has a form, or had it and took it, with each of their attempts and its state.
create or replace function attempts_of_form(
  p_course integer,
  p_form integer
) returns table (
  user_id integer,
  first_name text,
  last_name text,
  assignment_id integer,
  assignment_status text,
  attempt_id integer,
  number integer,
  status text,
  state text,
  started_at timestamptz,
  finished_at timestamptz,
  percent numeric,
  passed boolean,
  unmarked boolean
)
  language sql
  stable
  as $$
  select who.user_id, u.first_name, u.last_name, a.id, a.status, t.id, t.number, t.status,
         case when t.id is null then case when a.status = 'canceled' then 'canceled' else 'assigned' end
              when t.status = 'completed' and t.result_published_at is null then 'in_review' else t.status end,
         t.started_at, t.finished_at, g.percent, case when not awaits_marks(g.explanation) then g.passed end,
         coalesce(t.status = 'completed' and t.result_published_at is null and awaits_marks(g.explanation), false)
    from (
      select s.user_id from student_materials s
        join forms f on f.company_id = s.company_id and f.material_id = s.material_id
        where s.company_id = app_company() and s.course_id = p_course and f.id = p_form
      union
      select t.user_id from attempts t where t.company_id = app_company() and t.form_id = p_form
    ) who
    join users u on u.id = who.user_id
    join current_versions v on v.company_id = app_company() and v.form_id = p_form
    left join assignments a on a.company_id = v.company_id and a.form_id = v.form_id and a.user_id = who.user_id
    left join attempts t on t.company_id = a.company_id and t.assignment_id = a.id
    left join lateral (
      select k.percent, k.passed, k.explanation from gradings k
        where k.company_id = t.company_id and k.attempt_id = t.id order by k.id desc limit 1) g on true
$$;

-- The answers of a graded attempt that wait for their mark. As long as there is one, nobody knows whether it is passed.
create or replace function count_unmarked(p_explanation jsonb) returns integer
  language sql
  immutable
  as $$
  select coalesce(jsonb_array_length(jsonb_path_query_array(p_explanation, '$[*] ? (@.outcome == "in_review")')), 0)
$$;

-- What staff may do about an attempt of a form, or about a student without one; about oneself nothing.
create or replace function result_actions(
  p_user integer,
  p_assignment_status text,
  p_attempt_status text,
  p_state text,
  p_retakes integer[],
  p_enrolled integer[],
  p_unmarked boolean
) returns text[]
  language sql
  stable
  as $$
  select case when p_user = app_user() then '{}'::text[] else array_remove(array[
    case when p_state = 'in_review' and not p_unmarked then 'publish' end,
    case when p_user = any (p_retakes) then 'retake' end,
    case when p_attempt_status = 'running' and p_assignment_status = 'in_progress'
           or p_attempt_status = 'completed' and p_assignment_status = 'completed' then 'annul' end,
    case when coalesce(p_assignment_status, 'assigned') in ('assigned', 'reopened')
           and p_user = any (p_enrolled) then 'cancel' end,
    case when p_assignment_status = 'canceled' and p_user = any (p_enrolled) then 'restore' end,
    case when p_assignment_status = 'rejected' and p_attempt_status = 'annulled' then 'reinstate' end
  ], null) end
$$;

-- The groups by name that somebody studies in; of those in the caller's reach, unless all are asked for.
create or replace function names_of_groups(
  p_user integer,
  p_all boolean
) returns text[]
  language sql
  stable
  as $$
  select coalesce(array_agg(s.name order by s.name collate "uk-x-icu"), '{}')
    from group_members gm join study_groups s on s.company_id = gm.company_id and s.id = gm.group_id
    where gm.company_id = app_company() and gm.user_id = p_user and gm.role = 'student' and s.deleted_at is null
      and (p_all or s.id in (select groups_in_reach()))
$$;

-- How far a running attempt is: by when it ends, how many of its questions have an answer, and whether a page of it was
-- heard of within three of its heartbeats.
create or replace function running_facts(p_attempt attempts) returns jsonb
  language sql
  stable
  as $$
  select jsonb_build_object(
           'deadline', p_attempt.deadline,
           'answered', (select count(*) from attempt_answers s
             where s.company_id = p_attempt.company_id and s.attempt_id = p_attempt.id
               and (cardinality(s.answer_ids) > 0 or s.response is not null)),
           'questions', jsonb_array_length(paper_of(p_attempt.drawn, v.id, v.questions)),
           'online', p_attempt.close_due_at is null
             and coalesce(p_attempt.last_seen_at, p_attempt.started_at) > app_now() - interval '1 minute')
    from form_versions v where v.company_id = p_attempt.company_id and v.id = p_attempt.form_version_id
$$;

-- Attempts of a form, and students without one ([{user_id, attempt_id, assignment_id, assignment_status, state}]), in
-- this order, as staff see them.
create or replace function results_of_form(
  p_form integer,
  p_page jsonb,
  p_all_groups boolean
) returns table (
  "user" jsonb,
  groups text[],
  passed_form_status text,
  attempt_id integer,
  number integer,
  state text,
  passed boolean,
  score double precision,
  max_score double precision,
  percent double precision,
  ects text,
  counts boolean,
  started_at timestamptz,
  finished_at timestamptz,
  duration integer,
  finished_by text,
  published boolean,
  notes integer,
  unmarked integer,
  repaired boolean,
  late integer,
  running jsonb,
  reason text,
  actions text[]
)
  language sql
  stable
  as $$
  with page as materialized (
    select * from rows from (jsonb_to_recordset(p_page) as (user_id integer, attempt_id integer, assignment_id integer,
      assignment_status text, state text)) with ordinality
      p(user_id, attempt_id, assignment_id, assignment_status, state, place)
  ), people as materialized (
    select array(select distinct user_id from page) as ids
  ), allowed as materialized (
    select students_of_form(p_form, ids) as enrolled,
           array(select j.user_id from judge_retakes(p_form, ids) j where j.code is null) as retakes from people
  )
  select person(u.id, u.first_name, u.last_name), names_of_groups(p.user_id, p_all_groups),
         coalesce(p.assignment_status, 'assigned'), p.attempt_id, t.number, p.state,
         case when t.status = 'completed' and not awaits_marks(g.explanation) then g.passed end,
         g.score::float8, g.max_score::float8, g.percent::float8, g.ects,
         coalesce(counted.attempt_id = t.id, false), t.started_at, t.finished_at,
         seconds_taken(t.started_at, t.finished_at, t.finished_by), t.finished_by, t.result_published_at is not null,
         (select count(*)::integer from attempt_notes n where n.company_id = t.company_id and n.attempt_id = t.id),
         count_unmarked(g.explanation),
         exists (select from gradings k
           join key_repairs r on r.company_id = k.company_id and r.id = k.repair_id and r.undone_at is null
           where k.company_id = t.company_id and k.attempt_id = t.id),
         coalesce((select cardinality(e.question_ids) from attempt_events e
           where e.company_id = t.company_id and e.attempt_id = t.id and e.kind = 'late_answers'), 0),
         case when t.status = 'running' then running_facts(t) end,
         case when p.assignment_status in ('reopened', 'rejected', 'canceled') then
           decision_on(v.company_id, p.assignment_id, p.assignment_status)->>'reason' end,
         result_actions(p.user_id, p.assignment_status,
           case when t.status <> 'annulled' or g.attempt_id is not null then t.status end, p.state,
            allowed.retakes, allowed.enrolled, awaits_marks(g.explanation))
    from page p
    cross join allowed
    join users u on u.id = p.user_id
    join current_versions v on v.company_id = app_company() and v.form_id = p_form
    left join attempts t on t.company_id = v.company_id and t.id = p.attempt_id
    left join lateral (select * from gradings k
      where k.company_id = t.company_id and k.attempt_id = t.id order by k.id desc limit 1) g on true
    left join lateral counted_result(v.company_id, p.assignment_id, v.settings->>'result_counts', false) counted on true
    order by p.place
$$;

-- Attempts of the company, in this order.
create or replace function company_results(
  p_attempts integer[]
) returns table (
  attempt_id integer,
  number integer,
  version integer,
  "user" jsonb,
  middle_name text,
  email text,
  "position" text,
  subdivision text,
  groups text[],
  form jsonb,
  course jsonb,
  state text,
  passed boolean,
  score double precision,
  max_score double precision,
  percent double precision,
  ects text,
  started_at timestamptz,
  finished_at timestamptz,
  duration integer,
  finished_by text,
  unmarked integer,
  annulled jsonb
)
  language sql
  stable
  as $$
  select t.id, t.number, v.number, person(u.id, u.first_name, u.last_name), u.middle_name, u.email, mb."position",
         mb.subdivision, names_of_groups(t.user_id, true),
         jsonb_build_object('id', f.id, 'name', v.settings->>'name', 'form_type', f.form_type,
           'rating_system', v.settings->>'rating_system'),
         named(c.id, c.name),
         case when t.status = 'completed' and t.result_published_at is null then 'in_review' else t.status end,
         case when t.status = 'completed' and not awaits_marks(g.explanation) then g.passed end,
         g.score::float8, g.max_score::float8, g.percent::float8, g.ects,
         t.started_at, t.finished_at, seconds_taken(t.started_at, t.finished_at, t.finished_by), t.finished_by,
         count_unmarked(g.explanation), annulment_of(t)
    from unnest(p_attempts) with ordinality p(id, place)
    join attempts t on t.company_id = app_company() and t.id = p.id
    join forms f on f.company_id = t.company_id and f.id = t.form_id
    join materials m on m.company_id = f.company_id and m.id = f.material_id
    join courses c on c.company_id = m.company_id and c.id = m.course_id
    join form_versions v on v.company_id = t.company_id and v.id = t.form_version_id
    join users u on u.id = t.user_id
    join memberships mb on mb.company_id = t.company_id and mb.user_id = t.user_id
    left join lateral (select * from gradings k
      where k.company_id = t.company_id and k.attempt_id = t.id order by k.id desc limit 1) g on true
    order by p.place
$$;

-- The place of an answer in the order that is right, of an ordering; of anything else none.
create or replace function position_in(
  p_key jsonb,
  p_type text,
  p_answer jsonb
) returns bigint
  language sql
  immutable
  as $$
  select n from jsonb_array_elements(
      case when p_type = 'ordering' and jsonb_typeof(p_key) = 'array' then p_key else '[]' end) with ordinality t(k, n)
    where k = p_answer
$$;

-- What belongs to an answer of a matching by its key; of anything else, and of what is annulled, nothing is said.
create or replace function mended_match(
  p_question jsonb,
  p_key jsonb,
  p_answer jsonb
) returns jsonb
  language sql
  immutable
  as $$
  select coalesce((
    select jsonb_build_object('match', o.title) from match_options(p_question->'answers') o
      where p_question->>'type' = 'matching' and to_jsonb(o.id) = p_key->(p_answer->>'id')), '{}')
$$;

-- A question with its key as repairs left it, null where it is annulled.
create or replace function mended_question(
  p_question jsonb,
  p_key jsonb
) returns jsonb
  language sql
  immutable
  as $$
  select jsonb_build_object(
           'id', q->'id', 'title', q->'title', 'multiple_right_answers', q->'multiple_right_answers',
           'type', coalesce(q->>'type', 'choice'), 'credit', coalesce(q->>'credit', 'all'), 'score', q->'score',
           'annulled', p_key = 'null',
           'accepted', (select coalesce(jsonb_agg(e), '[]') from jsonb_array_elements(k.several) e
             where jsonb_typeof(e) = 'string'),
           'hotspot', q->'hotspot', 'picture', case when q->>'type' = 'hotspot' then question_picture(q) end,
           'area_accepted', case when q->>'type' = 'hotspot' then (
             select coalesce(jsonb_agg(e), '[]') from jsonb_array_elements(k.several) e where e ? 'area') end,
           'gap_text', coalesce(q->>'gap_text', ''),
           'typed_gaps', (
             select coalesce(jsonb_agg(g.key::integer order by g.key::integer), '[]')
               from jsonb_each(gap_options(q->'answers')) g where g.value = 'null'),
           'gap_accepted', (
             select coalesce(jsonb_agg(e), '[]') from jsonb_array_elements(k.several) e where e ? 'gap'),
           'matches', (select coalesce(jsonb_agg(o.title order by o.title), '[]') from match_options(q->'answers') o),
           'answers', (
             select coalesce(jsonb_agg(a - array['match_id'] || mended_match(q, p_key, a)
                 || jsonb_build_object('is_right_answer',
                 case when p_key = 'null' or q->>'type' = 'matching' then (a->>'is_right_answer')::boolean
                      else p_key @> (a->'id') end)
                 order by position_in(p_key, q->>'type', a->'id'), n), '[]')
               from jsonb_array_elements(q->'answers') with ordinality t(a, n)))
    from (select p_question as q, case jsonb_typeof(p_key) when 'array' then p_key else '[]' end as several) k
$$;

-- The questions of a version with the key as repairs left it.
create or replace function mended_questions(p_version integer) returns jsonb
  language sql
  stable
  as $$
  select jsonb_agg(mended_question(q, k.keys->(q->>'id')) order by place)
    from form_versions v
    -- Worked out once: taken up into the statement it would be for each question.
    cross join lateral (select mended_keys(v.id) as keys offset 0) k
    cross join lateral asked_questions(v.id) t(q, place)
    where v.company_id = app_company() and v.id = p_version
$$;

-- The questions whose key can be mended: those of the current version, and behind them what only attempts at earlier
-- versions were asked, or were asked with other answers or are graded in by another key. Each with the newest version
-- that has it so.
create or replace function questions_to_mend(p_form integer) returns jsonb
  language sql
  stable
  as $$
  with versions as materialized (
    select v.id, v.number, c.id as current
      from current_versions c join form_versions v on v.company_id = c.company_id and v.form_id = c.form_id
      where c.company_id = app_company() and c.form_id = p_form and (v.id = c.id or v.id in (
        select a.form_version_id from attempts a where a.company_id = app_company() and a.form_id = p_form))
  ), asked as (
    select distinct on (q->>'id', answer_titles(q->'answers'), offered_matches(q->'answers'), question_picture(q),
             k.keys->(q->>'id')) v.*, q, place, k.keys->(q->>'id') as key
      from versions v
      cross join lateral (select mended_keys(v.id) as keys offset 0) k
      cross join lateral asked_questions(v.id) t(q, place)
      order by q->>'id', answer_titles(q->'answers'), offered_matches(q->'answers'), question_picture(q),
        k.keys->(q->>'id'), v.number desc
  )
  select jsonb_agg(mended_question(a.q, a.key) || jsonb_build_object('version', a.number, 'standing',
      case when a.id = a.current or (c.q - array['score', 'section']) = (a.q - array['score', 'section'])
        then 'current' when c.q is null then 'gone' else 'changed' end) order by a.number desc, a.place)
    from asked a cross join lateral version_question(a.current, (a.q->>'id')::integer) c(q)
$$;

-- The repairs of a form, latest first.
create or replace function repairs_of_form(p_form integer) returns jsonb
  language sql
  stable
  as $$
  select coalesce(jsonb_agg(jsonb_build_object(
           'id', r.id, 'reason', r.reason, 'only_raise', r.only_raise, 'created_at', r.created_at,
           'undone_at', r.undone_at, 'author', person(u.id, u.first_name, u.last_name),
           'questions', (
             select coalesce(jsonb_agg(jsonb_build_object('id', c->'question_id', 'annulled', c ? 'annulled',
                 'title', coalesce((
                   select q->>'title' from form_versions w, version_question(w.id, (c->'question_id')::integer) q
                     where w.company_id = r.company_id and w.form_id = r.form_id and q is not null
                     order by w.number desc limit 1), ''))), '[]')
               from jsonb_array_elements(r.changes) c),
           'attempts', (select count(*) from gradings g
             where g.company_id = r.company_id and g.repair_id = r.id and g.reason = 'repair'))
           order by r.id desc), '[]')
    from key_repairs r join users u on u.id = r.author_id
    where r.company_id = app_company() and r.form_id = p_form
$$;
