set role osnova_system;

-- As in 0006; a success that forgets the tries between the two statements leaves no row, and the count begins anew.
create or replace function count_try(p_key text, p_kind text) returns timestamptz
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_known sign_in_failures;
  v_tries integer;
begin
  loop
    insert into sign_in_failures (key, failures, last_failed_at) values (p_key, 0, now()) on conflict do nothing;
    select * into v_known from sign_in_failures where key = p_key for update;
    exit when found;
  end loop;
  if v_known.locked_until > clock_timestamp() then
    return v_known.locked_until;
  end if;
  v_tries := 1 + case when v_known.last_failed_at < now() - interval '30 minutes' then 0 else v_known.failures end;
  update sign_in_failures
    set failures = v_tries, last_failed_at = now(), locked_until = clock_timestamp() + throttle_pause(p_kind, v_tries)
    where key = p_key;
  return null;
end $$;

reset role;
