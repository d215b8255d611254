-- What health checks and the check before a deployment ask.

-- Everything that would let one company see another: the Worker refuses to serve while a row comes back.
create or replace function security_problems() returns table (problem text)
  language sql
  stable
  as $$
  select format('role %s bypasses row-level security', rolname) from pg_roles
    where rolname = current_user and (rolsuper or rolbypassrls)
  union all
  select format('table %s belongs to the role that serves', relname) from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_get_userbyid(relowner) = current_user
  union all
  select format('table %s has no forced row-level security', relname) from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and not (relrowsecurity and relforcerowsecurity)
$$;

set role osnova_system;

-- What health checks tell of the database's side: seconds since each job ended well, mails whose time has come,
-- failures of a day. A job that is gone from the product is forgotten after a day.
create or replace function health() returns jsonb
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select jsonb_build_object(
    'jobs', (select coalesce(jsonb_agg(jsonb_build_object('name', name,
      'age', extract(epoch from now() - ran_at)::integer) order by name), '[]')
               from job_heartbeats where ran_at > now() - interval '1 day'
                 or not exists (select from job_heartbeats newer where newer.ran_at > now() - interval '1 day')),
    'mails', (select jsonb_build_object('waiting', count(*),
                  'oldest', coalesce(greatest(0, extract(epoch from now() - min(coalesce(first_due, now()))))::integer,
                    0))
                from (select case when tries = 0 then next_try_at else created_at end as first_due
                        from mails where sent_at is null and tries < mail_tries()
                          and (next_try_at <= now() or tries > 0)) due)
             || jsonb_build_object('given_up', (select count(*) from mails
                  where sent_at is null and tries >= mail_tries() and next_try_at > now() - interval '1 day')),
    'errors', (select coalesce(sum(count), 0) from error_counts where hour > now() - interval '24 hours'))
$$;
grant execute on function health() to osnova_worker;

-- The newest migration, by the time that the journal gives it.
create or replace function last_migration() returns bigint
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select max(created_at) from drizzle.__drizzle_migrations
$$;
grant execute on function last_migration() to osnova_worker;

-- Which release the functions, views, triggers, policies and grants are of.
create or replace function last_release() returns text
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select release from drizzle.schema_releases order by id desc limit 1
$$;
grant execute on function last_release() to osnova_worker;
