-- Ids of copies are drawn ahead, so that one statement can lay down a course with all that points at each other in it.
grant usage on sequence materials_id_seq, forms_id_seq, questions_id_seq, media_id_seq to osnova_system;

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

-- A file counts once its bytes are there.
create function upload_revised() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update materials m set revision = revision + 1
    from material_files f where f.company_id = new.company_id and f.media_id = new.id
      and m.company_id = f.company_id and m.id = f.material_id;
  return null;
end $$;
create trigger revision after update of uploading_since on media for each row
  when (old.uploading_since is not null and new.uploading_since is null) execute function upload_revised();

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
  foreach f in array array['material_revised()', 'material_files_revised()', 'upload_revised()', 'form_revised()'] loop
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
-- reference, forms with questions, and what is published of them as a first version. Names that are taken get " (2)".
-- Asks nobody's leave: its callers have to.
create function copy_materials(p_company integer, p_materials integer[], p_course integer)
  returns table (source integer, copy integer)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_company integer := app_company();
  v_taken text[];
  v_names text[] := '{}';
  v_name text;
  v_last integer;
begin
  -- Two copies at once must not take the same name or place.
  perform from courses c where c.company_id = v_company and c.id = p_course for no key update;
  select coalesce(max(m.position), 0), array_agg(lower(btrim(m.name))) filter (where m.deleted_at is null) into v_last, v_taken
    from materials m where m.company_id = v_company and m.course_id = p_course;
  for v_name in
    select m.name from unnest(p_materials) with ordinality as given(id, place)
      join materials m on m.company_id = p_company and m.id = given.id order by given.place
  loop
    v_names := v_names || free_name(v_name, v_taken);
    v_taken := v_taken || lower(btrim(v_names[cardinality(v_names)]));
  end loop;

  return query
  with listed as materialized (
    select l.*, nextval('materials_id_seq')::integer as copy from (
      select m as material, row_number() over (order by given.place)::integer as place
        from unnest(p_materials) with ordinality as given(id, place)
        join materials m on m.company_id = p_company and m.id = given.id order by given.place) l
  ), files as materialized (
    select f as file, d as media, l.copy as material_id, nextval('media_id_seq')::integer as copy
      from listed l
      join material_files f on f.company_id = p_company and f.material_id = (l.material).id
      join media d on d.id = f.media_id and d.uploading_since is null
  ), pictures as materialized (
    select coalesce(jsonb_object_agg((media).id, copy), '{}') as exchanged from files
  ), tests as materialized (
    select f as form, l.copy as material_id, nextval('forms_id_seq')::integer as copy
      from listed l join forms f on f.company_id = p_company and f.material_id = (l.material).id
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
  ), put_questions as (
    insert into questions overriding system value
      select r.* from asked x left join offered o on o.question_id = x.copy
        cross join lateral jsonb_populate_record(x.question, jsonb_build_object(
          'id', x.copy, 'company_id', v_company, 'form_id', x.form_id, 'answers', coalesce(o.answers, '[]'))) r
  ), put_versions as (
    insert into form_versions (company_id, form_id, number, settings, questions, max_score, published_at)
      select v_company, v.form_id, 1, (v.version).settings, built.questions, (v.version).max_score, app_now()
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

do $$
declare f text;
begin
  foreach f in array array['free_name(text, text[])', 'with_media(text, jsonb)', 'copy_materials(integer, integer[], integer)'] loop
    execute format('revoke execute on function %s from public', f);
  end loop;
end $$;

reset role;
