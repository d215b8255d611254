-- Ids of copies are drawn ahead, so that one statement can lay down a course with all that points at each other in it.
grant usage on sequence courses_id_seq, materials_id_seq, forms_id_seq, questions_id_seq, media_id_seq to osnova_system;

-- ── Revisions ─────────────────────────────────────────────────────────────────────────────────────
-- They go up with what a copy would want to take over, and with nothing else.

create function material_revised() returns trigger language plpgsql as $$
begin
  if (new.name, new.description, new.text, new.type) is distinct from (old.name, old.description, old.text, old.type) then
    new.revision := old.revision + 1;
  end if;
  return new;
end $$;
create trigger revision before update on materials for each row execute function material_revised();

create function material_files_revised() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update materials m set revision = revision + 1
    from (select distinct company_id, material_id from changed) c where m.company_id = c.company_id and m.id = c.material_id;
  return null;
end $$;
create trigger revision_insert after insert on material_files referencing new table as changed for each statement execute function material_files_revised();
create trigger revision_update after update on material_files referencing new table as changed for each statement execute function material_files_revised();
create trigger revision_delete after delete on material_files referencing old table as changed for each statement execute function material_files_revised();

create function form_revised() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update materials m set revision = revision + 1
    from (select distinct company_id, form_id from changed) c join forms f on f.company_id = c.company_id and f.id = c.form_id
    where m.company_id = f.company_id and m.id = f.material_id;
  return null;
end $$;
create trigger revision after insert on form_versions referencing new table as changed for each statement execute function form_revised();

do $$
declare f text;
begin
  foreach f in array array['material_revised()', 'material_files_revised()', 'form_revised()'] loop
    execute format('alter function %s owner to osnova_system', f);
    execute format('revoke execute on function %s from public', f);
  end loop;
end $$;

set role osnova_system;

-- ── Copies ────────────────────────────────────────────────────────────────────────────────────────

-- A name that is not among those taken (given trimmed and in lower case): itself, or with " (2)", " (3)".
create function free_name(p_name text, p_taken text[]) returns text language sql immutable as $$
  select case when p_taken is null or lower(btrim(p_name)) <> all (p_taken) then p_name else (
    select tried.name
      from generate_series(2, cardinality(p_taken) + 2) n
      cross join lateral (select rtrim(left(p_name, 200 - length(n::text) - 3)) || ' (' || n || ')' as name) tried
      where lower(btrim(tried.name)) <> all (p_taken) order by n limit 1) end
$$;

-- A rich text with its pictures exchanged; p_media: {old id: new id}.
create function with_media(p_text text, p_media jsonb) returns text language sql immutable as $$
  select case when p_text not like '%/api/v1/media/%' then p_text else (
    select string_agg(case when n = 1 then part else coalesce(p_media->>digits, digits) || substr(part, length(digits) + 1) end,
                      '/api/v1/media/' order by n)
      from string_to_table(p_text, '/api/v1/media/') with ordinality as parts(part, n)
      cross join lateral (select coalesce(substring(part from '^\d+'), '') as digits) led) end
$$;

