-- A person's choices about mails.

set role osnova_system;

-- When somebody with quiet hours may be written to: the instant itself, or the end of the hours it falls into.
-- `p_from`, `p_to`: minutes after midnight on the clocks of the zone, which may change during the night.
create or replace function quiet_until(
  p_at timestamptz,
  p_from integer,
  p_to integer,
  p_zone text
) returns timestamptz
  language plpgsql
  stable
  as $$
declare
  v_local timestamp := p_at at time zone p_zone;
  v_minute integer := extract(hour from v_local) * 60 + extract(minute from v_local);
  v_days integer;
begin
  v_days := case
    when p_from < p_to and v_minute >= p_from and v_minute < p_to or p_from > p_to and v_minute < p_to then 0
    when p_from > p_to and v_minute >= p_from then 1 end;
  if v_days is null then
    return p_at;
  end if;
  -- Where the hour comes twice this is the second one; one that is left out ends with the gap.
  return greatest(p_at, (v_local::date + v_days + make_interval(mins => p_to)) at time zone p_zone);
end $$;

-- Mails that name a kind: what the person does not want is not queued, and the rest waits for the end of their quiet
-- hours, in the order it came in.
create or replace function apply_choices() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_choice notification_settings;
  v_from timestamptz := greatest(new.next_try_at, now());
  v_until timestamptz;
begin
  select * into v_choice from notification_settings s where s.user_id = new.user_id;
  if not found then
    return new;
  elsif new.kind = any (v_choice.muted) then
    return null;
  end if;
  if v_choice.quiet_from is null then
    return new;
  end if;
  v_until := quiet_until(v_from, v_choice.quiet_from, v_choice.quiet_to, zone_of(new.user_id));
  if v_until > v_from then
    new.next_try_at := v_until + (v_from - now());
  end if;
  return new;
end $$;

reset role;

create trigger choices
  before insert
  on mails
  for each row
  when (not erasing() and (new.kind is not null))
  execute function apply_choices();
