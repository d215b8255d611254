-- Shapes that many answers hold, each in one place.

-- A thing by its name.
create or replace function named(p_id integer, p_name text) returns jsonb language sql immutable parallel safe as $$
  select jsonb_build_object('id', p_id, 'name', p_name)
$$;

-- A person by their name.
create or replace function person(p_id integer, p_first_name text, p_last_name text) returns jsonb
  language sql immutable parallel safe as $$
  select jsonb_build_object('id', p_id, 'first_name', p_first_name, 'last_name', p_last_name)
$$;
