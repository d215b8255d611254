-- ── What is open ──────────────────────────────────────────────────────────────────────────────────

-- The materials of a course as a student has them. locked_by: the material that has to be viewed or passed before this
-- one opens under chain access; since the first such one locks all that follow, it is the same for each of them. What was
-- opened once, or unblocked, stays open.
drop function own_materials(integer);
create function own_materials(p_course integer, p_user integer default app_user())
  returns table (material_id integer, type text, "position" integer, opened_at timestamptz, done_at timestamptz, locked_by integer)
  language plpgsql stable rows 10 as $$
declare
  v_company integer := app_company();
  v_chain boolean;
begin
  if not exists (select from course_states s where s.company_id = v_company and s.course_id = p_course and s.user_id = p_user) then
    return;
  end if;
  select c.material_access = 'chain_access' into v_chain from courses c where c.company_id = v_company and c.id = p_course;
  return query
  with held as materialized (
    select m.id, m.type, m.position, m.archived_at, m.deleted_at, m.next_access, p.opened_at, p.viewed_at, p.done_at
      from materials m
      left join material_progress p on p.company_id = v_company and p.user_id = p_user and p.material_id = m.id
      where m.company_id = v_company and m.course_id = p_course
  ), visible as materialized (
    select h.* from held h where h.deleted_at is null
      and (h.archived_at is null or (select min(o.opened_at) from held o) < h.archived_at)
  ), gate as materialized (
    select v.id, v.position from visible v
      where v_chain and v.type <> 'additional'
        and case v.next_access when 'free' then false when 'after_viewing' then v.viewed_at is null else v.done_at is null end
      order by v.position, v.id limit 1
  )
  select v.id, v.type, v.position, v.opened_at, v.done_at,
         case when v.type <> 'additional' and v.opened_at is null and (v.position, v.id) > (g.position, g.id)
                and v.id not in (select u.material_id from material_unlocks u where u.company_id = v_company and u.user_id = p_user)
              then g.id end
    from visible v left join gate g on true;
end $$;

create or replace function locked_by(p_material integer, p_user integer) returns integer language sql stable as $$
  select own.locked_by from materials m cross join lateral own_materials(m.course_id, p_user) own
    where m.company_id = app_company() and m.id = p_material and own.material_id = m.id
$$;

-- A student opens a material: it must be theirs, unlocked, and no attempt may run in its course (forms aside).
create or replace function open_material(p_course integer, p_material integer) returns void language plpgsql as $$
declare
  v_own record;
begin
  select own.type, own.locked_by into v_own from courses c cross join lateral own_materials(c.id) own
    where c.company_id = app_company() and c.id = p_course and c.deleted_at is null and c.published_at is not null
      and own.material_id = p_material;
  if not found then
    perform fail('not_found');
  elsif v_own.type not in ('practice', 'exam') and attempt_runs_in(p_course, app_user()) then
    perform fail('blocked_during_tests');
  elsif v_own.locked_by is not null then
    perform fail('material_locked');
  end if;
  insert into material_progress (company_id, material_id, user_id, opened_at, viewed_at)
    values (app_company(), p_material, app_user(), app_now(),
            case when v_own.type not in ('practice', 'exam') then app_now() end)
    on conflict do nothing;
end $$;

-- Where a video stands is written every few seconds: the course's figures are counted anew only when something was opened
-- or done.
create function progress_updated() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from now_rows n join was_rows w using (company_id, user_id, material_id)
                   where (n.opened_at, n.done_at) is distinct from (w.opened_at, w.done_at)) then
    return null;
  end if;
  perform from (select distinct m.company_id, m.course_id, c.user_id from now_rows c
                  join materials m on m.company_id = c.company_id and m.id = c.material_id) pair
    join course_states s using (company_id, course_id, user_id) order by s.course_id, s.user_id for update of s;
  update course_states s
    set total = n.total, done = n.done, opened_at = n.opened_at, last_activity = n.last_activity
    from (select distinct m.company_id, m.course_id, c.user_id from now_rows c
            join materials m on m.company_id = c.company_id and m.id = c.material_id) pair
    cross join lateral counted_state(pair.company_id, pair.course_id, pair.user_id) n
    where s.company_id = pair.company_id and s.course_id = pair.course_id and s.user_id = pair.user_id;
  return null;
