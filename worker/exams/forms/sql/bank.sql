-- The bank of questions: those of all drafts, each text once.

-- The text of a question as it is compared with others: blanks and case aside.
create or replace function question_words(p_title text) returns text
  language sql
  immutable
  as $$
  select lower(regexp_replace(btrim(p_title), '\s+', ' ', 'g'))
$$;

-- The questions of drafts that may be found and copied elsewhere.
create or replace view bank_questions
  with (security_invoker = true)
  as
  select
    q.id,
    q.company_id,
    q.form_id,
    f.name as form_name,
    c.id as course_id,
    c.name as course_name,
    c.tags as course_tags,
    q.title,
    q.type,
    q.multiple_right_answers,
    q.score,
    q.answers,
    not f.disable_autosave_for_all_respondents as may_copy,
    question_words(q.title) as words
  from questions q
    join forms f on f.company_id = q.company_id and f.id = q.form_id
    join materials m on
      m.company_id = f.company_id
        and m.id = f.material_id
        and m.deleted_at is null
    join courses c on
      c.company_id = m.company_id
        and c.id = m.course_id
        and c.deleted_at is null
  where q.deleted_at is null and btrim(q.title) <> '';
grant select on bank_questions to osnova_worker;

-- Answers in their order, without what only their own question needs.
create or replace function answers_in_words(p_answers jsonb) returns jsonb
  language sql
  immutable
  as $$
  select coalesce(jsonb_agg(a - array['id', 'match_id'] order by n), '[]')
    from jsonb_array_elements(p_answers) with ordinality t(a, n)
$$;

-- The right ones among answers, in their order.
create or replace function right_answers(p_answers jsonb) returns jsonb
  language sql
  immutable
  as $$
  select coalesce(jsonb_agg(a->>'title' order by n), '[]')
    from jsonb_array_elements(p_answers) with ordinality t(a, n) where (a->>'is_right_answer')::boolean
$$;
