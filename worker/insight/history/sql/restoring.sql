-- Restoring what an entry tells of.

set role osnova_system;

-- The columns that name a row within a company.
create or replace function key_columns(p_relation text) returns text[]
  language sql
  stable
  as $$
  select array_agg(a.attname::text order by a.attnum) from pg_index i
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where i.indrelid = p_relation::regclass and i.indisprimary and a.attname <> 'company_id'
$$;
grant execute on function key_columns(text) to public;

-- The key of a row: {column: value}.
create or replace function key_of(p_relation text, p_row jsonb) returns jsonb
  language sql
  stable
  as $$
  select jsonb_object_agg(c, p_row->c) from unnest(key_columns(p_relation)) c
$$;
grant execute on function key_of(text, jsonb) to public;

-- The condition that finds a row of the company entered by its key.
create or replace function key_condition(
  p_relation text,
  p_key jsonb
) returns text
  language sql
  stable
  as $$
  select case when p_relation in ('companies', 'users') then '' else 'company_id = app_company() and ' end
      || string_agg(format('%I = %L', k.key, k.value), ' and ')
    from jsonb_each_text(p_key) k
$$;
grant execute on function key_condition(text, jsonb) to public;

-- A row as it is now, locked; null where it is gone.
create or replace function row_of(p_relation text, p_key jsonb) returns jsonb
  language plpgsql
  as $$
declare
  v_row jsonb;
begin
  execute format('select to_jsonb(t) from %I t where %s for update', p_relation,
    key_condition(p_relation, p_key)) into v_row;
  return v_row;
end $$;

-- Sets the columns of a row that differ from what is wanted, or makes the row.
create or replace function write_row(
  p_relation text,
  p_key jsonb,
  p_now jsonb,
  p_wanted jsonb
) returns void
  language plpgsql
  as $$
declare
  v_columns text := (
    select string_agg(format('%I', a.attname), ', ' order by a.attnum) from pg_attribute a
      where a.attrelid = p_relation::regclass and a.attnum > 0 and not a.attisdropped and p_wanted ? a.attname
        and (p_now is null or p_now->a.attname is distinct from p_wanted->a.attname));
begin
  if v_columns is null then
    return;
  elsif p_now is null then
    execute format('insert into %1$I (%2$s) overriding system value '
        'select %2$s from jsonb_populate_record(null::%1$I, $1)',
      p_relation, v_columns) using p_wanted;
  else
    execute format('update %1$I set (%2$s) = (select %2$s from jsonb_populate_record(null::%1$I, $1)) where %3$s',
      p_relation, v_columns, key_condition(p_relation, p_key)) using p_wanted;
  end if;
end $$;

-- What of a recorded row restoring may write back: never who it belongs to, nor what its owner or the vendor alone
-- decides (among it, that everything of a company will be erased), nor whether somebody accepted.
create or replace function recorded_part(
  p_relation text,
  p_row jsonb
) returns jsonb
  language sql
  immutable
  as $$
  select p_row - array['created_at'] - case p_relation
    when 'companies' then array['id', 'owner_id', 'licence_limit', 'is_library', 'second_factor_required',
      'blocked_at', 'deleted_at', 'erase_at', 'erased_at']
    when 'memberships' then array['id', 'company_id', 'accepted_at', 'declined_at']
    when 'courses' then array['id', 'company_id', 'origin_id', 'cloned_at']
    when 'materials' then array['id', 'company_id', 'course_id']
    when 'forms' then array['id', 'company_id', 'material_id', 'deleted_at']
    when 'questions' then array['id', 'company_id', 'form_id']
    when 'webinars' then array['id', 'company_id', 'uid']
    else array['id', 'company_id'] end
$$;
grant execute on function recorded_part(text, jsonb) to public;

-- A media file that can be shown again; notes the name of one that is not kept any more.
create or replace function bring_back_file(p_media integer) returns boolean
  language plpgsql
  as $$
declare
  v_kept boolean;
