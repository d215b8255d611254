-- Names as they were at the time, so that a sentence stays true and can be found.
ALTER TABLE "history" ADD COLUMN "part_label" text DEFAULT '' NOT NULL;
--> statement-breakpoint
create extension if not exists pg_trgm;
--> statement-breakpoint
CREATE INDEX "history_entries" ON "history" USING btree ("company_id","created_at","change_id","action","section","author_id");
--> statement-breakpoint
CREATE INDEX "history_labels" ON "history" USING gin ((object_label || ' ' || part_label) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "history_author" ON "history" USING btree ("company_id","author_id","created_at");
--> statement-breakpoint
drop policy tenant on media;
--> statement-breakpoint
create policy tenant on media to osnova_worker
  using (company_id = (select app_company()) and removed_at is null) with check (company_id = (select app_company()));
--> statement-breakpoint
set role osnova_system;
--> statement-breakpoint
-- ── Files that were taken away ────────────────────────────────────────────────────────────────────

-- Takes files of the company entered away from whoever sees them. For 90 days history can bring them back: there are no
-- keys to delete yet.
create or replace function drop_media(p_media integer[]) returns text[]
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update media set removed_at = app_now() where company_id = app_company() and id = any (p_media) and removed_at is null;
  return null;
end $$;

-- Forgets what was taken away 90 days ago; gives the keys that nobody names any more. A lock per key, so that of two who
-- let go of the same bytes at once the second one sees it.
create function discard_removed_media() returns table (key text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_keys text[];
begin
  with gone as (
    delete from media m where m.id in (
      select o.id from media o where o.removed_at < app_now() - interval '90 days' order by o.removed_at limit 200 for update skip locked)
      returning m.key
  )
  select array_agg(distinct g.key order by g.key) into v_keys from gone g;
  perform pg_advisory_xact_lock(hashtextextended('media ' || k, 0)) from unnest(v_keys) k;
  return query select k from unnest(v_keys) k where not exists (select from media m where m.key = k);
end $$;

-- As in 0029; an upload that is given up was never anybody's.
create or replace function delete_file(p_owner jsonb, p_media integer) returns table (keys text[], upload_id text)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_upload_owner(p_owner);
  if exists (select from uploads u where u.company_id = app_company() and u.media_id = p_media
               and u.owner_kind = p_owner->>'kind' and u.owner_id = (p_owner->'id')::integer) then
    return query with gone as (delete from media m where m.company_id = app_company() and m.id = p_media returning m.key, m.upload_id)
      select array[g.key], g.upload_id from gone g;
    return;
  end if;
  if not exists (select from files_of(p_owner) f where f.media_id = p_media) then
    perform fail('not_found');
  end if;
  if p_owner->>'kind' = 'question' then
    update question_files set removed_at = app_now() where company_id = app_company() and media_id = p_media;
  else
    delete from material_files where company_id = app_company() and media_id = p_media;
    delete from webinar_files where company_id = app_company() and media_id = p_media;
    perform drop_media(array[p_media]);
  end if;
  return query select null::text[], null::text;
end $$;

create or replace function set_company_photo(p_photo jsonb) returns table (id integer, dropped text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_new integer;
  v_old integer;
begin
  select photo_id into v_old from companies c where c.id = app_company() for update;
  v_new := keep_photo(p_photo);
  update companies c set photo_id = v_new where c.id = app_company();
  return query select v_new, drop_photo(v_old);
end $$;

-- ── Recording ─────────────────────────────────────────────────────────────────────────────────────

-- What an object is called now.
create function object_label(p_company integer, p_model text, p_id integer) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
  select case p_model
    when 'company' then (select name from companies where id = p_id and id = p_company)
    when 'membership' then (select coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''), u.email, u.phone)
      from users u join memberships m on m.company_id = p_company and m.user_id = u.id where u.id = p_id)
    when 'group' then (select name from study_groups where company_id = p_company and id = p_id)
    when 'program' then (select name from programs where company_id = p_company and id = p_id)
    when 'course' then (select name from courses where company_id = p_company and id = p_id)
    when 'material' then (select name from materials where company_id = p_company and id = p_id)
    when 'form' then (select name from forms where company_id = p_company and id = p_id)
    when 'question' then (select title from questions where company_id = p_company and id = p_id)
    when 'webinar' then (select name from webinars where company_id = p_company and id = p_id)
  end
$$;

-- Whether an object is deleted now.
create function object_deleted(p_company integer, p_model text, p_id integer) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select case p_model
    when 'company' then false
    when 'membership' then not exists (select from memberships where company_id = p_company and user_id = p_id and deleted_at is null)
    when 'group' then not exists (select from study_groups where company_id = p_company and id = p_id and deleted_at is null)
    when 'program' then not exists (select from programs where company_id = p_company and id = p_id and deleted_at is null)
    when 'course' then not exists (select from courses where company_id = p_company and id = p_id and deleted_at is null)
    when 'webinar' then not exists (select from webinars where company_id = p_company and id = p_id and deleted_at is null)
    when 'material' then not exists (
      select from materials m join courses c on c.company_id = m.company_id and c.id = m.course_id and c.deleted_at is null
        where m.company_id = p_company and m.id = p_id and m.deleted_at is null)
    when 'form' then object_deleted(p_company, 'material', (select material_id from forms where company_id = p_company and id = p_id))
    else coalesce((select deleted_at is not null or object_deleted(p_company, 'form', form_id)
                     from questions where company_id = p_company and id = p_id), true)
  end
$$;

-- Where an object that lies in a course is edited.
create function object_place(p_company integer, p_model text, p_id integer) returns table (course_id integer, material_id integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select m.course_id, m.id from (
    select case p_model
      when 'material' then p_id
      when 'form' then (select material_id from forms where company_id = p_company and id = p_id)
      when 'question' then (select f.material_id from questions q join forms f on f.company_id = q.company_id and f.id = q.form_id
        where q.company_id = p_company and q.id = p_id) end as id) place
    join materials m on m.company_id = p_company and m.id = place.id
$$;

-- What a row that belongs to an object ties to it: the kind of thing, and what it is called now. Null for an object's own row.
create function part_of(p_company integer, p_relation text, p_row jsonb) returns table (kind text, label text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select k.kind, coalesce(case
      when k.kind in ('person', 'blocked_person', 'unlocked_person', 'host')
        then object_label(p_company, 'membership', (p_row->'user_id')::integer)
      when k.kind in ('group', 'course', 'program') then object_label(p_company, k.kind, (p_row->(k.kind || '_id'))::integer)
      when k.kind = 'file' then (select name from media where id = (p_row->'media_id')::integer)
      when k.kind = 'stage' then coalesce(nullif(p_row->>'name', ''), p_row->>'position')
      when jsonb_typeof(p_row->'webinar_id') = 'number' then object_label(p_company, 'webinar', (p_row->'webinar_id')::integer)
      else object_label(p_company, 'course', (p_row->'course_id')::integer)
    end, '')
    from (select case p_relation
      when 'group_members' then 'person' when 'course_members' then 'person' when 'course_blocks' then 'blocked_person'
      when 'material_unlocks' then 'unlocked_person' when 'webinar_hosts' then 'host'
      when 'course_groups' then 'group' when 'program_groups' then 'group' when 'webinar_groups' then 'group'
      when 'program_courses' then 'course' when 'webinar_courses' then 'course' when 'webinar_programs' then 'program'
      when 'material_files' then 'file' when 'question_files' then 'file' when 'webinar_files' then 'file'
      when 'chronology_stages' then 'stage' when 'chronology_items' then 'step'
    end) as k(kind)
    where k.kind is not null
$$;

-- Writes an entry. Whatever one transaction changes in a company is one change of one instant, known by its first entry.
create function note_history(
  p_company integer, p_action text, p_section text, p_model text, p_id integer, p_label text, p_relation text,
  p_old jsonb, p_new jsonb
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_id integer := nextval('history_id_seq');
  v_change text[] := regexp_match(current_setting('app.change', true), '^' || p_company || ' ([0-9]+) (.*)$');
begin
  if v_change is null then
    v_change := array[v_id::text, app_now()::text];
    perform set_config('app.change', p_company || ' ' || v_id || ' ' || v_change[2], true);
  end if;
  insert into history (id, company_id, author_id, author_type, action, section, object_model, object_id, object_label, part_label,
                       relation, old_object, new_object, change_id, batch, created_at)
    overriding system value
    values (v_id, p_company, app_user(), app_user_type(), coalesce(nullif(current_setting('app.action', true), ''), p_action),
            p_section, p_model, p_id, coalesce(nullif(p_label, ''), object_label(p_company, p_model, p_id), ''),
            coalesce((select label from part_of(p_company, p_relation, coalesce(p_new, p_old))), ''),
            p_relation, p_old, p_new, v_change[1]::integer, nullif(current_setting('app.batch', true), ''), v_change[2]::timestamptz);
end $$;

create or replace function record_history() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_counters text[] := array['revision', 'sequence', 'day_reminded_at', 'hour_reminded_at'];
  v_old jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - v_counters end;
  v_new jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - v_counters end;
  v_row jsonb := coalesce(v_new, v_old);
begin
  if v_old = v_new then
    return null;
  end if;
  perform note_history(
    coalesce((v_row->>'company_id')::integer, (v_row->>'id')::integer),
    case
      when tg_argv[3] = 'part' then case when tg_op = 'INSERT' then 'add' else 'update_related_model' end
      when tg_op = 'INSERT' then 'create'
      when tg_op = 'DELETE' then 'delete'
      when v_old->>'deleted_at' is null and v_new->>'deleted_at' is not null then 'delete'
      when v_old->>'deleted_at' is not null and v_new->>'deleted_at' is null then 'restore'
      when v_old->>'blocked_at' is null and v_new->>'blocked_at' is not null then 'blocked'
      when v_old->>'blocked_at' is not null and v_new->>'blocked_at' is null then 'unblocked'
      else 'update'
    end,
    tg_argv[1], tg_argv[0], (v_row->>tg_argv[4])::integer, v_row->>tg_argv[2], tg_table_name, v_old, v_new);
  return null;
end $$;

-- A person's own fields are recorded where they belong to one company only (decisions, "History").
create function record_person() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_companies integer[] := array(select company_id from memberships where user_id = new.id and deleted_at is null);
begin
  if cardinality(v_companies) = 1 then
    perform note_history(v_companies[1], 'update', 'users', 'membership', new.id, '', 'users', own_fields(old), own_fields(new));
  end if;
  return null;
end $$;

create function own_fields(p_user users) returns jsonb language sql immutable as $$
  select jsonb_build_object('id', p_user.id, 'first_name', p_user.first_name, 'last_name', p_user.last_name,
    'middle_name', p_user.middle_name, 'email', p_user.email, 'phone', p_user.phone)
$$;

-- ── Telling ───────────────────────────────────────────────────────────────────────────────────────

-- Rich text without its marks; only texts of ours, sanitized on write, stand there.
create function plain_text(p_html text) returns text language sql immutable as $$
  select btrim(regexp_replace(
    replace(replace(replace(replace(replace(regexp_replace(p_html, '<[^>]*>', ' ', 'g'),
      '&nbsp;', ' '), '&quot;', '"'), '&lt;', '<'), '&gt;', '>'), '&amp;', '&'), '\s+', ' ', 'g'))
$$;

-- A value of a row as text: references by name, answers by title with the right ones marked. Null: nothing to show.
create function told_value(p_company integer, p_key text, p_value jsonb) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
  select nullif(left(case
    when p_value is null or jsonb_typeof(p_value) = 'null' or p_key = 'photo_id' then ''
    when p_key = 'group_id' then object_label(p_company, 'group', p_value::integer)
    when p_key = 'webinar_id' then object_label(p_company, 'webinar', p_value::integer)
    when p_key = 'category_id' then (select name from course_categories where company_id = p_company and id = p_value::integer)
    when p_key = 'stage_id' then (select coalesce(nullif(name, ''), position::text) from chronology_stages
                                    where company_id = p_company and id = p_value::integer)
    when p_key in ('user_id', 'unlocked_by', 'host_id', 'owner_id') then object_label(p_company, 'membership', p_value::integer)
    when p_key = 'answers' then (
      select string_agg(case when (a->>'is_right_answer')::boolean then '✓ ' else '' end || (a->>'title'), '; ' order by n)
        from jsonb_array_elements(p_value) with ordinality t(a, n))
    when jsonb_typeof(p_value) = 'array' then (select string_agg(word, ', ') from jsonb_array_elements_text(p_value) word)
    when p_key in ('text', 'detailed_description', 'description', 'text_after_success_passing', 'text_after_failure_passing')
      then plain_text(p_value #>> '{}')
    else p_value #>> '{}' end, 5000), '')
$$;

-- An entry as it is told: its object, what of it, and the fields that differ.
create function told(p_entry history) returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_build_object(
    'object_model', p_entry.object_model, 'object_id', p_entry.object_id,
    'object_label', coalesce(nullif(p_entry.object_label, ''),
      object_label(p_entry.company_id, p_entry.object_model, p_entry.object_id), ''),
    'deleted', object_deleted(p_entry.company_id, p_entry.object_model, p_entry.object_id),
    'place', (select to_jsonb(place) from object_place(p_entry.company_id, p_entry.object_model, p_entry.object_id) place),
    'part', (select jsonb_build_object('kind', p.kind, 'label', coalesce(nullif(p_entry.part_label, ''), p.label),
        'role', case when p.kind = 'person' then row_of->>'role' end,
        'effect', case
          when p_entry.old_object is null or p_entry.relation = 'question_files' and p_entry.new_object->>'removed_at' is null then 'added'
          when p_entry.new_object is null or p_entry.relation = 'question_files' then 'removed'
          else 'changed' end)
      from coalesce(p_entry.new_object, p_entry.old_object) row_of, part_of(p_entry.company_id, p_entry.relation, row_of) p),
    'fields', case when p_entry.old_object is null or p_entry.new_object is null or p_entry.relation = 'question_files' then '[]' else coalesce((
      select jsonb_agg(jsonb_build_object('field', k.key, 'old', told_value(p_entry.company_id, k.key, p_entry.old_object->k.key),
               'new', told_value(p_entry.company_id, k.key, p_entry.new_object->k.key)) order by k.key)
        from (select jsonb_object_keys(p_entry.old_object || p_entry.new_object) as key) k
        -- What places a row says nothing to a reader.
        where k.key <> all (array['id', 'company_id', 'course_id', 'material_id', 'form_id', 'created_at', 'deleted_at', 'origin_id',
                                  'cloned_at', 'uid'])
          and coalesce(p_entry.old_object->k.key, 'null') <> coalesce(p_entry.new_object->k.key, 'null')
      ), '[]') end)
    where app_company() = p_entry.company_id
$$;

-- The changes of the company entered that have an entry as asked for, in their order, p_limit at most. p_wanted: action,
-- section, author, after, before (inclusive), until, search (a pattern). The words are looked for in names as they were then. Planned anew each time, since
-- rare words are found by their index and frequent ones along the order.
create function changes_found(p_wanted jsonb, p_ascending boolean, p_limit integer) returns table (change_id integer, created_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query execute 'select distinct on (h.created_at, h.change_id) h.change_id, h.created_at from history h where h.company_id = '
    || app_company()
    || (select coalesce(string_agg(format(case w.key
          when 'action' then ' and h.action = %L' when 'section' then ' and h.section = %L' when 'author' then ' and h.author_id = %L'
          when 'after' then ' and h.created_at >= %L' when 'before' then ' and h.created_at <= %L' when 'until' then ' and h.created_at < %L'
          when 'search' then ' and (h.object_label || '' '' || h.part_label) ilike %L' end, w.value), ''), '')
        from jsonb_each_text(p_wanted) w)
    || format(' order by h.created_at %1$s, h.change_id %1$s limit %2$L', case when p_ascending then 'asc' else 'desc' end, p_limit);
end $$;

-- ── Restoring ─────────────────────────────────────────────────────────────────────────────────────

-- The columns that name a row within a company.
create function key_columns(p_relation text) returns text[] language sql stable as $$
  select array_agg(a.attname::text order by a.attnum) from pg_index i
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where i.indrelid = p_relation::regclass and i.indisprimary and a.attname <> 'company_id'
$$;

create function key_of(p_relation text, p_row jsonb) returns jsonb language sql stable as $$
  select jsonb_object_agg(c, p_row->c) from unnest(key_columns(p_relation)) c
$$;

-- The condition that finds a row of the company entered by its key.
create function key_condition(p_relation text, p_key jsonb) returns text language sql stable as $$
  select case when p_relation in ('companies', 'users') then '' else 'company_id = app_company() and ' end
      || string_agg(format('%I = %L', k.key, k.value), ' and ')
    from jsonb_each_text(p_key) k
$$;

create function row_of(p_relation text, p_key jsonb) returns jsonb language plpgsql as $$
declare
  v_row jsonb;
begin
  execute format('select to_jsonb(t) from %I t where %s for update', p_relation, key_condition(p_relation, p_key)) into v_row;
  return v_row;
end $$;

-- Sets the columns of a row that differ from what is wanted, or makes the row.
create function write_row(p_relation text, p_key jsonb, p_now jsonb, p_wanted jsonb) returns void language plpgsql as $$
declare
  v_columns text := (
    select string_agg(format('%I', a.attname), ', ' order by a.attnum) from pg_attribute a
      where a.attrelid = p_relation::regclass and a.attnum > 0 and not a.attisdropped and p_wanted ? a.attname
        and (p_now is null or p_now->a.attname is distinct from p_wanted->a.attname));
begin
  if v_columns is null then
    return;
  elsif p_now is null then
    execute format('insert into %1$I (%2$s) overriding system value select %2$s from jsonb_populate_record(null::%1$I, $1)',
      p_relation, v_columns) using p_wanted;
  else
    execute format('update %1$I set (%2$s) = (select %2$s from jsonb_populate_record(null::%1$I, $1)) where %3$s',
      p_relation, v_columns, key_condition(p_relation, p_key)) using p_wanted;
  end if;
end $$;

-- What of a recorded row is put back: neither what it is known by nor what others decide.
create function recorded_part(p_relation text, p_row jsonb) returns jsonb language sql immutable as $$
  select p_row - array['created_at'] - case p_relation
    when 'companies' then array['id', 'owner_id', 'licence_limit', 'is_library', 'blocked_at', 'deleted_at']
    when 'courses' then array['id', 'company_id', 'origin_id', 'cloned_at']
    when 'materials' then array['id', 'company_id', 'course_id']
    when 'forms' then array['id', 'company_id', 'material_id', 'deleted_at']
    when 'questions' then array['id', 'company_id', 'form_id']
    when 'webinars' then array['id', 'company_id', 'uid']
    else array['id', 'company_id'] end
$$;

-- A media file that can be shown again; notes the name of one that is not kept any more.
create function bring_back_file(p_media integer) returns boolean language plpgsql as $$
declare
  v_kept boolean;
begin
  update media set removed_at = null where company_id = app_company() and id = p_media and uploading_since is null;
  v_kept := found;
  if not v_kept then
    perform set_config('app.files_gone', (coalesce(nullif(current_setting('app.files_gone', true), ''), '[]')::jsonb || to_jsonb(p_media))::text, true);
  end if;
  return v_kept;
end $$;

create function name_taken(p_relation text, p_row jsonb, p_name text) returns boolean language plpgsql stable as $$
declare
  v_taken boolean;
begin
  execute format('select exists (select from %I t where company_id = app_company() and id <> %L and deleted_at is null '
    'and lower(btrim(name)) = lower(btrim($1)) and to_jsonb(t)->$2 is not distinct from $3)', p_relation, p_row->>'id')
    into v_taken using p_name, 'course_id', p_row->'course_id';
  return v_taken;
end $$;

-- The name of a row that comes back: its own, or once the one given in the place of a name that somebody has by now.
-- Refused with a free one otherwise.
create function free_name(p_relation text, p_row jsonb) returns text language plpgsql as $$
declare
  v_model text := case p_relation when 'study_groups' then 'group' else rtrim(p_relation, 's') end;
  v_name text := p_row->>'name';
  v_given text := nullif(current_setting('app.restore_name', true), '');
  v_number integer := 2;
begin
  if not name_taken(p_relation, p_row, v_name) then
    return v_name;
  end if;
  if v_given is not null then
    perform set_config('app.restore_name', '', true);
    v_name := v_given;
    if not name_taken(p_relation, p_row, v_name) then
      return v_name;
    end if;
  end if;
  while name_taken(p_relation, p_row, left(v_name, 190) || ' (' || v_number || ')') loop
    v_number := v_number + 1;
  end loop;
  perform fail(v_model || '_name_taken', 'name', jsonb_build_object('object_model', v_model, 'name', v_name,
    'suggestion', left(v_name, 190) || ' (' || v_number || ')')::text);
end $$;

-- Whoever restores may do what they undo: nobody's roles, block or membership but those they could change by hand.
create function require_restorable_person(p_now jsonb, p_wanted jsonb, p_assignable text[]) returns void language plpgsql as $$
declare
  v_user integer := p_now->'user_id';
  v_types text[] := array(select jsonb_array_elements_text(p_now->'user_types' || coalesce(p_wanted->'user_types', '[]')));
  v_own boolean := v_user = app_user();
begin
  if v_own and (p_now->'user_types', p_now->'blocked_at', p_now->'deleted_at')
               is distinct from (p_wanted->'user_types', p_wanted->'blocked_at', p_wanted->'deleted_at')
     or not v_own and (not v_types <@ p_assignable or exists (select from companies where id = app_company() and owner_id = v_user)) then
    perform fail('user_not_manageable');
  elsif p_wanted->>'deleted_at' is null and p_wanted->>'blocked_at' is null
        and (p_now->>'deleted_at' is not null or p_now->>'blocked_at' is not null) then
    perform require_seat();
  end if;
end $$;

-- A person's own fields, as change_person changes them.
create function put_person_back(p_user integer, p_wanted jsonb) returns void language plpgsql as $$
declare
  v_now users;
begin
  select * into v_now from users where id = p_user for update;
  if own_fields(v_now) = p_wanted then
    return;
  elsif not person_is_ours(p_user) then
    perform fail('person_fields_locked');
  end if;
  if v_now.email is distinct from p_wanted->>'email' then
    update one_time_tokens set used_at = now() where user_id = p_user and used_at is null;
    update users set email_verified = false where id = p_user;
  end if;
  update users set first_name = p_wanted->>'first_name', last_name = p_wanted->>'last_name', middle_name = p_wanted->>'middle_name',
      email = p_wanted->>'email', phone = p_wanted->>'phone'
    where id = p_user;
end $$;

-- Brings a row back to what was recorded, and first whatever it belongs to.
create function put_back(p_relation text, p_key jsonb, p_wanted jsonb, p_assignable text[]) returns void language plpgsql as $$
declare
  v_now jsonb := case when p_relation <> 'users' then row_of(p_relation, p_key) end;
  v_wanted jsonb := case when v_now is null then p_wanted else v_now || recorded_part(p_relation, p_wanted) end;
  v_live boolean := v_wanted->>'deleted_at' is null;
begin
  if p_relation = 'users' then
    perform put_person_back((p_key->'id')::integer, p_wanted);
    return;
  elsif v_now = v_wanted then
    return;
  end if;
  if v_live then
    perform bring_back_parents(p_relation, v_wanted, p_assignable);
  end if;
  if v_live and p_relation in ('study_groups', 'programs', 'courses', 'materials') then
    v_wanted := v_wanted || jsonb_build_object('name', free_name(p_relation, v_wanted));
  end if;
  case
    when p_relation = 'memberships' then
      perform require_restorable_person(v_now, v_wanted, p_assignable);
    when v_wanted ? 'photo_id' and v_wanted->'photo_id' is distinct from v_now->'photo_id' then
      if v_wanted->>'photo_id' is not null and not bring_back_file((v_wanted->'photo_id')::integer) then
        v_wanted := v_wanted || jsonb_build_object('photo_id', v_now->'photo_id');
      else
        perform drop_media(array[(v_now->>'photo_id')::integer]);
      end if;
    when p_relation in ('material_files', 'webinar_files') and v_now is null then
      if not bring_back_file((v_wanted->'media_id')::integer) then
        return;
      end if;
      perform replace_file(p_relation, v_wanted);
    else null;
  end case;
  if v_wanted->>'category_id' is not null and not exists (
       select from course_categories where company_id = app_company() and id = (v_wanted->'category_id')::integer) then
    v_wanted := v_wanted || '{"category_id": null}';
  end if;
  perform write_row(p_relation, p_key, v_now, v_wanted);
  -- Calendars take a change by its number.
  if p_relation = 'webinars' then
    update webinars w set sequence = w.sequence + 1,
        day_reminded_at = case when v_now->'starts_at' = v_wanted->'starts_at' then w.day_reminded_at end,
        hour_reminded_at = case when v_now->'starts_at' = v_wanted->'starts_at' then w.hour_reminded_at end
      where w.company_id = app_company() and w.id = (p_key->'id')::integer;
  end if;
end $$;

create function course_has_group(p_course integer) returns boolean language sql stable as $$
  select exists (select from course_groups cg join study_groups g on g.company_id = cg.company_id and g.id = cg.group_id
                   where cg.company_id = app_company() and cg.course_id = p_course and g.deleted_at is null)
$$;

-- What there can be only one of makes room for the one that comes back.
create function replace_file(p_relation text, p_file jsonb) returns void language plpgsql as $$
declare
  v_gone integer[];
begin
  if p_relation = 'material_files' and p_file->>'kind' in ('main', 'captions') then
    with gone as (delete from material_files f
      where f.company_id = app_company() and f.material_id = (p_file->'material_id')::integer and f.kind = p_file->>'kind'
        and f.language is not distinct from p_file->>'language' returning f.media_id)
    select array_agg(media_id) into v_gone from gone;
  elsif p_relation = 'webinar_files' and p_file->>'kind' = 'recording' then
    with gone as (delete from webinar_files f
      where f.company_id = app_company() and f.webinar_id = (p_file->'webinar_id')::integer and f.kind = 'recording' returning f.media_id)
    select array_agg(media_id) into v_gone from gone;
  end if;
  perform drop_media(v_gone);
end $$;

-- Brings back what a row belongs to, as far as it was deleted since then: what was deleted before stays so.
create function bring_back_parents(p_relation text, p_row jsonb, p_assignable text[]) returns void language plpgsql as $$
declare
  v_parent record;
  v_key jsonb;
  v_now jsonb;
begin
  for v_parent in
    select * from (values
      ('group_id', 'study_groups', 'group'), ('course_id', 'courses', 'course'), ('program_id', 'programs', 'program'),
      ('webinar_id', 'webinars', 'webinar'), ('material_id', 'materials', 'material'), ('form_id', 'forms', 'form'),
      ('question_id', 'questions', 'question'), ('stage_id', 'chronology_stages', 'program'),
      ('user_id', 'memberships', 'membership')) as parent(field, relation, model)
      where relation <> p_relation and jsonb_typeof(p_row->field) = 'number'
  loop
    v_key := jsonb_build_object(case v_parent.relation when 'memberships' then 'user_id' else 'id' end, p_row->v_parent.field);
    v_now := row_of(v_parent.relation, v_key);
    if v_now is null and v_parent.relation = 'chronology_stages' then
      perform put_back('chronology_stages', v_key, (
        select h.old_object from history h
          where h.company_id = app_company() and h.object_model = 'program' and h.relation = 'chronology_stages'
            and h.object_id = (p_row->'program_id')::integer and h.old_object->'id' = p_row->'stage_id' and h.new_object is null
          order by h.id desc limit 1), p_assignable);
    elsif v_now->>'deleted_at' is not null then
      continue when (
        select max(h.change_id) from history h
          where h.company_id = app_company() and h.object_model = v_parent.model and h.object_id = (p_row->v_parent.field)::integer
            and h.relation = v_parent.relation and h.new_object->>'deleted_at' is not null and h.old_object->>'deleted_at' is null
            and h.change_id is distinct from own_change()
        ) < current_setting('app.restore_from')::integer;
      perform put_back(v_parent.relation, v_key, v_now || '{"deleted_at": null}', p_assignable);
    elsif v_now is not null then
      perform bring_back_parents(v_parent.relation, v_now, p_assignable);
    end if;
  end loop;
end $$;

-- Takes away what an entry made.
create function take_away(p_relation text, p_key jsonb, p_assignable text[]) returns void language plpgsql as $$
declare
  v_now jsonb := row_of(p_relation, p_key);
begin
  if v_now is null or v_now->>'deleted_at' is not null then
    return;
  end if;
  case p_relation
    when 'memberships' then
      perform remove_membership((p_key->'user_id')::integer, p_assignable);
    when 'question_files' then
      perform write_row(p_relation, p_key, v_now, v_now || jsonb_build_object('removed_at', coalesce(v_now->>'removed_at', app_now()::text)));
    -- A test or exam goes with its material.
    when 'forms' then null;
    else
      if v_now ? 'deleted_at' then
        perform write_row(p_relation, p_key, v_now, v_now || jsonb_build_object('deleted_at', app_now()));
      else
        execute format('delete from %I where %s', p_relation, key_condition(p_relation, p_key));
        if p_relation in ('material_files', 'webinar_files') then
          perform drop_media(array[(v_now->'media_id')::integer]);
        end if;
      end if;
  end case;
end $$;

-- What restoring an entry, or the change that it belongs to, would put back: each row as it was before. A company stays,
-- as it was made.
create function restore_targets(p_entry integer, p_alone boolean)
  returns table (relation text, key jsonb, wanted jsonb, rank integer) language sql stable as $$
  select t.relation, t.key, t.wanted, array_position(array['companies', 'memberships', 'users', 'study_groups', 'courses', 'programs',
      'webinars', 'materials', 'forms', 'questions', 'chronology_stages', 'chronology_items'], t.relation)
    from (
      select distinct on (h.relation, k.key) h.relation, k.key,
             case when h.relation = 'companies' then coalesce(h.old_object, h.new_object) else h.old_object end as wanted
        from history chosen
        join history h on h.company_id = chosen.company_id and h.change_id = chosen.change_id and (not p_alone or h.id = chosen.id)
        cross join lateral (select key_of(h.relation, coalesce(h.new_object, h.old_object)) as key) k
        where chosen.company_id = app_company() and chosen.id = p_entry
        order by h.relation, k.key, h.id
    ) t
$$;

-- Makes everything as it was before an entry, as a change of its own; attempts and answers are nobody's to touch.
create function restore_rows(p_entry integer, p_alone boolean, p_name text, p_assignable text[]) returns void language plpgsql as $$
declare
  v_targets jsonb;
begin
  select jsonb_agg(to_jsonb(t)) into v_targets from restore_targets(p_entry, p_alone) t;
  if v_targets is null then
    perform fail('not_found');
  end if;
  perform set_config('app.action', 'restore', true), set_config('app.restore_name', coalesce(p_name, ''), true),
    set_config('app.files_gone', '', true), set_config('app.restore_from', change_id::text, true)
    from history where company_id = app_company() and id = p_entry;
  -- What is open to a student stays open.
  perform keep_chronology_opened(id) from (
    select distinct (coalesce(t->'wanted', row_of(t->>'relation', t->'key'))->'program_id')::integer as id from jsonb_array_elements(v_targets) t
      where t->>'relation' in ('chronology_stages', 'chronology_items')) p where id is not null;
  perform keep_open(id) from (
    select distinct (row_of(t->>'relation', t->'key')->(case t->>'relation' when 'courses' then 'id' else 'course_id' end))::integer as id
      from jsonb_array_elements(v_targets) t where t->>'relation' in ('courses', 'materials')) c where id is not null;
  -- First what goes, so that names are free; what belongs to nobody by then goes last.
  perform take_away(t->>'relation', t->'key', p_assignable) from jsonb_array_elements(v_targets) t
    where jsonb_typeof(t->'wanted') = 'null' and t->>'relation' in ('memberships', 'study_groups', 'programs', 'courses', 'webinars', 'materials', 'questions');
  perform put_back(t->>'relation', t->'key', t->'wanted', p_assignable)
    from (select t from jsonb_array_elements(v_targets) t where jsonb_typeof(t->'wanted') <> 'null'
            order by (t->>'rank')::integer nulls last) ordered(t);
  perform take_away(t->>'relation', t->'key', p_assignable)
    from (select t from jsonb_array_elements(v_targets) t where jsonb_typeof(t->'wanted') = 'null'
            order by (t->>'rank')::integer desc nulls first) ordered(t);
  -- A published course that came back, and whose groups are all gone, has none that it could be given to.
  perform put_back('study_groups', jsonb_build_object('id', g.id), to_jsonb(g) || '{"deleted_at": null}', p_assignable)
    from (select distinct c.id from history h
            join courses c on c.company_id = h.company_id and c.id = h.object_id and c.deleted_at is null and c.published_at is not null
            where h.company_id = app_company() and h.change_id = own_change() and h.relation = 'courses'
              and h.old_object->>'deleted_at' is not null and not course_has_group(c.id)) back
    join course_groups cg on cg.company_id = app_company() and cg.course_id = back.id
    join study_groups g on g.company_id = cg.company_id and g.id = cg.group_id;
  if exists (
    select from history h join courses c on c.company_id = h.company_id and c.deleted_at is null and c.published_at is not null
        and (h.object_model = 'course' and c.id = h.object_id
          or h.object_model = 'group' and exists (select from course_groups cg where cg.company_id = h.company_id
                                                    and cg.group_id = h.object_id and cg.course_id = c.id))
      where h.company_id = app_company() and h.change_id = own_change() and not course_has_group(c.id)) then
    perform fail('group_required', 'study_groups');
  end if;
end $$;

-- The change that this transaction has begun in the company entered; null: nothing is recorded yet.
create function own_change() returns integer language sql stable as $$
  select substring(current_setting('app.change', true) from '^' || app_company() || ' ([0-9]+) ')::integer
$$;

-- Restores. Gives the first entry of the restoring, or null where everything was that way already.
create function restore_entry(p_entry integer, p_alone boolean, p_name text, p_assignable text[])
  returns table (entry_id integer, count integer)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform restore_rows(p_entry, p_alone, p_name, p_assignable);
  return query select own_change(), (select count(*)::integer from history h where h.company_id = app_company() and h.change_id = own_change());
exception when foreign_key_violation or not_null_violation or check_violation then
  perform fail('restore_impossible');
end $$;

-- What restoring would change: it is done, told and taken back.
create function preview_restore(p_entry integer, p_alone boolean, p_name text, p_assignable text[]) returns jsonb
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_name text := p_name;
  v_taken jsonb;
  v_refusal text;
  v_found jsonb;
  v_message text;
  v_detail text;
  v_constraint text;
begin
  if not exists (select from history where company_id = app_company() and id = p_entry) then
    perform fail('not_found');
  end if;
  -- A name that is taken is told with what would change under another one.
  for attempt in 1..2 loop
    begin
      perform restore_rows(p_entry, p_alone, v_name, p_assignable);
      v_found := told_restore(p_entry, p_alone);
      raise sqlstate 'OSBCK';
    exception
      when sqlstate 'OSBCK' then exit;
      when sqlstate 'OSAPP' then
        get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail;
        if v_message like '%\_name\_taken' then
          v_taken := coalesce(v_taken, v_detail::jsonb);
          v_name := v_detail::jsonb->>'suggestion';
        else
          v_refusal := v_message;
          exit;
        end if;
      when unique_violation then
        get stacked diagnostics v_constraint = constraint_name;
        v_refusal := case v_constraint when 'users_email' then 'email_taken' when 'users_phone' then 'phone_taken' else 'restore_impossible' end;
        exit;
      when foreign_key_violation or not_null_violation or check_violation then
        v_refusal := 'restore_impossible';
        exit;
    end;
  end loop;
  return jsonb_build_object('count', 0, 'changes', '[]'::jsonb, 'depends', '[]'::jsonb, 'files_gone', '[]'::jsonb, 'draft', false)
    || coalesce(v_found, '{}') || jsonb_build_object('name_taken', v_taken, 'refusal', v_refusal);
end $$;

-- What this transaction's restoring has changed, as the preview tells it.
create function told_restore(p_entry integer, p_alone boolean) returns jsonb language sql stable as $$
  with done as (
    select h from history h where h.company_id = app_company() and h.change_id = own_change()
  ), targets as (
    select relation, key from restore_targets(p_entry, p_alone)
  ), shown as (
    select told(h) || jsonb_build_object(
        'effect', e.effect,
        'parent', e.effect = 'restored' and (h).relation <> all (array['companies']) and not exists (
          select from targets t where t.relation = (h).relation and t.key = key_of((h).relation, (h).new_object))) as told,
        (h).id
      from done cross join lateral (select case
        when (h).old_object is null then 'created'
        when (h).new_object is null or (h).old_object->>'deleted_at' is null and (h).new_object->>'deleted_at' is not null then 'deleted'
        when (h).old_object->>'deleted_at' is not null and (h).new_object->>'deleted_at' is null then 'restored'
        else 'changed' end as effect) e
      order by (h).id limit 100
  ), objects as (
    select distinct (h).object_model as model, (h).object_id as id from done
  ), changed_courses as (
    select o.id from objects o where o.model = 'course'
    union
    select m.course_id from objects o
      left join questions q on o.model = 'question' and q.company_id = app_company() and q.id = o.id
      join forms f on f.company_id = app_company() and f.id = case o.model when 'form' then o.id else q.form_id end
      join materials m on m.company_id = f.company_id and m.id = f.material_id
      where o.model in ('form', 'question')
    union
    select m.course_id from objects o join materials m on m.company_id = app_company() and m.id = o.id where o.model = 'material'
  ), linked_courses as (
    select cg.course_id as id from objects o join course_groups cg on cg.company_id = app_company() and cg.group_id = o.id where o.model = 'group'
    union
    select pc.course_id from objects o join program_courses pc on pc.company_id = app_company() and pc.program_id = o.id where o.model = 'program'
  ), counted as (
    select 'students' as what, (select count(*) from (
        select s.user_id from course_states s where s.company_id = app_company() and s.course_id in (table changed_courses)
        union
        select gm.user_id from objects o join group_members gm on gm.company_id = app_company() and gm.group_id = o.id and gm.role = 'student'
          where o.model = 'group'
        union
        select gm.user_id from objects o join program_groups pg on pg.company_id = app_company() and pg.program_id = o.id
          join group_members gm on gm.company_id = pg.company_id and gm.group_id = pg.group_id and gm.role = 'student'
          where o.model = 'program') people) as count
    union all
    select 'courses', (select count(*) from (table linked_courses except table changed_courses) l)
    union all
    select 'materials', (select count(*) from materials m where m.company_id = app_company() and m.deleted_at is null
      and m.course_id in (select o.id from objects o join done on (h).relation = 'courses' and (h).object_id = o.id where o.model = 'course'))
    union all
    select 'results', (select count(*) from assignments a join forms f on f.company_id = a.company_id and f.id = a.form_id
      join materials m on m.company_id = f.company_id and m.id = f.material_id
      where a.company_id = app_company() and a.attempts_used > 0 and (
        m.course_id in (select (h).object_id from done where (h).relation = 'courses')
        or m.id in (select (h).object_id from done where (h).relation = 'materials')
        or f.id in (select (h).object_id from done where (h).relation = 'forms')
        or f.id in (select ((h).new_object->'form_id')::integer from done where (h).relation = 'questions')))
  )
  select jsonb_build_object(
    'count', (select count(*) from done),
    'changes', coalesce((select jsonb_agg(told order by id) from shown), '[]'),
    'depends', coalesce((select jsonb_agg(jsonb_build_object('what', what, 'count', count)) from counted where count > 0), '[]'),
    'files_gone', coalesce((select jsonb_agg(coalesce(nullif(gone.label, ''), '—')) from (
        select (select (g).part_label from history g where g.company_id = app_company() and g.new_object is null
                  and g.relation in ('material_files', 'webinar_files') and g.old_object->'media_id' = media order by g.id desc limit 1) as label
          from jsonb_array_elements(coalesce(nullif(current_setting('app.files_gone', true), ''), '[]')::jsonb) media) gone), '[]'),
    'draft', exists (select from done where (h).relation in ('forms', 'questions', 'question_files')))
$$;
--> statement-breakpoint
do $$
declare
  f text;
begin
  foreach f in array array[
    'discard_removed_media()', 'told(history)', 'changes_found(jsonb, boolean, integer)', 'object_label(integer, text, integer)', 'object_deleted(integer, text, integer)',
    'restore_entry(integer, boolean, text, text[])', 'preview_restore(integer, boolean, text, text[])'
  ] loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to osnova_worker', f);
  end loop;
  foreach f in array array[
    'note_history(integer, text, text, text, integer, text, text, jsonb, jsonb)',
    'part_of(integer, text, jsonb)', 'object_place(integer, text, integer)', 'told_value(integer, text, jsonb)', 'restore_rows(integer, boolean, text, text[])',
    'put_back(text, jsonb, jsonb, text[])', 'take_away(text, jsonb, text[])', 'write_row(text, jsonb, jsonb, jsonb)',
    'row_of(text, jsonb)', 'bring_back_file(integer)', 'put_person_back(integer, jsonb)', 'told_restore(integer, boolean)'
  ] loop
    execute format('revoke execute on function %s from public', f);
  end loop;
end $$;
--> statement-breakpoint
reset role;
--> statement-breakpoint
create trigger history after update on users for each row
  when ((old.first_name, old.last_name, old.middle_name, old.email, old.phone)
        is distinct from (new.first_name, new.last_name, new.middle_name, new.email, new.phone))
  execute function record_person();
--> statement-breakpoint
create trigger history_deleted after delete on material_unlocks for each row when (old.unlocked_by is not null)
  execute function record_history('material', 'courses', '', 'part', 'material_id');
