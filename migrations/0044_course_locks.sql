set role osnova_system;
--> statement-breakpoint
-- Why courses are closed to the student who entered, by their id: they have them only through programs whose timelines
-- lock them. A timeline is worked out once, however many courses are asked for; courses in no timeline cost one look at
-- an index.
create function course_locks(p_courses integer[]) returns jsonb
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  v_company integer := app_company();
  v_user integer := app_user();
begin
  if not exists (select from chronology_items i where i.company_id = v_company and i.course_id = any (p_courses)) then
    return '{}';
  end if;
  return (
    with asked as materialized (
      select c.id from unnest(p_courses) c(id)
        where exists (select from chronology_items i where i.company_id = v_company and i.course_id = c.id)
          and not exists (select from course_members cm
            where cm.company_id = v_company and cm.course_id = c.id and cm.user_id = v_user and cm.role = 'student')
          and not exists (select from group_members gm
            join study_groups g on g.company_id = v_company and g.id = gm.group_id and g.deleted_at is null
            join course_groups cg on cg.company_id = v_company and cg.group_id = gm.group_id and cg.course_id = c.id
            where gm.company_id = v_company and gm.user_id = v_user and gm.role = 'student')
          and not attempt_runs_in(c.id, v_user)
    ), programs_of_user as materialized (
      select distinct p.id, p.name from group_members gm
        join study_groups g on g.company_id = v_company and g.id = gm.group_id and g.deleted_at is null
        join program_groups pg on pg.company_id = v_company and pg.group_id = gm.group_id
        join programs p on p.company_id = v_company and p.id = pg.program_id and p.deleted_at is null
        where gm.company_id = v_company and gm.user_id = v_user and gm.role = 'student'
    ), sources as materialized (
      -- What was open once and no due date blocks, or what stands in no timeline, needs no working out.
      select a.id as course_id, p.id as program_id, p.name,
             i.id is null or o.item_id is not null and (i.due = 'none' or i.after_due = 'allow_late') as open
        from asked a
        join program_courses pc on pc.company_id = v_company and pc.course_id = a.id
        join programs_of_user p on p.id = pc.program_id
        left join chronology_items i on i.company_id = v_company and i.program_id = p.id and i.course_id = a.id
        left join chronology_opened o on o.company_id = v_company and o.user_id = v_user and o.item_id = i.id
    ), doubtful as materialized (
      select s.course_id, s.program_id, s.name from sources s
        where not exists (select from sources o where o.course_id = s.course_id and o.open)
    ), steps as materialized (
      select p.program_id, s.course_id, s.state, s.reason, s.after, s.opens_at
        from (select distinct program_id from doubtful) p
        cross join lateral chronology_states(p.program_id, array[v_user]) s
        where s.course_id is not null
    ), locked as (
      -- Of several reasons one that time or the student can change goes before a due date that has passed.
      select d.course_id, (array_agg(
               jsonb_build_object('program', jsonb_build_object('id', d.program_id, 'name', d.name), 'reason', s.reason,
                                  'after', coalesce(s.after, '[]'), 'opens_at', s.opens_at)
               order by s.reason = 'overdue', d.program_id))[1] as lock
        from doubtful d
        left join steps s on s.program_id = d.program_id and s.course_id = d.course_id
        group by d.course_id
        having bool_and(s.state is not distinct from 'locked')
    )
    select coalesce(jsonb_object_agg(course_id, lock), '{}') from locked
  );
end $$;
--> statement-breakpoint
-- As course_locks(), of one course.
create or replace function course_lock(p_course integer) returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
  select course_locks(array[p_course]) -> p_course::text
