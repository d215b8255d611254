-- What erasing takes away leaves no entry of history behind, derives nothing anew and may delete what is otherwise
-- kept.

set role osnova_system;

-- Said by the functions that erase, for as long as they run.
create or replace function erasing() returns boolean
  language sql
  stable
  parallel safe
  as $$ select coalesce(current_setting('app.erasing', true), '') = 'on' $$;
grant execute on function erasing() to public;

-- Gives what stood before, to be put back at the end.
create or replace function begin_erasing() returns text
  language plpgsql
  as $$
declare
  v_before text := coalesce(current_setting('app.erasing', true), '');
begin
  perform set_config('app.erasing', 'on', true);
  return v_before;
end $$;

-- Who was erased stays erased.
create or replace function keep_erased() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform fail('person_erased');
  return null;
end $$;

-- Whether a person was erased.
create or replace function is_erased(p_user integer) returns boolean
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select exists (select from users where id = p_user and erased_at is not null)
$$;
grant execute on function is_erased(integer) to osnova_worker;

-- An object of history without what tells of a person.
create or replace function without_person(p_object jsonb) returns jsonb
  language sql
  immutable
  as $$
  select case when p_object is null then null else (
    select jsonb_object_agg(key, case
        when key in ('first_name', 'last_name', 'middle_name', 'position', 'subdivision', 'comment') then '""'::jsonb
        when key in ('email', 'phone', 'photo_id') then 'null'::jsonb
        else value end)
      from jsonb_each(p_object)) end
$$;

-- The tables with rows of companies, each before those that it refers to: read from the catalogue, so that none is
-- missed.
create or replace function company_tables() returns table (
  name text,
  place integer
)
  language plpgsql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_left oid[] := array(
    select c.oid from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p'));
  v_next oid[];
  v_place integer := 0;
begin
  while v_left <> '{}' loop
    v_next := array(
      select t from unnest(v_left) t where not exists (
        select from pg_constraint f
          where f.contype = 'f' and f.confrelid = t and f.conrelid = any (v_left) and f.conrelid <> t));
    if v_next = '{}' then
      raise exception 'tables refer to each other in a circle: %', v_left::regclass[];
    end if;
    v_place := v_place + 1;
    return query select t::regclass::text, v_place from unnest(v_next) t order by 1;
    v_left := array(select t from unnest(v_left) t where t <> all (v_next));
  end loop;
end $$;
grant execute on function company_tables() to osnova_worker;

reset role;

create trigger keep_erased
  before insert or update
  on memberships
  for each row
  when (new.deleted_at is null and is_erased(new.user_id))
  execute function keep_erased();

create trigger keep_erased
  before update
  on users
  for each row
  when (
    old.erased_at is not null
      and (
        new.email is not null
          or new.phone is not null
          or new.erased_at is null
          or new.photo_id is not null
          or new.first_name <> ''
          or new.middle_name <> ''
          or new.last_name <> old.last_name
      )
  )
  execute function keep_erased();
