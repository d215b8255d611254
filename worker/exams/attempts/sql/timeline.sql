-- The neutral timeline of an attempt.

-- Events that are kept of an attempt.
create or replace function events_limit() returns integer
  language sql
  immutable
  parallel safe
  as 'select 500';

set role osnova_system;

-- Notes something about an attempt.
create or replace function note_event(
  p_attempt attempts,
  p_kind text,
  p_began timestamptz,
  p_ended timestamptz
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  insert into attempt_events (company_id, attempt_id, kind, began_at, ended_at)
    select p_attempt.company_id, p_attempt.id, p_kind, p_began, p_ended
      where (select count(*) from attempt_events e
        where e.company_id = p_attempt.company_id and e.attempt_id = p_attempt.id) < events_limit();
end $$;

-- What lies between the last call of an attempt and this one: its page was closed, or nothing was heard for long.
create or replace function note_silence(
  p_attempt attempts,
  p_now timestamptz
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_closed timestamptz := p_attempt.close_due_at - closing_time();
  v_heard timestamptz;
begin
  if v_closed is not null then
    if p_now - v_closed > interval '5 seconds' then
      perform note_event(p_attempt, 'left_page', v_closed, p_now);
    end if;
  elsif p_now - p_attempt.last_seen_at > silence() then
    v_heard := heard_of(p_attempt);
    if p_now - v_heard > silence() then
      perform note_event(p_attempt, 'connection_gap', v_heard, p_now);
    end if;
  end if;
end $$;

-- Notes what the page tells of itself, by this clock minus its age. What was told already, in a call whose answer was
-- lost, or noted when the page closed, is not noted twice.
create or replace function store_events(
  p_attempt attempts,
  p_events jsonb,
  p_now timestamptz
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  insert into attempt_events (company_id, attempt_id, kind, began_at, ended_at)
    select p_attempt.company_id, p_attempt.id, told.kind, told.began, told.ended
      from (
        select given.kind, greatest(p_now - make_interval(secs => given.began_at_ms_ago / 1000.0),
          p_attempt.started_at) as began,
               p_now - make_interval(secs => given.ended_at_ms_ago / 1000.0) as ended
          from jsonb_to_recordset(p_events) as given(kind text, began_at_ms_ago integer, ended_at_ms_ago integer)
      ) told
      where told.began < told.ended and not exists (
        select from attempt_events e
          where e.company_id = p_attempt.company_id and e.attempt_id = p_attempt.id and e.kind = told.kind
          and e.began_at < told.ended and e.ended_at > told.began)
      order by told.began
      limit greatest(0, events_limit() - (
        select count(*) from attempt_events e
          where e.company_id = p_attempt.company_id and e.attempt_id = p_attempt.id));
end $$;

-- Whether an attempt ended with nobody ending it: at its deadline, or after its page was closed.
create or replace function ended_by_time(p_attempt attempts) returns boolean
  language sql
  immutable
  as $$
  select p_attempt.status = 'completed' and p_attempt.finished_by in ('timer', 'page_closed')
$$;

-- Notes answers that the page which held an attempt sent when its time had ended it: they do not count, and student and
-- trainer are told which, since when, and when they came. Told once; what the server has already is not late, and
-- nobody gives answers to what was handed in.
create or replace function note_late_answers(
  p_attempt attempts,
  p_holder text,
  p_answers jsonb,
  p_now timestamptz
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  if not ended_by_time(p_attempt) or p_attempt.holder <> p_holder or coalesce(jsonb_array_length(p_answers), 0) = 0
     or exists (select from attempt_events e where e.company_id = p_attempt.company_id
       and e.attempt_id = p_attempt.id and e.kind = 'late_answers') then
    return;
  end if;
  insert into attempt_events (company_id, attempt_id, kind, began_at, ended_at, question_ids)
    select p_attempt.company_id, p_attempt.id, 'late_answers', min(late.given), p_now, array_agg(late.question_id)
      from (
        select distinct on (a.question_id) a.question_id,
               greatest(p_attempt.started_at, least(p_attempt.finished_at,
                 p_now - make_interval(secs => a.given_ms_ago / 1000.0))) as given
          from jsonb_to_recordset(p_answers) as a(question_id integer, seq integer, given_ms_ago integer)
          join form_versions v on v.company_id = p_attempt.company_id and v.id = p_attempt.form_version_id
          where (a.question_id = any (p_attempt.drawn)
              or v.questions @> jsonb_build_array(jsonb_build_object('id', a.question_id)))
            and not exists (
              select from attempt_answers s where s.company_id = p_attempt.company_id
                and s.attempt_id = p_attempt.id and s.question_id = a.question_id and s.seq >= a.seq)
          order by a.question_id) late
      having count(*) > 0;
end $$;
