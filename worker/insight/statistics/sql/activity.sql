-- Attempts at the forms of a course over time.

-- A period in days of the company, both of which count, and in what it is told, so that there are 62 points at most.
-- Without its first day it has `p_days`; without its last it goes until today.
create or replace function period_of(p_from date, p_to date, p_days integer)
  returns table (zone text, first date, last date, bucket text) language sql stable rows 1 as $$
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

-- What was begun and ended of a course (or of one form of it) from point to point of a period, by people in the
-- caller's reach, unless all are asked for; `p_recent`: only the latest attempt of each at each form. An annulled one
-- counts nowhere.
create or replace function attempts_over_time(p_course integer, p_from date, p_to date, p_days integer, p_form integer,
    p_group integer, p_recent boolean, p_all boolean)
  returns table ("from" date, "to" date, time_zone text, bucket text, date date, started integer, completed integer,
    passed integer, failed integer, average double precision)
  language sql stable as $$
  with period as materialized (
    select p.*, p.first::timestamp at time zone p.zone as begins, (p.last + 1)::timestamp at time zone p.zone as ends
      from period_of(p_from, p_to, p_days) p
  ), points as materialized (
    select p.point, row_number() over (order by p.point)::integer as place, p.point at time zone d.zone as at
      from period d
      cross join lateral generate_series(date_trunc(d.bucket, d.first::timestamp), d.last::timestamp,
        ('1 ' || d.bucket)::interval) as p(point)
  ), bounds as materialized (
    select array_agg(at order by place) as list from points
  ), taken as materialized (
    select t.company_id, t.id, t.status, t.started_at, t.finished_at, t.result_published_at is not null as is_published
      from course_forms f
      join attempts t on t.company_id = f.company_id and t.form_id = f.id
      cross join period d
      where f.company_id = app_company() and f.course_id = p_course and t.status <> 'annulled'
        and (p_form is null or f.id = p_form) and (p_all or t.user_id in (select people_in_reach()))
        and (p_group is null or exists (select from group_members gm
          where gm.company_id = app_company() and gm.group_id = p_group and gm.user_id = t.user_id
            and gm.role = 'student'))
        and not (p_recent and exists (select from attempts l
          where l.company_id = t.company_id and l.assignment_id = t.assignment_id and l.number > t.number
            and l.status <> 'annulled'))
        and (t.started_at >= d.begins and t.started_at < d.ends or t.finished_at >= d.begins and t.finished_at < d.ends)
  ), starts as (
    select width_bucket(t.started_at, b.list) as place, count(*)::integer as started
      from taken t cross join period d cross join bounds b
      where t.started_at >= d.begins and t.started_at < d.ends group by 1
  ), ends as (
    select width_bucket(t.finished_at, b.list) as place, count(*)::integer as completed,
           count(*) filter (where g.passed)::integer as passed,
           count(*) filter (where not g.passed)::integer as failed, avg(g.percent) as average
      from taken t
      cross join period d
      cross join bounds b
      cross join lateral outcome_of(t.company_id, t.id, t.is_published) g
      where t.status = 'completed' and t.finished_at >= d.begins and t.finished_at < d.ends group by 1
  )
  select d.first, d.last, d.zone, d.bucket, greatest(p.point::date, d.first), coalesce(s.started, 0),
         coalesce(e.completed, 0), coalesce(e.passed, 0), coalesce(e.failed, 0), e.average
    from period d
    cross join points p
    left join starts s on s.place = p.place
    left join ends e on e.place = p.place
    order by p.point
$$;