begin
  update media set removed_at = null where company_id = app_company() and id = p_media and uploading_since is null;
  v_kept := found;
  if not v_kept then
    perform set_config('app.files_gone',
      (coalesce(nullif(current_setting('app.files_gone', true), ''), '[]')::jsonb || to_jsonb(p_media))::text, true);
  end if;
  return v_kept;
end $$;

-- Whether another row of the company, or of the row's course, has the name by now.
create or replace function name_taken(
  p_relation text,
  p_row jsonb,
  p_name text
) returns boolean
  language plpgsql
  stable
  as $$
declare
  v_taken boolean;
begin
  execute format('select exists (select from %I t where company_id = app_company() and id <> %L and deleted_at is null '
    'and lower(btrim(name)) = lower(btrim($1)) and to_jsonb(t)->$2 is not distinct from $3)', p_relation, p_row->>'id')
    into v_taken using p_name, 'course_id', p_row->'course_id';
  return v_taken;
end $$;
grant execute on function name_taken(text, jsonb, text) to public;

-- The name of a row that comes back: its own, or once the one given in the place of a name that somebody has by now.
-- Refused with a free one otherwise.
create or replace function name_of_returning(
  p_relation text,
  p_row jsonb
) returns text
  language plpgsql
  as $$
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
  while name_taken(p_relation, p_row, left(v_name, name_length() - 10) || ' (' || v_number || ')') loop
    v_number := v_number + 1;
  end loop;
  perform fail(v_model || '_name_taken', 'name', jsonb_build_object('object_model', v_model, 'name', v_name,
    'suggestion', left(v_name, name_length() - 10) || ' (' || v_number || ')')::text);
end $$;
grant execute on function name_of_returning(text, jsonb) to public;

-- Who somebody is in the company, and what extra time they have, is put back only by those who could do it by hand; who
-- came in by their own will is not sent away by it.
create or replace function require_restorable_person(
  p_now jsonb,
  p_wanted jsonb,
  p_assignable text[]
) returns void
  language plpgsql
  as $$
declare
  v_user integer := p_now->'user_id';
  v_types text[] := array(select jsonb_array_elements_text(p_now->'user_types' || coalesce(p_wanted->'user_types',
    '[]')));
  v_own boolean := v_user = app_user();
begin
  if v_own and (p_now->'user_types', p_now->'blocked_at', p_now->'deleted_at', p_now->'extra_percent',
                p_now->'extra_minutes')
               is distinct from (p_wanted->'user_types', p_wanted->'blocked_at', p_wanted->'deleted_at',
                p_wanted->'extra_percent', p_wanted->'extra_minutes')
     or not v_own and (not v_types <@ p_assignable
       or exists (select from companies where id = app_company() and owner_id = v_user))
     or p_now->>'deleted_at' is null and p_wanted->>'deleted_at' is not null and not person_is_ours(v_user) then
    perform fail('user_not_manageable');
  elsif p_wanted->>'deleted_at' is null and p_wanted->>'blocked_at' is null
        and (p_now->>'deleted_at' is not null or p_now->>'blocked_at' is not null) then
    perform require_seat_of(v_user);
  end if;
end $$;
grant
  execute
  on
    function require_restorable_person(jsonb, jsonb, text[])
  to
  public;

-- Whether the caller may put a person's own fields back: of a record of the company, or one's own name; an e-mail is
-- proved by its mailbox alone.
create or replace function may_put_person_back(
  p_now users,
  p_wanted jsonb
) returns boolean
  language sql
  stable
  as $$
  select person_is_ours(p_now.id)
    or p_now.id = app_user() and own_fields(p_now) - array['first_name', 'last_name', 'middle_name']
      = p_wanted - array['first_name', 'last_name', 'middle_name']
$$;
grant execute on function may_put_person_back(users, jsonb) to public;

-- A person's own fields, as change_person changes them.
create or replace function put_person_back(
  p_user integer,
  p_wanted jsonb
) returns void
  language plpgsql
  as $$
declare
  v_now users;
