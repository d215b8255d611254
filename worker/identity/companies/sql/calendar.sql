-- The company's days.

-- When a day of the company entered begins.
create or replace function start_of_day(p_day date) returns timestamptz language sql stable as $$
  select p_day::timestamp at time zone (select time_zone from companies where id = app_company())
$$;

-- The day that it is in the company entered.
create or replace function company_today() returns date language sql stable as $$
  select (app_now() at time zone time_zone)::date from companies where id = app_company()
$$;
