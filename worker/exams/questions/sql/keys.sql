-- What is right of a question, in one shape for each type: ids of the right answers, of an ordering in their order, of
-- a matching {answer: match}. A repair may add texts that are accepted besides.

-- What a matching offers to be chosen: each text once, by the least of its ids.
create or replace function match_options(
  p_answers jsonb
) returns table (id integer, title text)
  language sql
  immutable
  as $$
  select min((a->>'match_id')::integer), a->>'match' from jsonb_array_elements(p_answers) a
    where a->>'match' <> '' group by a->>'match'
$$;

-- The ids of answers in ascending order: of all, or of the right ones.
create or replace function answer_ids(
  p_answers jsonb,
  p_right boolean
) returns jsonb
  language sql
  immutable
  as $$
  select coalesce(jsonb_agg((a->>'id')::integer order by (a->>'id')::integer), '[]')
    from jsonb_array_elements(p_answers) a where not p_right or (a->>'is_right_answer')::boolean
$$;

-- The key of a question as it is published: `right`, which grading compares with.
create or replace function question_key(
  p_type text,
  p_answers jsonb
) returns jsonb
  language sql
  immutable
  as $$
  select case p_type
    when 'ordering' then (
      select coalesce(jsonb_agg(a->'id' order by n), '[]') from jsonb_array_elements(p_answers) with ordinality t(a, n))
    when 'matching' then (
      select coalesce(jsonb_object_agg(a->>'id', o.id), '{}') from jsonb_array_elements(p_answers) a
        join match_options(p_answers) o on o.title = a->>'match' where a->>'title' <> '')
    else answer_ids(p_answers, true) end
$$;

-- Whether a person marks what is answered to a question of this type.
create or replace function is_by_hand(p_type text) returns boolean
  language sql
  immutable
  as $$
  select coalesce(p_type in ('essay', 'upload'), false)
$$;

-- What each gap of a text takes: the ids to choose from, or null where it is typed. A gap with nothing wrong to choose
-- is typed.
create or replace function gap_options(p_answers jsonb) returns jsonb
  language sql
  immutable
  as $$
  select coalesce(jsonb_object_agg(gap, case when typed then 'null'::jsonb else ids end), '{}') from (
    select a->>'gap' as gap, bool_and((a->>'is_right_answer')::boolean) as typed, jsonb_agg(a->'id') as ids
      from jsonb_array_elements(p_answers) a where a ? 'gap' group by a->>'gap') g
$$;

-- What a published question says of itself beyond a choice with all or nothing, which says nothing more.
create or replace function question_terms(p_question questions) returns jsonb
  language sql
  immutable
  as $$
  select case when p_question.type = 'choice' then '{}'::jsonb else jsonb_build_object('type', p_question.type) end
    || case when p_question.credit = 'all' then '{}' else jsonb_build_object('credit', p_question.credit) end
    || case when p_question.match_case then '{"match_case": true}'::jsonb else '{}' end
    || case when p_question.unit = '' then '{}' else jsonb_build_object('unit', p_question.unit) end
    || case when p_question.work = '{}' then '{}' else jsonb_build_object('work', p_question.work) end
    || case when p_question.marking = '{}' then '{}' else jsonb_build_object('marking', p_question.marking) end
    || case when p_question.feedback = '' then '{}' else jsonb_build_object('feedback', p_question.feedback) end
    || case when p_question.gap_text = '' then '{}' else jsonb_build_object('gap_text', p_question.gap_text) end
    || case when p_question.hotspot = '{}' then '{}' else jsonb_build_object('hotspot', p_question.hotspot) end
$$;
