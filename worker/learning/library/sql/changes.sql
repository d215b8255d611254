-- Newer versions of what was cloned.

set role osnova_system;

-- The course of the library that a course was cloned from, as long as it is there.
create or replace function library_origin(
  p_course integer
) returns table (id integer, name text)
  language plpgsql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform require_in_reach('{}', array[p_course]);
  return query select o.id, o.name from courses c
    join courses o on o.company_id = library_company() and o.id = c.origin_id and o.deleted_at is null
      and o.published_at is not null
    where c.company_id = app_company() and c.id = p_course;
end $$;
grant execute on function library_origin(integer) to osnova_worker;

-- What tells one state of a material of the company entered, its form's draft included, from another.
create or replace function material_mark(p_material integer) returns text
  language sql
  stable
  as $$
  select m.revision || coalesce(' ' || (select draft_revision(f) from forms f
                                          where f.company_id = m.company_id and f.material_id = m.id), '')
    from materials m where m.company_id = app_company() and m.id = p_material
$$;

-- Notes that the copies of these originals are as they were taken.
create or replace function mark_copies(
  p_course integer,
  p_origins integer[]
) returns void
  language sql
  as $$
  update material_origins set copy_mark = material_mark(material_id)
    where company_id = app_company() and course_id = p_course and origin_material_id = any (p_origins)
$$;

-- In what the original of a cloned course differs from what was taken or seen of it. A copy that was deleted is not
-- asked about again; an archived original counts as gone. `edited`: the copy has changes of the company's own.
create or replace function library_changes(
  p_course integer
) returns table (
  origin_material_id integer,
  material_id integer,
  name text,
  type text,
  kind text,
  edited boolean,
  revision integer
)
  language plpgsql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
#variable_conflict use_column
declare
  v_company integer := app_company();
  v_library integer := library_company();
  v_origin integer := (select id from library_origin(p_course));
begin
  return query
  select m.id, o.material_id, m.name, m.type, case when o.material_id is null then 'added'
    else 'changed' end, coalesce(o.copy_mark <> material_mark(c.id), false), m.revision
    from materials m
    left join material_origins o on o.company_id = v_company and o.course_id = p_course and o.origin_material_id = m.id
    left join materials c on c.company_id = v_company and c.id = o.material_id
    where m.company_id = v_library and m.course_id = v_origin and m.deleted_at is null and m.archived_at is null
      and (o.origin_material_id is null or m.revision > o.revision) and c.deleted_at is null
    order by m.position, m.id;
  return query
  select o.origin_material_id, c.id, c.name, c.type, 'removed', coalesce(o.copy_mark <> material_mark(c.id), false),
         o.revision
    from material_origins o
    join materials c on c.company_id = v_company and c.id = o.material_id and c.deleted_at is null
      and c.archived_at is null
    where o.company_id = v_company and o.course_id = p_course and v_origin is not null and not o.kept_without_original
      and not exists (select from materials m where m.company_id = v_library and m.id = o.origin_material_id
                        and m.course_id = v_origin and m.deleted_at is null and m.archived_at is null)
    order by c.position, c.id;
end $$;
grant execute on function library_changes(integer) to osnova_worker;

-- The original of a cloned course with how much of it differs; null where nothing does.
create or replace function library_news(p_course integer) returns jsonb
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select named(o.id, o.name) || jsonb_build_object('changes', n.count)
    from library_origin(p_course) o
    cross join (select count(*)::integer as count from library_changes(p_course)) n
    where n.count > 0
$$;
grant execute on function library_news(integer) to osnova_worker;

-- Shows in a course's description the files that now have the bytes of those that its materials held.
create or replace function renew_pictures(
  p_course integer,
  p_gone integer[]
) returns void
  language sql
  as $$
  update courses c set detailed_description = with_media(c.detailed_description, m.pictures)
    from (
      select jsonb_object_agg(old.id, fresh.id) as pictures from media old
        join media fresh on fresh.company_id = old.company_id and fresh.key = old.key
        join material_files f on f.company_id = fresh.company_id and f.media_id = fresh.id
        join materials holder on holder.company_id = f.company_id and holder.id = f.material_id
          and holder.course_id = p_course
        where old.company_id = app_company() and old.id = any (p_gone)
    ) m
    where c.company_id = app_company() and c.id = p_course and c.detailed_description like '%/api/v1/media/%'
      and m.pictures is not null
