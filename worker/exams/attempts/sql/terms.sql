-- The terms of an attempt (§4). They stand once more in the contracts of attempts and forms; a test compares
-- them.

-- How long after the deadline saves are accepted.
create or replace function grace() returns interval language sql immutable parallel safe as $$
  select interval '5 seconds'
$$;

-- How long a closed page may take to come back.
create or replace function closing_time() returns interval language sql immutable parallel safe as $$
  select interval '60 seconds'
$$;

-- A page tells that it is there every 20 s; one that was not heard of for so long was away.
create or replace function silence() returns interval language sql immutable parallel safe as $$
  select interval '45 seconds'
$$;

-- How many minutes a form gives by its settings.
create or replace function minutes_of(p_settings jsonb) returns integer language sql immutable parallel safe as $$
  select coalesce((p_settings->>'time_limit')::integer, 120)
$$;
