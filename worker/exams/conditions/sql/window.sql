-- When a test may be started, and when what was started ends.

-- Whether staff gave this person an attempt at it: that is theirs to take, whatever window and pause say.
create or replace function is_given(p_assignment assignments) returns boolean
  language sql
  immutable
  as $$
  select coalesce(p_assignment.status = 'reopened' or p_assignment.extra_attempts > 0, false)
$$;

-- What the settings of a form say to one person: why they wait (null: they need not), from when it can be started, and
-- until when. An attempt that is not over yet rests nobody.
create or replace function start_terms(
  p_settings jsonb,
  p_assignment assignments
) returns table (waits_for text, opens_at timestamptz, closes_at timestamptz)
  language sql
  stable
  rows 1
  as $$
  select case when t.closes_at <= app_now() or t.rested_at >= t.closes_at then 'closed'
              when t.opens_at > app_now() then 'not_open'
              when t.rested_at > app_now() then 'resting' end,
         case when greatest(t.opens_at, t.rested_at) > app_now() then greatest(t.opens_at, t.rested_at) end, t.closes_at
    from (
      select (p_settings->>'opens_at')::timestamptz as opens_at, (p_settings->>'closes_at')::timestamptz as closes_at,
             case when p_settings->>'pause_minutes' is not null then (
               select max(t.finished_at) + make_interval(mins => (p_settings->>'pause_minutes')::integer)
                 from attempts t
                 where t.company_id = p_assignment.company_id and t.assignment_id = p_assignment.id) end as rested_at
        where not is_given(p_assignment)
      union all
      select null, null, null where is_given(p_assignment)
    ) t
$$;

-- The window of a published form, as everybody has it: from when and until when (null: now; whenever one likes), and
-- what it is waited for.
create or replace function form_window(
  p_form integer
) returns table (waits_for text, opens_at timestamptz, closes_at timestamptz)
  language sql
  stable
  rows 1
  as $$
  select t.waits_for, t.opens_at, t.closes_at
    from current_versions v cross join lateral start_terms(v.settings, null) t
    where v.company_id = app_company() and v.form_id = p_form and v.settings ?| array['opens_at', 'closes_at']
$$;

-- Keeps a start from before its time and from after it.
create or replace function refuse_outside_window(
  p_settings jsonb,
  p_assignment assignments
) returns void
  language plpgsql
  stable
  as $$
declare
  v_waits text;
begin
  -- Of nearly all tests the settings say nothing.
  if not p_settings ?| array['opens_at', 'closes_at', 'pause_minutes'] then
    return;
  end if;
  select t.waits_for into v_waits from start_terms(p_settings, p_assignment) t;
  if v_waits is not null then
    perform fail(case v_waits when 'closed' then 'test_closed' when 'resting' then 'test_rests'
      else 'test_not_open' end);
  end if;
end $$;

-- The minutes of the caller beyond those of a test: given at it, and theirs at every test.
create or replace function minutes_beyond(
  p_settings jsonb,
  p_assignment assignments
) returns integer
  language sql
  stable
  as $$
  select coalesce(p_assignment.extra_minutes, 0) + own_extra_minutes(p_settings)
$$;

-- When the window ends an attempt of the caller: with the minutes beyond for whoever has some, who would have nothing
-- of them otherwise. Null: the window ends nothing.
create or replace function ended_by_window(
  p_settings jsonb,
  p_assignment assignments
) returns timestamptz
  language sql
  stable
  as $$
  select case when p_settings->>'at_close' = 'end' and not is_given(p_assignment) then
    (p_settings->>'closes_at')::timestamptz + make_interval(mins => minutes_beyond(p_settings, p_assignment)) end
$$;

-- When an attempt that the caller starts at an instant ends by itself.
create or replace function attempt_deadline(
  p_start timestamptz,
  p_settings jsonb,
  p_assignment assignments
) returns timestamptz
  language sql
  stable
  as $$
  select least(
    p_start + make_interval(mins => minutes_of(p_settings) + minutes_beyond(p_settings, p_assignment)),
    ended_by_window(p_settings, p_assignment))
$$;
