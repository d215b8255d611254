-- The company's days.

-- When a day of the company entered begins.
create or replace function start_of_day(p_day date) returns timestamptz language sql stable as $$
  select p_day::timestamp at time zone (select time_zone from companies where id = app_company())
$$;