begin
  select * into v_now from users where id = p_user for update;
  if own_fields(v_now) = p_wanted then
    return;
  elsif not may_put_person_back(v_now, p_wanted) then
    perform fail('person_fields_locked');
  end if;
  if v_now.email is distinct from p_wanted->>'email' then
    update one_time_tokens set used_at = now() where user_id = p_user and used_at is null;
    update users set email_verified = false where id = p_user;
  end if;
  update users set first_name = p_wanted->>'first_name', last_name = p_wanted->>'last_name',
    middle_name = p_wanted->>'middle_name',
      email = p_wanted->>'email', phone = p_wanted->>'phone'
    where id = p_user;
end $$;

-- Brings a row back to what was recorded, and first whatever it belongs to.
create or replace function put_back(
  p_relation text,
  p_key jsonb,
  p_wanted jsonb,
  p_assignable text[]
) returns void
  language plpgsql
  as $$
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
    v_wanted := v_wanted || jsonb_build_object('name', name_of_returning(p_relation, v_wanted));
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

-- What there can be only one of makes room for the one that comes back.
create or replace function replace_file(
  p_relation text,
  p_file jsonb
) returns void
  language plpgsql
  as $$
declare
  v_gone integer[];
begin
  if p_relation = 'material_files' and p_file->>'kind' in ('main', 'captions') then
    with gone as (delete from material_files f
      where f.company_id = app_company() and f.material_id = (p_file->'material_id')::integer
        and f.kind = p_file->>'kind'
        and f.language is not distinct from p_file->>'language' returning f.media_id)
    select array_agg(media_id) into v_gone from gone;
  elsif p_relation = 'webinar_files' and p_file->>'kind' = 'recording' then
    with gone as (delete from webinar_files f
      where f.company_id = app_company() and f.webinar_id = (p_file->'webinar_id')::integer and f.kind = 'recording'
        returning f.media_id)
    select array_agg(media_id) into v_gone from gone;
  end if;
  perform drop_media(v_gone);
end $$;
grant execute on function replace_file(text, jsonb) to public;

-- Brings back what a row belongs to, as far as it was deleted since then: what was deleted before stays so.
create or replace function bring_back_parents(
  p_relation text,
  p_row jsonb,
  p_assignable text[]
) returns void
  language plpgsql
  as $$
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
    v_key := jsonb_build_object(case v_parent.relation when 'memberships' then 'user_id'
      else 'id' end, p_row->v_parent.field);
    v_now := row_of(v_parent.relation, v_key);
    if v_now is null and v_parent.relation = 'chronology_stages' then
      perform put_back('chronology_stages', v_key, (
        select h.old_object from history h
          where h.company_id = app_company() and h.object_model = 'program' and h.relation = 'chronology_stages'
            and h.object_id = (p_row->'program_id')::integer and h.old_object->'id' = p_row->'stage_id'
              and h.new_object is null
          order by h.id desc limit 1), p_assignable);
    elsif v_now->>'deleted_at' is not null then
      continue when (
        select max(h.change_id) from history h
          where h.company_id = app_company() and h.object_model = v_parent.model
            and h.object_id = (p_row->v_parent.field)::integer
            and h.relation = v_parent.relation and h.new_object->>'deleted_at' is not null
              and h.old_object->>'deleted_at' is null
            and h.change_id is distinct from own_change()
        ) < current_setting('app.restore_from')::integer;
      perform put_back(v_parent.relation, v_key, v_now || '{"deleted_at": null}', p_assignable);
    elsif v_now is not null then
      perform bring_back_parents(v_parent.relation, v_now, p_assignable);
    end if;
  end loop;
end $$;
grant execute on function bring_back_parents(text, jsonb, text[]) to public;

-- Takes away what an entry made.
create or replace function take_away(
  p_relation text,
  p_key jsonb,
  p_assignable text[]
) returns void
  language plpgsql
  as $$
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
      perform write_row(p_relation, p_key, v_now,
        v_now || jsonb_build_object('removed_at', coalesce(v_now->>'removed_at', app_now()::text)));
    -- Who came by it stays.
    when 'dispatches' then
      perform write_row(p_relation, p_key, v_now,
        v_now || jsonb_build_object('withdrawn_at', coalesce(v_now->>'withdrawn_at', app_now()::text)));
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

