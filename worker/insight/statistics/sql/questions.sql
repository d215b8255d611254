-- How the questions of a form were answered.

-- How much of a place each of several alike has, of so many places that are left to them.
create or replace function share_of_places(
  p_percent double precision,
  p_places bigint,
  p_alike bigint
) returns numeric
  language sql
  immutable
  as $$
  select case when p_percent is null then 0 else least(1, greatest(0, p_places::numeric / p_alike)) end
$$;

-- The attempts at a version of a form that count, of people in the caller's reach, unless all are asked for, with the
-- gradings that hold: how far each is among the strong and among the weak by its percent, 0 to 1, each 27 of a hundred.
-- Equal percents share the places that they take, so that no order of them matters; what waits for marks has no percent
-- and is neither. A row without an id says which version it is, by its
-- number or else the newest that somebody finished, and of how many attempts which versions can be asked for.
create or replace function attempts_for_questions(
  p_course integer,
  p_form integer,
  p_group integer,
  p_all boolean,
  p_number integer
) returns table (
  id integer,
  grading_id integer,
  percent numeric,
  strong numeric,
  weak numeric,
  version_id integer,
  versions jsonb
)
  language sql
  stable
  as $$
  with results as materialized (
    select r.attempt_id, r.grading_id, r.percent, r.form_version_id from form_results r
      where r.company_id = (select app_company()) and r.form_id = p_form
        and (p_all or r.user_id in (select people_in_reach()))
        and (p_group is null or r.user_id in (select gm.user_id from group_members gm
          where gm.company_id = app_company() and gm.group_id = p_group and gm.role = 'student'))
  ), offered as materialized (
    select v.id, v.number, v.published_at, c.attempts, v.id = f.version_id as is_current
      from course_forms f
      join form_versions v on v.company_id = f.company_id and v.form_id = f.id
      left join (select form_version_id, count(*) as attempts from results group by form_version_id) c
        on c.form_version_id = v.id
      where f.company_id = app_company() and f.course_id = p_course and f.id = p_form
        and (v.id = f.version_id or v.number = p_number or c.attempts > 0)
  ), chosen as materialized (
    select o.id from offered o where p_number is null or o.number = p_number
      order by o.attempts is null, o.number desc limit 1
  ), told as materialized (
    select r.* from results r where r.form_version_id = (select c.id from chosen c)
  ), size as (
    select count(percent) as percents, greatest(1, round(count(percent) * 27 / 100.0))::integer as places from told
  )
  select t.attempt_id, t.grading_id, t.percent::numeric, share_of_places(t.percent, s.places - t.above, t.alike),
         share_of_places(t.percent, s.places - (s.percents - t.above - t.alike), t.alike), null::integer, null::jsonb
    from (
      select r.*, rank() over (order by r.percent desc nulls last) - 1 as above,
             count(*) over (partition by r.percent) as alike from told r) t
    cross join size s
  union all
  select null, null, null, null, null, c.id, (
      select jsonb_agg(jsonb_build_object('version', o.number, 'attempts', coalesce(o.attempts, 0),
          'is_current', o.is_current, 'published_at', o.published_at) order by o.number desc) from offered o)
    from chosen c
$$;

-- The questions of a version with their key as it is mended now. `p_outcomes`: {question: {asked, right, …}};
-- `p_choices`: {question: {answer: {chosen, chosen_by_strong}}}; `p_responses`: {question: [{gap, text, count}]};
-- `p_places`: {question: {marks, besides}}; `p_made`: {question: [{answer, place or match, count}]}.
create or replace function told_questions(
  p_version integer,
  p_outcomes jsonb,
  p_choices jsonb,
  p_responses jsonb,
  p_places jsonb,
  p_made jsonb
) returns jsonb
  language sql
  stable
  as $$
  select coalesce(jsonb_agg(
           jsonb_build_object('asked', 0, 'right', 0, 'partly', 0, 'not_answered', 0, 'in_review', 0,
               'average', null, 'strong', 0, 'weak', 0, 'strong_right', 0, 'weak_right', 0)
             || coalesce(p_outcomes->(q->>'id'), '{}')
             || (q - array['answers', 'matches'])
             || jsonb_build_object('answers', (
               select coalesce(jsonb_agg(a || coalesce(p_choices->(q->>'id')->(a->>'id'),
                   '{"chosen": 0, "chosen_by_strong": 0}') order by n), '[]')
                 from jsonb_array_elements(q->'answers') with ordinality w(a, n)),
               'responses', coalesce(p_responses->(q->>'id'), '[]'), 'made', coalesce(p_made->(q->>'id'), '[]'))
             || coalesce(p_places->(q->>'id'), '{"marks": [], "besides": 0}')
           order by place), '[]')
    from jsonb_array_elements(mended_questions(p_version)) with ordinality w(q, place)
