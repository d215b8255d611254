-- An attempt starts.

-- How many attempts a version allows with what was granted beyond; null: unlimited.
create or replace function attempts_allowed(
  p_settings jsonb,
  p_extra integer
) returns integer
  language sql
  immutable
  as $$
  select case when (p_settings->>'is_one_attempt_allowed')::boolean then 1 + p_extra
              else (p_settings->>'attempt_limit')::integer + p_extra end
$$;

-- What is granted beyond a version's limit with so many more: a limit lowered since may lie below what was used.
create or replace function extra_attempts_with(
  p_settings jsonb,
  p_used integer,
  p_extra integer,
  p_more integer
) returns integer
  language sql
  immutable
  as $$
  select p_more + greatest(p_extra, coalesce(p_used - attempts_allowed(p_settings, 0), p_extra))
$$;

-- Whether the student has a running attempt in the course: its materials are closed meanwhile.
create or replace function attempt_runs_in(
  p_course integer,
  p_user integer
) returns boolean
  language sql
  stable
  as $$
  select exists (
    select from attempts a
      join forms f on f.company_id = a.company_id and f.id = a.form_id
      join materials m on m.company_id = f.company_id and m.id = f.material_id and m.course_id = p_course
      where a.company_id = app_company() and a.user_id = p_user and a.status = 'running' and a.due_at > now())
$$;

set role osnova_system;

-- Continues a running attempt under a new holder: by the tab that held it (`p_before`) it is a reload, by any other a
-- second tab.
create or replace function take_over_attempt(
  p_running attempts,
  p_holder text,
  p_before text
) returns void
  language plpgsql
  as $$
declare
  v_now timestamptz := app_now();
begin
  perform note_silence(p_running, v_now);
  perform note_event(p_running, case when p_running.holder = p_before then 'reload' else 'second_tab' end, v_now, null);
  update attempts
    set holder = p_holder, close_due_at = null, due_at = deadline + grace(), last_seen_at = v_now
    where id = p_running.id;
end $$;

-- The material of a form that the caller may start now: theirs, published, and not locked.
create or replace function material_to_start(p_form integer) returns integer
  language plpgsql
  stable
  as $$
declare
  v_company integer := app_company();
  v_material integer;
  v_course integer;
  v_locked_by integer;
begin
  select m.id, m.course_id into v_material, v_course
    from forms f
    join materials m on m.company_id = f.company_id and m.id = f.material_id and m.deleted_at is null
    join courses c on c.company_id = m.company_id and c.id = m.course_id and c.deleted_at is null
      and c.published_at is not null
    where f.company_id = v_company and f.id = p_form and f.deleted_at is null
      and exists (select from form_versions v where v.company_id = v_company and v.form_id = f.id);
  if found then
    select own.locked_by into v_locked_by from own_materials(v_course) own where own.material_id = v_material;
  end if;
  if not found then
    perform fail('not_found');
  end if;
  if v_locked_by is not null then
    perform fail('material_locked');
  end if;
  return v_material;
end $$;

-- Takes one of the caller's attempts at a form, and locks the assignment, which comes back as it was before.
create or replace function use_attempt(
  p_form integer,
  p_settings jsonb
) returns assignments
  language plpgsql
  as $$
declare
  v_company integer := app_company();
  v_assignment assignments;
  v_twin integer;
begin
  insert into assignments (company_id, form_id, user_id) values (v_company, p_form, app_user()) on conflict do nothing
    returning * into v_assignment;
  if not found then
    select * into v_assignment from assignments
      where company_id = v_company and form_id = p_form and user_id = app_user() for update;
    -- A twin of this call may have started before the lock was had.
    select id into v_twin from attempts
      where company_id = v_company and assignment_id = v_assignment.id and status = 'running'
      order by number desc limit 1;
    if found then
      perform fail('test_already_started', '', v_twin::text);
    end if;
  end if;
  if v_assignment.status in ('rejected', 'canceled')
    or v_assignment.attempts_used >= attempts_allowed(p_settings, v_assignment.extra_attempts) then
    perform fail('attempts_exhausted');
  end if;
  if v_assignment.status = 'completed' then
    -- Completed with attempts left: 2 to 1 goes by way of 4, reopened.
    update assignments set status = 'reopened' where id = v_assignment.id;
  end if;
  update assignments set status = 'in_progress', attempts_used = attempts_used + 1 where id = v_assignment.id;
  return v_assignment;
end $$;

-- Starts an attempt, with the minutes given beforehand, or with p_take_over continues the running one under a new
-- holder; `p_before`: the holder that the tab had; `p_only_held`: only where that one holds it still. Null: its access
-- code was not shown. Locks attempts before assignments: see lock_key().
create or replace function start_attempt(
  p_form integer,
  p_holder text,
  p_seed integer,
  p_take_over boolean,
  p_before text default null,
  p_only_held boolean default false
) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_company integer := app_company();
  v_version form_versions;
  v_material integer;
  v_assignment assignments;
  v_running attempts;
  v_now timestamptz;
  v_deadline timestamptz;
  v_id integer;
begin
  perform refuse_blocked(null, p_form);
  select a.* into v_assignment from assignments a
    where a.company_id = v_company and a.form_id = p_form and a.user_id = app_user();
  if found then
    perform end_due_attempts(v_assignment.id);
    -- In an order, and so by the index that has it: a plan made while few were running read all that run.
    select * into v_running from attempts
      where company_id = v_company and assignment_id = v_assignment.id and status = 'running'
      order by number desc limit 1 for update;
    if found then
      if not p_take_over then
        perform fail('test_already_started', '', v_running.id::text);
      end if;
      if p_only_held and v_running.holder is distinct from p_before then
        perform fail('attempt_taken_over');
      end if;
      perform take_over_attempt(v_running, p_holder, p_before);
      return v_running.id;
    end if;
  end if;
  -- Whoever continues an attempt that has just ended must not use up another one.
  if p_take_over then
    perform fail('time_is_over');
  end if;

  v_material := material_to_start(p_form);
  select * into v_version from form_versions
    where company_id = v_company and form_id = p_form order by number desc limit 1;
  perform refuse_outside_window(v_version.settings, v_assignment);
  if not access_code_shown(p_form) then
    return null;
  end if;
  v_assignment := use_attempt(p_form, v_version.settings);
  -- Once more, since an attempt may have ended before the lock was had.
  perform refuse_outside_window(v_version.settings, v_assignment);
  v_now := app_now();
  v_deadline := attempt_deadline(v_now, v_version.settings, v_assignment);
  insert into attempts (company_id, assignment_id, form_id, form_version_id, user_id, number, holder, seed, drawn,
                        started_at, deadline, due_at, last_seen_at)
    values (v_company, v_assignment.id, p_form, v_version.id, app_user(), v_assignment.attempts_used + 1, p_holder,
      p_seed, case when v_version.settings ? 'draws' then draw_questions(v_version, p_seed) end, v_now, v_deadline,
      v_deadline + grace(), v_now)
    returning id into v_id;
  insert into material_progress (company_id, material_id, user_id, opened_at, attempted_at)
    values (v_company, v_material, app_user(), v_now, v_now)
    on conflict (company_id, user_id, material_id) do update set attempted_at = excluded.attempted_at;
  return v_id;
end $$;
grant
  execute
  on
    function start_attempt(integer, text, integer, boolean, text, boolean)
  to
  osnova_worker;
