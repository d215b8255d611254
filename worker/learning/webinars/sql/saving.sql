-- Everything that writes webinars.

set role osnova_system;

-- The webinar, locked, for whoever may change it now.
create or replace function webinar_to_change(p_webinar integer) returns webinars
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_webinar webinars;
begin
  perform require_webinar(p_webinar);
  select * into v_webinar from webinars where company_id = app_company() and id = p_webinar and deleted_at is null
    for update;
  if not found then
    perform fail('not_found');
  end if;
  return v_webinar;
end $$;

-- The links become those of the list within the caller's reach; the others stay.
create or replace function set_webinar_courses(
  p_webinar integer,
  p_courses integer[]
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform require_in_reach('{}', array(
    select unnest(p_courses) except
    select course_id from webinar_courses where company_id = app_company() and webinar_id = p_webinar));
  delete from webinar_courses
    where company_id = app_company() and webinar_id = p_webinar and course_id <> all (p_courses)
    and (app_user_type() in ('owner', 'admin') or course_id in (select courses_in_reach()));
  insert into webinar_courses (company_id, webinar_id, course_id)
    select distinct app_company(), p_webinar, c from unnest(p_courses) c on conflict do nothing;
end $$;

-- Invites these groups, and no others; a trainer changes none. Errors: not_found for one that is out of reach and was
-- not invited.
create or replace function set_webinar_groups(
  p_webinar integer,
  p_groups integer[]
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_new integer[] := array(
    select unnest(p_groups) except
    select group_id from webinar_groups where company_id = app_company() and webinar_id = p_webinar);
begin
  -- A trainer ties a webinar to courses alone.
  if app_user_type() = 'trainer' then
    if cardinality(v_new) > 0 then
      perform fail('not_found');
    end if;
    return;
  end if;
  perform require_in_reach(v_new, '{}');
  delete from webinar_groups where company_id = app_company() and webinar_id = p_webinar and group_id <> all (p_groups)
    and (app_user_type() in ('owner', 'admin') or group_id in (select groups_in_reach()));
  insert into webinar_groups (company_id, webinar_id, group_id)
    select distinct app_company(), p_webinar, g from unnest(p_groups) g on conflict do nothing;
end $$;

-- Invites who studies these programs, and no others; as set_webinar_groups().
create or replace function set_webinar_programs(
  p_webinar integer,
  p_programs integer[]
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_new integer[] := array(
    select unnest(p_programs) except
    select program_id from webinar_programs where company_id = app_company() and webinar_id = p_webinar);
begin
  if app_user_type() = 'trainer' then
    if cardinality(v_new) > 0 then
      perform fail('not_found');
    end if;
    return;
  end if;
  perform require_programs(v_new);
  delete from webinar_programs
    where company_id = app_company() and webinar_id = p_webinar and program_id <> all (p_programs)
    and (app_user_type() in ('owner', 'admin') or program_id in (select programs_in_reach()));
  insert into webinar_programs (company_id, webinar_id, program_id)
    select distinct app_company(), p_webinar, p from unnest(p_programs) p on conflict do nothing;
end $$;

-- Those who hold it beside its host: whoever may coach. Errors: of require_people(), on cohost_ids.
create or replace function set_webinar_hosts(
  p_webinar integer,
  p_users integer[]
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform require_people(array(
    select unnest(p_users) except
    select user_id from webinar_hosts where company_id = app_company() and webinar_id = p_webinar), 'coach',
      'cohost_ids');
  delete from webinar_hosts where company_id = app_company() and webinar_id = p_webinar and user_id <> all (p_users);
  insert into webinar_hosts (company_id, webinar_id, user_id)
    select distinct app_company(), p_webinar, u from unnest(p_users) u on conflict do nothing;
end $$;

-- Whether a role without the whole company still reaches the webinar through what it is tied to.
create or replace function webinar_is_tied(p_webinar integer) returns boolean
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select exists (select from webinar_courses where company_id = app_company() and webinar_id = p_webinar
                   and course_id in (select courses_in_reach()))
      or app_user_type() = 'manager' and (
           exists (select from webinar_groups where company_id = app_company() and webinar_id = p_webinar
                     and group_id in (select groups_in_reach()))
        or exists (select from webinar_programs where company_id = app_company() and webinar_id = p_webinar
                     and program_id in (select programs_in_reach())))
$$;

-- Whether the address is one of the provider's; as providerFits() in worker/learning/webinars/contract.ts.
create or replace function webinar_provider_fits(
  p_provider text,
  p_url text
) returns boolean
  language sql
  immutable
  as $$
  select p_url = '' or case p_provider
    when 'zoom' then host = 'zoom.us' or host like '%.zoom.us'
    when 'meet' then host = 'meet.google.com'
    when 'teams' then host in ('teams.microsoft.com', 'teams.live.com')
    else true end
  from (select lower(substring(p_url from '^https://([^/?#:]+)')) as host) address
$$;

-- Writes the fields that are given over a webinar (as it was before). Another time is reminded of again; what stands in
-- a calendar counts its changes.
create or replace function write_webinar(
  p_webinar webinars,
  p_host integer,
  p_fields jsonb
) returns void
  language plpgsql
  as $$
begin
  update webinars w set
      name = coalesce(p_fields->>'name', name),
      description = coalesce(p_fields->>'description', description),
      host_id = coalesce(p_host, host_id),
      provider = coalesce(p_fields->>'provider', provider),
      join_url = coalesce(p_fields->>'join_url', join_url),
      starts_at = coalesce((p_fields->>'starts_at')::timestamptz, starts_at),
      time_zone = coalesce(p_fields->>'time_zone', time_zone),
      duration = coalesce((p_fields->>'duration')::integer, duration),
      capacity = case when p_fields ? 'capacity' then (p_fields->>'capacity')::integer else capacity end,
      recording_url = coalesce(p_fields->>'recording_url', recording_url)
    where w.company_id = app_company() and w.id = p_webinar.id;
  update webinars w set
      sequence = w.sequence + 1,
      day_reminded_at = case when w.starts_at = p_webinar.starts_at then w.day_reminded_at end,
      hour_reminded_at = case when w.starts_at = p_webinar.starts_at then w.hour_reminded_at end
    where w.company_id = app_company() and w.id = p_webinar.id
      and (w.name, w.starts_at, w.duration) is distinct from (p_webinar.name, p_webinar.starts_at, p_webinar.duration);
  if exists (select from webinars w where w.company_id = app_company() and w.id = p_webinar.id
               and not webinar_provider_fits(w.provider, w.join_url)) then
    perform fail('webinar_provider_mismatch', 'join_url');
  end if;
end $$;

-- What a list of a webinar, by its field, holds now.
create or replace function list_of_webinar(
  p_webinar integer,
  p_field text
) returns integer[]
  language plpgsql
  stable
  as $$
begin
  return case p_field
    when 'course_ids' then array(
      select course_id from webinar_courses where company_id = app_company() and webinar_id = p_webinar)
    when 'group_ids' then array(
      select group_id from webinar_groups where company_id = app_company() and webinar_id = p_webinar)
    when 'program_ids' then array(
      select program_id from webinar_programs where company_id = app_company() and webinar_id = p_webinar)
    else array(select user_id from webinar_hosts where company_id = app_company() and webinar_id = p_webinar) end;
end $$;

-- Ties a webinar to the hosts, courses, groups and programs that are given.
create or replace function tie_webinar(
  p_webinar integer,
  p_fields jsonb
) returns void
  language plpgsql
  as $$
declare
  v_list record;
  v_chosen integer[];
begin
  for v_list in select key, array(select value::integer from jsonb_array_elements_text(f.value) value) as given
      from jsonb_each(p_fields) f where key like '%_ids' order by key loop
    v_chosen := list_as_meant(v_list.given, p_fields->'lists_read'->v_list.key, list_of_webinar(p_webinar, v_list.key));
    case v_list.key
      when 'cohost_ids' then perform set_webinar_hosts(p_webinar, v_chosen);
      when 'course_ids' then perform set_webinar_courses(p_webinar, v_chosen);
      when 'group_ids' then perform set_webinar_groups(p_webinar, v_chosen);
      when 'program_ids' then perform set_webinar_programs(p_webinar, v_chosen);
    end case;
  end loop;
end $$;

-- Creates a webinar (null) or changes one in reach; a field that is missing stays as it is.
create or replace function save_webinar(
  p_webinar integer,
  p_fields jsonb
) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_webinar webinars;
  v_host integer := (p_fields->>'host_id')::integer;
begin
  if p_fields ? 'time_zone' then
    begin
      perform app_now() at time zone (p_fields->>'time_zone');
    exception when invalid_parameter_value then
      perform fail('wrong_type', 'time_zone');
    end;
  end if;
  if p_webinar is null then
    v_host := coalesce(v_host, app_user());
    perform require_people(array[v_host], 'coach', 'host_id');
    insert into webinars (company_id, name, host_id, starts_at, time_zone, duration, created_at)
      select c.id, p_fields->>'name', v_host, (p_fields->>'starts_at')::timestamptz,
             coalesce(p_fields->>'time_zone', c.time_zone), (p_fields->>'duration')::integer, app_now()
        from companies c where c.id = app_company()
      returning * into v_webinar;
  else
    v_webinar := webinar_to_change(p_webinar);
    if v_webinar.canceled_at is not null then
      perform fail('webinar_canceled');
    end if;
    if v_host is distinct from v_webinar.host_id and v_host is not null then
      perform require_people(array[v_host], 'coach', 'host_id');
    end if;
  end if;
  perform write_webinar(v_webinar, v_host, p_fields);
  perform tie_webinar(v_webinar.id, p_fields);
  if app_user_type() not in ('owner', 'admin')
     and (p_webinar is null or p_fields ?| array['course_ids', 'group_ids', 'program_ids'])
     and not webinar_is_tied(v_webinar.id) then
    perform fail('webinar_audience_required', 'course_ids');
  end if;
  return v_webinar.id;
end $$;
grant execute on function save_webinar(integer, jsonb) to osnova_worker;

-- Deletes a webinar; it can be restored. Errors: of webinar_to_change().
create or replace function delete_webinar(p_webinar integer) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform webinar_to_change(p_webinar);
  update webinars set deleted_at = app_now() where company_id = app_company() and id = p_webinar;
end $$;
grant execute on function delete_webinar(integer) to osnova_worker;

-- Gives a webinar a photo ({key, content_type, size}), or takes it away (null). Errors: of webinar_to_change().
create or replace function set_webinar_photo(
  p_webinar integer,
  p_photo jsonb
) returns table (id integer, dropped text)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_old integer := (webinar_to_change(p_webinar)).photo_id;
  v_new integer;
begin
  v_new := keep_photo(p_photo);
  update webinars w set photo_id = v_new where w.company_id = app_company() and w.id = p_webinar;
  perform drop_media(array[v_old]);
  return query select v_new, null::text;
end $$;
grant execute on function set_webinar_photo(integer, jsonb) to osnova_worker;
