-- The company's days.

-- When a day begins in a time zone: at its first midnight where clocks go back to it, and where they go forward over it
-- with the first instant behind. Stable, as adding an interval to an instant is: an immutable function that does so
-- stands in place of no call.
create or replace function day_begins(
  p_day date,
  p_zone text
) returns timestamptz
  language sql
  stable
  as $$
  select least(p_day::timestamp at time zone p_zone,
               (p_day::timestamp - interval '1 millisecond') at time zone p_zone + interval '1 millisecond')
$$;

-- The last instant of a day in a time zone.
create or replace function day_ends(p_day date, p_zone text) returns timestamptz
  language sql
  stable
  as $$
  select day_begins(p_day + 1, p_zone) - interval '1 millisecond'
$$;

-- How many days of the company entered lie between what was due and what was done; 0: in time, null: not both.
create or replace function days_late(
  p_due_at timestamptz,
  p_done_at timestamptz
) returns integer
  language sql
  stable
  as $$
  select case when p_done_at <= p_due_at then 0 when p_done_at > p_due_at then (
    select (p_done_at at time zone time_zone)::date - (p_due_at at time zone time_zone)::date
      from companies where id = app_company()) end
$$;

-- When a day of the company entered begins.
create or replace function start_of_day(p_day date) returns timestamptz
  language sql
  stable
  as $$
  select day_begins(p_day, (select time_zone from companies where id = app_company()))
$$;

-- The day that is meant by a day, or by an instant in the company entered.
create or replace function day_meant(p_value text) returns date
  language sql
  stable
  as $$
  select case when p_value like '%T%' then
      (p_value::timestamptz at time zone (select time_zone from companies where id = app_company()))::date
    else p_value::date end
$$;

-- The day that it is in the company entered.
create or replace function company_today() returns date
  language sql
  stable
  as $$
  select (app_now() at time zone time_zone)::date from companies where id = app_company()
$$;
