-- Registrations whose mailbox is not proved yet.

set role osnova_system;

-- Lets go of an address that somebody registered with and never proved: its password, its links and its company count
-- for nothing as soon as the address is proved, or a company invites it.
create or replace function void_registrations(p_email text) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_users integer[] := array(
    select id from users where email = p_email and record_of is null and activated_at is null for update);
begin
  if v_users = '{}' then
    return;
  end if;
  update one_time_tokens set used_at = now() where user_id = any (v_users) and used_at is null;
  delete from credentials where user_id = any (v_users);
  update companies set deleted_at = now() where owner_id = any (v_users) and deleted_at is null;
  update users set email = null, email_verified = false where id = any (v_users);
end $$;

-- Whose registration a link confirms, with what judges the password typed along with it.
create or replace function confirmation(
  p_token_hash text
) returns table (
  password_hash text,
  email text,
  phone text,
  first_name text,
  last_name text,
  company text
)
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select h.password_hash, u.email, u.phone, u.first_name, u.last_name, c.name
    from one_time_tokens t join users u on u.id = t.user_id and u.record_of is null
    left join credentials h on h.user_id = u.id
    left join companies c on c.id = t.company_id
    where t.token_hash = p_token_hash and t.purpose = 'email_confirmation' and t.used_at is null
      and t.expires_at > now()
$$;
grant execute on function confirmation(text) to osnova_worker;
