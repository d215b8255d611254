-- What happens while an attempt runs: time given, the neutral timeline, minutes lost to an outage. Answers get ids that
-- tell neither the order in which they were written nor which of them is right.

-- As in 0003, with new ids drawn at random: who knew which answer was written first could guess the right one. They need
-- to differ within their question only.
create or replace function with_answer_ids(p_given jsonb, p_existing jsonb) returns jsonb language sql volatile as $$
  with drawn as materialized (
    select id, row_number() over (order by random()) as place
      from (select distinct 1 + floor(random() * 2147483646)::integer as id from generate_series(1, 10 + 2 * jsonb_array_length(p_given))) d
      where not p_existing @> jsonb_build_array(jsonb_build_object('id', id))
  )
  select coalesce(jsonb_agg(jsonb_build_object(
           'id', case when p_existing @> jsonb_build_array(jsonb_build_object('id', a->'id')) then (a->>'id')::integer else drawn.id end,
           'title', a->>'title', 'is_right_answer', (a->>'is_right_answer')::boolean) order by t.place), '[]')
    from jsonb_array_elements(p_given) with ordinality as t(a, place) join drawn on drawn.place = t.place
$$;
--> statement-breakpoint
set role osnova_system;

-- ── The timeline ──────────────────────────────────────────────────────────────────────────────────

