-- Drafts of tests and exams: files of questions, the draft's revision, copies of questions.

-- Answers as stored: an id that the question had before is kept, every other answer gets a new one, drawn at random:
-- who knew which answer was written first could guess the right one. They need to differ within their question only.
create or replace function with_answer_ids(
  p_given jsonb,
  p_existing jsonb
) returns jsonb
  language sql
  volatile
  as $$
  with drawn as materialized (
    select id, row_number() over (order by random()) as place
      from (select distinct 1 + floor(random() * 2147483646)::integer as id
        from generate_series(1, 10 + 4 * jsonb_array_length(p_given))) d
      where not p_existing @> jsonb_build_array(jsonb_build_object('id', id))
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', coalesce((old.a->>'id')::integer, drawn.id),
           'title', t.a->>'title', 'is_right_answer', (t.a->>'is_right_answer')::boolean)
           || jsonb_strip_nulls(jsonb_build_object('tolerance', t.a->'tolerance', 'percent', t.a->'percent',
                'match', t.a->'match', 'gap', t.a->'gap', 'area', t.a->'area',
                'feedback', t.a->'feedback', 'match_id', case when t.a ? 'match' then
                  coalesce((old.a->>'match_id')::integer, others.id) end)) order by t.place), '[]')
    from jsonb_array_elements(p_given) with ordinality as t(a, place)
    join drawn on drawn.place = t.place
    join drawn others on others.place = t.place + jsonb_array_length(p_given)
    left join lateral (
      select e.a from jsonb_array_elements(p_existing) e(a) where e.a->'id' = t.a->'id' limit 1) old on true
$$;

-- What settings say where a version is silent about them: they came later than versions that are still equal to their
-- drafts.
create or replace function usual_settings() returns jsonb
  language sql
  immutable
  parallel safe
  as $$
  select '{"opens_at": null, "closes_at": null, "at_close": "continue", "pause_minutes": null, "draws": [],
    "names_hidden": false, "two_markers": false, "pages": "all", "may_go_back": true,
    "sections": [], "learning_mode": false, "tries_per_question": 2}'::jsonb
$$;

-- The draft's fields in the shape that a version keeps.
create or replace function draft_settings(p_form forms) returns jsonb
  language sql
  stable
  as $$
  select jsonb_object_agg(key, value)
    from jsonb_each(to_jsonb(p_form) - array['id', 'company_id', 'material_id', 'created_at', 'deleted_at'])
    where usual_settings()->key is distinct from value
$$;

-- A question in the shape that a version keeps, with the size of pictures where it is known. A picture that the text
-- shows no more (position 0) is left out. `ids` and `right` serve saving and grading.
create or replace function question_content(q questions) returns jsonb
  language sql
  stable
  as $$
  select jsonb_build_object(
      'id', q.id, 'title', q.title, 'description', q.description, 'multiple_right_answers', q.multiple_right_answers,
      'required', q.required, 'score', q.score, 'answers', q.answers,
      'ids', answer_ids(q.answers, false), 'right', question_key(q.type, q.answers),
      'files', (select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', d.id, 'name', d.name,
        'content_type', d.content_type, 'size', d.size,
                    'width', d.width, 'height', d.height, 'kind', case when f.position = 0 then 'inline'
                      else 'attachment' end)) order by f.position, d.id), '[]')
                  from question_files f join media d on d.id = f.media_id
                  where f.company_id = q.company_id and f.question_id = q.id and f.removed_at is null
                    and (f.position > 0 or q.description ~ ('/api/v1/media/' || d.id || '\M')))
    ) || question_terms(q)
$$;

-- The draft's questions in the shape that a version keeps, section by section.
create or replace function draft_questions(p_form integer) returns jsonb
  language sql
  stable
  as $$
  select coalesce(jsonb_agg(question_content(q) || in_section(f.sections, s.place)
      order by s.place, q.position, q.id), '[]')
    from questions q
    join forms f on f.company_id = q.company_id and f.id = q.form_id
    cross join lateral (select section_place(f.sections, to_jsonb(q.section)) as place) s
    where q.company_id = app_company() and q.form_id = p_form and q.deleted_at is null
$$;

-- Tells one state of the draft from another. Files aside: they come and go without the draft being saved.
create or replace function draft_revision(p_form forms) returns text
  language sql
  stable
  as $$
  select md5(draft_settings(p_form)::text
    || (select coalesce(jsonb_agg(q - 'files' order by n), '[]')::text
          from jsonb_array_elements(draft_questions(p_form.id)) with ordinality as t(q, n)))
$$;

-- Locks a draft in a course whose materials the caller edits. Refused when it is not the one the caller has read, and
-- to whoever takes the form: its key stands in the draft.
create or replace function hold_draft(
  p_course integer,
  p_form integer,
  p_revision text default null
) returns forms
  language plpgsql
  as $$
