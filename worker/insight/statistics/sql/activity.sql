-- Attempts at the forms of a course over time.

-- A period in days of the company, both of which count, and in what it is told, so that there are 62 points at most.
-- Without its first day it has `p_days`; without its last it goes until today.
create or replace function period_of(
  p_from date,
  p_to date,
  p_days integer
) returns table (zone text, first date, last date, bucket text)
  language sql
  stable
  rows 1
  as $$
  select c.time_zone, d.first, d.last,
         case when d.last - d.first < 62 then 'day' when d.last - d.first < 62 * 7 - 6 then 'week'
              when d.last - d.first < 61 * 28 then 'month' else 'year' end
    from companies c
    cross join lateral (select (app_now() at time zone c.time_zone)::date as today) n
    cross join lateral (
      select coalesce(p_from, coalesce(p_to, n.today) - (p_days - 1)) as first,
             coalesce(p_to, greatest(p_from, n.today)) as last) d
    where c.id = app_company()
$$;

-- How many attempts at forms were begun and ended between which instants of a period, and what came of them;
-- `p_recent`: only the latest of each person at each form. Most are begun and ended between the same two. What waits
-- for marks has no result yet.
create or replace function attempts_between(
  p_forms integer[],
  p_begins timestamptz,
  p_ends timestamptz,
  p_bounds timestamptz[],
  p_group integer,
  p_recent boolean,
  p_all boolean
) returns table (
  began integer,
  ended integer,
  attempts bigint,
  passed bigint,
  failed bigint,
  results bigint,
  percents double precision
)
  language sql
  stable
  set plan_cache_mode = force_custom_plan
  set enable_nestloop = off
  set enable_sort = off
  as $$
  select width_bucket(t.began_at, p_bounds), width_bucket(t.ended_at, p_bounds), count(*),
         count(*) filter (where t.passed), count(*) filter (where not t.passed), count(t.percent),
         sum(t.percent)::float8
    from (
      select case when t.started_at >= p_begins and t.started_at < p_ends then t.started_at end as began_at,
             case when t.status = 'completed' and t.finished_at >= p_begins and t.finished_at < p_ends
               then t.finished_at end as ended_at, t.percent, t.passed
        from attempts t
        where t.company_id = (select app_company()) and t.form_id = any (p_forms) and t.status <> 'annulled'
          and (p_all or t.user_id in (select people_in_reach()))
          and (p_group is null or t.user_id in (select gm.user_id from group_members gm
            where gm.company_id = app_company() and gm.group_id = p_group and gm.role = 'student'))
          and not (p_recent and exists (select from attempts l
            where l.company_id = (select app_company()) and l.form_id = any (p_forms)
              and l.assignment_id = t.assignment_id and l.number > t.number and l.status <> 'annulled'))
          and (t.started_at >= p_begins and t.started_at < p_ends
            or t.finished_at >= p_begins and t.finished_at < p_ends)
        offset 0) t
    group by 1, 2
$$;

-- What was begun and ended of a course (or of one form of it) from point to point of a period, by people in the
-- caller's reach, unless all are asked for; `p_recent`: only the latest attempt of each at each form. An annulled one
-- counts nowhere.
create or replace function attempts_over_time(
  p_course integer,
  p_from date,
  p_to date,
  p_days integer,
  p_form integer,
  p_group integer,
  p_recent boolean,
  p_all boolean
) returns table (
  "from" date,
  "to" date,
  time_zone text,
  bucket text,
  date date,
  started integer,
  completed integer,
  passed integer,
  failed integer,
  average double precision
)
  language sql
  stable
  as $$
  with period as materialized (
    select p.*, day_begins(p.first, p.zone) as begins, day_begins(p.last + 1, p.zone) as ends
      from period_of(p_from, p_to, p_days) p
  ), points as materialized (
    select p.point, row_number() over (order by p.point)::integer as place, day_begins(p.point::date, d.zone) as at
      from period d
      cross join lateral generate_series(date_trunc(d.bucket, d.first::timestamp), d.last::timestamp,
        ('1 ' || d.bucket)::interval) as p(point)
  ), counted as materialized (
    select b.* from period d
      cross join lateral attempts_between(
        array(select f.id from course_forms f
          where f.company_id = app_company() and f.course_id = p_course and (p_form is null or f.id = p_form)),
        d.begins, d.ends, (select array_agg(at order by place) from points), p_group, p_recent, p_all) b
  ), starts as (
    select began as place, sum(attempts)::integer as started from counted group by 1
  ), ends as (
    select ended as place, sum(attempts)::integer as completed, sum(passed)::integer as passed,
           sum(failed)::integer as failed, sum(percents) / nullif(sum(results), 0)::float8 as average
      from counted group by 1
  )
  select d.first, d.last, d.zone, d.bucket, greatest(p.point::date, d.first), coalesce(s.started, 0),
         coalesce(e.completed, 0), coalesce(e.passed, 0), coalesce(e.failed, 0), e.average
    from period d
    cross join points p
    left join starts s on s.place = p.place
    left join ends e on e.place = p.place
    order by p.point
$$;
