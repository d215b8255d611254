-- The company's photo.

set role osnova_system;

-- Sets the company's picture, or takes it away (null), and drops the one before. `p_photo`: a file that was uploaded.
create or replace function set_company_photo(
  p_photo jsonb
) returns table (id integer, dropped text)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_new integer;
  v_old integer;
begin
  select photo_id into v_old from companies c where c.id = app_company() for update;
  v_new := keep_photo(p_photo);
  update companies c set photo_id = v_new where c.id = app_company();
  perform drop_media(array[v_old]);
  return query select v_new, null::text;
end $$;
grant execute on function set_company_photo(jsonb) to osnova_worker;
