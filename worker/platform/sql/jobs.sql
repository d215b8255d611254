-- Scheduled work and what failed.

set role osnova_system;

-- Counts an answer of 500 and more, a job that failed, or what one left; what is older than 90 days goes with the
-- minute's jobs.
create or replace function count_error(
  p_place text,
  p_request text
) returns void
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  insert into error_counts (hour, place, count, last_request_id, last_at)
    values (date_trunc('hour', now()), p_place, 1, p_request, now())
    on conflict (hour, place) do update
      set count = error_counts.count + 1, last_request_id = excluded.last_request_id, last_at = excluded.last_at
$$;
grant execute on function count_error(text, text) to osnova_worker;

-- Called where something that failed is left, so that the rest goes on: counts it at its place, with what it is and the
-- code; why, the log of the database tells. What goes by itself (a deadlock, a lock, want of memory) is raised again,
-- to be tried again as a whole.
create or replace function leave_failed(
  p_place text,
  p_what text,
  p_code text,
  p_message text
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  if p_code like any ('{40%,53%,55P03}') then
    raise exception using errcode = p_code, message = p_message;
  end if;
  perform count_error(p_place, format('%s: %s', p_what, p_code));
  -- What Postgres says of wrong data quotes it.
  raise warning '%: %: % %', p_place, p_what, p_code, case when p_code not like '22%' then p_message end;
end $$;

-- What this transaction has left, the last of each place.
create or replace function left_failed() returns table (place text, what text)
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select place, last_request_id from error_counts
    where hour = date_trunc('hour', now()) and last_at = now() order by place
$$;
grant execute on function left_failed() to osnova_worker;

-- Which of the minute's jobs ended well, and which did not.
create or replace function note_jobs(p_ran text[], p_failed text[]) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  insert into job_heartbeats (name, ran_at) select name, now() from unnest(p_ran) name order by name
    on conflict (name) do update set ran_at = excluded.ran_at;
  perform count_error('job ' || name, '') from (select name from unnest(p_failed) name order by name) failed;
  delete from error_counts where hour < now() - interval '90 days';
end $$;
grant execute on function note_jobs(text[], text[]) to osnova_worker;