$$;

-- The questions of a version that take words: typed ones, and those with gaps. What people mark is nobody else's words.
create or replace function questions_typed(p_version integer) returns integer[]
  language sql
  stable
  as $$
  select coalesce(array_agg((q->>'id')::integer), '{}') from asked_questions(p_version) t(q, place)
    where q->>'type' in ('short_answer', 'number', 'gaps')
$$;

-- What was typed most in attempts at a version, ten texts at most of each question or gap, with the share of its points
-- that each gives by the key as it is mended now; nothing is said of it where a question is annulled. Answers that are
-- all chosen are not read for it.
create or replace function typed_words(
  p_version integer,
  p_attempts integer[]
) returns table (question_id integer, texts jsonb)
  language plpgsql
  stable
  as $$
#variable_conflict use_column
declare
  v_company integer := app_company();
  v_typed integer[] := questions_typed(p_version);
begin
  if v_typed = '{}' then
    return;
  end if;
  return query
  with typed as materialized (
    select (q->>'id')::integer as id, q as question, nullif(k.keys->(q->>'id'), 'null') as key
      from (select mended_keys(p_version) as keys offset 0) k cross join asked_questions(p_version) t(q, place)
      where (q->>'id')::integer = any (v_typed)
  )
  select w.question_id, jsonb_agg(jsonb_strip_nulls(jsonb_build_object('gap', w.gap, 'text', w.text, 'count', w.count,
      'share', case when t.key is not null then typed_share(t.question,
        case when w.gap is null then t.key else key_of_gap(t.question, t.key, w.gap::text) end, w.text) end))
      order by w.gap, w.place)
    from (
      select s.question_id, r.gap, r.text, count(*) as count,
             row_number() over (partition by s.question_id, r.gap order by count(*) desc, r.text) as place
        from attempt_answers s
        cross join lateral (
          select null::integer as gap, s.response #>> '{}' as text where jsonb_typeof(s.response) = 'string'
          union all
          select e.key::integer, e.value #>> '{}'
            from jsonb_each(case jsonb_typeof(s.response) when 'object' then s.response else '{}' end) e
            where jsonb_typeof(e.value) = 'string') r
        where s.company_id = v_company and s.attempt_id = any (p_attempts) and s.question_id = any (v_typed)
        group by s.question_id, r.gap, r.text
    ) w join typed t on t.id = w.question_id where w.place <= 10 group by w.question_id;
end $$;

-- How often an answer was put at which place, or matched with what, in attempts at a version: of each place, or each
-- answer that is matched, the ten most frequent.
create or replace function made_of_answers(
  p_version integer,
  p_attempts integer[]
) returns table (question_id integer, made jsonb)
  language plpgsql
  stable
  as $$
#variable_conflict use_column
declare
  v_company integer := app_company();
  v_ordered integer[];
  v_matched integer[];
begin
  select array_agg((q->>'id')::integer) filter (where q->>'type' = 'ordering'),
         array_agg((q->>'id')::integer) filter (where q->>'type' = 'matching')
    into v_ordered, v_matched from asked_questions(p_version) t(q, place);
  if coalesce(v_ordered, v_matched) is null then
    return;
  end if;
  return query
  with offered as materialized (
    select (q->>'id')::integer as question_id, o.id, o.title
      from asked_questions(p_version) t(q, place) cross join lateral match_options(q->'answers') o
      where (q->>'id')::integer = any (v_matched)
  ), counted as (
    select s.question_id, r.answer, r.place, r.match, count(*) as count,
           row_number() over (partition by s.question_id, coalesce(r.place, r.answer)
             order by count(*) desc, r.answer, r.match) as nth
      from attempt_answers s
      cross join lateral (
        select u.id as answer, u.place, null::integer as match from unnest(s.answer_ids) with ordinality u(id, place)
          where s.question_id = any (v_ordered)
        union all
        select e.key::integer, null, e.value::integer
          from jsonb_each(case jsonb_typeof(s.response) when 'object' then s.response else '{}' end) e
          where s.question_id = any (v_matched)) r
      where s.company_id = v_company and s.attempt_id = any (p_attempts)
        and s.question_id = any (v_ordered || v_matched)
      group by s.question_id, r.answer, r.place, r.match
  )
  select c.question_id, jsonb_agg(jsonb_strip_nulls(jsonb_build_object('answer', c.answer, 'place', c.place,
      'match', o.title, 'count', c.count)) order by c.place, c.answer, c.nth)
    from counted c left join offered o on o.question_id = c.question_id and o.id = c.match
    where c.nth <= 10 group by c.question_id;