-- Copies materials of a company, in the order given, to the end of a course of the company entered: texts, files by
-- reference, forms with questions, and what is published of them as a new version. Names that are taken get " (2)".
-- p_into: materials of the course that are written over instead, each in the place of its source in the list; null for
-- a new one. Asks nobody's leave: its callers have to.
create function copy_materials(p_company integer, p_materials integer[], p_course integer, p_into integer[] default '{}')
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
      select r.* from files f cross join lateral jsonb_populate_record(f.media, jsonb_build_object(
        'id', f.copy, 'company_id', v_company, 'user_id', null, 'upload_id', null, 'created_at', now())) r
  ), put_files as (
    insert into material_files
      select r.* from files f cross join lateral jsonb_populate_record(f.file, jsonb_build_object(
        'company_id', v_company, 'material_id', f.material_id, 'media_id', f.copy, 'created_at', now())) r
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
       disable_autosave_for_all_respondents, issue_certificate, publication_after_passing)
      = (select o.form_type, o.name, o.description, o.time_limit, o.is_one_attempt_allowed, o.attempt_limit,
           o.passing_score_type, o.passing_score, o.rating_system, o.max_score_for_questions, o.text_after_success_passing,
           o.text_after_failure_passing, o.shuffle_questions, o.shuffle_answers, o.show_uncounted_answers,
           o.show_right_answers, o.show_points_for_answers, o.send_email_with_answers,
           o.disable_autosave_for_all_respondents, o.issue_certificate, o.publication_after_passing
           from (select (t.form).*) o)
      from tests t where f.company_id = v_company and f.id = t.target
  ), put_questions as (
    insert into questions overriding system value
      select r.* from asked x left join offered o on o.question_id = x.copy
        cross join lateral jsonb_populate_record(x.question, jsonb_build_object(
          'id', x.copy, 'company_id', v_company, 'form_id', x.form_id, 'answers', coalesce(o.answers, '[]'))) r
  ), put_versions as (
    insert into form_versions (company_id, form_id, number, settings, questions, max_score, published_at)
      select v_company, v.form_id,
             (select coalesce(max(o.number), 0) + 1 from form_versions o where o.company_id = v_company and o.form_id = v.form_id),
             (v.version).settings, built.questions, (v.version).max_score, app_now()
        from versions v
        join (
          select p.form_id, jsonb_agg(p.q || jsonb_build_object('id', x.copy, 'answers', coalesce(g.answers, '[]'),
                   'ids', coalesce(g.ids, '[]'), 'right', coalesce(g.right_ids, '[]')) order by p.place) as questions
            from published p
            join asked x on (x.question).id = p.id
            left join graded g on g.form_id = p.form_id and g.place = p.place
            group by p.form_id
        ) built on built.form_id = v.form_id
  )
  select (l.material).id, l.copy from listed l order by l.place;
end $$;

-- ── The library ───────────────────────────────────────────────────────────────────────────────────

create function library_company() returns integer
  language sql stable security definer set search_path = public, pg_temp as $$
  select id from companies where is_library and deleted_at is null order by id limit 1
$$;