declare
  v_form forms;
  v_course integer;
begin
  select f.* into v_form from forms f where f.company_id = app_company() and f.id = p_form for update;
  select c.id into v_course from materials m
    join courses c on c.company_id = m.company_id and c.id = m.course_id and c.deleted_at is null
    where m.company_id = app_company() and m.id = v_form.material_id and m.deleted_at is null;
  if v_course is null or v_course is distinct from coalesce(p_course, v_course)
     or app_user_type() not in ('owner', 'admin') and v_course not in (select courses_in_reach()) then
    perform fail('not_found');
  elsif p_revision is not null and p_revision <> draft_revision(v_form) then
    perform fail('draft_changed');
  end if;
  perform refuse_own_form(p_form);
  return v_form;
end $$;

-- A draft as its editors get it, beside what is published of it.
create or replace function draft_state(
  p_form integer
) returns table (
  settings jsonb,
  questions jsonb,
  revision text,
  published_at timestamptz,
  differs boolean
)
  language sql
  stable
  rows 1
  as $$
  select draft.settings, draft.questions, draft_revision(f), v.published_at,
         v.settings is distinct from draft.settings or v.questions is distinct from draft.questions
           or f.draws <> '[]' and pool_changed(v.id, f)
    from forms f
    cross join lateral (select draft_settings(f) as settings, draft_questions(f.id) as questions) draft
    left join current_versions v on v.company_id = f.company_id and v.form_id = f.id
    where f.company_id = app_company() and f.id = p_form
$$;

-- Writes those fields of a form that are given. Its kind is its material's: another one is refused. Whoever tells how
-- many attempts there are, and nothing of there being one, means so many.
create or replace function set_form_fields(
  p_form integer,
  p_fields jsonb
) returns void
  language sql
  as $$
  update forms f set
    (name, description, time_limit, is_one_attempt_allowed, attempt_limit, passing_score_type, passing_score,
     rating_system, max_score_for_questions, text_after_success_passing, text_after_failure_passing,
     shuffle_questions, shuffle_answers, show_uncounted_answers, show_right_answers, show_points_for_answers,
     send_email_with_answers, disable_autosave_for_all_respondents, issue_certificate, publication_after_passing,
     result_counts, opens_at, closes_at, at_close, pause_minutes, draws, names_hidden, two_markers,
     pages, may_go_back, sections, learning_mode, tries_per_question)
    = (select name, description, time_limit, is_one_attempt_allowed, attempt_limit, passing_score_type, passing_score,
         rating_system, max_score_for_questions, text_after_success_passing, text_after_failure_passing,
         shuffle_questions, shuffle_answers, show_uncounted_answers, show_right_answers, show_points_for_answers,
         send_email_with_answers, disable_autosave_for_all_respondents, issue_certificate, publication_after_passing,
         result_counts, opens_at, closes_at, at_close, pause_minutes, draws, names_hidden, two_markers,
         pages, may_go_back, sections, learning_mode, tries_per_question
         from jsonb_populate_record(f, case when p_fields->'attempt_limit' <> 'null'
           then '{"is_one_attempt_allowed": false}' else '{}'::jsonb end || p_fields))
    where f.company_id = app_company() and f.id = p_form;
  select fail('invalid_choice', 'form_type') from forms f
    where f.company_id = app_company() and f.id = p_form and f.form_type <> (p_fields->>'form_type')::integer;
  select fail('closes_before_opens', 'closes_at') from forms f
    where f.company_id = app_company() and f.id = p_form and f.closes_at <= f.opens_at;
  select fail('learning_in_exam', 'learning_mode') from forms f
    where f.company_id = app_company() and f.id = p_form and f.learning_mode and f.form_type = 2;
$$;

-- Changes fields of a draft as the caller has read it. Its material is listed under the name and description of its
-- test, and follows where they change.
create or replace function update_form(
  p_course integer,
  p_form integer,
  p_fields jsonb,
  p_revision text
) returns void
  language plpgsql
  as $$
declare
  v_before forms := hold_draft(p_course, p_form, p_revision);
begin
  perform set_form_fields(p_form, p_fields);
  update materials m set name = case when f.name <> v_before.name then f.name else m.name end,
      description = case when f.description <> v_before.description then f.description else m.description end
    from forms f
    where f.company_id = app_company() and f.id = p_form and m.company_id = f.company_id and m.id = f.material_id
      and (f.name, f.description) <> (v_before.name, v_before.description);
end $$;

-- A test is called as its material is, whichever of the two is renamed: lists, results and certificates name the test.
create or replace function name_form() returns trigger
  language plpgsql
  as $$
begin
  update forms set name = new.name where company_id = new.company_id and material_id = new.id and name <> new.name;
  return null;
