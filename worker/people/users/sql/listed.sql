-- What memberships repeat of a person and of their own roles, so that a list of a hundred thousand is sorted and
-- counted by an index.

-- What somebody who can give these roles may do with a person (§6, row actions): nothing with whoever has another one.
create or replace function actions_on(
  p_types text[],
  p_activated boolean,
  p_assignable text[]
) returns text[]
  language sql
  immutable
  parallel safe
  as $$
  select case when p_types <@ p_assignable then array_remove(array['edit',
      case when p_activated then 'block' end,
      case when p_activated then 'send_credentials' else 'invite_again' end,
      case when not p_activated or p_types <@ '{trainer,student}' then 'delete' end], null)
    else '{}' end
$$;

set role osnova_system;

-- What the list of people sorts and filters by stands with the membership, so that an index serves it.
create or replace function note_listed() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  new.given_types := assigned_types(new.user_types);
  select u.last_name, u.activated_at is not null, u.email is not null
    into new.surname, new.activated, new.has_email from users u where u.id = new.user_id;
  return new;
end $$;
grant execute on function note_listed() to public;

-- It follows the person, in each company.
create or replace function person_listed() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  update memberships
    set surname = new.last_name, activated = new.activated_at is not null, has_email = new.email is not null
    where user_id = new.id;
  return null;
end $$;
grant execute on function person_listed() to public;

-- Notes anew what the memberships of a company repeat.
create or replace function refresh_listed(p_company integer) returns void
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  update memberships m
    set given_types = assigned_types(m.user_types), surname = u.last_name, activated = u.activated_at is not null,
        has_email = u.email is not null
    from users u
    where m.company_id = p_company and u.id = m.user_id
      and (m.given_types, m.surname, m.activated, m.has_email) is distinct
        from (assigned_types(m.user_types), u.last_name, u.activated_at is not null, u.email is not null)
$$;

-- Who is active in the company entered just now, as is_online() has it.
create or replace function people_online() returns table (id integer)
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select user_id from sessions
    where company_id = app_company() and ended_at is null and last_seen_at > now() - online_for()
$$;
grant execute on function people_online() to osnova_worker;

-- Who of the company entered has a second factor, as has_second_factor() has it.
create or replace function people_with_second_factor() returns table (
  id integer
)
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select f.user_id from (
    select user_id from totp_secrets where secret is not null union select user_id from security_keys) f
    -- Each looked up for itself: a plan kept from small companies read all people of a large one.
    cross join lateral (
      select from memberships m where m.company_id = app_company() and m.user_id = f.user_id limit 1) ours
$$;
grant execute on function people_with_second_factor() to osnova_worker;

-- Whom the patterns of a search find by name, e-mail and phone in the company entered: as the palette finds them.
create or replace function people_matching(
  p_pattern text
) returns table (id integer)
  language plpgsql
  stable
  security definer
  rows 1000
  set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan
  as $$
#variable_conflict use_column
declare
  v_company integer := app_company();
  v_words text[] := words_patterns(p_pattern);
begin
  return query
  select u.id from users u
    where u.search_words like v_words[1] and u.search_words like coalesce(v_words[2], v_words[1])
      and u.search_words like all (v_words)
      and exists (select from memberships m where m.company_id = v_company and m.user_id = u.id);
end $$;
grant execute on function people_matching(text) to osnova_worker;

-- The positions or subdivisions (`p_place`) that people of the company entered have, each once whatever its case and
-- the blanks around it: from each to the next one along the index, not through everybody.
create or replace function places_of_people(
  p_place text
) returns table (name text)
  language plpgsql
  stable
  security definer
  rows 200
  set search_path = public, pg_temp
  as $$
begin
  return query execute format($q$
    with recursive places(key, name) as (
      (select lower(btrim(m.%1$I)), btrim(m.%1$I) from memberships m
         where m.company_id = $1 and lower(btrim(m.%1$I)) > '' and m.deleted_at is null
         order by lower(btrim(m.%1$I)), btrim(m.%1$I) limit 1)
      union all
      select next.* from places p cross join lateral (
        select lower(btrim(m.%1$I)), btrim(m.%1$I) from memberships m
          where m.company_id = $1 and lower(btrim(m.%1$I)) > p.key and m.deleted_at is null
          order by lower(btrim(m.%1$I)), btrim(m.%1$I) limit 1) next
    )
    select p.name from places p$q$, p_place) using app_company();
end $$;
grant execute on function places_of_people(text) to osnova_worker;

-- Who of the company entered has a position or subdivision (`p_place`), as the lists of them name it; also who has
-- left.
create or replace function people_at(
  p_place text,
  p_name text
) returns table (id integer)
  language plpgsql
  stable
  security definer
  rows 500
  set search_path = public, pg_temp
  as $$
begin
  return query execute format($q$
    select m.user_id from memberships m
      where m.company_id = $1 and lower(btrim(m.%1$I)) = lower(btrim($2))$q$, p_place) using app_company(), p_name;
end $$;
grant execute on function people_at(text, text) to osnova_worker;

reset role;

create trigger listed
  before insert or update of user_id, user_types
  on memberships
  for each row
  execute function note_listed();

-- Also while somebody is erased: their name stays nowhere.
create trigger listed
  after update of last_name, activated_at, email
  on users
  for each row
  when (
    old.last_name is distinct from new.last_name
      or (old.activated_at is null) <> (new.activated_at is null)
      or (old.email is null) <> (new.email is null)
  )
  execute function person_listed();