end $$;

-- Where people marked the pictures of a version, by its key as it is mended now: the last 500 marks, how many lie in
-- none of the areas, and whose attempts hit which area.
create or replace function marked_places(
  p_version integer,
  p_attempts integer[]
) returns table (question_id integer, marks jsonb, besides bigint, hits jsonb)
  language sql
  stable
  as $$
  with asked as materialized (
    select q, (q->>'id')::integer as id, keys->(q->>'id') as key
      from (select mended_keys(p_version) as keys offset 0) k cross join asked_questions(p_version) t(q, place)
      where q->>'type' = 'hotspot'
  ), marked as materialized (
    select a.id as question_id, s.attempt_id, m.mark, m.id, m.place, s.response->(m.mark - 1)::integer as point
      from asked a
      join attempt_answers s on s.company_id = app_company() and s.question_id = a.id
        and s.attempt_id = any (p_attempts)
      cross join lateral marks_by_key(a.q, a.key, s.response) m
  )
  select a.id,
         (select coalesce(jsonb_agg(l.point), '[]') from (
           select m.point from marked m where m.question_id = a.id order by m.attempt_id desc, m.mark limit 500) l),
         (select count(*) from marked m where m.question_id = a.id and m.place is null),
         (select coalesce(jsonb_object_agg(h.id, h.attempts), '{}') from (
           select m.id, jsonb_agg(distinct m.attempt_id) as attempts from marked m
             where m.question_id = a.id and m.id is not null group by m.id) h)
    from asked a
$$;

-- How the sections of a version were answered, by gradings of it; a section that waits for marks says nothing yet.
create or replace function section_figures(
  p_version integer,
  p_explanations jsonb[]
) returns jsonb
  language sql
  stable
  as $$
  select coalesce(jsonb_agg(jsonb_build_object('title', p.title, 'questions', p.asked, 'average', e.average,
      'maximum', e.maximum, 'average_percent', e.percent) order by p.place), '[]')
    from section_places(p_version) p
    cross join lateral (
      select avg(s.earned)::float8 as average, avg(s.maximum)::float8 as maximum,
             avg(100 * s.earned / nullif(s.maximum, 0))::float8 as percent
        from (
          select sum((g.graded->>'earned')::numeric) as earned, sum((g.graded->>'maximum')::numeric) as maximum
            from unnest(p_explanations) with ordinality t(explanation, attempt)
            cross join lateral jsonb_array_elements(t.explanation) with ordinality g(graded, place)
            where g.place between p.first_place and p.last_place
            group by t.attempt having not bool_or(g.graded->>'outcome' = 'in_review')) s) e
$$;

-- The questions of a version whose answers are chosen, and those with gaps, which have a choice in each.
create or replace function questions_chosen_from(
  p_version integer
) returns table (id integer, by_gap boolean)
  language sql
  stable
  as $$
  select (q->>'id')::integer, q ? 'type' from asked_questions(p_version) t(q, place)
    where coalesce(q->>'type', 'gaps') = 'gaps'
$$;

-- How often which answer was chosen in graded attempts, and by the strong among them. All answers are read at once and
-- gathered by hashes: a plan that expects few attempts looked each question up for each of them.
create or replace function chosen_answers(
  p_version integer,
  p_gradings integer[],
  p_strong numeric[]
) returns table (
  question_id integer,
  answer_id integer,
  chosen bigint,
  chosen_by_strong numeric
)
  language plpgsql
  stable
  set enable_nestloop = off
  as $$
#variable_conflict use_column
declare
  v_company integer := app_company();