-- What restoring an entry, or the change that it belongs to, would put back: each row as it was before.
create or replace function restore_targets(
  p_entry integer,
  p_alone boolean
) returns table (relation text, key jsonb, wanted jsonb, rank integer)
  language sql
  stable
  as $$
  select t.relation, t.key, t.wanted,
    array_position(array['companies', 'memberships', 'users', 'study_groups', 'courses', 'programs',
      'webinars', 'materials', 'forms', 'questions', 'chronology_stages', 'chronology_items'], t.relation)
    from (
      select distinct on (h.relation, k.key) h.relation, k.key, h.old_object as wanted
        from history chosen
        join history h on h.company_id = chosen.company_id and h.change_id = chosen.change_id
          and (not p_alone or h.id = chosen.id)
        cross join lateral (select key_of(h.relation, coalesce(h.new_object, h.old_object)) as key) k
        where chosen.company_id = app_company() and chosen.id = p_entry
        order by h.relation, k.key, h.id
    ) t
$$;
grant execute on function restore_targets(integer, boolean) to public;

-- What the history puts back never: a question of the bank has versions of its own to go back to; what was printed is
-- on paper, and what was typed in from there is taken back as an attempt; a revoked token may be in other hands.
create or replace function has_own_way_back(
  p_relation text,
  p_row jsonb
) returns boolean
  language sql
  stable
  as $$
  select p_relation in ('bank_entries', 'printings', 'paper_sheets', 'form_versions', 'directory_tokens')
    or p_relation = 'questions' and p_row->'form_id' = 'null'
    or p_relation = 'question_files' and exists (select from bank_entries e
      where e.company_id = app_company() and e.question_id = (p_row->'question_id')::integer)
$$;
grant execute on function has_own_way_back(text, jsonb) to public;

-- Refuses to put back what goes back in another way, and what is not the caller's to touch: the draft of a form that
-- they take.
create or replace function refuse_targets(p_targets jsonb) returns void
  language plpgsql
  as $$
begin
  if exists (select from jsonb_array_elements(p_targets) t
      where has_own_way_back(t->>'relation',
        coalesce(nullif(t->'wanted', 'null'), row_of(t->>'relation', t->'key')))) then
    perform fail('restore_impossible');
  end if;
  perform refuse_own_form(d.form_id) from (
    select distinct case t->>'relation'
             when 'forms' then (t->'key'->'id')::integer
             when 'questions' then (r.row->'form_id')::integer
             else (select q.form_id from questions q
               where q.company_id = app_company() and q.id = (r.row->'question_id')::integer) end as form_id
      from jsonb_array_elements(p_targets) t
      cross join lateral (select coalesce(nullif(t->'wanted', 'null'), row_of(t->>'relation', t->'key')) as row) r
      where t->>'relation' in ('questions', 'question_files') or t->>'relation' = 'forms'
        and jsonb_typeof(t->'wanted') <> 'null') d
    where d.form_id is not null;
end $$;

-- A published course is given to a group: brings one back for courses that this restoring brought back, or makes those
-- drafts that it left without.
create or replace function settle_published(p_assignable text[]) returns void
  language plpgsql
  as $$
begin
  -- A published course that came back, and whose groups are all gone, has none that it could be given to.
  perform put_back('study_groups', jsonb_build_object('id', g.id), to_jsonb(g) || '{"deleted_at": null}', p_assignable)
    from (select distinct c.id from history h
            join courses c on c.company_id = h.company_id and c.id = h.object_id and c.deleted_at is null
              and c.published_at is not null
            where h.company_id = app_company() and h.change_id = own_change() and h.relation = 'courses'
              and h.old_object->>'deleted_at' is not null and not course_has_group(c.id)) back
    join course_groups cg on cg.company_id = app_company() and cg.course_id = back.id
    join study_groups g on g.company_id = cg.company_id and g.id = cg.group_id;
  -- One whose last group went with what was taken back is a draft until it has another.
  update courses c set published_at = null
    where c.company_id = app_company() and c.deleted_at is null and c.published_at is not null
      and c.id in (
        select h.object_id from history h
          where h.company_id = app_company() and h.change_id = own_change() and h.object_model = 'course'
        union
        select cg.course_id from history h
          join course_groups cg on cg.company_id = h.company_id and cg.group_id = h.object_id
          where h.company_id = app_company() and h.change_id = own_change() and h.object_model = 'group')
      and not course_has_group(c.id);
