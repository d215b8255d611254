-- Questions that come from files, with files of their own.

set role osnova_system;

-- Adds questions to the end of a draft; gives their ids. p_files, whose bytes are stored: question (its place, from 1),
-- at (how the question's text names it), kind, file and picture as `take_upload` has them.
create or replace function add_questions_with_files(p_course integer, p_form integer, p_questions jsonb, p_files jsonb,
  p_revision text) returns integer[]
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_added integer[] := append_questions(p_course, p_form, p_questions, p_revision);
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
              where company_id = app_company() and id = any (v_added)) q on q.place = f.question
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
  return v_added;
end $$;
grant execute on function add_questions_with_files(integer, integer, jsonb, jsonb, text) to osnova_worker;