begin
  if p_gradings = '{}' then
    return;
  end if;
  return query
  with chosen_from as materialized (
    select * from questions_chosen_from(p_version)
  ), graded as materialized (
    select g.attempt_id, p.strong
      from unnest(p_gradings, p_strong) p(id, strong) join gradings g on g.company_id = v_company and g.id = p.id
      where g.id = any (p_gradings)
  ), answered as materialized (
    select s.question_id, s.answer_ids, s.response, g.strong
      from graded g join attempt_answers s on s.company_id = v_company and s.attempt_id = g.attempt_id
      where s.attempt_id = any (array(select attempt_id from graded))
  )
  select m.question_id, u.answer_id, sum(m.chosen)::bigint, sum(m.by_strong)
    from (
      select a.question_id, a.answer_ids, count(*) as chosen, sum(a.strong) as by_strong
        from answered a where a.question_id in (select id from chosen_from where not by_gap)
        group by a.question_id, a.answer_ids
      union all
      select a.question_id, array[e.value::integer], count(*), sum(a.strong)
        from answered a cross join lateral jsonb_each(a.response) e
        where a.question_id in (select id from chosen_from where by_gap) and jsonb_typeof(a.response) = 'object'
          and jsonb_typeof(e.value) = 'number'
        group by a.question_id, e.value
    ) m cross join lateral unnest(m.answer_ids) as u(answer_id) group by m.question_id, u.answer_id;
end $$;

-- How questions were answered, in attempts whose gradings are given, each with how far it is among the strong and among
-- the weak; of an answer how often it was chosen. Numbers that are kept are added, and kept where they are missing; of
-- what can have none gradings and answers are read.
create or replace function answered_questions(
  p_version integer,
  p_gradings integer[],
  p_strong numeric[],
  p_weak numeric[]
) returns table (
  question_id integer,
  answer_id integer,
  asked bigint,
  "right" bigint,
  partly bigint,
  not_answered bigint,
  in_review bigint,
  earned numeric,
  strong numeric,
  weak numeric,
  strong_right numeric,
  weak_right numeric
)
  language plpgsql
  set plan_cache_mode = force_custom_plan
  as $$
#variable_conflict use_column
declare
  v_added record;
  v_left_out integer[];
begin
  select * into v_added from added_answers(p_version, p_gradings, p_strong, p_weak);
  if v_added.attempts < cardinality(p_gradings) then
    -- Nobody waits for more than these at once: of the rest gradings are read, and kept by the next who asks.
    perform keep_answer_sums(p_version, (gradings_without_sums(p_version, p_gradings))[:20000]);
    select * into v_added from added_answers(p_version, p_gradings, p_strong, p_weak);
  end if;
  v_left_out := case when v_added.attempts < cardinality(p_gradings)
    then gradings_without_sums(p_version, p_gradings) else '{}' end;
  return query
  with fields as materialized (
    select * from sum_fields(p_version)
  ), alike as materialized (
    select lpad(g.sums::text, w.width, '0') as sums, g.attempts, g.strong, g.weak
      from unnest(v_added.sums, v_added.counts, v_added.strong, v_added.weak) g(sums, attempts, strong, weak)
      cross join (select max(begins + case when answer_id is null then 43 else 7 end) as width from fields) w
  )
  select f.question_id, f.answer_id, g.attempts, digits(g.sums, f.begins), digits(g.sums, f.begins + 8),
         digits(g.sums, f.begins + 16), digits(g.sums, f.begins + 24),
         coalesce(nullif(substr(g.sums, f.begins + 32, 12), '')::numeric, 0) * 0.01, g.attempts * g.strong,
         g.attempts * g.weak, digits(g.sums, f.begins) * g.strong, digits(g.sums, f.begins) * g.weak
    from alike g cross join fields f
  union all
  select e.id, null, count(*), count(*) filter (where e.outcome = 'right'),
         count(*) filter (where e.outcome = 'partly'), count(*) filter (where e.outcome = 'not_answered'),
         count(*) filter (where e.outcome = 'in_review'),
         sum(e.earned) filter (where e.outcome not in ('in_review', 'not_answered')),
         sum(g.strong), sum(g.weak), coalesce(sum(g.strong) filter (where e.outcome = 'right'), 0),
         coalesce(sum(g.weak) filter (where e.outcome = 'right'), 0)
    from (
      select k.explanation, p.strong, p.weak from unnest(p_gradings, p_strong, p_weak) p(id, strong, weak)
        join gradings k on k.company_id = app_company() and k.id = p.id and k.id = any (v_left_out)) g
    cross join lateral jsonb_to_recordset(g.explanation) as e(id integer, outcome text, earned numeric) group by e.id
  union all
  select c.question_id, c.answer_id, null, c.chosen, null, null, null, null, null, null, c.chosen_by_strong, null
    from chosen_answers(p_version, v_left_out, array(
      select p.strong from unnest(v_left_out) with ordinality l(id, place)
        join unnest(p_gradings, p_strong) p(id, strong) on p.id = l.id order by l.place)) c;