end $$;
revoke execute on function name_form() from public;

create trigger name_form
  after update of name
  on materials
  for each row
  when (not erasing() and old.name is distinct from new.name)
  execute function name_form();

-- Refuses questions with more points than one of the form may have.
create or replace function refuse_high_scores(
  p_form integer,
  p_questions jsonb
) returns void
  language sql
  as $$
  select fail('max_value', 'score', f.max_score_for_questions::text) from forms f
    where f.company_id = app_company() and f.id = p_form
      and f.max_score_for_questions < any (
        select given.score from jsonb_populate_recordset(null::questions, p_questions) given)
$$;

-- Questions that the form has not had, each `p_behind` places further than it says; gives their ids.
create or replace function insert_questions(
  p_form integer,
  p_questions jsonb,
  p_behind integer
) returns integer[]
  language sql
  as $$
  with inserted as (
    insert into questions (company_id, form_id, position, title, description, type, credit, match_case, unit,
        gap_text, feedback, work, marking, hotspot, multiple_right_answers, required, score, section, answers)
      select app_company(), p_form, given.position + p_behind, given.title, given.description, given.type,
             given.credit, given.match_case, given.unit, given.gap_text, given.feedback, given.work, given.marking,
             coalesce(given.hotspot, '{}'), given.multiple_right_answers, given.required, given.score, given.section,
             with_answer_ids(given.answers, '[]')
        from jsonb_populate_recordset(null::questions, p_questions) given
        where given.id is null order by given.position
      returning id
  )
  select coalesce(array_agg(id), '{}') from inserted
$$;

-- Writes questions that a form, or with none the bank, has; one of which no section is said stays in its own.
create or replace function rewrite_questions(
  p_form integer,
  p_questions jsonb
) returns void
  language sql
  as $$
  update questions q set position = given.position, title = given.title, description = given.description,
      type = given.type, credit = given.credit, match_case = given.match_case, unit = given.unit,
      gap_text = given.gap_text, feedback = given.feedback, work = given.work, marking = given.marking,
      hotspot = coalesce(given.hotspot, '{}'),
      multiple_right_answers = given.multiple_right_answers, required = given.required, score = given.score,
      section = coalesce(given.section, q.section), answers = with_answer_ids(given.answers, q.answers),
      deleted_at = null
    from jsonb_populate_recordset(null::questions, p_questions) given
    where q.company_id = app_company() and q.form_id is not distinct from p_form and q.id = given.id
$$;

-- Replaces a draft's questions, each in the place it names; ids of questions and answers are kept where given.
create or replace function save_questions(
  p_form integer,
  p_questions jsonb,
  p_revision text
) returns void
  language plpgsql
  as $$
declare
  v_company integer := app_company();
begin
  perform hold_draft(null, p_form, p_revision);
  perform refuse_high_scores(p_form, p_questions);
  if exists (
    select id from jsonb_populate_recordset(null::questions, p_questions) where id is not null
    except select id from questions where company_id = v_company and form_id = p_form
  ) then
    perform fail('not_found');
  end if;
  update questions q set deleted_at = app_now()
    where q.company_id = v_company and q.form_id = p_form and q.deleted_at is null and q.id not in (
      select given.id from jsonb_populate_recordset(null::questions, p_questions) given where given.id is not null);
  perform insert_questions(p_form, p_questions, 0);
  perform rewrite_questions(p_form, p_questions);
end $$;

-- Questions that a draft may have.
create or replace function questions_limit() returns integer
  language sql
  immutable
  as 'select 500';

-- Adds questions to the end of a draft; gives their ids.
create or replace function append_questions(
  p_course integer,
  p_form integer,
  p_questions jsonb,
  p_revision text
) returns integer[]
  language plpgsql
  as $$
declare
  v_count integer;
  v_last integer;
begin
  perform hold_draft(p_course, p_form, p_revision);
  perform refuse_high_scores(p_form, p_questions);
  select count(*), coalesce(max(position), 0) into v_count, v_last from questions
    where company_id = app_company() and form_id = p_form and deleted_at is null;
  if v_count + jsonb_array_length(p_questions) > questions_limit() then
    perform fail('too_many_questions', 'file', questions_limit()::text);
  end if;
  return insert_questions(p_form, p_questions, v_last);
end $$;

-- Takes one question out of its draft; a save that names it brings it back.
create or replace function delete_question(
  p_question integer,
  p_revision text
) returns text
  language plpgsql
  as $$
declare
  v_form forms;
begin
  select f.* into v_form from questions q join forms f on f.company_id = q.company_id and f.id = q.form_id
    where q.company_id = app_company() and q.id = p_question and q.deleted_at is null;
  if not found then
    perform fail('not_found');
  end if;
  perform hold_draft(null, v_form.id, p_revision);
  update questions set deleted_at = app_now() where company_id = app_company() and id = p_question;
  return draft_revision(v_form);
