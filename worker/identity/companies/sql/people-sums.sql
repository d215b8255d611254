-- How many people of each kind a company has, so that a list of a hundred thousand is counted and a seat is given
-- without a look at each. As the sums of courses: each change adds a part of its own, the minute's work joins them.

-- How many people of each kind there are.
create or replace view people_totals
  with (security_invoker = true)
  as
  select
    company_id,
    user_types,
    given_types,
    has_email,
    activated,
    blocked,
    declined,
    sum(people)::integer as people
  from people_sums
  group by
    company_id,
    user_types,
    given_types,
    has_email,
    activated,
    blocked,
    declined
  having sum(people) <> 0;
grant select on people_totals to osnova_worker, osnova_system;

set role osnova_system;

-- Notes what a statement changed: a part for each kind of people, less for who went and more for who came. Who was
-- taken out of the company counts no more.
create or replace function people_sums_moved() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  case tg_op
    when 'INSERT' then
      insert into people_sums (company_id, user_types, given_types, has_email, activated, blocked, declined, people)
        select company_id, user_types, given_types, has_email, activated, blocked_at is not null,
               declined_at is not null, count(*)
          from now_rows where deleted_at is null group by 1, 2, 3, 4, 5, 6, 7;
    when 'DELETE' then
      insert into people_sums (company_id, user_types, given_types, has_email, activated, blocked, declined, people)
        select company_id, user_types, given_types, has_email, activated, blocked_at is not null,
               declined_at is not null, -count(*)
          from was_rows where deleted_at is null group by 1, 2, 3, 4, 5, 6, 7;
    else
      insert into people_sums (company_id, user_types, given_types, has_email, activated, blocked, declined, people)
        select company_id, user_types, given_types, has_email, activated, blocked_at is not null,
               declined_at is not null, sum(sign)
          from (
            select -1 as sign, was.* from was_rows was union all select 1, now.* from now_rows now) both_rows
          where deleted_at is null group by 1, 2, 3, 4, 5, 6, 7 having sum(sign) <> 0;
  end case;
  return null;
end $$;
grant execute on function people_sums_moved() to public;

-- One at a time joins parts or sums them up anew: each would not see what the other has just written.
create or replace function lock_people_sums() returns void
  language sql
  as $$
  select pg_advisory_xact_lock(hashtext('people_sums'))
$$;

-- Makes one part for each kind of people of those of companies that have many; gives how many parts these were.
create or replace function join_people_sums() returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_parts integer;
begin
  perform lock_people_sums();
  with many as (
    select company_id from people_sums group by company_id having count(*) > 50
  ), parts as (
    delete from people_sums where company_id in (select company_id from many) returning *
  ), joined as (
    insert into people_sums (company_id, user_types, given_types, has_email, activated, blocked, declined, people)
      select company_id, user_types, given_types, has_email, activated, blocked, declined, sum(people)
        from parts group by 1, 2, 3, 4, 5, 6, 7 having sum(people) <> 0
  )
  select count(*) into v_parts from parts;
  return v_parts;
end $$;
grant execute on function join_people_sums() to osnova_worker;

-- Counts the people of a company anew. One statement: of what others change meanwhile it sees neither the person nor
-- the part.
create or replace function refresh_people_sums(p_company integer) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform lock_people_sums();
  with parts as (
    delete from people_sums where company_id = p_company
  )
  insert into people_sums (company_id, user_types, given_types, has_email, activated, blocked, declined, people)
    select company_id, user_types, given_types, has_email, activated, blocked_at is not null,
           declined_at is not null, count(*)
      from memberships where company_id = p_company and deleted_at is null group by 1, 2, 3, 4, 5, 6, 7;
end $$;
grant execute on function refresh_people_sums(integer) to public;

reset role;

create trigger sums_insert
  after insert
  on memberships
  referencing new table as now_rows
  for each statement
  when (not erasing())
  execute function people_sums_moved();

-- Also while somebody is erased: they count no more.
create trigger sums_update
  after update
  on memberships
  referencing old table as was_rows new table as now_rows
  for each statement
  execute function people_sums_moved();

-- With a company its sums are erased too.
create trigger sums_delete
  after delete
  on memberships
  referencing old table as was_rows
  for each statement
  when (not erasing())
  execute function people_sums_moved();
