-- Seats.

set role osnova_system;

-- Seats taken: activated and unblocked people; pending: those invited who have not answered yet.
create or replace function licences(p_company integer) returns table (used integer, pending integer, "limit" integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select (select count(*) from memberships m
            where m.company_id = p_company and m.deleted_at is null and m.activated and m.blocked_at is null)::integer,
         (select count(*) from memberships m
            where m.company_id = p_company and m.deleted_at is null and not m.activated and m.blocked_at is null
              and m.declined_at is null)::integer,
         (select licence_limit from companies where id = p_company)
$$;
grant execute on function licences(integer) to public;

-- One more seat in the company entered, or a refusal. Takes turns, so that two cannot take the last one.
create or replace function require_seat() returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  v_seats record;
begin
  perform from companies where id = app_company() for update;
  select * into v_seats from licences(app_company());
  if v_seats."limit" is not null and v_seats.used + v_seats.pending >= v_seats."limit" then
    perform fail('licences_exhausted');
  end if;
end $$;