-- Notes something about an attempt, of which at most 500 are kept.
create function note_event(p_attempt attempts, p_kind text, p_began timestamptz, p_ended timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into attempt_events (company_id, attempt_id, kind, began_at, ended_at)
    select p_attempt.company_id, p_attempt.id, p_kind, p_began, p_ended
      where (select count(*) from attempt_events e where e.company_id = p_attempt.company_id and e.attempt_id = p_attempt.id) < 500;
end $$;

-- When an attempt was last heard of: calls are noted every 15 s at most, answers with each save.
create function heard_of(p_attempt attempts) returns timestamptz
  language sql stable security definer set search_path = public, pg_temp as $$
  select greatest(p_attempt.last_seen_at, (
    select max(s.saved_at) from attempt_answers s where s.company_id = p_attempt.company_id and s.attempt_id = p_attempt.id))
$$;

-- What lies between the last call of an attempt and this one: its page was closed, or nothing was heard for 45 s.
create function note_silence(p_attempt attempts, p_now timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_closed timestamptz := p_attempt.close_due_at - interval '60 seconds';
  v_heard timestamptz;
begin
  if v_closed is not null then
    if p_now - v_closed > interval '5 seconds' then
      perform note_event(p_attempt, 'left_page', v_closed, p_now);
    end if;
  elsif p_now - p_attempt.last_seen_at > interval '45 seconds' then
    v_heard := heard_of(p_attempt);
    if p_now - v_heard > interval '45 seconds' then
      perform note_event(p_attempt, 'connection_gap', v_heard, p_now);
    end if;
  end if;
end $$;

-- Notes what the page tells of itself, by this clock minus its age. What was told already, in a call whose answer was
-- lost, or noted when the page closed, is not noted twice.
create function store_events(p_attempt attempts, p_events jsonb, p_now timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into attempt_events (company_id, attempt_id, kind, began_at, ended_at)
    select p_attempt.company_id, p_attempt.id, told.kind, told.began, told.ended
      from (
        select given.kind, greatest(p_now - make_interval(secs => given.began_at_ms_ago / 1000.0), p_attempt.started_at) as began,
               p_now - make_interval(secs => given.ended_at_ms_ago / 1000.0) as ended
          from jsonb_to_recordset(p_events) as given(kind text, began_at_ms_ago integer, ended_at_ms_ago integer)
      ) told
      where told.began < told.ended and not exists (
        select from attempt_events e where e.company_id = p_attempt.company_id and e.attempt_id = p_attempt.id and e.kind = told.kind
          and e.began_at < told.ended and e.ended_at > told.began)
      order by told.began
      limit greatest(0, 500 - (
        select count(*) from attempt_events e where e.company_id = p_attempt.company_id and e.attempt_id = p_attempt.id));
end $$;

-- ── Starting, saving, finishing ───────────────────────────────────────────────────────────────────

drop function start_attempt(integer, text, integer, boolean);
-- As in 0003, with the minutes given beforehand, and with what a take-over says: by the tab that held the attempt it is
-- a reload, by any other a second tab. `p_before`: the holder that the tab had.
create function start_attempt(p_form integer, p_holder text, p_seed integer, p_take_over boolean, p_before text default null) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_company integer := app_company();
  v_user integer := app_user();
  v_version form_versions;
  v_material integer;
  v_assignment assignments;
  v_running attempts;
  v_now timestamptz;
  v_id integer;
begin
  select a.* into v_assignment from assignments a where a.company_id = v_company and a.form_id = p_form and a.user_id = v_user;
  if found then
    perform end_due_attempts(v_assignment.id);
    select * into v_running from attempts
      where company_id = v_company and assignment_id = v_assignment.id and status = 'running' for update;
    if found then
      if not p_take_over then
        perform fail('test_already_started', '', v_running.id::text);
      end if;
      v_now := app_now();
      perform note_silence(v_running, v_now);
      perform note_event(v_running, case when v_running.holder = p_before then 'reload' else 'second_tab' end, v_now, null);
      update attempts set holder = p_holder, close_due_at = null, due_at = deadline + interval '5 seconds', last_seen_at = v_now
        where id = v_running.id;
      return v_running.id;
    end if;
  end if;

  -- Whoever continues an attempt that has just ended must not use up another one.
  if p_take_over then
    perform fail('time_is_over');
  end if;

  select m.id into v_material
    from forms f
    join materials m on m.company_id = f.company_id and m.id = f.material_id and m.deleted_at is null
    join courses c on c.company_id = m.company_id and c.id = m.course_id and c.deleted_at is null and c.published_at is not null
    join student_materials s on s.company_id = m.company_id and s.material_id = m.id and s.user_id = v_user
    where f.company_id = v_company and f.id = p_form and f.deleted_at is null;
  if not found then
    perform fail('not_found');
  end if;
  select * into v_version from form_versions
    where company_id = v_company and form_id = p_form order by number desc limit 1;
  if not found then
    perform fail('not_found');
  end if;
  if locked_by(v_material, v_user) is not null then
    perform fail('material_locked');
  end if;

  insert into assignments (company_id, form_id, user_id) values (v_company, p_form, v_user) on conflict do nothing;
  select * into v_assignment from assignments
    where company_id = v_company and form_id = p_form and user_id = v_user for update;
  -- A twin of this call may have started between the look above and the lock.
  select * into v_running from attempts
    where company_id = v_company and assignment_id = v_assignment.id and status = 'running';
  if found then
    perform fail('test_already_started', '', v_running.id::text);
  end if;
  if v_assignment.status in (5, 6)
    or v_assignment.attempts_used >= attempts_allowed(v_version.settings, v_assignment.extra_attempts) then
    perform fail('attempts_exhausted');
  end if;
  if v_assignment.status = 2 then
    -- Completed with attempts left: 2 to 1 goes by way of 4, reopened.
    update assignments set status = 4 where id = v_assignment.id;
  end if;
  update assignments set status = 1, attempts_used = attempts_used + 1 where id = v_assignment.id;
  v_now := app_now();
  insert into attempts (company_id, assignment_id, form_id, form_version_id, user_id, number, holder, seed, started_at,
                        deadline, due_at, last_seen_at)
    select v_company, v_assignment.id, p_form, v_version.id, v_user, v_assignment.attempts_used + 1, p_holder, p_seed, v_now,
           d.deadline, d.deadline + interval '5 seconds', v_now
      from (select v_now + make_interval(mins => coalesce((v_version.settings->>'time_limit')::integer, 120)
                                                 + v_assignment.extra_minutes) as deadline) d
    returning id into v_id;
  insert into material_progress (company_id, material_id, user_id, opened_at) values (v_company, v_material, v_user, v_now)
    on conflict do nothing;
  return v_id;
end $$;

drop function save_attempt(integer, text, text, jsonb);
-- As in 0003, with what the page tells of itself; that it was heard of is noted every 15 s at most.
create function save_attempt(p_attempt integer, p_holder text, p_event text, p_answers jsonb, p_events jsonb default null)
  returns table (server_time timestamptz, deadline timestamptz, due_at timestamptz, status integer, saved_at timestamptz, outcome text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_attempt attempts := lock_attempt(p_attempt);
  v_now timestamptz := app_now();
  v_stored boolean := coalesce(jsonb_array_length(p_answers), 0) > 0;
  v_before attempts := v_attempt;
begin
  if v_attempt.status <> 'running' then
    return query select v_now, v_attempt.deadline, v_attempt.due_at,
      case v_attempt.status when 'annulled' then 5 else 2 end, null::timestamptz, 'over';
    return;
  end if;
  if v_attempt.holder <> p_holder then
    perform fail('attempt_taken_over');
  end if;
  if v_attempt.close_due_at is not null or coalesce(v_attempt.last_seen_at < v_now - interval '15 seconds', true) then
    -- A page tells twice that it closes when it is hidden first.
    if p_event <> 'close' or v_attempt.close_due_at is null then
      perform note_silence(v_attempt, v_now);
    end if;
    v_attempt.last_seen_at := v_now;
  end if;
  if p_events is not null then
    perform store_events(v_attempt, p_events, v_now);
  end if;
  perform store_answers(v_attempt, p_answers, v_now);
  if p_event = 'close' then
    v_attempt.close_due_at := v_now + interval '60 seconds';
  else
    v_attempt.close_due_at := null;
  end if;
  v_attempt.due_at := least(v_attempt.deadline + interval '5 seconds', v_attempt.close_due_at);
  if v_attempt is distinct from v_before then
    update attempts a set close_due_at = v_attempt.close_due_at, due_at = v_attempt.due_at, last_seen_at = v_attempt.last_seen_at
      where a.id = p_attempt;
  end if;
  return query select v_now, v_attempt.deadline, v_attempt.due_at, 1, case when v_stored then v_now end, 'running';
end $$;

-- As in 0003, with the silence before it noted.
create or replace function finish_attempt(p_attempt integer, p_holder text, p_answers jsonb) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_attempt attempts := lock_attempt(p_attempt);
  v_now timestamptz := app_now();
begin
  if v_attempt.status <> 'running' then
    return 'over';
  end if;
  if v_attempt.holder <> p_holder then
    perform fail('attempt_taken_over');
  end if;
  perform note_silence(v_attempt, v_now);
  perform store_answers(v_attempt, p_answers, v_now);
  if v_now < v_attempt.deadline and cardinality(unanswered_required(v_attempt)) > 0 then
    update attempts a set last_seen_at = v_now where a.id = p_attempt;
    return 'required_question_unanswered';
  end if;
  update attempts a set status = 'completed', finished_at = least(v_now, a.deadline), finished_by = 'user', last_seen_at = v_now,
      result_published_at = case when (v.settings->>'publication_after_passing')::boolean then v_now end
    from form_versions v
    where a.id = p_attempt and v.company_id = a.company_id and v.id = a.form_version_id;
  update assignments set status = 2 where id = v_attempt.assignment_id and status = 1;
  perform grade_attempts(array[p_attempt], 'finished');
  return 'finished';
end $$;

-- The required questions without an answer, in the order of the form.
create function unanswered_required(p_attempt attempts) returns integer[] language sql stable as $$
  select coalesce(array_agg((q->>'id')::integer order by place), '{}')
    from form_versions v, jsonb_array_elements(v.questions) with ordinality as t(q, place)
    where v.company_id = p_attempt.company_id and v.id = p_attempt.form_version_id and (q->>'required')::boolean
      and not exists (select from attempt_answers s where s.company_id = p_attempt.company_id and s.attempt_id = p_attempt.id
                        and s.question_id = (q->>'id')::integer and cardinality(s.answer_ids) > 0)
$$;

-- ── Time and attempts given ───────────────────────────────────────────────────────────────────────

-- Gives minutes to the running attempts and to those to come, and attempts beyond the form's limit, to people or to the
-- students of a group. A row for each person; a code where it is refused, else the running attempt.
create function give_time(
  p_course integer, p_form integer, p_users integer[], p_group integer, p_minutes integer, p_attempts integer, p_reason text, p_batch text
) returns table (user_id integer, code text, attempt_id integer, deadline timestamptz, due_at timestamptz)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_company integer := app_company();
  v_users integer[] := p_users;
  v_students integer[];
  v_judged jsonb;
  v_granted integer[];
begin
  perform require_form(p_course, p_form);
  if p_group is not null then
    perform require_in_reach(array[p_group], '{}');
    select array_agg(g.user_id) into v_users from group_members g
      where g.company_id = v_company and g.group_id = p_group and g.role = 'student';
    -- Of a group those are meant who have the form.
    v_users := students_of_form(p_form, v_users);
  end if;
  v_students := students_of_form(p_form, v_users);
  insert into assignments (company_id, form_id, user_id)
    select v_company, p_form, s from unnest(v_students) s order by s on conflict do nothing;
  perform lock_assignments(p_form, v_students);
  select jsonb_agg(to_jsonb(j) order by j.user_id), coalesce(array_agg(j.user_id) filter (where j.code is null), '{}')
    into v_judged, v_granted
    from (
      select u.id as user_id, case
          when not u.id = any (v_students) then 'not_found'
          when mb.blocked_at is not null then 'account_blocked'
          when exists (select from course_blocks b where b.company_id = v_company and b.course_id = p_course and b.user_id = u.id)
            then 'blocked_in_course'
          when a.status = 6 then 'assignment_canceled'
          when a.status = 5 then 'status_not_allowed' end as code
        from (select distinct unnest(v_users) as id) u
        left join memberships mb on mb.company_id = v_company and mb.user_id = u.id
        left join assignments a on a.company_id = v_company and a.form_id = p_form and a.user_id = u.id
    ) j;
  update assignments a set extra_minutes = a.extra_minutes + coalesce(p_minutes, 0),
      -- A limit lowered since may lie below what was used.
      extra_attempts = case when p_attempts is null then a.extra_attempts
        else p_attempts + greatest(a.extra_attempts, coalesce(a.attempts_used - attempts_allowed(v.settings, 0), a.extra_attempts)) end
    from current_versions v
    where a.company_id = v_company and a.form_id = p_form and a.user_id = any (v_granted)
      and v.company_id = a.company_id and v.form_id = a.form_id;
  update attempts t set deadline = t.deadline + make_interval(mins => p_minutes),
      due_at = least(t.deadline + make_interval(mins => p_minutes, secs => 5), t.close_due_at)
    where t.company_id = v_company and t.form_id = p_form and t.user_id = any (v_granted) and t.status = 'running'
      and p_minutes is not null;
  insert into assignment_decisions (company_id, assignment_id, attempt_id, kind, amount, reason, batch, author_id, created_at)
    select v_company, a.id, t.id, given.kind, given.amount, p_reason, p_batch, app_user(), app_now()
      from assignments a
      cross join (values ('minutes', p_minutes), ('attempts', p_attempts)) as given(kind, amount)
      left join attempts t on t.company_id = a.company_id and t.assignment_id = a.id and t.status = 'running' and given.kind = 'minutes'
      where a.company_id = v_company and a.form_id = p_form and a.user_id = any (v_granted) and given.amount is not null
      order by a.id, given.kind;
  return query
    select j.user_id, j.code, t.id, t.deadline, t.due_at
      from jsonb_to_recordset(v_judged) as j(user_id integer, code text)
      left join attempts t on t.company_id = v_company and t.form_id = p_form and t.user_id = j.user_id and t.status = 'running'
        and j.code is null
      order by j.user_id;
end $$;

-- ── Outages ───────────────────────────────────────────────────────────────────────────────────────

-- What an outage did to the attempts in a course by people in reach: the time that running ones lost to it and did not
-- get back yet, in seconds, and those that ended with nobody there to answer. Of a page that is not heard of now the gap
-- goes on. An event "outage" keeps what was given back.
create function outage_losses(p_course integer, p_from timestamptz, p_to timestamptz)
  returns table (attempt_id integer, form_id integer, user_id integer, status text, lost double precision, deadline timestamptz,
                 finished_at timestamptz, finished_by text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform require_in_reach('{}', array[p_course]);
  return query
  with moment as materialized (
    select app_now() as at
  ), concerned as materialized (
    select t from attempts t
      join forms f on f.company_id = t.company_id and f.id = t.form_id
      join materials m on m.company_id = f.company_id and m.id = f.material_id and m.course_id = p_course
      where t.company_id = app_company() and t.started_at < p_to
        and (t.status = 'running' or t.status = 'completed' and t.finished_by in ('timer', 'page_closed') and t.finished_at > p_from)
        and (app_user_type() in ('owner', 'admin') or t.user_id in (select people_in_reach()))
  ), gaps as (
    select (c.t).id, e.kind, tstzrange(e.began_at, e.ended_at) as during
      from concerned c join attempt_events e on e.company_id = (c.t).company_id and e.attempt_id = (c.t).id
      where (c.t).status = 'running' and e.kind in ('connection_gap', 'outage')
    union all
    select (c.t).id, 'connection_gap', tstzrange(heard_of(c.t), moment.at) from concerned c, moment
      where (c.t).status = 'running' and heard_of(c.t) < moment.at - interval '45 seconds'
  ), lost as (
    select g.id, sum(extract(epoch from upper(r.part) - lower(r.part)))::float8 as seconds
      from (
        select id, tstzmultirange(tstzrange(p_from, p_to)) * range_agg(during) filter (where kind = 'connection_gap')
                   - coalesce(range_agg(during) filter (where kind = 'outage'), '{}') as parts
          from gaps group by id
      ) g cross join lateral unnest(g.parts) as r(part) group by g.id
  )
  select (c.t).id, (c.t).form_id, (c.t).user_id, (c.t).status, coalesce(l.seconds, 0), (c.t).deadline, (c.t).finished_at, (c.t).finished_by
    from concerned c left join lost l on l.id = (c.t).id
    where l.seconds > 0
      -- Ended within the outage, or after it by a page that was never heard of again.
      or (c.t).status = 'completed' and ((c.t).finished_at <= p_to
           or heard_of(c.t) between p_from - interval '60 seconds' and p_to and (c.t).finished_at > heard_of(c.t) + interval '45 seconds')
    order by (c.t).id;
end $$;

-- Gives each running attempt back the minutes that it lost, rounded up.
create function give_outage_minutes(p_course integer, p_from timestamptz, p_to timestamptz, p_reason text, p_batch text)
  returns table (attempt_id integer, due_at timestamptz)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_company integer := app_company();
  v_to timestamptz;
begin
  perform require_in_reach('{}', array[p_course]);
  perform from attempts t
    join forms f on f.company_id = t.company_id and f.id = t.form_id
    join materials m on m.company_id = f.company_id and m.id = f.material_id and m.course_id = p_course
    where t.company_id = v_company and t.status = 'running' order by t.id for update of t;
  perform end_due_attempts();
  v_to := least(p_to, app_now());
  return query
  with given as (
    select l.attempt_id, ceil(l.lost / 60)::integer as minutes from outage_losses(p_course, p_from, v_to) l where l.status = 'running'
  ), moved as (
    update attempts t set deadline = t.deadline + make_interval(mins => g.minutes),
        due_at = least(t.deadline + make_interval(mins => g.minutes, secs => 5), t.close_due_at)
      from given g where t.id = g.attempt_id
      returning t.id, t.assignment_id, t.due_at, g.minutes
  ), noted as (
    insert into attempt_events (company_id, attempt_id, kind, began_at, ended_at)
      select v_company, m.id, 'outage', p_from, v_to from moved m
  ), decided as (
    insert into assignment_decisions (company_id, assignment_id, attempt_id, kind, amount, reason, batch, author_id, created_at)
      select v_company, m.assignment_id, m.id, 'outage', m.minutes, p_reason, p_batch, app_user(), app_now() from moved m order by m.id
  )
  select m.id, m.due_at from moved m order by m.id;
end $$;

do $$
declare f text;
begin
  foreach f in array array[
    'note_event(attempts, text, timestamptz, timestamptz)', 'note_silence(attempts, timestamptz)',
    'store_events(attempts, jsonb, timestamptz)'
  ] loop
    execute format('revoke execute on function %s from public', f);
  end loop;
  foreach f in array array[
    'start_attempt(integer, text, integer, boolean, text)', 'save_attempt(integer, text, text, jsonb, jsonb)',
    'heard_of(attempts)', 'unanswered_required(attempts)',
    'give_time(integer, integer, integer[], integer, integer, integer, text, text)',
    'outage_losses(integer, timestamptz, timestamptz)', 'give_outage_minutes(integer, timestamptz, timestamptz, text, text)'
  ] loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to osnova_worker', f);
  end loop;
end $$;

reset role;
