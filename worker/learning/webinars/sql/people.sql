-- Who is invited to a webinar in reach, or came to it.

-- Whether the caller holds a webinar.
create or replace function holds_webinar(p_webinar integer) returns boolean
  language sql
  stable
  as $$
  select exists (select from webinars w
                   where w.company_id = app_company() and w.id = p_webinar and w.host_id = app_user())
      or exists (select from webinar_hosts h
                   where h.company_id = app_company() and h.webinar_id = p_webinar and h.user_id = app_user())
$$;

-- The people of a webinar whom the caller reaches. Whoever holds it has met those who joined, and sees them besides; of
-- the others no more than elsewhere, since everybody may name themselves the host of what they plan.
create or replace function webinar_people_in_reach(
  p_webinar integer
) returns setof integer
  language sql
  stable
  as $$
  select i.user_id from webinar_invitations i
    where i.company_id = app_company() and i.webinar_id = p_webinar
      and (reaches_all() or i.user_id in (select people_in_reach()))
  union
  select a.user_id from webinar_attendance a
    where a.company_id = app_company() and a.webinar_id = p_webinar
      and (reaches_all() or a.user_id in (select people_in_reach())
        or a.joined_at is not null and holds_webinar(p_webinar))
$$;

-- Who was to come, or came: whoever holds it is there in any case. Minutes are of the webinar's time, as far as it has
-- passed.
create or replace function webinar_people(
  p_webinar integer
) returns table (
  id integer,
  first_name text,
  last_name text,
  photo text,
  joined_at timestamptz,
  left_at timestamptz,
  source text,
  status text,
  minutes integer
)
  language sql
  stable
  as $$
  with webinar as materialized (
    select w, w.company_id, w.id, w.host_id, w.starts_at, w.starts_at + make_interval(mins => w.duration) as ends_at
      from webinars w
      where w.company_id = app_company() and w.id = p_webinar and w.deleted_at is null
        and (reaches_all() or w.id in (select webinars_in_reach()))
  )
  select u.id, u.first_name, u.last_name, '/api/v1/media/' || u.photo_id, a.joined_at, a.left_at, a.source,
         attendance_status(w.w, a, app_now()),
         case when a.joined_at is not null then greatest(0, round(extract(epoch from
           least(coalesce(a.left_at, app_now()), w.ends_at) - greatest(a.joined_at, w.starts_at)) / 60))::integer end
    from webinar w
    cross join lateral webinar_people_in_reach(w.id) known (user_id)
    join users u on u.id = known.user_id
    left join webinar_attendance a on a.company_id = w.company_id and a.webinar_id = w.id and a.user_id = u.id
    where u.id <> w.host_id and not exists (
      select from webinar_hosts h where h.company_id = w.company_id and h.webinar_id = w.id and h.user_id = u.id)
$$;

-- What these people hold, as hosts or beside one, at some time from p_starts_at on for p_minutes: those whom the caller
-- reaches, and the caller. A webinar out of reach has no name. No webinar is longer than a day.
create or replace function host_clashes(
  p_hosts integer[],
  p_starts_at timestamptz,
  p_minutes integer,
  p_except integer,
  p_limit integer
) returns table (
  host jsonb,
  webinar jsonb,
  starts_at timestamptz,
  duration integer
)
  language sql
  stable
  as $$
  with asked as materialized (
    select u.id, u.first_name, u.last_name from users u
      where u.id = any (p_hosts) and (u.id = app_user() or case when reaches_all()
        then exists (select from memberships m
          where m.company_id = app_company() and m.user_id = u.id and m.deleted_at is null)
        else u.id in (select people_in_reach()) end)
  ), held as materialized (
    select w.id, w.name, w.host_id, w.starts_at, w.duration from webinars w
      where w.company_id = app_company() and w.deleted_at is null and w.canceled_at is null
        and w.id is distinct from p_except
        and w.starts_at > p_starts_at - interval '1 day'
        and w.starts_at < p_starts_at + make_interval(mins => p_minutes)
        and w.starts_at + make_interval(mins => w.duration) > p_starts_at
  )
  select person(a.id, a.first_name, a.last_name),
         case when reaches_all() or h.id in (select webinars_in_reach()) then named(h.id, h.name) end, h.starts_at,
         h.duration
    from asked a
    join held h on h.host_id = a.id or exists (select from webinar_hosts c
      where c.company_id = app_company() and c.webinar_id = h.id and c.user_id = a.id)
    order by h.starts_at, h.id, a.id limit p_limit
$$;
