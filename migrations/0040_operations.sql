-- The check before a deployment asks, as the Worker, how far the database is.
grant usage on schema drizzle to osnova_system;
grant select on drizzle.__drizzle_migrations to osnova_system;

set role osnova_system;

-- Counts an answer of 500 and more, or a job that failed; what is older than 90 days goes with the minute's jobs.
create function count_error(p_place text, p_request text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into error_counts (hour, place, count, last_request_id, last_at)
    values (date_trunc('hour', now()), p_place, 1, p_request, now())
    on conflict (hour, place) do update
      set count = error_counts.count + 1, last_request_id = excluded.last_request_id, last_at = excluded.last_at
$$;

-- Which of the minute's jobs ended well, and which did not.
create function note_jobs(p_ran text[], p_failed text[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into job_heartbeats (name, ran_at) select name, now() from unnest(p_ran) name order by name
    on conflict (name) do update set ran_at = excluded.ran_at;
  perform count_error('job ' || name, '') from (select name from unnest(p_failed) name order by name) failed;
  delete from error_counts where hour < now() - interval '90 days';
end $$;

-- What health checks tell of the database's side: seconds since each job ended well, mails whose time has come, failures
-- of a day. A job that is gone from the product is forgotten after a day.
create function health() returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_build_object(
    'jobs', (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'age', extract(epoch from now() - ran_at)::integer) order by name), '[]')
               from job_heartbeats where ran_at > now() - interval '1 day'
                 or not exists (select from job_heartbeats newer where newer.ran_at > now() - interval '1 day')),
    'mails', (select jsonb_build_object('waiting', count(*),
                  'oldest', coalesce(greatest(0, extract(epoch from now() - min(coalesce(first_due, now()))))::integer, 0))
                from (select case when tries = 0 then next_try_at else created_at end as first_due
                        from mails where sent_at is null and tries < 12 and (next_try_at <= now() or tries > 0)) due)
             || jsonb_build_object('given_up', (select count(*) from mails
                  where sent_at is null and tries >= 12 and next_try_at > now() - interval '1 day')),
    'errors', (select coalesce(sum(count), 0) from error_counts where hour > now() - interval '24 hours'))
$$;

-- The newest migration, by the time that the journal gives it.
create function last_migration() returns bigint
  language sql stable security definer set search_path = public, pg_temp as $$
  select max(created_at) from drizzle.__drizzle_migrations
$$;

do $$
declare f text;
begin
  foreach f in array array['count_error(text, text)', 'note_jobs(text[], text[])', 'health()', 'last_migration()'] loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to osnova_worker', f);
  end loop;
end $$;

reset role;
