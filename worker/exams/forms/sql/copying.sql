-- Copies of forms, with their questions and what is published of them.

set role osnova_system;

-- What is published of some forms, question by question; form_id: of the copy.
create or replace function published_questions(
  p_company integer,
  p_forms copied_row[]
) returns table (form_id integer, place bigint, question jsonb)
  language sql
  stable
  as $$
  select f.copy, asked.place, asked.question
    from unnest(p_forms) f
    join current_versions c on c.company_id = p_company and c.form_id = f.source
    cross join jsonb_array_elements(c.questions) with ordinality as asked(question, place)
$$;

-- New ids for all answers of some lists of answers: {old: new}.
create or replace function new_answer_ids(p_lists jsonb[]) returns jsonb
  language sql
  as $$
  select coalesce(jsonb_object_agg(id, nextval('answer_ids')), '{}') from (
    select distinct (a->>'id')::integer as id from unnest(p_lists) list cross join jsonb_array_elements(list) a
      order by 1) o
$$;

-- Answers under their new ids.
create or replace function exchange_answers(
  p_answers jsonb,
  p_ids jsonb
) returns jsonb
  language sql
  immutable
  as $$
  select coalesce(jsonb_agg(a || jsonb_build_object('id', p_ids->(a->>'id')) order by place), '[]')
    from jsonb_array_elements(p_answers) with ordinality as given(a, place)
$$;

-- A published question as its copy is: under its new id, with the new ids of its answers and files.
create or replace function exchange_question(
  p_question jsonb,
  p_id integer,
  p_answers jsonb,
  p_media jsonb
) returns jsonb
  language sql
  immutable
  as $$
  select p_question || jsonb_build_object('id', p_id, 'answers', answers, 'ids', answer_ids(answers, false),
           'right', question_key(coalesce(p_question->>'type', 'choice'), answers),
           'description', with_media(p_question->>'description', p_media),
           'files', (select coalesce(jsonb_agg(f || jsonb_build_object('id', p_media->(f->>'id')) order by n), '[]')
                       from jsonb_array_elements(p_question->'files') with ordinality as shown(f, n)))
    from exchange_answers(p_question->'answers', p_answers) answers
$$;

-- Writes forms of a company to the copies of their materials; a copy that has one already gets its settings. The window
-- of a test is a day of those who take it there: a copy has none, or keeps its own.
create or replace function write_forms(
  p_company integer,
  p_materials copied_row[]
) returns copied_row[]
  language plpgsql
  as $$
declare
  v_company integer := app_company();
  v_forms copied_row[];
begin
  select coalesce(array_agg((f.id, coalesce(o.id, nextval('forms_id_seq'))::integer)::copied_row), '{}') into v_forms
    from unnest(p_materials) l
    join forms f on f.company_id = p_company and f.material_id = l.source
    left join forms o on o.company_id = v_company and o.material_id = l.copy;
  insert into forms as o overriding system value
    select r.* from unnest(v_forms) c
      join forms f on f.company_id = p_company and f.id = c.source
      join unnest(p_materials) l on l.source = f.material_id
      join materials m on m.company_id = v_company and m.id = l.copy
      cross join lateral jsonb_populate_record(f, jsonb_build_object(
        'id', c.copy, 'company_id', v_company, 'material_id', l.copy, 'name', m.name, 'created_at', now(),
        'opens_at', null, 'closes_at', null)) r
    on conflict (company_id, id) do update set (
        form_type, name, description, time_limit, is_one_attempt_allowed, attempt_limit, passing_score_type,
        passing_score, rating_system, max_score_for_questions, text_after_success_passing, text_after_failure_passing,
        shuffle_questions, shuffle_answers, show_uncounted_answers, show_right_answers, show_points_for_answers,
        send_email_with_answers, disable_autosave_for_all_respondents, issue_certificate, publication_after_passing,
        result_counts, at_close, pause_minutes, draws, names_hidden, two_markers,
        pages, may_go_back, sections, learning_mode, tries_per_question
      ) = (
        excluded.form_type, excluded.name, excluded.description, excluded.time_limit, excluded.is_one_attempt_allowed,
        excluded.attempt_limit, excluded.passing_score_type, excluded.passing_score, excluded.rating_system,
        excluded.max_score_for_questions, excluded.text_after_success_passing, excluded.text_after_failure_passing,
        excluded.shuffle_questions, excluded.shuffle_answers, excluded.show_uncounted_answers,
        excluded.show_right_answers, excluded.show_points_for_answers, excluded.send_email_with_answers,
        excluded.disable_autosave_for_all_respondents, excluded.issue_certificate, excluded.publication_after_passing,
        excluded.result_counts, excluded.at_close, excluded.pause_minutes, excluded.draws, excluded.names_hidden,
        excluded.two_markers, excluded.pages, excluded.may_go_back, excluded.sections,
        excluded.learning_mode, excluded.tries_per_question
      );
  return v_forms;
