-- Copies of materials, with their files and forms.

set role osnova_system;

-- Refuses a material that the caller may not edit, and locks it.
create or replace function require_material(p_course integer, p_material integer) returns void language plpgsql as $$
begin
  perform require_in_reach('{}', array[p_course]);
  perform from materials
    where company_id = app_company() and course_id = p_course and id = p_material and deleted_at is null for update;
  if not found then
    perform fail('not_found');
  end if;
end $$;

-- A name that is not among those taken (given trimmed and in lower case): itself, or with " (2)", " (3)".
create or replace function free_name(p_name text, p_taken text[]) returns text language sql immutable as $$
  select case when p_taken is null or lower(btrim(p_name)) <> all (p_taken) then p_name else (
    select tried.name
      from generate_series(2, cardinality(p_taken) + 2) n
      cross join lateral (select rtrim(left(p_name, 200 - length(n::text) - 3)) || ' (' || n || ')' as name) tried
      where lower(btrim(tried.name)) <> all (p_taken) order by n limit 1) end
$$;

-- Copies materials of a company, in the order given, to the end of a course of the company entered: texts, files by
-- reference, forms with questions and their files, and what is published of them as a new version. Names that are taken
-- get " (2)". p_into: materials of the course that are written over instead, each in the place of its source in the
-- list; null for a new one. Asks nobody's leave: its callers have to.
create or replace function copy_materials(p_company integer, p_materials integer[], p_course integer,
  p_into integer[] default '{}')
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
  select coalesce(max(m.position), 0), array_agg(lower(btrim(m.name))) filter (where m.deleted_at is null) into v_last,
    v_taken
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
           coalesce(jsonb_agg(n.copy order by n.copy) filter (where (a->>'is_right_answer')::boolean),
             '[]') as right_ids
      from published p cross join lateral jsonb_array_elements(p.q->'answers') with ordinality as given(a, place)
      join answers n on n.id = (a->>'id')::integer group by p.form_id, p.place
  ), put_materials as (
    insert into materials overriding system value
      select r.* from listed l cross join pictures
        cross join lateral jsonb_populate_record(l.material, jsonb_build_object(
          'id', l.copy, 'company_id', v_company, 'course_id', p_course, 'name', v_names[l.place],
            'position', v_last + l.place,
          'text', with_media((l.material).text, pictures.exchanged), 'revision', 1, 'created_at', now(),
            'deleted_at', null)) r
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
      (form_type, name, description, time_limit, is_one_attempt_allowed, attempt_limit, passing_score_type,
        passing_score,
       rating_system, max_score_for_questions, text_after_success_passing, text_after_failure_passing,
         shuffle_questions,
       shuffle_answers, show_uncounted_answers, show_right_answers, show_points_for_answers, send_email_with_answers,
       disable_autosave_for_all_respondents, issue_certificate, publication_after_passing,
       result_counts)
      = (select o.form_type, o.name, o.description, o.time_limit, o.is_one_attempt_allowed, o.attempt_limit,
           o.passing_score_type, o.passing_score, o.rating_system, o.max_score_for_questions,
             o.text_after_success_passing,
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
             (select coalesce(max(o.number), 0) + 1 from form_versions o
               where o.company_id = v_company and o.form_id = v.form_id),
             (v.version).settings, built.questions, (v.version).max_score, app_now()
        from versions v
        join (
          select p.form_id, jsonb_agg(p.q || jsonb_build_object('id', x.copy, 'answers', coalesce(g.answers, '[]'),
                   'ids', coalesce(g.ids, '[]'), 'right', coalesce(g.right_ids, '[]'),
                   'description', with_media(p.q->>'description', asked_media.exchanged),
                   'files', (select coalesce(jsonb_agg(f || jsonb_build_object('id', asked_media.exchanged->(f->>'id'))
                     order by n), '[]')
                               from jsonb_array_elements(p.q->'files') with ordinality as shown(f, n)))
                                 order by p.place) as questions
            from published p
            cross join asked_media
            join asked x on (x.question).id = p.id
            left join graded g on g.form_id = p.form_id and g.place = p.place
            group by p.form_id
        ) built on built.form_id = v.form_id
  )
  select (l.material).id, l.copy from listed l order by l.place;
end $$;

-- Copies a material with its form and files right behind the original; of a form that the caller takes the copy would
-- show the key.
create or replace function clone_material(p_course integer, p_material integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_company integer := app_company();
  v_position integer;
  v_copy integer;
begin
  perform require_in_reach('{}', array[p_course]);
  perform from courses where company_id = v_company and id = p_course for update;
  select position into v_position from materials
    where company_id = v_company and id = p_material and course_id = p_course and deleted_at is null;
  if not found then
    perform fail('not_found');
  end if;
  perform refuse_own_form(f.id) from forms f where f.company_id = v_company and f.material_id = p_material;
  select copy into v_copy from copy_materials(v_company, array[p_material], p_course);
  update materials set position = position + 1
    where company_id = v_company and course_id = p_course and position > v_position and id <> v_copy;
  update materials set position = v_position + 1 where company_id = v_company and id = v_copy;
  return v_copy;
end $$;
grant execute on function clone_material(integer, integer) to osnova_worker;
