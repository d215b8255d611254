-- How often a password, a code or a link may be tried; `access`: the access code of a test.

set role osnova_system;

-- How long the next try has to wait after so many.
create or replace function throttle_pause(
  p_kind text,
  p_tries integer
) returns interval
  language sql
  immutable
  parallel safe
  as $$
  select case
    when p_kind = 'address' then
      case when p_tries >= 200 then interval '15 minutes' when p_tries >= 50 then interval '1 minute' end
    when p_kind = 'access' then
      case when p_tries >= 10 then interval '10 minutes' end
    when p_kind = 'link' then
      case when p_tries >= 5 then interval '15 minutes' end
    else
      case when p_tries >= 10 then interval '15 minutes' when p_tries >= 8 then interval '1 minute'
           when p_tries = 7 then interval '30 seconds' when p_tries = 6 then interval '15 seconds'
           when p_tries = 5 then interval '5 seconds' end
  end
$$;
grant execute on function throttle_pause(text, integer) to public;

-- Counts a try before it is judged, so that a hundred at once are not a hundred guesses; success forgets them, and so
-- does half an hour. A success that forgets the tries between the two statements leaves no row, and the count begins
-- anew. Gives until when the key is locked, or null when the try may go on.
create or replace function count_try(
  p_key text,
  p_kind text
) returns timestamptz
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
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

-- A success: what was tried before counts no more.
create or replace function forget_tries(p_key text) returns void
  language sql
  security definer
  set search_path = public, pg_temp
  as $$ delete from sign_in_failures where key = p_key $$;
