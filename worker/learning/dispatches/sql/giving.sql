-- Giving a course into other systems.

set role osnova_system;

-- A name for the group of a dispatch that no other group has.
create or replace function free_group_name(p_name text) returns text
  language plpgsql
  stable
  as $$
declare
  v_name text := p_name;
  v_number integer := 1;
begin
  while exists (select from study_groups where company_id = app_company() and deleted_at is null
      and lower(btrim(name)) = lower(v_name)) loop
    v_number := v_number + 1;
    v_name := format('%s (%s)', p_name, v_number);
  end loop;
  return v_name;
end $$;

-- Makes a dispatch of a course, with the group that whoever comes by it joins. Errors: not_found; due_in_past on
-- ends_at.
create or replace function make_dispatch(
  p_course integer,
  p_fields jsonb
) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_name text := btrim(p_fields->>'name');
  v_group integer;
  v_id integer;
begin
  perform require_in_reach('{}', array[p_course]);
  if (p_fields->>'ends_at')::timestamptz <= app_now() then
    perform fail('due_in_past', 'ends_at');
  end if;
  -- One after another, so that two of one name do not take the same name for their groups.
  perform from courses where company_id = app_company() and id = p_course for no key update;
  insert into study_groups (company_id, name) values (app_company(), free_group_name(v_name)) returning id into v_group;
  insert into course_groups (company_id, course_id, group_id) values (app_company(), p_course, v_group);
  insert into dispatches (company_id, course_id, group_id, name, standard, max_people, ends_at, created_at)
    values (app_company(), p_course, v_group, v_name, p_fields->>'standard', (p_fields->'max_people')::integer,
            (p_fields->>'ends_at')::timestamptz, app_now())
    returning id into v_id;
  return v_id;
end $$;
grant execute on function make_dispatch(integer, jsonb) to osnova_worker;

-- A dispatch of the company entered, locked. Errors: not_found.
create or replace function require_dispatch(
  p_course integer,
  p_dispatch integer
) returns dispatches
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_dispatch dispatches;
begin
  select d.* into v_dispatch from dispatches d
    join courses c on c.company_id = d.company_id and c.id = d.course_id and c.deleted_at is null
    where d.company_id = app_company() and d.course_id = p_course and d.id = p_dispatch for update of d;
  if not found then
    perform fail('not_found');
  end if;
  return v_dispatch;
end $$;

-- Changes what is given. Errors: not_found, licences_exhausted.
create or replace function change_dispatch(
  p_course integer,
  p_dispatch integer,
  p_fields jsonb
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_dispatch dispatches := require_dispatch(p_course, p_dispatch);
begin
  update dispatches d
    set name = coalesce(btrim(p_fields->>'name'), d.name),
        max_people = case when p_fields ? 'max_people' then (p_fields->'max_people')::integer else d.max_people end,
        ends_at = case when p_fields ? 'ends_at' then (p_fields->>'ends_at')::timestamptz else d.ends_at end,
        withdrawn_at = case when p_fields->'withdrawn' = 'true' then coalesce(d.withdrawn_at, app_now())
          when p_fields ? 'withdrawn' then null else d.withdrawn_at end
    where d.company_id = app_company() and d.id = v_dispatch.id;
end $$;
grant
  execute
  on
    function change_dispatch(integer, integer, jsonb)
  to
  osnova_worker;

-- A dispatch lets nobody in any more.
create or replace function dispatch_over(p_dispatch dispatches) returns boolean
  language sql
  stable
  as $$
  select p_dispatch.withdrawn_at is not null or coalesce(p_dispatch.ends_at <= app_now(), false)
$$;
grant execute on function dispatch_over(dispatches) to public;

-- Whoever is in it goes when it is withdrawn, or when its end comes; opened again, it takes seats for those who came by
-- it. So it is whoever changes it, the history too. Errors: licences_exhausted.
create or replace function dispatch_changed() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  if dispatch_over(old) and not dispatch_over(new)
     and exists (select from dispatched_people(new.company_id) p where p.dispatch_id = new.id and p.only_so
       and not p.blocked) then
    perform require_seats_kept(new.company_id);
  end if;
  update sessions s
    set expires_at = least(s.expires_at, new.ends_at), ended_at = case when new.withdrawn_at is not null then now() end
    from dispatch_learners l
    where l.company_id = new.company_id and l.dispatch_id = new.id and s.user_id = l.user_id and s.ended_at is null;
  return null;
end $$;
grant execute on function dispatch_changed() to public;

-- What stands in the package of a dispatch; history records who takes it. Errors: not_found.
create or replace function take_dispatch(
  p_course integer,
  p_dispatch integer
) returns table (name text, standard text, course text)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_dispatch dispatches := require_dispatch(p_course, p_dispatch);
begin
  update dispatches d set downloaded_at = app_now() where d.company_id = app_company() and d.id = p_dispatch;
  return query select v_dispatch.name, v_dispatch.standard, c.name from courses c
    where c.company_id = app_company() and c.id = p_course;
end $$;
grant execute on function take_dispatch(integer, integer) to osnova_worker;

-- A deleted course comes back: so do the seats of those who came to it by a dispatch. Errors: licences_exhausted.
create or replace function dispatched_course_restored() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  if exists (select from dispatched_people(new.company_id) p
      where p.course_id = new.id and p.only_so and not p.over and not p.blocked) then
    perform require_seats_kept(new.company_id);
  end if;
  return null;
end $$;
grant execute on function dispatched_course_restored() to public;

-- A first mailbox or phone, whoever gives it, is another way in: whoever takes no seat takes one by it.
-- Errors: licences_exhausted.
create or replace function dispatched_person_reachable() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_company integer;
begin
  for v_company in select company_id from memberships where user_id = new.id and deleted_at is null loop
    if exists (select from dispatched_people(v_company) p where p.user_id = new.id and p.over and not p.blocked) then
      perform require_seats_kept(v_company);
    end if;
  end loop;
  return null;
end $$;
grant execute on function dispatched_person_reachable() to public;

reset role;

create trigger changed
  after update of withdrawn_at, ends_at
  on dispatches
  for each row
  when (
    not erasing()
      and (old.withdrawn_at, old.ends_at) is distinct from (
        new.withdrawn_at, new.ends_at
      )
  )
  execute function dispatch_changed();

create trigger seats
  after update of email, phone
  on users
  for each row
  when (
    not erasing()
      and old.email is null
      and old.phone is null
      and (new.email is not null or new.phone is not null)
  )
  execute function dispatched_person_reachable();

create trigger seats
  after update of deleted_at
  on courses
  for each row
  when (not erasing() and old.deleted_at is not null and new.deleted_at is null)
  execute function dispatched_course_restored();
