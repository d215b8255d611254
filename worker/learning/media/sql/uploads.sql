-- Uploads to materials, questions, webinars and answers.

set role osnova_system;

-- Refuses what the caller may not edit, and locks it. p_owner: kind, id, of a material also course_id, of an answer
-- (whose id is the attempt's) question_id. Files of a question are part of its draft.
create or replace function require_upload_owner(p_owner jsonb) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_id integer := p_owner->'id';
  v_course integer;
  v_form integer;
  v_linked integer;
begin
  case p_owner->>'kind'
    when 'material' then perform require_material((p_owner->'course_id')::integer, v_id);
    when 'webinar' then perform webinar_to_change(v_id);
    when 'answer' then perform hold_handing(p_owner);
    when 'question' then
      if exists (select from bank_entries e where e.company_id = app_company() and e.question_id = v_id) then
        perform hold_bank_question(v_id);
        return;
      -- What comes into the bank from a file lies in no folder yet, and nobody else sees it.
      elsif app_user_type() in ('owner', 'admin', 'trainer') and exists (
          select from questions q where q.company_id = app_company() and q.id = v_id and q.form_id is null) then
        return;
      end if;
      select m.course_id, f.id, q.bank_question_id into v_course, v_form, v_linked from questions q
        join forms f on f.company_id = q.company_id and f.id = q.form_id
        join materials m on m.company_id = f.company_id and m.id = f.material_id and m.deleted_at is null
        where q.company_id = app_company() and q.id = v_id and q.deleted_at is null for update of q;
      if not found then
        perform fail('not_found');
      end if;
      perform require_in_reach('{}', array[v_course]);
      perform refuse_own_form(v_form);
      if v_linked is not null then
        perform fail('question_of_bank');
      end if;
  end case;
end $$;
grant execute on function require_upload_owner(jsonb) to public;

-- The files that something has, whatever it is.
create or replace function files_of(
  p_owner jsonb
) returns table (media_id integer, kind text, language text)
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select f.media_id, f.kind, f.language from material_files f
    where p_owner->>'kind' = 'material' and f.company_id = app_company() and f.material_id = (p_owner->'id')::integer
  union all
  select f.media_id, 'attachment', null from question_files f
    where p_owner->>'kind' = 'question' and f.company_id = app_company() and f.question_id = (p_owner->'id')::integer
      and f.removed_at is null
  union all
  select f.media_id, f.kind, null from webinar_files f
    where p_owner->>'kind' = 'webinar' and f.company_id = app_company() and f.webinar_id = (p_owner->'id')::integer
  union all
  select f.media_id, 'answer', null from attempt_files f
    join media d on d.id = f.media_id and d.uploading_since is null and d.removed_at is null
    where p_owner->>'kind' = 'answer' and f.company_id = app_company() and f.attempt_id = (p_owner->'id')::integer
      and f.question_id = (p_owner->'question_id')::integer
$$;
grant execute on function files_of(jsonb) to public;

-- Begins an upload. p_file: name, size, content_type, kind, unnamed (the kind is nobody's word), language, key,
-- upload_id, limit (of files), types (of material that may have such a main file). What nobody named and could be the
-- main file of its material is decided once it is there: one that was begun and given up stands in no way.
create or replace function begin_upload(
  p_owner jsonb,
  p_file jsonb
) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_media integer;
  v_type text;
  v_kind text := p_file->>'kind';
begin
  perform require_upload_owner(p_owner);
  if p_owner->>'kind' = 'material' then
    select type into v_type from materials where company_id = app_company() and id = (p_owner->'id')::integer;
    if p_file->>'kind' = 'main' and not p_file->'types' ? v_type
       or p_file->>'kind' = 'captions' and v_type not in ('video', 'audio') then
      perform fail('wrong_file_format', 'file');
    end if;
    if (p_file->'unnamed')::boolean and p_file->'types' ? v_type then
      v_kind := 'unnamed';
    end if;
  end if;
  if (select count(*) from files_of(p_owner))
     + (select count(*) from uploads
       where company_id = app_company() and owner_kind = p_owner->>'kind' and owner_id = (p_owner->'id')::integer)
     >= (p_file->>'limit')::integer then
    perform fail('too_many_files', 'file', p_file->>'limit');
  end if;
  insert into media (company_id, key, name, content_type, size, uploading_since, upload_id)
    values (app_company(), p_file->>'key', p_file->>'name', p_file->>'content_type', (p_file->>'size')::bigint,
      app_now(), p_file->>'upload_id')
    returning id into v_media;
  if p_owner->>'kind' = 'answer' then
    perform begin_handing(p_owner, p_file, v_media);
  end if;
  insert into uploads (company_id, media_id, owner_kind, owner_id, kind, language)
    values (app_company(), v_media, p_owner->>'kind', (p_owner->'id')::integer, v_kind, p_file->>'language');
  return v_media;
end $$;
grant execute on function begin_upload(jsonb, jsonb) to public;

-- An upload that is under way.
create or replace function upload_of(
  p_owner jsonb,
  p_media integer
) returns table (key text, name text, size bigint, upload_id text)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform require_upload_owner(p_owner);
  return query select m.key, m.name, m.size, m.upload_id from uploads u
    join media m on m.id = u.media_id
    where u.company_id = app_company() and u.media_id = p_media and u.owner_kind = p_owner->>'kind'
      and u.owner_id = (p_owner->'id')::integer;
  if not found then
    perform fail('not_found');
  end if;
end $$;
grant execute on function upload_of(jsonb, integer) to public;

-- Makes an uploaded file visible. The main file of a material, its captions of the same language and a webinar's
-- recording take the place of the one before; what nobody named takes nobody's.
create or replace function complete_upload(
  p_owner jsonb,
  p_media integer,
  p_duration real
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_company integer := app_company();
  v_owner integer := p_owner->'id';
  v_upload record;
  v_kind text;
  v_replaced integer[];
begin
  perform require_upload_owner(p_owner);
  delete from uploads where company_id = v_company and media_id = p_media and owner_kind = p_owner->>'kind'
    and owner_id = v_owner
    returning * into v_upload;
  if not found then
    perform fail('not_found');
  end if;
  update media set uploading_since = null, upload_id = null where id = p_media;
  v_kind := case when v_upload.kind <> 'unnamed' then v_upload.kind
    when exists (select from files_of(p_owner) f where f.kind = 'main') then 'attachment' else 'main' end;
  v_replaced := array(select f.media_id from files_of(p_owner) f
    where f.kind = v_kind
      and (f.kind in ('main', 'recording') or f.kind = 'captions' and f.language = v_upload.language));
  case p_owner->>'kind'
    when 'material' then
      delete from material_files where company_id = v_company and media_id = any (v_replaced);
      insert into material_files (company_id, material_id, media_id, kind, language, duration, position)
        select v_company, v_owner, p_media, v_kind, v_upload.language, p_duration, coalesce(max(position), 0) + 1
          from material_files where company_id = v_company and material_id = v_owner;
    when 'webinar' then
      delete from webinar_files where company_id = v_company and media_id = any (v_replaced);
      insert into webinar_files (company_id, webinar_id, media_id, kind)
        values (v_company, v_owner, p_media, v_kind);
    when 'question' then
      insert into question_files (company_id, question_id, media_id, position)
        select v_company, v_owner, p_media, coalesce(max(position), 0) + 1
          from question_files where company_id = v_company and question_id = v_owner;
    -- It belongs to the question since it began.
    when 'answer' then
      if not exists (select from files_of(p_owner) f where f.media_id = p_media) then
        perform fail('not_found');
      end if;
  end case;
  perform drop_media(v_replaced);
end $$;
grant
  execute
  on
    function complete_upload(jsonb, integer, real)
  to
  osnova_worker;

-- Takes a file away, or gives its upload up: that one was never anybody's. A question's is only untied: what was
-- published before goes on showing it.
create or replace function delete_file(
  p_owner jsonb,
  p_media integer
) returns table (keys text[], upload_id text)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform require_upload_owner(p_owner);
  if exists (select from uploads u where u.company_id = app_company() and u.media_id = p_media
               and u.owner_kind = p_owner->>'kind' and u.owner_id = (p_owner->'id')::integer) then
    return query with gone as (delete from media m where m.company_id = app_company() and m.id = p_media
      returning m.key, m.upload_id)
      select array[g.key], g.upload_id from gone g;
    return;
  end if;
  if not exists (select from files_of(p_owner) f where f.media_id = p_media) then
    perform fail('not_found');
  end if;
  if p_owner->>'kind' = 'question' then
    update question_files set removed_at = app_now() where company_id = app_company() and media_id = p_media;
  elsif p_owner->>'kind' = 'answer' then
    perform take_file_back(p_owner, p_media);
  else
    delete from material_files where company_id = app_company() and media_id = p_media;
    delete from webinar_files where company_id = app_company() and media_id = p_media;
    perform drop_media(array[p_media]);
  end if;
  return query select null::text[], null::text;
end $$;
grant execute on function delete_file(jsonb, integer) to public;

-- How large an uploaded picture is shown, in pixels; said once, when its bytes have been looked at.
create or replace function note_picture(
  p_media integer,
  p_width integer,
  p_height integer
) returns void
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  update media set width = p_width, height = p_height
    where company_id = app_company() and id = p_media and width is null
$$;
grant
  execute
  on
    function note_picture(integer, integer, integer)
  to
  osnova_worker;

-- A small file that came with the call: begun and complete at once. p_picture: its size, of a picture.
create or replace function take_upload(
  p_owner jsonb,
  p_file jsonb,
  p_picture jsonb
) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_media integer := begin_upload(p_owner, p_file);
begin
  perform complete_upload(p_owner, v_media, null);
  perform note_picture(v_media, (p_picture->'width')::integer, (p_picture->'height')::integer)
    where p_picture is not null;
  return v_media;
end $$;
grant execute on function take_upload(jsonb, jsonb, jsonb) to osnova_worker;
