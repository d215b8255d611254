-- Photos of people, companies, courses and programs.

set role osnova_system;

-- Keeps a stored photo ({key, content_type, size}) as a file of the company; null for none.
create or replace function keep_photo(p_photo jsonb) returns integer
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  insert into media (company_id, key, content_type, size)
    select app_company(), p_photo->>'key', p_photo->>'content_type', (p_photo->>'size')::integer
      where p_photo is not null
    returning id
$$;
