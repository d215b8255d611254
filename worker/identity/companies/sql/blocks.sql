-- What a block of a person or of a company leaves behind.

set role osnova_system;

-- No session outlives a block where it acts: whoever is let in again signs in. Until then enter() refuses it, and it
-- can be ended, or taken to another company, where it goes on.
create or replace function end_blocked_sessions() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  if tg_table_name = 'companies' then
    update sessions set ended_at = now() where company_id = new.id and ended_at is null;
  else
    update sessions set ended_at = now()
      where user_id = new.user_id and company_id = new.company_id and ended_at is null;
  end if;
  return null;
end $$;
grant execute on function end_blocked_sessions() to public;

reset role;

create trigger blocked_sessions
  after update of blocked_at
  on memberships
  for each row
  when (not erasing() and old.blocked_at is not null and new.blocked_at is null)
  execute function end_blocked_sessions();

create trigger blocked_sessions
  after update of blocked_at
  on companies
  for each row
  when (not erasing() and old.blocked_at is not null and new.blocked_at is null)
  execute function end_blocked_sessions();
