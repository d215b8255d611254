-- Seats.

set role osnova_system;

-- People who came from other systems, by which dispatch, and that it lets nobody in any more (`over`): then whoever has
-- no other way in (`only_so`) can do nothing, and takes no seat. What gives one back asks for it (require_seats_kept):
-- triggers see to that, on dispatches, courses and users.
create or replace function dispatched_people(
  p_company integer
) returns table (
  user_id integer,
  dispatch_id integer,
  course_id integer,
  over boolean,
  only_so boolean,
  blocked boolean
)
  language sql
  stable
  as $$
  select l.user_id, d.id, d.course_id, dispatch_over(d) or c.deleted_at is not null,
         u.email is null and u.phone is null, m.blocked_at is not null
    from dispatches d
    join courses c on c.company_id = d.company_id and c.id = d.course_id
    join dispatch_learners l on l.company_id = d.company_id and l.dispatch_id = d.id
    join memberships m on m.company_id = l.company_id and m.user_id = l.user_id and m.deleted_at is null
      and m.activated
    join users u on u.id = l.user_id
    where d.company_id = p_company
$$;

-- How many people take no seat, as the dispatch that they came by is over.
create or replace function shut_out(p_company integer) returns integer
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select count(*)::integer from dispatched_people(p_company) where over and only_so and not blocked
$$;

-- Seats taken: activated and unblocked people; pending: those invited who have not answered yet.
create or replace function licences(
  p_company integer
) returns table (used integer, pending integer, "limit" integer)
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select coalesce(sum(people) filter (where activated and not blocked), 0)::integer - shut_out(p_company),
         coalesce(sum(people) filter (where not activated and not blocked and not declined), 0)::integer,
         (select licence_limit from companies where id = p_company)
    from people_totals where company_id = p_company
$$;
grant execute on function licences(integer) to public;

-- One more seat in the company entered, or a refusal. Takes turns, so that two cannot take the last one.
create or replace function require_seat() returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_seats record;
begin
  perform from companies where id = app_company() for update;
  select * into v_seats from licences(app_company());
  if v_seats."limit" is not null and v_seats.used + v_seats.pending >= v_seats."limit" then
    perform fail('licences_exhausted');
  end if;
end $$;

-- A seat for somebody of the company who is let in again; whoever takes none needs none.
create or replace function require_seat_of(p_user integer) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  if not exists (select from dispatched_people(app_company()) p where p.user_id = p_user and p.over and p.only_so) then
    perform require_seat();
  end if;
end $$;

-- Refuses what has just given seats back to people when there are not as many. Takes turns, as require_seat.
create or replace function require_seats_kept(p_company integer) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_seats record;
begin
  perform from companies where id = p_company for update;
  select * into v_seats from licences(p_company);
  if v_seats.used + v_seats.pending > v_seats."limit" then
    perform fail('licences_exhausted');
  end if;
end $$;