-- The published courses of the library, for everybody; the fields that name its people stay inside.
create function library_courses(p_course integer default null)
  returns table (id integer, name text, description text, detailed_description text, theme_color text, material_access text,
                 photo text, tags text[], category text, created_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  v_library integer := library_company();
begin
  return query
  select c.id, c.name, c.description, c.detailed_description, c.theme_color, c.material_access, '/api/v1/media/' || c.photo_id,
         c.tags, k.name, c.created_at
    from courses c left join course_categories k on k.company_id = c.company_id and k.id = c.category_id
    where c.company_id = v_library and c.deleted_at is null and c.published_at is not null and app_company() is not null
      and (p_course is null or c.id = p_course);
end $$;

-- What published courses of the library teach: no texts, and of tests only how much they ask.
create function library_outline(p_courses integer[])
  returns table (course_id integer, id integer, name text, description text, type text, "position" integer, questions integer)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  v_library integer := library_company();
begin
  return query
  select m.course_id, m.id, m.name, m.description, m.type, m.position, jsonb_array_length(v.questions)
    from courses c
    join materials m on m.company_id = c.company_id and m.course_id = c.id and m.deleted_at is null and m.archived_at is null
    left join forms f on f.company_id = m.company_id and f.material_id = m.id
    left join lateral (
      select o.questions from form_versions o where o.company_id = f.company_id and o.form_id = f.id order by o.number desc limit 1
    ) v on true
    where c.company_id = v_library and c.id = any (p_courses) and c.deleted_at is null and c.published_at is not null
      and app_company() is not null
    order by m.course_id, m.position, m.id;
end $$;

-- Whether a file is the picture of a published course of the library.
create function is_library_photo(p_media integer) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select app_company() is not null and exists (
    select from courses where company_id = library_company() and photo_id = p_media and deleted_at is null
      and published_at is not null)
$$;

-- ── Files that several rows name ──────────────────────────────────────────────────────────────────

-- Deletes files of the company entered and gives the keys that nobody names any more. A lock per key, so that of two
-- who let go of the same bytes at once the second one sees it.
create function drop_media(p_media integer[]) returns text[]
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_keys text[];
begin
  with gone as (delete from media where company_id = app_company() and id = any (p_media) returning key)
  select array_agg(distinct key order by key) into v_keys from gone;
  perform pg_advisory_xact_lock(hashtextextended('media ' || key, 0)) from unnest(v_keys) key;
  return (select array_agg(key) from unnest(v_keys) key where not exists (select from media m where m.key = key.key));
end $$;

-- As in 0012; the file of a copied photo stays as long as somebody shows it.
create or replace function drop_photo(p_media integer) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return (drop_media(array[p_media]))[1];
end $$;

-- ── Cloning ───────────────────────────────────────────────────────────────────────────────────────

-- Copies a course of the library without people and results; for groups at once, or as a draft.
create function clone_library_course(p_course integer, p_groups integer[]) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_company integer := app_company();
  v_library integer := library_company();
  v_origin courses;
  v_origins jsonb;
  v_id integer;
  v_category integer;
  v_photo integer;
  v_pictures jsonb;
begin
  select * into v_origin from courses
    where company_id = v_library and id = p_course and deleted_at is null and published_at is not null;
  if not found then
    perform fail('not_found');
  end if;
  perform require_in_reach(p_groups, '{}');
  perform set_config('app.batch', 'clone ' || gen_random_uuid(), true);
  -- Before the copy: of what changes meanwhile the clone is told later.
  select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'revision', m.revision) order by m.position, m.id), '[]')
    into v_origins from materials m
    where m.company_id = v_library and m.course_id = p_course and m.deleted_at is null and m.archived_at is null;

  if v_origin.category_id is not null then
    insert into course_categories (company_id, name)
      select v_company, name from course_categories where company_id = v_library and id = v_origin.category_id
      on conflict do nothing;
    select k.id into v_category from course_categories o
      join course_categories k on k.company_id = v_company and lower(btrim(k.name)) = lower(btrim(o.name))
      where o.company_id = v_library and o.id = v_origin.category_id;
  end if;
  insert into media (company_id, key, content_type, name, size)
    select v_company, d.key, d.content_type, d.name, d.size from (
      select * from media where id = v_origin.photo_id for share) d
    returning id into v_photo;

  -- A name that somebody takes at this moment is seen in the next round.
  while v_id is null loop
    insert into courses overriding system value
      select r.* from jsonb_populate_record(v_origin, jsonb_build_object(
        'id', nextval('courses_id_seq'), 'company_id', v_company, 'category_id', v_category, 'photo_id', v_photo,
        'origin_id', p_course, 'cloned_at', app_now(), 'created_at', now(),
        'published_at', case when cardinality(p_groups) > 0 then app_now() end,
        'name', free_name(v_origin.name, array(
          select lower(btrim(name)) from courses where company_id = v_company and deleted_at is null
            and starts_with(lower(btrim(name)), lower(left(btrim(v_origin.name), 190))))))) r
      on conflict do nothing returning id into v_id;
  end loop;

  with copied as materialized (
    select * from copy_materials(v_library, array(select (o->>'id')::integer from jsonb_array_elements(v_origins) o), v_id)
  )
  insert into material_origins (company_id, course_id, origin_material_id, material_id, revision)
    select v_company, v_id, c.source, c.copy, (o->>'revision')::integer
      from copied c join jsonb_array_elements(v_origins) o on (o->>'id')::integer = c.source;
  if v_origin.detailed_description like '%/api/v1/media/%' then
    select jsonb_object_agg(theirs.media_id, ours.media_id) into v_pictures
      from material_origins o
      join material_files theirs on theirs.company_id = v_library and theirs.material_id = o.origin_material_id
      join media given on given.id = theirs.media_id
      join material_files ours on ours.company_id = v_company and ours.material_id = o.material_id
      join media taken on taken.id = ours.media_id and taken.key = given.key
      where o.company_id = v_company and o.course_id = v_id;
    update courses set detailed_description = with_media(detailed_description, coalesce(v_pictures, '{}'))
      where company_id = v_company and id = v_id;
  end if;
  if cardinality(p_groups) > 0 then
    perform set_course_groups(v_id, p_groups);
  end if;
  return v_id;
