-- Files that several rows name, and those that were taken away.

set role osnova_system;

-- A rich text with its pictures exchanged; p_media: {old id: new id}.
create or replace function with_media(p_text text, p_media jsonb) returns text
  language sql
  immutable
  as $$
  select case when p_text not like '%/api/v1/media/%' then p_text else (
    select string_agg(case when n = 1 then part
      else coalesce(p_media->>digits, digits) || substr(part, length(digits) + 1) end,
                      '/api/v1/media/' order by n)
      from string_to_table(p_text, '/api/v1/media/') with ordinality as parts(part, n)
      cross join lateral (select coalesce(substring(part from '^\d+'), '') as digits) led) end
$$;

-- Takes files of the company entered away from whoever sees them. For 90 days history can bring them back.
create or replace function drop_media(p_media integer[]) returns void
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  update media set removed_at = app_now() where company_id = app_company() and id = any (p_media) and removed_at is null
$$;

-- Forgets what was taken away 90 days ago; gives the keys that nobody names any more. A lock per key, so that of two
-- who let go of the same bytes at once the second one sees it.
create or replace function discard_removed_media() returns table (key text)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_keys text[];
begin
  with gone as (
    delete from media m where m.id in (
      select o.id from media o where o.removed_at < app_now() - interval '90 days' order by o.removed_at limit 200
        for update skip locked)
      returning m.key
  )
  select array_agg(distinct g.key order by g.key) into v_keys from gone g;
  perform pg_advisory_xact_lock(hashtextextended('media ' || k, 0)) from unnest(v_keys) k;
  return query select k from unnest(v_keys) k where not exists (select from media m where m.key = k);
end $$;
grant execute on function discard_removed_media() to osnova_worker;

-- Uploads that nobody finished within a day: takes them away and gives what to discard in storage.
create or replace function discard_stale_uploads() returns table (
  key text,
  upload_id text
)
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  delete from media where uploading_since < app_now() - interval '1 day' returning key, upload_id
$$;
grant execute on function discard_stale_uploads() to osnova_worker;

-- Files of the company, each stored object once, though a copied course names it again.
create or replace function stored_files() returns table (
  files integer,
  bytes bigint
)
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select count(*)::integer, coalesce(sum(size), 0)::bigint
    from (select key, max(size) as size from media where company_id = app_company() and uploading_since is null
      group by key) stored
$$;
grant execute on function stored_files() to osnova_worker;