end $$;

set role osnova_system;

-- A picture that was uploaded for the text of its question.
create or replace function show_in_text(
  p_question integer,
  p_media integer
) returns void
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  update question_files set position = 0
    where company_id = app_company() and question_id = p_question and media_id = p_media
$$;
grant execute on function show_in_text(integer, integer) to osnova_worker;

-- Gives a copied question files of its own with the bytes of those it was copied from, and its text their pictures.
create or replace function copy_question_files(
  p_from integer,
  p_to integer
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_company integer := app_company();
  v_media integer;
  v_exchanged jsonb := '{}';
  v_file record;
begin
  for v_file in
    -- Locked, so that nobody throws away the bytes meanwhile.
    select d.id, d.key, d.content_type, d.name, d.size, d.width, d.height, f.position from question_files f
      join media d on d.id = f.media_id and d.uploading_since is null
      where f.company_id = v_company and f.question_id = p_from and f.removed_at is null
      order by f.position, d.id for share of d
  loop
    insert into media (company_id, key, content_type, name, size, width, height)
      values (v_company, v_file.key, v_file.content_type, v_file.name, v_file.size, v_file.width, v_file.height)
        returning id into v_media;
    insert into question_files (company_id, question_id, media_id, position)
      values (v_company, p_to, v_media, v_file.position);
    v_exchanged := v_exchanged || jsonb_build_object(v_file.id, v_media);
  end loop;
  if v_exchanged <> '{}' then
    update questions set description = with_media(description, v_exchanged)
      where company_id = v_company and id = p_to;
  end if;
end $$;

-- Copies questions of any form in reach and of the bank to the end of a draft, with their files; none of a form that
-- the caller takes, since the copy shows the key. p_linked: those of the bank stay tied to their version. Gives the ids
-- of the copies.
create or replace function copy_questions(
  p_course integer,
  p_form integer,
  p_questions integer[],
  p_revision text,
  p_linked boolean
) returns integer[]
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_company integer := app_company();
  v_form forms := hold_draft(p_course, p_form, p_revision);
  v_place integer;
  v_copies integer[] := '{}';
  v_copy integer;
  v record;
begin
  select coalesce(max(q.position), 0) into v_place from questions q
    where q.company_id = v_company and q.form_id = p_form and q.deleted_at is null;
  if v_place + cardinality(p_questions) > questions_limit() then
    perform fail('too_many_questions', 'question_ids', questions_limit()::text);
  end if;
  for v in
    select q as question, m.course_id, f.id as form_id, f.disable_autosave_for_all_respondents as forbidden, e.version
      from unnest(p_questions) with ordinality as given(id, place)
      join questions q on q.company_id = v_company and q.id = given.id and q.deleted_at is null
      left join bank_entries e on e.company_id = q.company_id and e.question_id = q.id and e.archived_at is null
      left join forms f on f.company_id = q.company_id and f.id = q.form_id
      left join materials m on m.company_id = f.company_id and m.id = f.material_id and m.deleted_at is null
      left join courses c on c.company_id = m.company_id and c.id = m.course_id and c.deleted_at is null
      where c.id is not null or e.version is not null
      order by given.place
  loop
    if v.version is not null then
      perform refuse_own_bank_question((v.question).id);
    elsif app_user_type() not in ('owner', 'admin') and v.course_id not in (select courses_in_reach()) then
      perform fail('not_found');
    elsif takes_form(v.form_id) then
      perform fail('own_form');
    elsif v.forbidden then
      perform fail('copying_forbidden', 'question_ids');
    end if;
    v_place := v_place + 1;
    insert into questions overriding system value
      select r.* from jsonb_populate_record(v.question, jsonb_build_object(
        'id', nextval('questions_id_seq'), 'form_id', p_form, 'position', v_place, 'section', null,
        'score', least((v.question).score, v_form.max_score_for_questions),
        'bank_question_id', case when p_linked and v.version is not null then (v.question).id end,
        'bank_version', case when p_linked then v.version end,
        -- A tied one keeps the ids of the bank's answers, by which a later version knows them.
        'answers', case when p_linked and v.version is not null then (v.question).answers
          else with_answer_ids((v.question).answers, '[]') end)) r
      returning id into v_copy;
    v_copies := v_copies || v_copy;
    perform copy_question_files((v.question).id, v_copy);
  end loop;
  if cardinality(v_copies) <> cardinality(p_questions) then
    perform fail('not_found');
  end if;
  return v_copies;
end $$;
grant
  execute
  on
    function copy_questions(integer, integer, integer[], text, boolean)
  to
  osnova_worker;