$$;
--> statement-breakpoint
-- Files that were taken away keep their bytes, so nothing that takes one away has keys to give.
-- safe: functions of the database alone call it
drop function drop_media(integer[]);
--> statement-breakpoint
-- Takes files of the company entered away from whoever sees them. For 90 days history can bring them back.
create function drop_media(p_media integer[]) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update media set removed_at = app_now() where company_id = app_company() and id = any (p_media) and removed_at is null
$$;
--> statement-breakpoint
create or replace function set_course_photo(p_course integer, p_photo jsonb) returns table (id integer, dropped text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_new integer;
  v_old integer;
begin
  perform require_in_reach('{}', array[p_course]);
  select photo_id into v_old from courses c where c.company_id = app_company() and c.id = p_course for update;
  v_new := keep_photo(p_photo);
  update courses c set photo_id = v_new where c.company_id = app_company() and c.id = p_course;
  perform drop_media(array[v_old]);
  return query select v_new, null::text;
end $$;
--> statement-breakpoint
create or replace function set_program_photo(p_program integer, p_photo jsonb) returns table (id integer, dropped text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_new integer;
  v_old integer;
begin
  perform require_programs(array[p_program]);
  select photo_id into v_old from programs p where p.company_id = app_company() and p.id = p_program for update;
  v_new := keep_photo(p_photo);
  update programs p set photo_id = v_new where p.company_id = app_company() and p.id = p_program;
  perform drop_media(array[v_old]);
  return query select v_new, null::text;
end $$;
--> statement-breakpoint
create or replace function set_webinar_photo(p_webinar integer, p_photo jsonb) returns table (id integer, dropped text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_old integer := (webinar_to_change(p_webinar)).photo_id;
  v_new integer;
begin
  v_new := keep_photo(p_photo);
  update webinars w set photo_id = v_new where w.company_id = app_company() and w.id = p_webinar;
  perform drop_media(array[v_old]);
  return query select v_new, null::text;
end $$;
--> statement-breakpoint
create or replace function set_company_photo(p_photo jsonb) returns table (id integer, dropped text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_new integer;
  v_old integer;
begin
  select photo_id into v_old from companies c where c.id = app_company() for update;
  v_new := keep_photo(p_photo);
  update companies c set photo_id = v_new where c.id = app_company();
  perform drop_media(array[v_old]);
  return query select v_new, null::text;
end $$;
--> statement-breakpoint
-- safe: functions of the database alone called it
drop function drop_photo(integer);
--> statement-breakpoint
-- As in 0029. Its null is for the version before, which awaits keys.
create or replace function complete_upload(p_owner jsonb, p_media integer, p_duration real) returns text[]
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_company integer := app_company();
  v_owner integer := p_owner->'id';
  v_upload record;
  v_replaced integer[];
begin
  perform require_upload_owner(p_owner);
  delete from uploads where company_id = v_company and media_id = p_media and owner_kind = p_owner->>'kind' and owner_id = v_owner
    returning * into v_upload;
  if not found then
    perform fail('not_found');
  end if;
  update media set uploading_since = null, upload_id = null where id = p_media;
  v_replaced := array(select f.media_id from files_of(p_owner) f
    where f.kind = v_upload.kind and (f.kind in ('main', 'recording') or f.kind = 'captions' and f.language = v_upload.language));
  case p_owner->>'kind'
    when 'material' then
      delete from material_files where company_id = v_company and media_id = any (v_replaced);
      insert into material_files (company_id, material_id, media_id, kind, language, duration, position)
        select v_company, v_owner, p_media, v_upload.kind, v_upload.language, p_duration, coalesce(max(position), 0) + 1
          from material_files where company_id = v_company and material_id = v_owner;
    when 'webinar' then
      delete from webinar_files where company_id = v_company and media_id = any (v_replaced);
      insert into webinar_files (company_id, webinar_id, media_id, kind) values (v_company, v_owner, p_media, v_upload.kind);
    when 'question' then
      insert into question_files (company_id, question_id, media_id, position)
        select v_company, v_owner, p_media, coalesce(max(position), 0) + 1
          from question_files where company_id = v_company and question_id = v_owner;
  end case;
  perform drop_media(v_replaced);
  return null;
end $$;
--> statement-breakpoint
-- safe: the version before looks for keys in its answer, and finds none in an empty one
drop function take_library_changes(integer, jsonb);
--> statement-breakpoint
-- As in 0019, without keys.
create function take_library_changes(p_course integer, p_decisions jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
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
  perform drop_media(v_into);
end $$;
--> statement-breakpoint
do $$
declare f text;
begin
  revoke execute on function drop_media(integer[]) from public;
  foreach f in array array['course_locks(integer[])', 'take_library_changes(integer, jsonb)'] loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to osnova_worker', f);
  end loop;
end $$;
--> statement-breakpoint
reset role;
