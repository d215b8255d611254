-- Devices on which an account signed in before, which keep a count of wrong passwords of their own.

set role osnova_system;

-- Where an account signed in, as the hash of what the browser keeps. A browser that is known already keeps its secret,
-- so that several people may use it; else it takes the fresh one, so that nobody can plant a secret they know. The
-- latest 20 of a year are known. Gives whether the browser has to keep the fresh one.
create or replace function remember_device(
  p_user integer,
  p_known_hash text,
  p_fresh_hash text
) returns boolean
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_hash text := case when exists (select from known_devices where device_hash = p_known_hash) then p_known_hash
    else p_fresh_hash end;
begin
  insert into known_devices (user_id, device_hash) values (p_user, v_hash)
    on conflict (user_id, device_hash) do update set last_used_at = now();
  delete from known_devices where user_id = p_user and (last_used_at < now() - interval '1 year' or device_hash in (
    select d.device_hash from known_devices d where d.user_id = p_user
      order by d.last_used_at desc, d.device_hash offset 20));
  return v_hash = p_fresh_hash;
end $$;
grant execute on function remember_device(integer, text, text) to osnova_worker;

-- An erased person signed in nowhere.
create or replace function forget_devices() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  delete from sign_in_failures where key in (
    select 'device:' || d.user_id || ':' || d.device_hash from known_devices d where d.user_id = new.id);
  delete from known_devices where user_id = new.id;
  return null;
end $$;

reset role;

create trigger devices
  after update of erased_at
  on users
  for each row
  when (new.erased_at is not null)
  execute function forget_devices();
