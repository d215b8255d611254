-- What somebody has read of what they were told.

set role osnova_system;

-- Marks notifications of the person who entered as read: those named, or all up to one.
create or replace function read_notifications(
  p_ids integer[],
  p_up_to integer
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  if exists (select unnest(p_ids) except
             select n.id from notifications n
               where n.company_id = app_company() and n.user_id = app_user() and n.id = any (p_ids)) then
    perform fail('not_found');
  end if;
  update notifications n set read_at = app_now()
    where n.company_id = app_company() and n.user_id = app_user() and n.read_at is null
      and (n.id = any (p_ids) or n.id <= p_up_to);
end $$;
grant
  execute
  on
    function read_notifications(integer[], integer)
  to
  osnova_worker;
