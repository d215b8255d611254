-- Questions that come from files, with files of their own.

-- Gives questions that name a section by its words the section of the draft with that title, made at its end where
-- there is none, as far as it may have more; without sections so far, what the draft asked is a section of its own.
create or replace function take_sections(
  p_form integer,
  p_questions jsonb,
  p_most integer
) returns jsonb
  language plpgsql
  as $$
declare
  v_sections jsonb;
begin
  if not p_questions @> '[{"in_section": {}}]' then
    return p_questions;
  end if;
  select f.sections into v_sections from forms f where f.company_id = app_company() and f.id = p_form;
  if v_sections = '[]' then
    update questions set section = 1
      where company_id = app_company() and form_id = p_form and deleted_at is null;
    if found then
      v_sections := '[{"id": 1, "title": "", "introduction": ""}]';
    end if;
  end if;
  select v_sections || coalesce(jsonb_agg(n.words || jsonb_build_object('id', n.id) order by n.id), '[]')
    into v_sections
    from (
      select g.words, row_number() over (order by g.place) + (
               select coalesce(max((s->>'id')::integer), 0) from jsonb_array_elements(v_sections) s) as id,
             row_number() over (order by g.place) + jsonb_array_length(v_sections) as place
        from (
          select distinct on (q->'in_section'->>'title') q->'in_section' as words, n as place
            from jsonb_array_elements(p_questions) with ordinality t(q, n)
            order by q->'in_section'->>'title', n
        ) g
        where not exists (select from jsonb_array_elements(v_sections) s where s->'title' = g.words->'title')
    ) n where n.place <= p_most;
  update forms set sections = v_sections where company_id = app_company() and id = p_form;
  return (
    select jsonb_agg(q || jsonb_build_object('section', (
        select s->'id' from jsonb_array_elements(v_sections) s
          where s->'title' = q->'in_section'->'title' limit 1)) order by n)
      from jsonb_array_elements(p_questions) with ordinality t(q, n));
end $$;

set role osnova_system;

-- Gives added questions, in their order, the files that came with them. p_files, whose bytes are stored: question (its
-- place, from 1), at (how the question's text names it), kind, file and picture as `take_upload` has them.
create or replace function take_question_files(
  p_added integer[],
  p_files jsonb
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_media integer;
  v_exchanged jsonb := '{}';
  v record;
begin
  for v in
    select q.id, f.at, f.kind, f.file, f.picture, f.n = max(f.n) over (partition by f.question) as is_last
      from (select given.*, n from jsonb_array_elements(p_files) with ordinality t(each, n)
              cross join lateral jsonb_to_record(each)
                as given(question integer, at integer, kind text, file jsonb, picture jsonb)) f
      join (select id, row_number() over (order by position) as place from questions
              where company_id = app_company() and id = any (p_added)) q on q.place = f.question
      order by f.question, f.n
  loop
    v_media := take_upload(jsonb_build_object('kind', 'question', 'id', v.id), v.file, v.picture);
    if v.kind = 'inline' then
      perform show_in_text(v.id, v_media);
      v_exchanged := v_exchanged || jsonb_build_object(v.at, v_media);
    end if;
    if v.is_last then
      update questions set description = with_media(description, v_exchanged)
        where company_id = app_company() and id = v.id and v_exchanged <> '{}';
      v_exchanged := '{}';
    end if;
  end loop;
end $$;
grant
  execute
  on
    function take_question_files(integer[], jsonb)
  to
  osnova_worker;

-- Adds questions to the end of a draft, with their files; gives their ids. A question may name its section by words
-- (`in_section`).
create or replace function add_questions_with_files(
  p_course integer,
  p_form integer,
  p_questions jsonb,
  p_files jsonb,
  p_revision text
) returns integer[]
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_added integer[];
begin
  perform hold_draft(p_course, p_form, p_revision);
  v_added := append_questions(p_course, p_form, take_sections(p_form, p_questions, sections_limit()), null);
  perform take_question_files(v_added, p_files);
  return v_added;
end $$;
grant
  execute
  on
    function add_questions_with_files(integer, integer, jsonb, jsonb, text)
  to
  osnova_worker;
