-- Drafts of tests and exams: files of questions, the draft's revision, copies of questions.

-- The draft's questions in the shape that a version keeps. A picture that the text shows no more (position 0) is left out.
create or replace function draft_questions(p_form integer) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object(
      'id', q.id, 'title', q.title, 'description', q.description, 'multiple_right_answers', q.multiple_right_answers,
      'required', q.required, 'score', q.score, 'answers', q.answers,
      'ids', (select coalesce(jsonb_agg((a->>'id')::integer order by (a->>'id')::integer), '[]') from jsonb_array_elements(q.answers) a),
      'right', (select coalesce(jsonb_agg((a->>'id')::integer order by (a->>'id')::integer), '[]')
                  from jsonb_array_elements(q.answers) a where (a->>'is_right_answer')::boolean),
      'files', (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name, 'content_type', d.content_type, 'size', d.size,
                    'kind', case when f.position = 0 then 'inline' else 'attachment' end) order by f.position, d.id), '[]')
                  from question_files f join media d on d.id = f.media_id
                  where f.company_id = q.company_id and f.question_id = q.id and f.removed_at is null
                    and (f.position > 0 or q.description ~ ('/api/v1/media/' || d.id || '\M')))
    ) order by q.position, q.id), '[]')
    from questions q where q.company_id = app_company() and q.form_id = p_form and q.deleted_at is null
$$;

-- Tells one state of the draft from another. Files aside: they come and go without the draft being saved.
create function draft_revision(p_form forms) returns text language sql stable as $$
  select md5(draft_settings(p_form)::text
    || (select coalesce(jsonb_agg(q - 'files' order by n), '[]')::text
          from jsonb_array_elements(draft_questions(p_form.id)) with ordinality as t(q, n)))
$$;

-- Locks a draft in a course whose materials the caller edits. Refused when it is not the one the caller has read.
create function hold_draft(p_course integer, p_form integer, p_revision text default null) returns forms language plpgsql as $$
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
  return v_form;
end $$;

-- Takes one question out of its draft; a save that names it brings it back.
create function delete_question(p_question integer, p_revision text) returns text language plpgsql as $$
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
--> statement-breakpoint
set role osnova_system;
--> statement-breakpoint
-- A picture that was uploaded for the text of its question.
create function show_in_text(p_question integer, p_media integer) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update question_files set position = 0 where company_id = app_company() and question_id = p_question and media_id = p_media
$$;

-- Copies questions of courses in reach to the end of a draft: files by reference, answers with ids of their own.
create function copy_questions(p_course integer, p_form integer, p_questions integer[], p_revision text default null) returns integer[]
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_company integer := app_company();
  v_form forms := hold_draft(p_course, p_form, p_revision);
  v_place integer;
  v_copies integer[] := '{}';
  v_copy integer;
  v_media integer;
  v_exchanged jsonb;
  v record;
  v_file record;
begin
  select coalesce(max(q.position), 0) into v_place from questions q
    where q.company_id = v_company and q.form_id = p_form and q.deleted_at is null;
  if v_place + cardinality(p_questions) > 500 then
    perform fail('too_many_questions', 'question_ids', '500');
  end if;
  for v in
    select q as question, m.course_id, f.disable_autosave_for_all_respondents as forbidden
      from unnest(p_questions) with ordinality as given(id, place)
      join questions q on q.company_id = v_company and q.id = given.id and q.deleted_at is null
      join forms f on f.company_id = q.company_id and f.id = q.form_id
      join materials m on m.company_id = f.company_id and m.id = f.material_id and m.deleted_at is null
      join courses c on c.company_id = m.company_id and c.id = m.course_id and c.deleted_at is null
      order by given.place
  loop
    if app_user_type() not in ('owner', 'admin') and v.course_id not in (select courses_in_reach()) then
      perform fail('not_found');
    elsif v.forbidden then
      perform fail('copying_forbidden', 'question_ids');
    end if;
    v_place := v_place + 1;
    insert into questions (company_id, form_id, position, title, description, multiple_right_answers, required, score, answers)
      values (v_company, p_form, v_place, (v.question).title, (v.question).description, (v.question).multiple_right_answers,
              (v.question).required, least((v.question).score, v_form.max_score_for_questions), with_answer_ids((v.question).answers, '[]'))
      returning id into v_copy;
    v_copies := v_copies || v_copy;
    v_exchanged := '{}';
    for v_file in
      -- Locked, so that nobody throws away the bytes meanwhile.
      select d.id, d.key, d.content_type, d.name, d.size, f.position from question_files f
        join media d on d.id = f.media_id and d.uploading_since is null
        where f.company_id = v_company and f.question_id = (v.question).id and f.removed_at is null
        order by f.position, d.id for share of d
    loop
      insert into media (company_id, key, content_type, name, size)
        values (v_company, v_file.key, v_file.content_type, v_file.name, v_file.size) returning id into v_media;
      insert into question_files (company_id, question_id, media_id, position) values (v_company, v_copy, v_media, v_file.position);
      v_exchanged := v_exchanged || jsonb_build_object(v_file.id, v_media);
    end loop;
    if v_exchanged <> '{}' then
      update questions set description = with_media(description, v_exchanged) where company_id = v_company and id = v_copy;
    end if;
  end loop;
  if cardinality(v_copies) <> cardinality(p_questions) then
    perform fail('not_found');
  end if;
  return v_copies;