end $$;

-- How the questions of a form's version were answered, over the results that count of people in the caller's reach,
-- unless all are asked for; right and wrong by the gradings that hold.
create or replace function question_figures(
  p_course integer,
  p_form integer,
  p_group integer,
  p_all boolean,
  p_number integer
) returns table (
  form jsonb,
  versions jsonb,
  attempts integer,
  average_percent double precision,
  sections jsonb,
  questions jsonb
)
  language sql
  rows 1
  as $$
  with taken as materialized (
    select * from attempts_for_questions(p_course, p_form, p_group, p_all, p_number)
  ), current as materialized (
    select f.id, f.name, f.form_type, v.id as version_id, v.number, v.settings, t.versions,
           array(select id from taken where id is not null) as attempts
      from taken t
      join form_versions v on v.company_id = app_company() and v.id = t.version_id
      join course_forms f on f.company_id = v.company_id and f.course_id = p_course and f.id = v.form_id
      where t.id is null
  ), answered as materialized (
    select a.* from current c
      cross join lateral answered_questions(c.version_id,
        array(select grading_id from taken where id is not null),
        array(select strong from taken where id is not null),
        array(select weak from taken where id is not null)) a
  ), outcomes as (
    select question_id as id, sum(asked) as asked, sum("right") as right, sum(partly) as partly,
           sum(not_answered) as not_answered, sum(in_review) as in_review,
           (sum(earned) / nullif(sum(asked - in_review - not_answered), 0))::float8 as average,
           round(sum(strong), 6) as strong, round(sum(weak), 6) as weak, round(sum(strong_right), 6) as strong_right,
           round(sum(weak_right), 6) as weak_right
      from answered where answer_id is null group by question_id
  ), places as materialized (
    select p.* from current c cross join lateral marked_places(c.version_id, c.attempts) p
  ), by_question as (
    select p.question_id, jsonb_object_agg(h.key, jsonb_build_object('chosen', jsonb_array_length(h.value),
        'chosen_by_strong', coalesce((
          select round(sum(t.strong), 6) from taken t where h.value @> to_jsonb(t.id)), 0))) as answers
      from places p cross join lateral jsonb_each(p.hits) h group by p.question_id
    union all
    select c.question_id, jsonb_object_agg(c.answer_id, jsonb_build_object('chosen', c.chosen,
        'chosen_by_strong', c.by_strong))
      from (select question_id, answer_id, sum("right") as chosen, round(sum(strong_right), 6) as by_strong
        from answered where answer_id is not null group by question_id, answer_id) c group by c.question_id
  )
  select jsonb_build_object('id', c.id, 'name', c.name, 'form_type', c.form_type, 'version', c.number), c.versions,
         (select count(id)::integer from taken), (select avg(percent)::float8 from taken),
         case when c.settings ? 'sections' then section_figures(c.version_id, array(
           select g.explanation from gradings g where g.company_id = app_company() and g.id in (
             select grading_id from taken where id is not null))) else '[]' end,
         told_questions(c.version_id,
           coalesce((select jsonb_object_agg(o.id, to_jsonb(o) - 'id') from outcomes o), '{}'),
           coalesce((select jsonb_object_agg(question_id, answers) from by_question), '{}'),
           coalesce((select jsonb_object_agg(w.question_id, w.texts) from typed_words(c.version_id, c.attempts) w),
             '{}'),
           coalesce((select jsonb_object_agg(question_id, jsonb_build_object('marks', marks, 'besides', besides))
             from places), '{}'),
           coalesce((select jsonb_object_agg(m.question_id, m.made)
             from made_of_answers(c.version_id, c.attempts) m), '{}'))
    from current c
$$;