end $$;

-- ── Newer versions ────────────────────────────────────────────────────────────────────────────────

-- The course of the library that a course was cloned from, as long as it is there.
create function library_origin(p_course integer) returns table (id integer, name text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform require_in_reach('{}', array[p_course]);
  return query select o.id, o.name from courses c
    join courses o on o.company_id = library_company() and o.id = c.origin_id and o.deleted_at is null and o.published_at is not null
    where c.company_id = app_company() and c.id = p_course;
end $$;

-- In what the original of a cloned course differs from what was taken or seen of it. A copy that was deleted is not asked
-- about again; an archived original counts as gone.
create function library_changes(p_course integer)
  returns table (origin_material_id integer, material_id integer, name text, type text, kind text, revision integer)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_company integer := app_company();
  v_library integer := library_company();
  v_origin integer := (select id from library_origin(p_course));
begin
  return query
  select m.id, o.material_id, m.name, m.type, case when o.material_id is null then 'added' else 'changed' end, m.revision
    from materials m
    left join material_origins o on o.company_id = v_company and o.course_id = p_course and o.origin_material_id = m.id
    left join materials c on c.company_id = v_company and c.id = o.material_id
    where m.company_id = v_library and m.course_id = v_origin and m.deleted_at is null and m.archived_at is null
      and (o.origin_material_id is null or m.revision > o.revision) and c.deleted_at is null
    order by m.position, m.id;
  return query
  select o.origin_material_id, c.id, c.name, c.type, 'removed', o.revision
    from material_origins o
    join materials c on c.company_id = v_company and c.id = o.material_id and c.deleted_at is null and c.archived_at is null
    where o.company_id = v_company and o.course_id = p_course and v_origin is not null and not o.kept_without_original
      and not exists (select from materials m where m.company_id = v_library and m.id = o.origin_material_id
                        and m.course_id = v_origin and m.deleted_at is null and m.archived_at is null)
    order by c.position, c.id;
end $$;

-- Decides on changes of the original: "keep" leaves the copy as it is and asks no more, "accept" takes them over. Progress
-- and past attempts stay. What has been decided meanwhile is passed over. Gives the keys of files to delete.
create function take_library_changes(p_course integer, p_decisions jsonb) returns text[]
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_company integer := app_company();
  v_library integer := library_company();
  v_decided jsonb;
  v_into integer[];
  v_dropped text[];
begin
  perform require_in_reach('{}', array[p_course]);
  perform from courses where company_id = v_company and id = p_course for no key update;
  if exists (select (d->>'origin_material_id')::integer from jsonb_array_elements(p_decisions) d
             except select origin_material_id from material_origins where company_id = v_company and course_id = p_course
             except select origin_material_id from library_changes(p_course)) then
    perform fail('not_found');
  end if;
  perform set_config('app.batch', 'library ' || gen_random_uuid(), true);
  select coalesce(jsonb_agg(to_jsonb(c) || jsonb_build_object('decision', given.decision, 'place', c.place) order by c.place), '[]')
    into v_decided
    from (select l.*, row_number() over () as place from library_changes(p_course) l) c
    join jsonb_to_recordset(p_decisions) as given(origin_material_id integer, decision text) using (origin_material_id);

  update material_origins o set kept_without_original = true
    from jsonb_to_recordset(v_decided) as d(origin_material_id integer, kind text, decision text)
    where o.company_id = v_company and o.course_id = p_course and o.origin_material_id = d.origin_material_id and d.kind = 'removed';
  update materials m set archived_at = app_now()
    from jsonb_to_recordset(v_decided) as d(material_id integer, kind text, decision text)
    where m.company_id = v_company and m.id = d.material_id and d.kind = 'removed' and d.decision = 'accept';

  select array_agg(d.material_id) into v_into
    from jsonb_to_recordset(v_decided) as d(material_id integer, kind text, decision text)
    where d.kind = 'changed' and d.decision = 'accept';
  update questions q set deleted_at = app_now() from forms f
    where f.company_id = v_company and f.material_id = any (v_into) and q.company_id = v_company and q.form_id = f.id
      and q.deleted_at is null;
  with gone as (delete from material_files where company_id = v_company and material_id = any (v_into) returning media_id)
  select array_agg(media_id) into v_into from gone;

  insert into material_origins as o (company_id, course_id, origin_material_id, material_id, revision)
    select v_company, p_course, d.origin_material_id, coalesce(c.copy, d.material_id), d.revision
      from jsonb_to_recordset(v_decided) as d(origin_material_id integer, material_id integer, kind text, decision text, revision integer)
      left join copy_materials(v_library,
        array(select (d->>'origin_material_id')::integer from jsonb_array_elements(v_decided) d
                where d->>'decision' = 'accept' and d->>'kind' <> 'removed' order by (d->>'place')::integer), p_course,
        array(select (d->>'material_id')::integer from jsonb_array_elements(v_decided) d
                where d->>'decision' = 'accept' and d->>'kind' <> 'removed' order by (d->>'place')::integer)) c
        on c.source = d.origin_material_id
      where d.kind <> 'removed'
    on conflict (company_id, course_id, origin_material_id)
      do update set material_id = excluded.material_id, revision = excluded.revision, kept_without_original = false;
  update courses c set detailed_description = with_media(c.detailed_description, m.exchanged)
    from (
      select jsonb_object_agg(old.id, fresh.id) as exchanged from media old
        join media fresh on fresh.company_id = v_company and fresh.key = old.key
        join material_files f on f.company_id = v_company and f.media_id = fresh.id
        join materials holder on holder.company_id = v_company and holder.id = f.material_id and holder.course_id = p_course
        where old.company_id = v_company and old.id = any (v_into)
    ) m
    where c.company_id = v_company and c.id = p_course and c.detailed_description like '%/api/v1/media/%' and m.exchanged is not null;
  -- After the copy: bytes that the old and the new have in common stay.
  return drop_media(v_into);
end $$;

-- ── Coaches ───────────────────────────────────────────────────────────────────────────────────────

-- As in 0012; a coach may be anybody of the company who is a trainer, whom a trainer finds by name alone.
create or replace function add_course_people(p_course integer, p_role text, p_users integer[]) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_added integer;
begin
  perform require_in_reach('{}', array[p_course]);
  perform require_people(
    case p_role when 'coach' then array(
      select unnest(p_users) except
      select user_id from memberships where company_id = app_company() and deleted_at is null and 'trainer' = any (user_types))
    else p_users end, p_role, 'user_ids');
  insert into course_members (company_id, course_id, user_id, role)
    select distinct app_company(), p_course, u, p_role from unnest(p_users) u on conflict do nothing;
  get diagnostics v_added = row_count;
  return v_added;
end $$;

do $$
declare f text;
begin
  foreach f in array array[
    'free_name(text, text[])', 'with_media(text, jsonb)', 'copy_materials(integer, integer[], integer, integer[])',
    'drop_media(integer[])'
  ] loop
    execute format('revoke execute on function %s from public', f);
  end loop;
  foreach f in array array[
    'library_company()', 'library_courses(integer)', 'library_outline(integer[])', 'is_library_photo(integer)',
    'clone_library_course(integer, integer[])', 'library_origin(integer)', 'library_changes(integer)',
    'take_library_changes(integer, jsonb)'
  ] loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to osnova_worker', f);
  end loop;
end $$;

reset role;

-- The pictures of the library's courses are shown to every company; no other file of it.
create policy library on media for select to osnova_worker
  using (company_id = (select library_company()) and is_library_photo(id));