end $$;

-- As before, with the files of questions.
create or replace function copy_materials(p_company integer, p_materials integer[], p_course integer, p_into integer[] default '{}')
  returns table (source integer, copy integer)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_company integer := app_company();
  v_taken text[];
  v_names text[] := '{}';
  v record;
  v_last integer;
begin
  -- Two copies at once must not take the same name or place.
  perform from courses c where c.company_id = v_company and c.id = p_course for no key update;
  select coalesce(max(m.position), 0), array_agg(lower(btrim(m.name))) filter (where m.deleted_at is null) into v_last, v_taken
    from materials m where m.company_id = v_company and m.course_id = p_course;
  for v in
    select m.name, t.name as old_name from unnest(p_materials, p_into) with ordinality as given(id, target, place)
      join materials m on m.company_id = p_company and m.id = given.id
      left join materials t on t.company_id = v_company and t.id = given.target order by given.place
  loop
    -- One that is written over takes the new name if it is free.
    v_names := v_names || case
      when v.old_name is null then free_name(v.name, v_taken)
      when lower(btrim(v.name)) = lower(btrim(v.old_name)) or lower(btrim(v.name)) <> all (v_taken) then v.name
      else v.old_name end;
    v_taken := v_taken || lower(btrim(v_names[cardinality(v_names)]));
  end loop;

  return query
  with listed as materialized (
    select l.*, coalesce(l.target, nextval('materials_id_seq')::integer) as copy from (
      select m as material, given.target, row_number() over (order by given.place)::integer as place
        from unnest(p_materials, p_into) with ordinality as given(id, target, place)
        join materials m on m.company_id = p_company and m.id = given.id order by given.place) l
  ), files as materialized (
    select f as file, d as media, l.copy as material_id, nextval('media_id_seq')::integer as copy
      from listed l
      join material_files f on f.company_id = p_company and f.material_id = (l.material).id
      -- Locked, so that nobody throws away the bytes meanwhile.
      join media d on d.id = f.media_id and d.uploading_since is null for share of d
  ), pictures as materialized (
    select coalesce(jsonb_object_agg((media).id, copy), '{}') as exchanged from files
  ), tests as materialized (
    select f as form, l.copy as material_id, o.id as target, coalesce(o.id, nextval('forms_id_seq')::integer) as copy
      from listed l join forms f on f.company_id = p_company and f.material_id = (l.material).id
      left join forms o on o.company_id = v_company and o.material_id = l.target
  ), versions as materialized (
    select v as version, t.copy as form_id
      from tests t join current_versions c on c.company_id = p_company and c.form_id = (t.form).id
      join form_versions v on v.company_id = p_company and v.id = c.id
  ), published as materialized (
    select v.form_id, asked.q, asked.place, (asked.q->>'id')::integer as id
      from versions v cross join lateral jsonb_array_elements((v.version).questions) with ordinality as asked(q, place)
  ), asked as materialized (
    -- One that is gone from the draft may still be asked by the version.
    select o.*, nextval('questions_id_seq')::integer as copy from (
      select q as question, t.copy as form_id from tests t
        join questions q on q.company_id = p_company and q.form_id = (t.form).id
        where q.deleted_at is null or q.id in (select id from published) order by t.copy, q.position, q.id) o
  ), asked_files as materialized (
    select f as file, d as media, x.copy as question_id, nextval('media_id_seq')::integer as copy
      from asked x join question_files f on f.company_id = p_company and f.question_id = (x.question).id
      join media d on d.id = f.media_id and d.uploading_since is null for share of d
  ), asked_media as materialized (
    select coalesce(jsonb_object_agg((media).id, copy), '{}') as exchanged from asked_files
  ), answers as materialized (
    select o.id, nextval('answer_ids')::integer as copy from (
      select (a->>'id')::integer as id from asked, jsonb_array_elements((question).answers) a
      union
      select (a->>'id')::integer from published, jsonb_array_elements(q->'answers') a
      order by 1) o
  ), offered as (
    select x.copy as question_id, jsonb_agg(a || jsonb_build_object('id', n.copy) order by place) as answers
      from asked x cross join lateral jsonb_array_elements((x.question).answers) with ordinality as given(a, place)
      join answers n on n.id = (a->>'id')::integer group by x.copy
  ), graded as (
    select p.form_id, p.place, jsonb_agg(a || jsonb_build_object('id', n.copy) order by given.place) as answers,
           jsonb_agg(n.copy order by n.copy) as ids,
           coalesce(jsonb_agg(n.copy order by n.copy) filter (where (a->>'is_right_answer')::boolean), '[]') as right_ids
      from published p cross join lateral jsonb_array_elements(p.q->'answers') with ordinality as given(a, place)
      join answers n on n.id = (a->>'id')::integer group by p.form_id, p.place
  ), put_materials as (
    insert into materials overriding system value
      select r.* from listed l cross join pictures
        cross join lateral jsonb_populate_record(l.material, jsonb_build_object(
          'id', l.copy, 'company_id', v_company, 'course_id', p_course, 'name', v_names[l.place], 'position', v_last + l.place,
          'text', with_media((l.material).text, pictures.exchanged), 'revision', 1, 'created_at', now(), 'deleted_at', null)) r
        where l.target is null
  ), renewed_materials as (
    update materials m set name = v_names[l.place], description = (l.material).description, type = (l.material).type,
        text = with_media((l.material).text, pictures.exchanged)
      from listed l cross join pictures where m.company_id = v_company and m.id = l.target
  ), put_media as (
    insert into media overriding system value
      select r.* from (select media, copy from files union all select media, copy from asked_files) f
        cross join lateral jsonb_populate_record(f.media, jsonb_build_object(
        'id', f.copy, 'company_id', v_company, 'user_id', null, 'upload_id', null, 'created_at', now())) r
  ), put_files as (
    insert into material_files
      select r.* from files f cross join lateral jsonb_populate_record(f.file, jsonb_build_object(
        'company_id', v_company, 'material_id', f.material_id, 'media_id', f.copy, 'created_at', now())) r
  ), put_asked_files as (
    insert into question_files
      select r.* from asked_files f cross join lateral jsonb_populate_record(f.file, jsonb_build_object(
        'company_id', v_company, 'question_id', f.question_id, 'media_id', f.copy)) r
  ), put_forms as (
    insert into forms overriding system value
      select r.* from tests t cross join lateral jsonb_populate_record(t.form, jsonb_build_object(
        'id', t.copy, 'company_id', v_company, 'material_id', t.material_id, 'created_at', now())) r
        where t.target is null
  ), renewed_forms as (
    update forms f set
      (form_type, name, description, time_limit, is_one_attempt_allowed, attempt_limit, passing_score_type, passing_score,
       rating_system, max_score_for_questions, text_after_success_passing, text_after_failure_passing, shuffle_questions,
       shuffle_answers, show_uncounted_answers, show_right_answers, show_points_for_answers, send_email_with_answers,
       disable_autosave_for_all_respondents, issue_certificate, publication_after_passing,
       result_counts)
      = (select o.form_type, o.name, o.description, o.time_limit, o.is_one_attempt_allowed, o.attempt_limit,
           o.passing_score_type, o.passing_score, o.rating_system, o.max_score_for_questions, o.text_after_success_passing,
           o.text_after_failure_passing, o.shuffle_questions, o.shuffle_answers, o.show_uncounted_answers,
           o.show_right_answers, o.show_points_for_answers, o.send_email_with_answers,
           o.disable_autosave_for_all_respondents, o.issue_certificate, o.publication_after_passing,
           o.result_counts
           from (select (t.form).*) o)
      from tests t where f.company_id = v_company and f.id = t.target
  ), put_questions as (
    insert into questions overriding system value
      select r.* from asked x cross join asked_media left join offered o on o.question_id = x.copy
        cross join lateral jsonb_populate_record(x.question, jsonb_build_object(
          'id', x.copy, 'company_id', v_company, 'form_id', x.form_id, 'answers', coalesce(o.answers, '[]'),
          'description', with_media((x.question).description, asked_media.exchanged))) r
  ), put_versions as (
    insert into form_versions (company_id, form_id, number, settings, questions, max_score, published_at)
      select v_company, v.form_id,
             (select coalesce(max(o.number), 0) + 1 from form_versions o where o.company_id = v_company and o.form_id = v.form_id),
             (v.version).settings, built.questions, (v.version).max_score, app_now()
        from versions v
        join (
          select p.form_id, jsonb_agg(p.q || jsonb_build_object('id', x.copy, 'answers', coalesce(g.answers, '[]'),
                   'ids', coalesce(g.ids, '[]'), 'right', coalesce(g.right_ids, '[]'),
                   'description', with_media(p.q->>'description', asked_media.exchanged),
                   'files', (select coalesce(jsonb_agg(f || jsonb_build_object('id', asked_media.exchanged->(f->>'id')) order by n), '[]')
                               from jsonb_array_elements(p.q->'files') with ordinality as shown(f, n))) order by p.place) as questions
            from published p
            cross join asked_media
            join asked x on (x.question).id = p.id
            left join graded g on g.form_id = p.form_id and g.place = p.place
            group by p.form_id
        ) built on built.form_id = v.form_id
  )
  select (l.material).id, l.copy from listed l order by l.place;
end $$;

update form_versions v set questions = (
  select coalesce(jsonb_agg(q || '{"files": []}' order by n), '[]') from jsonb_array_elements(v.questions) with ordinality as t(q, n));

do $$
declare f text;
begin
  foreach f in array array['show_in_text(integer, integer)', 'copy_questions(integer, integer, integer[], text)'] loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to osnova_worker', f);
  end loop;
end $$;
reset role;