end $$;
alter function progress_updated() owner to osnova_system;
revoke execute on function progress_updated() from public;
drop trigger states_update on material_progress;
create trigger states_update after update on material_progress referencing old table as was_rows new table as now_rows
  for each statement execute function progress_updated();

set role osnova_system;

-- As in 0003; a practice may be done when it is finished, and any form is viewed by then.
create or replace function grade_attempts(p_attempts integer[], p_reason text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  with scored as (
    select a.company_id, a.id, a.user_id, f.material_id, v.settings, v.max_score, r.score, r.explanation,
           case when v.max_score = 0 then 0 else 100.0 * r.score / v.max_score end as percent,
           exists (select from materials m where m.company_id = f.company_id and m.id = f.material_id
                     and m.type = 'practice' and m.done_when = 'finished') as done_by_finishing
      from attempts a
      join form_versions v on v.company_id = a.company_id and v.id = a.form_version_id
      join forms f on f.company_id = a.company_id and f.id = a.form_id
      cross join lateral (
        select coalesce(sum(e.earned), 0) as score,
               coalesce(jsonb_agg(jsonb_build_object(
                 'id', e.id, 'earned', e.earned, 'maximum', e.maximum, 'outcome', e.outcome) order by e.place), '[]') as explanation
          from (
            select (q->>'id')::integer as id, (q->>'score')::integer as maximum, place,
                   case when to_jsonb(s.answer_ids) = q->'right' then (q->>'score')::integer else 0 end as earned,
                   case when coalesce(cardinality(s.answer_ids), 0) = 0 then 'not_answered'
                        when to_jsonb(s.answer_ids) = q->'right' then 'right' else 'wrong' end as outcome
              from jsonb_array_elements(v.questions) with ordinality as t(q, place)
              left join attempt_answers s on s.company_id = a.company_id and s.attempt_id = a.id
                and s.question_id = (q->>'id')::integer
          ) e
      ) r
      where a.id = any (p_attempts)
  ), graded as (
    insert into gradings (company_id, attempt_id, score, max_score, percent, ects, passed, explanation, reason, created_at)
      select company_id, id, score, max_score, round(percent, 2), ects(percent),
             case settings->>'passing_score_type' when 'points' then score else percent end
               >= (settings->>'passing_score')::integer,
             explanation, p_reason, app_now()
        from scored
      returning company_id, attempt_id, passed
  )
  insert into material_progress as p (company_id, material_id, user_id, opened_at, viewed_at, done_at)
    select s.company_id, s.material_id, s.user_id, app_now(), app_now(),
           case when bool_or(g.passed or s.done_by_finishing) then app_now() end
      from graded g join scored s on s.company_id = g.company_id and s.id = g.attempt_id
      group by s.company_id, s.material_id, s.user_id
    on conflict (company_id, user_id, material_id) do update
      set viewed_at = coalesce(p.viewed_at, excluded.viewed_at), done_at = coalesce(p.done_at, excluded.done_at)
$$;

-- Before the order of a course changes: what is open to a student and was not opened yet is noted, so that it stays open.
create function keep_open(p_course integer) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_company integer := app_company();
begin
  if not exists (select from courses c where c.company_id = v_company and c.id = p_course and c.material_access = 'chain_access') then
    return;
  end if;
  insert into material_unlocks (company_id, material_id, user_id)
    select v_company, own.material_id, s.user_id from course_states s cross join lateral own_materials(p_course, s.user_id) own
      where s.company_id = v_company and s.course_id = p_course and s.opened_at is not null
        and own.opened_at is null and own.locked_by is null and own.type <> 'additional'
    on conflict do nothing;
  -- To all who never began, the same is open: up to the first material that has to be viewed or passed.
  insert into material_unlocks (company_id, material_id, user_id)
    select v_company, m.id, s.user_id from materials m, course_states s
      where s.company_id = v_company and s.course_id = p_course and s.opened_at is null
        and m.company_id = v_company and m.course_id = p_course and m.deleted_at is null and m.archived_at is null
        and m.type <> 'additional' and not exists (
          select from materials gate where gate.company_id = v_company and gate.course_id = p_course and gate.deleted_at is null
            and gate.archived_at is null and gate.type <> 'additional' and gate.next_access <> 'free'
            and (gate.position, gate.id) < (m.position, m.id))
    on conflict do nothing;
end $$;

-- Opens one chained material for one student.
create function unblock_material(p_material integer, p_user integer) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_course integer;
begin
  select course_id into v_course from materials where company_id = app_company() and id = p_material and deleted_at is null;
  if not found then
    perform fail('not_found');
  end if;
  perform require_in_reach('{}', array[v_course]);
  if not (app_user_type() in ('owner', 'admin') or p_user in (select people_in_reach()))
     or not exists (select from own_materials(v_course, p_user) own where own.material_id = p_material) then
    perform fail('not_found');
  end if;
  insert into material_unlocks as u (company_id, material_id, user_id, unlocked_by, created_at)
    values (app_company(), p_material, p_user, app_user(), app_now())
    on conflict (company_id, user_id, material_id) do update set unlocked_by = excluded.unlocked_by, created_at = excluded.created_at
      where u.unlocked_by is null;
end $$;

-- Copies a material with its form and files right behind the original.
create function clone_material(p_course integer, p_material integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_company integer := app_company();
  v_position integer;
  v_copy integer;
begin
  perform require_in_reach('{}', array[p_course]);
  perform from courses where company_id = v_company and id = p_course for update;
  select position into v_position from materials
    where company_id = v_company and id = p_material and course_id = p_course and deleted_at is null;
  if not found then
    perform fail('not_found');
  end if;
  perform keep_open(p_course);
  select copy into v_copy from copy_materials(v_company, array[p_material], p_course);
  update materials set position = position + 1
    where company_id = v_company and course_id = p_course and position > v_position and id <> v_copy;
  update materials set position = v_position + 1 where company_id = v_company and id = v_copy;
  return v_copy;
end $$;

-- ── Progress ──────────────────────────────────────────────────────────────────────────────────────

-- The share of a video or audio that was played, in percent; null where no browser can tell.
create function watched_share(p_watched nummultirange, p_duration real) returns integer language sql immutable as $$
  select case when p_duration > 0
    then least(100, floor(100 * coalesce((select sum(upper(r) - lower(r)) from unnest(p_watched) r), 0) / p_duration::numeric))::integer end
$$;

create function main_duration(p_material integer) returns real language sql stable as $$
  select duration from material_files where company_id = app_company() and material_id = p_material and kind = 'main' limit 1
$$;

-- Notes where the student is and what was played. More than a player at its highest speed could have played since the
-- last report does not count. From 90 % a video or audio is done (decisions, "Material access").
create function report_progress(p_course integer, p_material integer, p_resume_at real, p_watched jsonb)
  returns table (watched_share integer, done boolean)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_now timestamptz := app_now();
  v_progress material_progress;
  v_duration real;
  v_given nummultirange;
  v_share integer;
begin
  perform refuse_blocked(p_course);
  perform open_material(p_course, p_material);
  select * into v_progress from material_progress
    where company_id = app_company() and user_id = app_user() and material_id = p_material for update;
  if exists (select from materials where company_id = app_company() and id = p_material and type in ('video', 'audio')) then
    v_duration := main_duration(p_material);
    select coalesce(range_agg(numrange(s.low, s.high)), '{}') into v_given from (
      select (r->>0)::numeric as low, least((r->>1)::numeric, v_duration::numeric) as high from jsonb_array_elements(p_watched) r) s
      where s.low < s.high;
    v_given := v_given - v_progress.watched;
    if coalesce((select sum(upper(r) - lower(r)) from unnest(v_given) r), 0)
         > 20 + 2.5 * extract(epoch from v_now - coalesce(v_progress.reported_at, v_progress.opened_at)) then
      v_given := '{}';
    end if;
    v_progress.watched := v_progress.watched + v_given;
    v_share := watched_share(v_progress.watched, v_duration);
    if v_share >= 90 then
      v_progress.done_at := coalesce(v_progress.done_at, v_now);
    end if;
  end if;
  update material_progress p set resume_at = p_resume_at, watched = v_progress.watched, done_at = v_progress.done_at, reported_at = v_now
    where p.company_id = app_company() and p.user_id = app_user() and p.material_id = p_material;
  return query select v_share, v_progress.done_at is not null;
end $$;

-- The student confirms a material that is done by reading it; of a video or audio only one that no browser plays.
create function finish_material(p_course integer, p_material integer) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refuse_blocked(p_course);
  perform open_material(p_course, p_material);
  update material_progress p set done_at = coalesce(p.done_at, app_now()) from materials m
    where p.company_id = app_company() and p.user_id = app_user() and p.material_id = p_material
      and m.company_id = p.company_id and m.id = p.material_id
      and (m.type in ('theory', 'pdf', 'presentation', 'additional')
           or m.type in ('video', 'audio') and main_duration(m.id) is null);
  if not found then
    perform fail('not_found');
  end if;
end $$;

-- ── Files ─────────────────────────────────────────────────────────────────────────────────────────

-- Refuses a material that the caller may not edit, and locks it.
create function require_material(p_course integer, p_material integer) returns void language plpgsql as $$
begin
  perform require_in_reach('{}', array[p_course]);
  perform from materials where company_id = app_company() and course_id = p_course and id = p_material and deleted_at is null for update;
  if not found then
    perform fail('not_found');
  end if;
end $$;

-- Begins an upload. p_file: name, size, content_type, kind, language, key, upload_id, types (of material that may have
-- such a main file).
create function begin_upload(p_course integer, p_material integer, p_file jsonb) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_media integer;
  v_type text;
begin
  perform require_material(p_course, p_material);
  select type into v_type from materials where company_id = app_company() and id = p_material;
  if p_file->>'kind' = 'main' and not p_file->'types' ? v_type
     or p_file->>'kind' = 'captions' and v_type not in ('video', 'audio') then
    perform fail('wrong_file_format', 'file');
  end if;
  if (select count(*) from material_files where company_id = app_company() and material_id = p_material)
     + (select count(*) from uploads where company_id = app_company() and material_id = p_material)
     >= (p_file->>'limit')::integer then
    perform fail('too_many_files', 'file', p_file->>'limit');
  end if;
  insert into media (company_id, key, name, content_type, size, uploading_since, upload_id)
    values (app_company(), p_file->>'key', p_file->>'name', p_file->>'content_type', (p_file->>'size')::bigint, app_now(), p_file->>'upload_id')
    returning id into v_media;
  insert into uploads (company_id, media_id, material_id, kind, language)
    values (app_company(), v_media, p_material, p_file->>'kind', p_file->>'language');
  return v_media;
end $$;

-- An upload of the caller's own company that is under way.
create function upload_of(p_course integer, p_material integer, p_media integer)
  returns table (key text, name text, size bigint, upload_id text, kind text)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_material(p_course, p_material);
  return query select m.key, m.name, m.size, m.upload_id, u.kind from uploads u
    join media m on m.id = u.media_id
    where u.company_id = app_company() and u.media_id = p_media and u.material_id = p_material;
  if not found then
    perform fail('not_found');
  end if;
end $$;

-- Makes an uploaded file visible. A main file, and captions of the same language, take the place of the one before.
create function complete_upload(p_course integer, p_material integer, p_media integer, p_duration real)
  returns table (dropped text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_upload record;
begin
  perform require_material(p_course, p_material);
  delete from uploads where company_id = app_company() and media_id = p_media and material_id = p_material returning * into v_upload;
  if not found then
    perform fail('not_found');
  end if;
  update media set uploading_since = null, upload_id = null where id = p_media;
  return query select d.key from material_files f cross join lateral drop_file(f.media_id) d(key)
    where f.company_id = app_company() and f.material_id = p_material and f.kind = v_upload.kind
      and (f.kind = 'main' or f.kind = 'captions' and f.language = v_upload.language) and d.key is not null;
  insert into material_files (company_id, material_id, media_id, kind, language, duration, position)
    select app_company(), p_material, p_media, v_upload.kind, v_upload.language, p_duration, coalesce(max(position), 0) + 1
      from material_files where company_id = app_company() and material_id = p_material;
end $$;

-- Takes a file away, wherever it is tied; gives the key of the bytes to delete, or null while another file shares them.
create function drop_file(p_media integer) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_key text;
begin
  delete from material_files where company_id = app_company() and media_id = p_media;
  delete from media where id = p_media and company_id = app_company() returning key into v_key;
  return case when not exists (select from media where key = v_key) then v_key end;
end $$;

create function delete_file(p_course integer, p_material integer, p_media integer) returns table (key text, upload_id text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_upload_id text;
begin
  perform require_material(p_course, p_material);
  if not exists (select from material_files where company_id = app_company() and material_id = p_material and media_id = p_media
                 union all
                 select from uploads where company_id = app_company() and material_id = p_material and media_id = p_media) then
    perform fail('not_found');
  end if;
  select m.upload_id into v_upload_id from media m where m.id = p_media;
  return query select drop_file(p_media), v_upload_id;
end $$;

-- Uploads that nobody finished within a day: takes them away and gives what to discard in storage.
create function discard_stale_uploads() returns table (key text, upload_id text)
  language sql security definer set search_path = public, pg_temp as $$
  delete from media where uploading_since < app_now() - interval '1 day' returning key, upload_id
$$;

-- A file that the caller may read now: a material's by the material's rules, any other as the policies show it.
create function readable_media(p_media integer)
  returns table (key text, content_type text, name text, size bigint, private boolean)
  language plpgsql stable as $$
declare
  v_material materials;
begin
  select m.* into v_material from material_files f
    join materials m on m.company_id = f.company_id and m.id = f.material_id
    where f.company_id = app_company() and f.media_id = p_media;
  if found then
    if v_material.deleted_at is not null or not exists (
         select from courses c where c.company_id = app_company() and c.id = v_material.course_id and c.deleted_at is null
           and (app_user_type() in ('owner', 'admin') or c.id in (select courses_in_reach()))) then
      perform fail('not_found');
    end if;
    if app_user_type() = 'student' then
      perform refuse_blocked(v_material.course_id);
      if attempt_runs_in(v_material.course_id, app_user()) then
        perform fail('blocked_during_tests');
      end if;
      perform from own_materials(v_material.course_id) own where own.material_id = v_material.id and own.locked_by is null;
      if not found then
        perform fail('material_locked');
      end if;
    end if;
  end if;
  return query select m.key, m.content_type, m.name, m.size, v_material.id is not null from media m where m.id = p_media and m.uploading_since is null;
end $$;

do $$
declare f text;
begin
  foreach f in array array['drop_file(integer)', 'require_material(integer, integer)', 'main_duration(integer)'] loop
    execute format('revoke execute on function %s from public', f);
  end loop;
  foreach f in array array[
    'keep_open(integer)', 'unblock_material(integer, integer)', 'clone_material(integer, integer)',
    'report_progress(integer, integer, real, jsonb)', 'finish_material(integer, integer)',
    'begin_upload(integer, integer, jsonb)', 'upload_of(integer, integer, integer)',
    'complete_upload(integer, integer, integer, real)', 'delete_file(integer, integer, integer)',
    'discard_stale_uploads()', 'readable_media(integer)', 'watched_share(nummultirange, real)'
  ] loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to osnova_worker', f);
  end loop;
end $$;

reset role;
