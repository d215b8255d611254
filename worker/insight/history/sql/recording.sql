-- Recording: written by triggers, so that nothing can forget it.

set role osnova_system;

-- Writes who changed what. Counters, what a row repeats of others, and what the company keeps about an invitation, are
-- no change that anybody looks for.
create or replace function record_history() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_counters text[] := array['revision', 'sequence', 'day_reminded_at', 'hour_reminded_at', 'recorded_phone',
    'invited_by', 'proposed_name', 'given_types', 'surname', 'activated', 'has_email', 'refused_at', 'letters',
    'directory_id', 'token_hash', 'last_used_at'];
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
grant execute on function record_history() to public;

-- A person's own fields are recorded where they belong to one company only (decisions, "History").
create or replace function record_person() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_companies integer[] := array(select company_id from memberships where user_id = new.id and deleted_at is null);
begin
  if cardinality(v_companies) = 1 then
    perform note_history(v_companies[1], 'update', 'users', 'membership', new.id, '',
      'users', own_fields(old), own_fields(new));
  end if;
  return null;
end $$;
grant execute on function record_person() to public;

-- Writes an entry. Whatever one transaction changes in a company is one change of one instant, known by its first
-- entry.
create or replace function note_history(
  p_company integer,
  p_action text,
  p_section text,
  p_model text,
  p_id integer,
  p_label text,
  p_relation text,
  p_old jsonb,
  p_new jsonb
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_id integer := nextval('history_id_seq');
  v_change text[] := regexp_match(current_setting('app.change', true), '^' || p_company || ' ([0-9]+) (.*)$');
begin
  if v_change is null then
    v_change := array[v_id::text, app_now()::text];
    perform set_config('app.change', p_company || ' ' || v_id || ' ' || v_change[2], true);
  end if;
  insert into history (id, company_id, author_id, author_type, action, section, object_model, object_id, object_label,
    part_label,
                       relation, old_object, new_object, change_id, batch, created_at)
    overriding system value
    values (v_id, p_company, app_user(), app_user_type(),
      coalesce(nullif(current_setting('app.action', true), ''), p_action),
            p_section, p_model, p_id, coalesce(nullif(p_label, ''), object_label(p_company, p_model, p_id), ''),
            coalesce((select label from part_of(p_company, p_relation, coalesce(p_new, p_old))), ''),
            p_relation, p_old, p_new, v_change[1]::integer, current_batch(),
              v_change[2]::timestamptz);
end $$;

-- The change that this transaction has begun in the company entered; null: nothing is recorded yet.
create or replace function own_change() returns integer
  language sql
  stable
  as $$
  select substring(current_setting('app.change', true) from '^' || app_company() || ' ([0-9]+) ')::integer
$$;
grant execute on function own_change() to public;

-- What made a batch: an import is one by its name alone.
create or replace function batch_kind(p_batch text) returns text
  language sql
  immutable
  parallel safe
  as $$
  select case split_part(p_batch, ' ', 1)
    when 'clone' then 'clone' when 'copy' then 'copy' when 'library' then 'library' when 'undo' then 'undo_import'
    when 'directory' then 'directory'
    else case when p_batch is not null then 'import' end end
$$;
grant execute on function batch_kind(text) to osnova_worker;

-- What an object is called now.
create or replace function object_label(
  p_company integer,
  p_model text,
  p_id integer
) returns text
  language plpgsql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
begin
  -- One look of nine: as parts of one expression all are made ready for each entry.
  case p_model
    when 'company' then return (select name from companies where id = p_id and id = p_company);
    when 'membership' then return (
      select coalesce(nullif(btrim(u.last_name || ' ' || u.first_name), ''), u.email, u.phone)
        from users u join memberships m on m.company_id = p_company and m.user_id = u.id where u.id = p_id);
    when 'group' then return (select name from study_groups where company_id = p_company and id = p_id);
    when 'program' then return (select name from programs where company_id = p_company and id = p_id);
    when 'course' then return (select name from courses where company_id = p_company and id = p_id);
    when 'material' then return (select name from materials where company_id = p_company and id = p_id);
    when 'form' then return (select name from forms where company_id = p_company and id = p_id);
    when 'question' then return (select title from questions where company_id = p_company and id = p_id);
    when 'webinar' then return (select name from webinars where company_id = p_company and id = p_id);
    else return null;
  end case;
end $$;
grant execute on function object_label(integer, text, integer) to osnova_worker;

-- Whether an object is deleted now.
create or replace function object_deleted(
  p_company integer,
  p_model text,
  p_id integer
) returns boolean
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select case p_model
    when 'company' then false
    when 'membership' then not exists (select from memberships
      where company_id = p_company and user_id = p_id and deleted_at is null)
    when 'group' then not exists (select from study_groups
      where company_id = p_company and id = p_id and deleted_at is null)
    when 'program' then not exists (select from programs
      where company_id = p_company and id = p_id and deleted_at is null)
    when 'course' then not exists (select from courses
      where company_id = p_company and id = p_id and deleted_at is null)
    when 'webinar' then not exists (select from webinars
      where company_id = p_company and id = p_id and deleted_at is null)
    when 'material' then not exists (
      select from materials m
        join courses c on c.company_id = m.company_id and c.id = m.course_id and c.deleted_at is null
        where m.company_id = p_company and m.id = p_id and m.deleted_at is null)
    when 'form' then object_deleted(p_company,
      'material', (select material_id from forms where company_id = p_company and id = p_id))
    else coalesce((select deleted_at is not null or form_id is not null and object_deleted(p_company, 'form', form_id)
                     from questions where company_id = p_company and id = p_id), true)
  end
$$;
grant
  execute
  on
    function object_deleted(integer, text, integer)
  to
  osnova_worker;

-- Where an object that lies in a course is edited.
create or replace function object_place(
  p_company integer,
  p_model text,
  p_id integer
) returns table (course_id integer, material_id integer)
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select m.course_id, m.id from (
    select case p_model
      when 'material' then p_id
      when 'form' then (select material_id from forms where company_id = p_company and id = p_id)
      when 'question' then (select f.material_id from questions q
        join forms f on f.company_id = q.company_id and f.id = q.form_id
        where q.company_id = p_company and q.id = p_id) end as id) place
    join materials m on m.company_id = p_company and m.id = place.id
$$;

-- What a row that belongs to an object ties to it: the kind of thing, and what it is called now. Null for an object's
-- own row.
create or replace function part_of(
  p_company integer,
  p_relation text,
  p_row jsonb
) returns table (kind text, label text)
  language plpgsql
  stable
  security definer
  rows 1
  set search_path = public, pg_temp
  as $$
begin
  -- Step by step: as one expression all of it is made ready for each entry, which took twice as long as writing it.
  kind := case p_relation
    when 'group_members' then 'person' when 'course_members' then 'person' when 'course_blocks' then 'blocked_person'
    when 'material_unlocks' then 'unlocked_person' when 'webinar_hosts' then 'host'
    when 'course_groups' then 'group' when 'program_groups' then 'group' when 'webinar_groups' then 'group'
    when 'program_courses' then 'course' when 'webinar_courses' then 'course' when 'webinar_programs' then 'program'
    when 'material_files' then 'file' when 'question_files' then 'file' when 'webinar_files' then 'file'
    when 'packages' then 'package' when 'dispatches' then 'dispatch'
    when 'directory_tokens' then 'directory_token'
    when 'chronology_stages' then 'stage' when 'chronology_items' then 'step'
    when 'paper_sheets' then 'paper_sheet' when 'form_versions' then 'version'
    when 'printings' then case when p_row->'run_id' = 'null' then 'printed_draft'
      when p_row->>'kind' = 'papers' then 'printed' else 'printed_key' end
  end;
  if kind is null then
    return;
  end if;
  case
    when kind in ('person', 'blocked_person', 'unlocked_person', 'host', 'paper_sheet') then
      label := object_label(p_company, 'membership', (p_row->'user_id')::integer);
    when kind in ('group', 'course', 'program') then
      label := object_label(p_company, kind, (p_row->(kind || '_id'))::integer);
    when kind = 'package' then label := p_row->>'title';
    when kind in ('dispatch', 'directory_token') then label := p_row->>'name';
    when kind = 'file' then label := (select m.name from media m where m.id = (p_row->'media_id')::integer);
    when kind in ('printed', 'printed_key') then label := variant_letters(p_row->'variants');
    -- By what it is found, in any language.
    when kind = 'version' then label := concat_ws(' ', 'версія версії версію version', p_row->>'number');
    when kind = 'stage' then label := coalesce(nullif(p_row->>'name', ''), p_row->>'position');
    when jsonb_typeof(p_row->'webinar_id') = 'number' then
      label := object_label(p_company, 'webinar', (p_row->'webinar_id')::integer);
    else label := object_label(p_company, 'course', (p_row->'course_id')::integer);
  end case;
  label := coalesce(label, '');
  return next;
end $$;

reset role;

create trigger history
  after update
  on users
  for each row
  when (
    not erasing()
      and (
        (
          old.first_name, old.last_name, old.middle_name, old.email, old.phone
        ) is distinct from (
          new.first_name, new.last_name, new.middle_name, new.email, new.phone
        )
      )
  )
  execute function record_person();
