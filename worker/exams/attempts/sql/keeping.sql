-- What ended stays as it was; a status moves as it may.

-- Rows of an ended attempt and its answers never change; publishing the result and annulling are all that is left, and
-- what it comes to follows its gradings.
create or replace function keep_ended_attempt() returns trigger
  language plpgsql
  as $$
declare
  v_moving constant text[] := '{result_published_at, status, percent, passed}';
begin
  if old.status <> 'running' and (to_jsonb(new) - v_moving) <> (to_jsonb(old) - v_moving) then
    raise exception 'an ended attempt does not change' using errcode = 'OS020';
  end if;
  return new;
end $$;

-- Looks by the key alone. Looked for among the running ones of the company, an attempt was found by walking past all of
-- them wherever the planner still took them for few: 10,000 attempts with 200,000 answers took 90 s.
create or replace function keep_ended_answers() returns trigger
  language plpgsql
  as $$
declare
  v_status text;
  v_settled integer[];
begin
  select a.status, a.settled into v_status, v_settled from attempts a where a.id = new.attempt_id;
  if v_status is distinct from 'running' then
    raise exception 'the answers of an ended attempt do not change' using errcode = 'OS020';
  elsif new.question_id = any (v_settled) then
    raise exception 'an answer that was checked for the last time does not change' using errcode = 'OS020';
  end if;
  return new;
end $$;

-- A grading is added, never changed.
create or replace function keep_grading() returns trigger
  language plpgsql
  as $$
begin
  raise exception 'gradings are append-only' using errcode = 'OS020';
end $$;

-- Nothing but the transitions of §4, and what takes an annulment back.
create or replace function check_assignment_status() returns trigger
  language plpgsql
  as $$
begin
  if old.status <> new.status and not (old.status, new.status) in
    (('assigned', 'in_progress'), ('reopened', 'in_progress'), ('in_progress', 'completed'),
      ('in_progress', 'rejected'), ('completed', 'rejected'), ('completed', 'reopened'), ('rejected', 'reopened'),
      ('assigned', 'canceled'), ('reopened', 'canceled'), ('canceled', 'assigned'))
    and not (old.status = 'rejected' and new.status = 'completed'
      and coalesce(current_setting('app.reinstating', true), '') = 'on') then
    raise exception 'assignment % may not go from % to %', old.id, old.status, new.status using errcode = 'OS020';
  end if;
  return new;
end $$;

create trigger keep_ended
  before update
  on attempts
  for each row
  when (not erasing())
  execute function keep_ended_attempt();

create trigger keep_ended
  before insert or update
  on attempt_answers
  for each row
  when (not erasing())
  execute function keep_ended_answers();

create trigger append_only
  before update or delete
  on gradings
  for each row
  when (not erasing())
  execute function keep_grading();

create trigger status
  before update of status
  on assignments
  for each row
  when (not erasing())
  execute function check_assignment_status();
