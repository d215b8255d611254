ALTER TABLE "uploads" DROP CONSTRAINT "uploads_material_fk";
--> statement-breakpoint
DROP INDEX "uploads_material";--> statement-breakpoint
ALTER TABLE "uploads" DROP COLUMN "material_id";--> statement-breakpoint
truncate uploads;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "owner_kind" text NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "owner_id" integer NOT NULL;--> statement-breakpoint
CREATE INDEX "uploads_owner" ON "uploads" USING btree ("company_id","owner_kind","owner_id");
--> statement-breakpoint
set role osnova_system;
--> statement-breakpoint
-- ── Uploads to materials, questions and webinars ──────────────────────────────────────────────────

drop function begin_upload(integer, integer, jsonb);
drop function upload_of(integer, integer, integer);
drop function complete_upload(integer, integer, integer, real);
drop function delete_file(integer, integer, integer);
drop function drop_file(integer);

-- Refuses what the caller may not edit, and locks it. p_owner: kind, id, of a material also course_id.
create function require_upload_owner(p_owner jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_id integer := p_owner->'id';
  v_course integer;
begin
  case p_owner->>'kind'
    when 'material' then perform require_material((p_owner->'course_id')::integer, v_id);
    when 'webinar' then perform webinar_to_change(v_id);
    when 'question' then
      select m.course_id into v_course from questions q
        join forms f on f.company_id = q.company_id and f.id = q.form_id
        join materials m on m.company_id = f.company_id and m.id = f.material_id and m.deleted_at is null
        where q.company_id = app_company() and q.id = v_id and q.deleted_at is null for update of q;
      if not found then
        perform fail('not_found');
      end if;
      perform require_in_reach('{}', array[v_course]);
  end case;
end $$;

-- The files that something has, whatever it is.
create function files_of(p_owner jsonb) returns table (media_id integer, kind text, language text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select f.media_id, f.kind, f.language from material_files f
    where p_owner->>'kind' = 'material' and f.company_id = app_company() and f.material_id = (p_owner->'id')::integer
  union all
  select f.media_id, 'attachment', null from question_files f
    where p_owner->>'kind' = 'question' and f.company_id = app_company() and f.question_id = (p_owner->'id')::integer and f.removed_at is null
  union all
  select f.media_id, f.kind, null from webinar_files f
    where p_owner->>'kind' = 'webinar' and f.company_id = app_company() and f.webinar_id = (p_owner->'id')::integer
$$;

-- Begins an upload. p_file: name, size, content_type, kind, language, key, upload_id, limit (of files), types (of material
-- that may have such a main file).
create function begin_upload(p_owner jsonb, p_file jsonb) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_media integer;
  v_type text;
begin
  perform require_upload_owner(p_owner);
  if p_owner->>'kind' = 'material' then
    select type into v_type from materials where company_id = app_company() and id = (p_owner->'id')::integer;
    if p_file->>'kind' = 'main' and not p_file->'types' ? v_type
       or p_file->>'kind' = 'captions' and v_type not in ('video', 'audio') then
      perform fail('wrong_file_format', 'file');
    end if;
  end if;
  if (select count(*) from files_of(p_owner))
     + (select count(*) from uploads where company_id = app_company() and owner_kind = p_owner->>'kind' and owner_id = (p_owner->'id')::integer)
     >= (p_file->>'limit')::integer then
    perform fail('too_many_files', 'file', p_file->>'limit');
  end if;
  insert into media (company_id, key, name, content_type, size, uploading_since, upload_id)
    values (app_company(), p_file->>'key', p_file->>'name', p_file->>'content_type', (p_file->>'size')::bigint, app_now(), p_file->>'upload_id')
    returning id into v_media;
  insert into uploads (company_id, media_id, owner_kind, owner_id, kind, language)
    values (app_company(), v_media, p_owner->>'kind', (p_owner->'id')::integer, p_file->>'kind', p_file->>'language');
  return v_media;
end $$;

-- An upload that is under way.
create function upload_of(p_owner jsonb, p_media integer) returns table (key text, name text, size bigint, upload_id text)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_upload_owner(p_owner);
  return query select m.key, m.name, m.size, m.upload_id from uploads u
    join media m on m.id = u.media_id
    where u.company_id = app_company() and u.media_id = p_media and u.owner_kind = p_owner->>'kind' and u.owner_id = (p_owner->'id')::integer;
  if not found then
    perform fail('not_found');
  end if;
end $$;

-- Makes an uploaded file visible. The main file of a material, its captions of the same language and a webinar's recording
-- take the place of the one before. Gives the keys of the bytes to delete.
create function complete_upload(p_owner jsonb, p_media integer, p_duration real) returns text[]
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
  return drop_media(v_replaced);
end $$;

-- Takes a file away, or gives its upload up. A question's is only untied: what was published before goes on showing it.
create function delete_file(p_owner jsonb, p_media integer) returns table (keys text[], upload_id text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_upload_id text;
begin
  perform require_upload_owner(p_owner);
  if exists (select from uploads u where u.company_id = app_company() and u.media_id = p_media
               and u.owner_kind = p_owner->>'kind' and u.owner_id = (p_owner->'id')::integer) then
    select m.upload_id into v_upload_id from media m where m.id = p_media;
    return query select drop_media(array[p_media]), v_upload_id;
    return;
  end if;
  if not exists (select from files_of(p_owner) f where f.media_id = p_media) then
    perform fail('not_found');
  end if;
  if p_owner->>'kind' = 'question' then
    update question_files set removed_at = app_now() where company_id = app_company() and media_id = p_media;
    return query select null::text[], null::text;
    return;
  end if;
  delete from material_files where company_id = app_company() and media_id = p_media;
  delete from webinar_files where company_id = app_company() and media_id = p_media;
  return query select drop_media(array[p_media]), null::text;
end $$;

reset role;
--> statement-breakpoint
-- A file that the caller may read now: of a material by the material's rules; of a question by whoever teaches it, or took
-- it in an attempt; of a webinar by whom it reaches; any other as the policies show it.
drop function readable_media(integer);
create function readable_media(p_media integer)
  returns table (key text, content_type text, name text, size bigint, private boolean)
  language plpgsql stable as $$
declare
  v_staff boolean := app_user_type() is distinct from 'student';
  v_all boolean := app_user_type() in ('owner', 'admin');
  v_course integer;
  v_material integer;
  v_form integer;
  v_webinar integer;
begin
  select m.course_id, m.id into v_course, v_material from material_files f
    join materials m on m.company_id = f.company_id and m.id = f.material_id and m.deleted_at is null
    where f.company_id = app_company() and f.media_id = p_media;
  if not found then
    select m.course_id, f.id into v_course, v_form from question_files qf
      join questions q on q.company_id = qf.company_id and q.id = qf.question_id
      join forms f on f.company_id = q.company_id and f.id = q.form_id
      join materials m on m.company_id = f.company_id and m.id = f.material_id
      where qf.company_id = app_company() and qf.media_id = p_media;
  end if;
  if v_course is not null then
    if not exists (select from courses c where c.company_id = app_company() and c.id = v_course and c.deleted_at is null)
       or v_staff and not v_all and v_course not in (select courses_in_reach()) then
      perform fail('not_found');
    end if;
    if not v_staff then
      perform refuse_blocked(v_course);
    end if;
    if not v_staff and v_form is not null and not exists (
      select from attempts t join form_versions v on v.company_id = t.company_id and v.id = t.form_version_id
        where t.company_id = app_company() and t.user_id = app_user() and t.form_id = v_form
          and v.questions @> jsonb_build_array(jsonb_build_object('files', jsonb_build_array(jsonb_build_object('id', p_media))))) then
      perform fail('not_found');
    end if;
    if not v_staff and v_material is not null then
      if v_course not in (select courses_in_reach()) then
        perform fail('not_found');
      end if;
      if attempt_runs_in(v_course, app_user()) then
        perform fail('blocked_during_tests');
      end if;
      perform from own_materials(v_course) own where own.material_id = v_material and own.locked_by is null;
      if not found then
        perform fail('material_locked');
      end if;
    end if;
  else
    select f.webinar_id into v_webinar from webinar_files f where f.company_id = app_company() and f.media_id = p_media;
    if found and not exists (select from webinars w where w.company_id = app_company() and w.id = v_webinar and w.deleted_at is null
                               and (v_all or w.id in (select webinars_in_reach()))) then
      perform fail('not_found');
    end if;
  end if;
  return query select m.key, m.content_type, m.name, m.size, coalesce(v_course, v_webinar) is not null
    from media m where m.id = p_media and m.uploading_since is null
      -- A file whose material is gone is nobody's.
      and not (coalesce(v_course, v_webinar) is null and exists (
        select from material_files f where f.company_id = app_company() and f.media_id = p_media));
end $$;

do $$
declare f text;
begin
  foreach f in array array['require_upload_owner(jsonb)', 'files_of(jsonb)'] loop
    execute format('revoke execute on function %s from public', f);
  end loop;
  foreach f in array array[
    'begin_upload(jsonb, jsonb)', 'upload_of(jsonb, integer)', 'complete_upload(jsonb, integer, real)',
    'delete_file(jsonb, integer)', 'readable_media(integer)'
  ] loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to osnova_worker', f);
  end loop;
end $$;
