-- The terms of an attempt (§4).

-- How long after the deadline saves are accepted.
create or replace function grace() returns interval
  language sql
  immutable
  parallel safe
  as $$
  select interval '5 seconds'
$$;

-- How long a closed page may take to come back.
create or replace function closing_time() returns interval
  language sql
  immutable
  parallel safe
  as $$
  select interval '60 seconds'
$$;

-- A page tells that it is there every 20 s; one that was not heard of for so long was away.
create or replace function silence() returns interval
  language sql
  immutable
  parallel safe
  as $$
  select interval '45 seconds'
$$;

-- The seconds that an attempt took. Of what was written on paper nobody knows it: it begins and ends at one instant, by
-- staff.
create or replace function seconds_taken(
  p_started timestamptz,
  p_finished timestamptz,
  p_by text
) returns integer
  language sql
  immutable
  parallel safe
  as $$
  select case when p_by is distinct from 'trainer' or p_finished > p_started
    then extract(epoch from p_finished - p_started)::integer end
$$;

-- How many minutes a form gives by its settings.
create or replace function minutes_of(p_settings jsonb) returns integer
  language sql
  immutable
  parallel safe
  as $$
  select coalesce((p_settings->>'time_limit')::integer, 120)
$$;
