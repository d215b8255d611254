-- Files that are handed in as answers.

set role osnova_system;

-- What a question takes, of the caller's running attempt, which is locked: one that asks for files and was not left for
-- good.
create or replace function hold_handing(p_owner jsonb) returns jsonb
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_attempt attempts := lock_attempt((p_owner->'id')::integer);
  v_question integer := p_owner->'question_id';
  v_choice jsonb;
begin
  select v.choices->(v_question::text) into v_choice from form_versions v
    where v.company_id = v_attempt.company_id and v.id = v_attempt.form_version_id;
  if v_choice->>'type' is distinct from 'upload' or v_question = any (v_attempt.closed) then
    perform fail('not_found');
  elsif v_attempt.status <> 'running' then
    perform fail('time_is_over');
  end if;
  return v_choice;
end $$;
grant execute on function hold_handing(jsonb) to public;

-- Begins a file of an answer as far as its question takes it; p_file: as `begin_upload` has it, and `group`, of which
-- kind it is. More may come than are handed in at last: one is replaced once the next is there.
create or replace function begin_handing(
  p_owner jsonb,
  p_file jsonb,
  p_media integer
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_choice jsonb := hold_handing(p_owner);
begin
  if not v_choice->'kinds' ? (p_file->>'group') then
    perform fail('wrong_file_format', 'file');
  elsif (p_file->>'size')::bigint > (v_choice->>'bytes')::bigint then
    perform fail('upload_too_large', 'file', ((v_choice->>'bytes')::bigint / 1048576)::text);
  end if;
  insert into attempt_files (company_id, media_id, attempt_id, question_id, kind)
    values (app_company(), p_media, (p_owner->'id')::integer, (p_owner->'question_id')::integer, p_file->>'group');
end $$;
grant execute on function begin_handing(jsonb, jsonb, integer) to public;

-- Takes a file of a running attempt out of its answer; its bytes go with the minute's work.
create or replace function take_file_back(
  p_owner jsonb,
  p_media integer
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  update attempt_answers set answer_ids = array_remove(answer_ids, p_media)
    where company_id = app_company() and attempt_id = (p_owner->'id')::integer
      and question_id = (p_owner->'question_id')::integer and p_media = any (answer_ids);
  update media set removed_at = '-infinity' where company_id = app_company() and id = p_media;
end $$;
grant execute on function take_file_back(jsonb, integer) to public;

-- Whether files can be an answer: whole ones of this attempt and question, as many and as large as it takes.
create or replace function fits_files(
  p_attempt attempts,
  p_question integer,
  p_choice jsonb,
  p_files integer[],
  p_response jsonb
) returns boolean
  language plpgsql
  stable
  as $$
begin
  return (
    select p_response is null and cardinality(p_files) <= (p_choice->>'most')::integer
      and not exists (
        select from unnest(p_files) i where not exists (
          select from attempt_files f
            join media d on d.company_id = f.company_id and d.id = f.media_id and d.uploading_since is null
              and d.removed_at is null and d.size <= (p_choice->>'bytes')::bigint
            where f.company_id = p_attempt.company_id and f.media_id = i and f.attempt_id = p_attempt.id
              and f.question_id = p_question and p_choice->'kinds' ? f.kind)));
end $$;
grant
  execute
  on
    function fits_files(attempts, integer, jsonb, integer[], jsonb)
  to
  public;

-- What is kept of an attempt's files once it has ended: those that its answers name. The others are nobody's.
create or replace function forget_unhanded_files() returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_count integer;
begin
  with settled as (
    update attempt_files f set settled = true
      where f.media_id in (
        select o.media_id from attempt_files o
          join attempts t on t.company_id = o.company_id and t.id = o.attempt_id and t.status <> 'running'
          where not o.settled order by o.media_id limit 500 for update of o skip locked)
      returning f.company_id, f.media_id, f.attempt_id, f.question_id
  )
  update media m set removed_at = app_now() from settled f
    where m.company_id = f.company_id and m.id = f.media_id and m.removed_at is null and m.uploading_since is null
      and not exists (select from attempt_answers s where s.company_id = f.company_id and s.attempt_id = f.attempt_id
        and s.question_id = f.question_id and f.media_id = any (s.answer_ids));
  get diagnostics v_count = row_count;
  return v_count;
end $$;
grant execute on function forget_unhanded_files() to osnova_worker;

reset role;

-- The files of an attempt that are there, whether its answers name them or not.
create or replace function files_of_attempt(
  p_company integer,
  p_attempt integer
) returns jsonb
  language plpgsql
  stable
  as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('question_id', f.question_id, 'id', d.id, 'name', d.name,
        'content_type', d.content_type, 'size', d.size, 'width', d.width, 'height', d.height) order by d.id), '[]')
      from attempt_files f
      join media d on d.company_id = f.company_id and d.id = f.media_id and d.uploading_since is null
        and d.removed_at is null
      where f.company_id = p_company and f.attempt_id = p_attempt);
end $$;

-- What a file is called for whoever may not know whose it is: by its number, with its extension.
create or replace function nameless_file(p_id integer, p_name text) returns text
  language sql
  immutable
  as $$
  select p_id || coalesce(substring(p_name from '\.[^.]{1,10}$'), '')
$$;

-- A file of an answer that the caller may read now: of their own attempt; of another's, once it has ended, if they may
-- read its answers. While names are hidden from those who mark, so is what they called it.
create or replace function readable_handed(
  p_media integer
) returns table (
  key text,
  content_type text,
  name text,
  size bigint,
  private boolean,
  handed boolean
)
  language sql
  stable
  as $$
  select d.key, d.content_type,
         case when t.user_id <> app_user() and t.result_published_at is null
             and coalesce((v.settings->>'names_hidden')::boolean, false) then nameless_file(d.id, d.name)
           else d.name end, d.size, true, true
    from attempt_files f
    join attempts t on t.company_id = f.company_id and t.id = f.attempt_id
    join form_versions v on v.company_id = t.company_id and v.id = t.form_version_id
    join forms o on o.company_id = t.company_id and o.id = t.form_id
    join materials m on m.company_id = o.company_id and m.id = o.material_id
    join media d on d.company_id = f.company_id and d.id = f.media_id and d.uploading_since is null
    where f.company_id = app_company() and f.media_id = p_media
      and (t.user_id = app_user() or app_user_type() <> 'student' and t.status <> 'running'
        and (app_user_type() in ('owner', 'admin')
          or m.course_id in (select courses_in_reach()) and t.user_id in (select people_in_reach()))
        and not takes_form(t.form_id)
        and exists (select from attempt_answers s where s.company_id = t.company_id and s.attempt_id = t.id
          and s.question_id = f.question_id and f.media_id = any (s.answer_ids)))
$$;
