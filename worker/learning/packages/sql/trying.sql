-- Tries at packages: begun in the product, gone on with at the origin of content, by an address that names the session
-- it was made in.

set role osnova_system;

-- Whether a try has come to an end: completed, or judged.
create or replace function is_tried_out(p_try package_tries) returns boolean
  language sql
  immutable
  as $$
  select p_try.status = 'completed' or p_try.success <> 'unknown'
$$;

-- Opens a package for who entered. A student goes on with the last try, or begins the next: after one that is done,
-- when they want to; after one whose version is gone, or was replaced by one that all begin anew. Others look at it
-- without leaving anything behind (try 0).
create or replace function start_package(
  p_course integer,
  p_material integer,
  p_again boolean
) returns table (
  try_id integer,
  number integer,
  package_id integer,
  started_at timestamptz,
  allow_popups boolean,
  allow_downloads boolean
)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
#variable_conflict use_column
declare
  v_current integer;
  v_last package_tries;
begin
  if app_user_type() = 'student' then
    perform refuse_blocked(p_course);
    perform open_material(p_course, p_material);
  elsif not material_is_open(p_course, p_material) then
    perform fail('not_found');
  end if;
  v_current := current_package(p_material);
  if v_current is null then
    perform fail('not_found');
  elsif app_user_type() <> 'student' then
    return query select 0, 0, v_current, app_now(), p.allow_popups, p.allow_downloads from packages p
      where p.company_id = app_company() and p.media_id = v_current;
    return;
  end if;
  -- Of two tabs at once, one begins.
  perform from material_progress
    where company_id = app_company() and user_id = app_user() and material_id = p_material for update;
  select * into v_last from package_tries t
    where t.company_id = app_company() and t.user_id = app_user() and t.material_id = p_material
    order by t.number desc limit 1;
  if v_last.id is null or v_last.package_id is null or p_again and is_tried_out(v_last)
     or v_last.package_id <> v_current and not is_tried_out(v_last) and exists (select from packages p
       where p.company_id = app_company() and p.media_id = v_current and p.restart) then
    -- What is open of the try before commits no more.
    update package_tries t set opening = t.opening + 1 where t.company_id = app_company() and t.id = v_last.id;
    insert into package_tries (company_id, user_id, material_id, package_id, number, started_at)
      values (app_company(), app_user(), p_material, v_current, coalesce(v_last.number, 0) + 1, app_now())
      returning * into v_last;
  end if;
  return query select v_last.id, v_last.number, v_last.package_id, v_last.started_at, p.allow_popups, p.allow_downloads
    from packages p where p.company_id = app_company() and p.media_id = v_last.package_id;
end $$;
grant
  execute
  on
    function start_package(integer, integer, boolean)
  to
  osnova_worker;

-- Refuses a package at the content's origin to whom its material would not be opened now; who asks has entered.
create or replace function refuse_closed_package(
  p_material integer
) returns void
  language plpgsql
  as $$
declare
  v_course integer;
begin
  select m.course_id into v_course from materials m where m.company_id = app_company() and m.id = p_material;
  if app_user_type() = 'student' then
    perform refuse_blocked(v_course);
    perform refuse_closed_material(v_course, p_material);
  elsif v_course is null or not material_is_open(v_course, p_material) then
    perform fail('not_found');
  else
    perform refuse_during_tests(v_course, p_material);
  end if;
end $$;

-- Opens a try in the player: from now on this opening alone commits.
create or replace function open_package_try(
  p_material integer,
  p_package integer,
  p_try integer
) returns table (
  standard text,
  title text,
  items jsonb,
  allow_popups boolean,
  allow_downloads boolean,
  opening integer,
  sequence integer,
  item text,
  state jsonb,
  tree jsonb,
  sequencing jsonb,
  learner_name text,
  done boolean
)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
#variable_conflict use_column
declare
  v_try package_tries;
begin
  perform refuse_closed_package(p_material);
  if p_try > 0 then
    update package_tries t set opening = t.opening + 1
      where t.company_id = app_company() and t.id = p_try and t.user_id = app_user() and t.material_id = p_material
        and t.package_id = p_package
      returning * into v_try;
    if not found then
      perform fail('not_found');
    end if;
  end if;
  return query select p.standard, p.title, p.items, p.allow_popups, p.allow_downloads, coalesce(v_try.opening, 0),
      coalesce(v_try.sequence, 0), coalesce(v_try.item, ''), coalesce(v_try.state, '{}'),
      p.sequencing, v_try.sequencing, concat_ws(', ', nullif(u.last_name, ''), nullif(u.first_name, '')),
      is_tried_out(v_try)
    from packages p join users u on u.id = app_user()
    where p.company_id = app_company() and p.media_id = p_package and p.material_id = p_material;
end $$;
grant
  execute
  on
    function open_package_try(integer, integer, integer)
  to
  osnova_worker;

-- What an address opens, asked with each request of it.
create or replace function package_of_token(
  p_material integer,
  p_package integer
) returns table (key text, allow_popups boolean, allow_downloads boolean)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform refuse_closed_package(p_material);
  return query select d.key, p.allow_popups, p.allow_downloads from packages p join media d on d.id = p.media_id
    where p.company_id = app_company() and p.media_id = p_package and p.material_id = p_material;
  if not found then
    perform fail('not_found');
  end if;
end $$;
grant execute on function package_of_token(integer, integer) to osnova_worker;

-- What a try at a package is judged by. It never changes; a commit is refused by itself.
create or replace function items_of_package(
  p_material integer,
  p_package integer
) returns table (items jsonb, ruled boolean)
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select p.items, p.sequencing is not null from packages p
    where p.company_id = app_company() and p.media_id = p_package and p.material_id = p_material
$$;
grant execute on function items_of_package(integer, integer) to osnova_worker;

-- The same of a try of who entered, of whatever version it is.
create or replace function items_of_try(
  p_course integer,
  p_material integer,
  p_try integer
) returns table (items jsonb, ruled boolean)
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select p.items, p.sequencing is not null
    from package_tries t
      join materials m on m.company_id = t.company_id and m.id = t.material_id
      join packages p on p.company_id = t.company_id and p.media_id = t.package_id
    where t.company_id = app_company() and t.id = p_try and t.user_id = app_user() and t.material_id = p_material
      and m.course_id = p_course
$$;
grant
  execute
  on
    function items_of_try(integer, integer, integer)
  to
  osnova_worker;

-- Where the files of a package lie; asked together with what an address opens.
create or replace function index_of_package(
  p_company integer,
  p_package integer
) returns table (files jsonb)
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select f.files from package_files f where f.company_id = p_company and f.media_id = p_package
$$;
grant execute on function index_of_package(integer, integer) to osnova_worker;