end $$;

-- The import that an entry belongs to; null: it is of none.
create or replace function import_of(p_entry integer) returns text
  language sql
  stable
  as $$
  select batch from history
    where company_id = app_company() and id = p_entry and batch_kind(batch) = 'import'
$$;

-- Makes everything as it was before an entry, as a change of its own; attempts and answers are nobody's to touch, nor
-- is the draft of a form that the caller takes. An import is taken back as its own page does it.
create or replace function restore_rows(
  p_entry integer,
  p_alone boolean,
  p_name text,
  p_assignable text[]
) returns void
  language plpgsql
  as $$
declare
  v_import text := case when not p_alone then import_of(p_entry) end;
  v_targets jsonb;
begin
  if v_import is not null then
    perform undo_import(v_import, p_assignable);
    return;
  end if;
  select jsonb_agg(to_jsonb(t)) into v_targets from restore_targets(p_entry, p_alone) t;
  if v_targets is null then
    perform fail('not_found');
  elsif v_targets @> '[{"relation": "companies", "wanted": null}]' then
    perform fail('company_stays');
  elsif exists (select from history h where h.company_id = app_company() and h.id = p_entry
                  and h.relation = 'companies' and is_lasting(h)) then
    perform fail('restore_impossible');
  end if;
  perform refuse_targets(v_targets);
  perform set_config('app.action', 'restore', true), set_config('app.restore_name', coalesce(p_name, ''), true),
    set_config('app.files_gone', '', true), set_config('app.restore_from', change_id::text, true),
    set_config('app.rules_wait', 'on', true)
    from history where company_id = app_company() and id = p_entry;
  -- What is open to a student stays open.
  perform keep_chronology_opened(id) from (
    select distinct (coalesce(t->'wanted', row_of(t->>'relation', t->'key'))->'program_id')::integer as id
      from jsonb_array_elements(v_targets) t
      where t->>'relation' in ('chronology_stages', 'chronology_items')) p where id is not null;
  -- First what goes, so that names are free; what belongs to nobody by then goes last.
  perform take_away(t->>'relation', t->'key', p_assignable) from jsonb_array_elements(v_targets) t
    where jsonb_typeof(t->'wanted') = 'null'
      and t->>'relation' in ('memberships', 'study_groups', 'programs', 'courses', 'webinars', 'materials',
        'questions');
  perform put_back(t->>'relation', t->'key', t->'wanted', p_assignable)
    from (select t from jsonb_array_elements(v_targets) t where jsonb_typeof(t->'wanted') <> 'null'
            order by (t->>'rank')::integer nulls last) ordered(t);
  perform take_away(t->>'relation', t->'key', p_assignable)
    from (select t from jsonb_array_elements(v_targets) t where jsonb_typeof(t->'wanted') = 'null'
            order by (t->>'rank')::integer desc nulls first) ordered(t);
  perform end_rules_wait(app_company(), array(select object_id from history
    where company_id = app_company() and change_id = own_change() and relation = 'memberships'));
  perform settle_published(p_assignable);
end $$;

-- Restores. Gives the first entry of the restoring, or null where everything was that way already.
create or replace function restore_entry(
  p_entry integer,
  p_alone boolean,
  p_name text,
  p_assignable text[]
) returns table (entry_id integer, count integer)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform restore_rows(p_entry, p_alone, p_name, p_assignable);
  return query select own_change(),
    (select count(*)::integer from history h where h.company_id = app_company() and h.change_id = own_change());
exception when foreign_key_violation or not_null_violation or check_violation then
  perform fail('restore_impossible');
end $$;
grant
  execute
  on
    function restore_entry(integer, boolean, text, text[])
  to
  osnova_worker;

-- Entries of one change that are more than can be tried while others wait.
create or replace function entries_tried() returns integer
  language sql
  immutable
  as 'select 1000';