$$;

-- Takes over what changed in the library, or notes that the clone stays as it is. What is written over is published at
-- once: not by whoever takes it.
create or replace function take_library_changes(
  p_course integer,
  p_decisions jsonb
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
#variable_conflict use_column
declare
  v_company integer := app_company();
  v_library integer := library_company();
  v_decided jsonb;
  v_into integer[];
begin
  perform require_in_reach('{}', array[p_course]);
  perform from courses where company_id = v_company and id = p_course for no key update;
  if exists (select (d->>'origin_material_id')::integer from jsonb_array_elements(p_decisions) d
             except select origin_material_id from material_origins
               where company_id = v_company and course_id = p_course
             except select origin_material_id from library_changes(p_course)) then
    perform fail('not_found');
  end if;
  perform set_config('app.batch', 'library ' || gen_random_uuid(), true);
  select coalesce(jsonb_agg(to_jsonb(c) || jsonb_build_object('decision', given.decision, 'place', c.place)
    order by c.place), '[]')
    into v_decided
    from (select l.*, row_number() over () as place from library_changes(p_course) l) c
    join jsonb_to_recordset(p_decisions) as given(origin_material_id integer, decision text) using (origin_material_id);

  update material_origins o set kept_without_original = true
    from jsonb_to_recordset(v_decided) as d(origin_material_id integer, kind text, decision text)
    where o.company_id = v_company and o.course_id = p_course and o.origin_material_id = d.origin_material_id
      and d.kind = 'removed';
  update materials m set archived_at = app_now()
    from jsonb_to_recordset(v_decided) as d(material_id integer, kind text, decision text)
    where m.company_id = v_company and m.id = d.material_id and d.kind = 'removed' and d.decision = 'accept';

  select array_agg(d.material_id) into v_into
    from jsonb_to_recordset(v_decided) as d(material_id integer, kind text, decision text)
    where d.kind = 'changed' and d.decision = 'accept';
  perform refuse_own_form(f.id) from forms f where f.company_id = v_company and f.material_id = any (v_into);
  update questions q set deleted_at = app_now() from forms f
    where f.company_id = v_company and f.material_id = any (v_into) and q.company_id = v_company and q.form_id = f.id
      and q.deleted_at is null;
  with gone as (delete from material_files where company_id = v_company and material_id = any (v_into)
    returning media_id)
  select array_agg(media_id) into v_into from gone;

  insert into material_origins as o (company_id, course_id, origin_material_id, material_id, revision)
    select v_company, p_course, d.origin_material_id, coalesce(c.copy, d.material_id), d.revision
      from jsonb_to_recordset(v_decided) as d(origin_material_id integer, material_id integer, kind text, decision text,
        revision integer)
      left join copy_materials(v_library,
        array(select (d->>'origin_material_id')::integer from jsonb_array_elements(v_decided) d
                where d->>'decision' = 'accept' and d->>'kind' <> 'removed' order by (d->>'place')::integer), p_course,
        array(select (d->>'material_id')::integer from jsonb_array_elements(v_decided) d
                where d->>'decision' = 'accept' and d->>'kind' <> 'removed' order by (d->>'place')::integer)) c
        on c.source = d.origin_material_id
      where d.kind <> 'removed'
    on conflict (company_id, course_id, origin_material_id)
      do update set material_id = excluded.material_id, revision = excluded.revision, kept_without_original = false;
  perform mark_copies(p_course, array(select (d->>'origin_material_id')::integer from jsonb_array_elements(v_decided) d
                                        where d->>'decision' = 'accept' and d->>'kind' <> 'removed'));
  perform renew_pictures(p_course, v_into);
  perform drop_media(v_into);
end $$;
grant execute on function take_library_changes(integer, jsonb) to osnova_worker;