end $$;

-- Writes questions to the copies of their forms, with the new ids of their answers, and their files.
create or replace function write_questions(
  p_company integer,
  p_questions copied_row[],
  p_forms copied_row[],
  p_answers jsonb,
  p_media copied_row[]
) returns void
  language plpgsql
  as $$
begin
  insert into questions overriding system value
    select r.* from unnest(p_questions) c
      join questions q on q.company_id = p_company and q.id = c.source
      join unnest(p_forms) f on f.source = q.form_id
      cross join lateral jsonb_populate_record(q, jsonb_build_object(
        'id', c.copy, 'company_id', app_company(), 'form_id', f.copy,
        'bank_question_id', case when p_company = app_company() then q.bank_question_id end,
        'bank_version', case when p_company = app_company() then q.bank_version end,
        'answers', exchange_answers(q.answers, p_answers),
        'description', with_media(q.description, exchanged(p_media)))) r;
  insert into question_files
    select r.* from unnest(p_questions) c
      join question_files f on f.company_id = p_company and f.question_id = c.source
      join unnest(p_media) d on d.source = f.media_id
      cross join lateral jsonb_populate_record(f, jsonb_build_object(
        'company_id', app_company(), 'question_id', c.copy, 'media_id', d.copy)) r;
end $$;

-- Publishes copies of forms as their sources are published.
create or replace function write_versions(
  p_company integer,
  p_forms copied_row[],
  p_questions copied_row[],
  p_answers jsonb,
  p_media jsonb
) returns void
  language sql
  as $$
  with written as (
    insert into form_versions (company_id, form_id, number, settings, questions, max_score, published_at)
      select app_company(), f.copy,
             (select coalesce(max(o.number), 0) + 1 from form_versions o
               where o.company_id = app_company() and o.form_id = f.copy),
             v.settings - array['opens_at', 'closes_at'] || jsonb_strip_nulls(
               jsonb_build_object('opens_at', own.opens_at, 'closes_at', own.closes_at,
                 'name', case when v.settings->>'name' = source.name then own.name end)),
             coalesce(built.questions, '[]'), v.max_score, app_now()
        from unnest(p_forms) f
        join forms own on own.company_id = app_company() and own.id = f.copy
        join forms source on source.company_id = p_company and source.id = f.source
        join current_versions v on v.company_id = p_company and v.form_id = f.source
        left join (
          select p.form_id,
                 jsonb_agg(exchange_question(p.question, c.copy, p_answers, p_media) order by p.place) as questions
            from published_questions(p_company, p_forms) p
            join unnest(p_questions) c on c.source = (p.question->>'id')::integer
            group by p.form_id
        ) built on built.form_id = f.copy
      returning id, form_id
  )
  -- The library draws nothing, so that what is drawn from is of the same company.
  insert into form_pools (company_id, form_version_id, question_id, bank_version, draws)
    select k.company_id, w.id, k.question_id, k.bank_version, k.draws from written w
      join unnest(p_forms) f on f.copy = w.form_id
      join current_versions v on v.company_id = p_company and v.form_id = f.source
      join form_pools k on k.company_id = v.company_id and k.form_version_id = v.id
      where p_company = app_company()
$$;

-- Copies the forms of materials to the copies of these, with questions, files, and what is published as a new version.
create or replace function copy_forms(
  p_company integer,
  p_materials copied_row[]
) returns void
  language plpgsql
  as $$
declare
  v_forms copied_row[] := write_forms(p_company, p_materials);
  v_questions copied_row[];
  v_answers jsonb;
  v_media copied_row[];
begin
  with published as materialized (select (question->>'id')::integer as id, question->'answers' as answers
    from published_questions(p_company, v_forms)
  ), asked as materialized (
    -- One that is gone from the draft may still be asked by the version.
    select q.id, q.answers from unnest(v_forms) f
      join questions q on q.company_id = p_company and q.form_id = f.source
      where q.deleted_at is null or q.id in (select id from published) order by f.copy, q.position, q.id
  )
  select (select coalesce(array_agg((a.id, nextval('questions_id_seq')::integer)::copied_row), '{}') from asked a),
         new_answer_ids(array(select answers from asked union all select answers from published))
    into v_questions, v_answers;
  v_media := copy_media(array(
    select f.media_id from unnest(v_questions) q
      join question_files f on f.company_id = p_company and f.question_id = q.source));
  perform write_questions(p_company, v_questions, v_forms, v_answers, v_media);
  perform write_versions(p_company, v_forms, v_questions, v_answers, exchanged(v_media));
end $$;