-- What taking entries back would change, told from them without trying: the first hundred, the other way round.
create or replace function told_backwards(p_entries history[]) returns jsonb
  language sql
  stable
  as $$
  select jsonb_build_object('count', cardinality(p_entries), 'changes', coalesce(jsonb_agg(
      told(e) - array['old_object', 'new_object']
        || jsonb_build_object('effect', restore_effect(e), 'parent', false) order by (e).id), '[]'))
    from (select jsonb_populate_record(h,
              jsonb_build_object('old_object', h.new_object, 'new_object', h.old_object)) as e
            from unnest(p_entries) h order by h.id limit 100) reversed
$$;

-- What taking back a whole change would change, where trying it would keep others waiting: an import, or one of very
-- many entries. Null: it is tried.
create or replace function told_untried(
  p_entry integer,
  p_assignable text[]
) returns jsonb
  language plpgsql
  as $$
declare
  v_import text := import_of(p_entry);
  v_change integer := (select change_id from history where company_id = app_company() and id = p_entry);
  v_kept integer[];
begin
  if v_import is not null then
    perform read_import(v_import);
    v_kept := kept_by_undoing(p_assignable);
    return told_backwards(array(select h from import_entries_held(v_import, v_kept) h))
      || jsonb_build_object('kept', cardinality(v_kept));
  elsif (select count(*) from history where company_id = app_company() and change_id = v_change) > entries_tried() then
    return told_backwards(array(select h from history h where company_id = app_company() and change_id = v_change));
  end if;
  return null;
end $$;

-- What restoring would change: it is done, told and taken back, unless that would keep others waiting.
create or replace function preview_restore(
  p_entry integer,
  p_alone boolean,
  p_name text,
  p_assignable text[]
) returns jsonb
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_name text := p_name;
  v_taken jsonb;
  v_refusal text;
  v_found jsonb := case when not p_alone then told_untried(p_entry, p_assignable) end;
  v_message text;
  v_detail text;
  v_constraint text;
begin
  if not exists (select from history where company_id = app_company() and id = p_entry) then
    perform fail('not_found');
  end if;
  -- A name that is taken is told with what would change under another one.
  for attempt in 1..2 loop
    exit when v_found is not null;
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
        v_refusal := case v_constraint when 'users_email' then 'email_taken' when 'users_phone' then 'phone_taken'
          else 'restore_impossible' end;
        exit;
      when foreign_key_violation or not_null_violation or check_violation then
        v_refusal := 'restore_impossible';
        exit;
    end;
  end loop;
  return jsonb_build_object('count', 0, 'changes', '[]'::jsonb, 'depends', '[]'::jsonb, 'files_gone', '[]'::jsonb,
    'draft', false, 'kept', 0)
    || coalesce(v_found, '{}') || jsonb_build_object('name_taken', v_taken, 'refusal', v_refusal);
end $$;
grant
  execute
  on
    function preview_restore(integer, boolean, text, text[])
  to
  osnova_worker;

-- What an entry of restoring did to its row.
create or replace function restore_effect(p_entry history) returns text
  language sql
  immutable
  as $$
  select case
    when p_entry.old_object is null then 'created'
    when p_entry.new_object is null
      or p_entry.old_object->>'deleted_at' is null and p_entry.new_object->>'deleted_at' is not null then 'deleted'
    when p_entry.old_object->>'deleted_at' is not null and p_entry.new_object->>'deleted_at' is null then 'restored'
    else 'changed' end
$$;

-- The courses whose materials or tests this transaction's restoring has changed.
create or replace function restored_courses() returns setof integer
  language sql
  stable
  as $$
  with objects as (
    select distinct object_model as model, object_id as id from history
      where company_id = app_company() and change_id = own_change()
  )
  select o.id from objects o where o.model = 'course'
  union
  select m.course_id from objects o
    left join questions q on o.model = 'question' and q.company_id = app_company() and q.id = o.id
    join forms f on f.company_id = app_company() and f.id = case o.model when 'form' then o.id else q.form_id end
    join materials m on m.company_id = f.company_id and m.id = f.material_id
    where o.model in ('form', 'question')
  union
  select m.course_id from objects o join materials m on m.company_id = app_company() and m.id = o.id
    where o.model = 'material'
$$;

-- The students of whom this transaction's restoring has changed something: of its courses, groups and programs.
create or replace function restored_for() returns setof integer
  language sql
  stable
  as $$
  with objects as (
    select distinct object_model as model, object_id as id from history
      where company_id = app_company() and change_id = own_change()
  )
  select s.user_id from course_states s
    where s.company_id = app_company() and s.course_id in (select restored_courses())
  union
  select gm.user_id from objects o
    join group_members gm on gm.company_id = app_company() and gm.group_id = o.id and gm.role = 'student'
    where o.model = 'group'
  union
  select gm.user_id from objects o
    join program_groups pg on pg.company_id = app_company() and pg.program_id = o.id
    join group_members gm on gm.company_id = pg.company_id and gm.group_id = pg.group_id and gm.role = 'student'
    where o.model = 'program'
$$;

-- How much hangs on what this transaction's restoring has changed.
create or replace function restore_depends() returns table (
  what text,
  count bigint
)
  language sql
  stable
  as $$
  with done as (
    select object_model, object_id, relation, new_object from history
      where company_id = app_company() and change_id = own_change()
  )
  select 'students', (select count(*) from restored_for())
  union all
  select 'courses', (select count(*) from (
    select cg.course_id from done o
      join course_groups cg on cg.company_id = app_company() and cg.group_id = o.object_id
      where o.object_model = 'group'
    union
    select pc.course_id from done o
      join program_courses pc on pc.company_id = app_company() and pc.program_id = o.object_id
      where o.object_model = 'program'
    except
    select restored_courses()) linked)
  union all
  select 'materials', (select count(*) from materials m
    where m.company_id = app_company() and m.deleted_at is null
      and m.course_id in (select object_id from done where object_model = 'course' and relation = 'courses'))
  union all
  select 'results', (select count(*) from assignments a
    join forms f on f.company_id = a.company_id and f.id = a.form_id
    join materials m on m.company_id = f.company_id and m.id = f.material_id
    where a.company_id = app_company() and a.attempts_used > 0 and (
      m.course_id in (select object_id from done where relation = 'courses')
      or m.id in (select object_id from done where relation = 'materials')
      or f.id in (select object_id from done where relation = 'forms')
      or f.id in (select (new_object->'form_id')::integer from done where relation = 'questions')))
$$;

-- What this transaction's restoring has changed, as the preview tells it.
create or replace function told_restore(
  p_entry integer,
  p_alone boolean
) returns jsonb
  language sql
  stable
  as $$
  with done as (
    select h from history h where h.company_id = app_company() and h.change_id = own_change()
  ), targets as (
    select relation, key from restore_targets(p_entry, p_alone)
  ), shown as (
    select told(h) - array['old_object', 'new_object'] || jsonb_build_object(
        'effect', e.effect,
        'parent', e.effect = 'restored' and (h).relation <> all (array['companies']) and not exists (
          select from targets t
            where t.relation = (h).relation and t.key = key_of((h).relation, (h).new_object))) as told,
        (h).id
      from done cross join restore_effect(h) as e(effect)
      order by (h).id limit 100
  )
  select jsonb_build_object(
    'count', (select count(*) from done),
    'changes', coalesce((select jsonb_agg(told order by id) from shown), '[]'),
    'depends', coalesce((select jsonb_agg(jsonb_build_object('what', what, 'count', count)) from restore_depends()
      where count > 0), '[]'),
    'files_gone', coalesce((select jsonb_agg(coalesce(nullif(gone.label, ''), '—')) from (
        select (select (g).part_label from history g where g.company_id = app_company() and g.new_object is null
                  and g.relation in ('material_files', 'webinar_files') and g.old_object->'media_id' = media
                    order by g.id desc limit 1) as label
          from jsonb_array_elements(coalesce(nullif(current_setting('app.files_gone', true), ''), '[]')::jsonb) media)
            gone), '[]'),
    'draft', exists (select from done where (h).relation in ('forms', 'questions', 'question_files')))
$$;
