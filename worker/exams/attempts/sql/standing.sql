-- Where a student stands, told alike by the course, home, program, profile and the introduction of a test.

-- How a form stands to somebody, in one word: what was decided, what runs, or what counts of it.
create or replace function form_state(
  p_status text,
  p_passed boolean,
  p_in_review boolean
) returns text
  language sql
  immutable
  parallel safe
  as $$
  select case when p_status is null then 'assigned' when p_status <> 'completed' then p_status
              when p_passed then 'passed' when p_in_review or p_passed is null then 'in_review' else 'failed' end
$$;

-- A published form as it stands to a student: its state, what they wait for there before they can go on (null:
-- nothing), the attempts that are left (null: as many as one likes), the minutes of its clock (null: it has none), and
-- from when and until when it can be started (null: now; whenever one likes). Inlined, it cost each statement that asks
-- for it 2 ms of planning; its own plan is kept.
create or replace function form_standing(
  p_form integer,
  p_user integer default app_user()
) returns table (
  state text,
  waits_for text,
  attempts_left integer,
  minutes integer,
  certifies boolean,
  last_attempt_id integer,
  opens_at timestamptz,
  closes_at timestamptz
)
  language sql
  stable
  strict
  rows 1
  set plan_cache_mode = force_generic_plan
  as $$
  select form_state(a.status, best.passed, judged.in_review),
         case when last.status = 'running' then 'running'
              when a.status in ('rejected', 'canceled') then a.status
              when a.status is distinct from 'reopened' and judged.in_review then 'in_review'
              when allowed.attempts_left = 0 then 'exhausted' else terms.waits_for end,
         allowed.attempts_left, (v.settings->>'time_limit')::integer,
         coalesce((v.settings->>'issue_certificate')::boolean, false), last.id, terms.opens_at,
         terms.closes_at
    from current_versions v
    left join assignments a on a.company_id = v.company_id and a.form_id = v.form_id and a.user_id = p_user
    left join lateral counted_result(a.company_id, a.id, v.settings->>'result_counts', true) best on true
    left join lateral last_attempt(a.company_id, a.id) last on true
    cross join lateral start_terms(v.settings, a) terms
    cross join lateral (
      select coalesce(last.status = 'completed' and last.result_published_at is null, false) as in_review) judged
    cross join lateral (
      -- The greatest of nothing and 0 would be 0, where there is no limit.
      select case when n.allowed is not null then greatest(0, n.allowed - coalesce(a.attempts_used, 0)) end
               as attempts_left
        from (select attempts_allowed(v.settings, coalesce(a.extra_attempts, 0)) as allowed) n) allowed
    where v.company_id = app_company() and v.form_id = p_form
$$;

-- What a student does next in a course, in one place for every screen: {kind, material, minutes, attempts_left, begun,
-- opens_at, closes_at}.
-- A running test goes before all, then what can be opened in the course's order, then the renewal of a certificate
-- that has expired, or will soon (renewal_of); where none of it is left, what is waited for. Null: a course without
-- materials, or one that is locked.
create or replace function next_step(
  p_course integer,
  p_user integer default app_user()
) returns jsonb
  language sql
  stable
  set plan_cache_mode = force_generic_plan
  as $$
  with held as materialized (
    select m.id, m.name, m.type, m.position, f.id as form_id, own.opened_at, own.done_at, own.locked_by,
           s.*
      from own_materials(p_course, p_user) own
      join materials m on m.company_id = app_company() and m.id = own.material_id
      left join forms f on f.company_id = m.company_id and f.material_id = m.id
      left join lateral form_standing(f.id, p_user) s on true
      where m.type <> 'additional'
  ), judged as (
    select h.*, case
        when h.waits_for = 'running' then 'running'
        -- Passed is not said before the result is published.
        when h.state = 'in_review' and h.waits_for = 'in_review' then 'in_review'
        when h.done_at is not null then
          case when h.certifies then (
            select case
                when h.waits_for is null then case r.ends when 'expired' then 'renew' when 'soon' then 'renew_soon' end
                when r.ends = 'expired' then case h.waits_for when 'exhausted' then 'renew_exhausted'
                  else h.waits_for end end
              from (select renewal_of(p_course, h.form_id, p_user) as ends offset 0) r) end
        when h.locked_by is not null or h.waits_for = 'canceled' then null
        when h.form_id is not null and h.state is null then 'preparing'
        else coalesce(h.waits_for, 'go') end as kind
      from held h
  )
  select coalesce(
    (select jsonb_build_object('kind', j.kind, 'minutes', coalesce(j.minutes, (
           select material_minutes(m.type, m.letters, (
               select f.duration from material_files f
                 where f.company_id = m.company_id and f.material_id = m.id and f.kind = 'main' limit 1))
             from materials m where m.company_id = app_company() and m.id = j.id)),
         'attempts_left', j.attempts_left,
         'opens_at', case when j.kind in ('not_open', 'resting') then j.opens_at end,
         'closes_at', case when j.kind in ('go', 'renew', 'renew_soon', 'not_open', 'resting') then j.closes_at end,
         'material', jsonb_build_object('id', j.id, 'name', j.name, 'type', j.type, 'form_id', j.form_id),
         -- As the course says that it is in progress.
         'begun', exists (select from held h where h.opened_at is not null))
       from judged j where j.kind is not null
       order by array_position(array['running', 'go', 'renew', 'renew_soon', 'in_review', 'not_open', 'resting',
         'exhausted', 'rejected', 'closed', 'renew_exhausted', 'preparing'], j.kind), j.position, j.id limit 1),
    (select jsonb_build_object('kind', 'done', 'minutes', null, 'attempts_left', null, 'opens_at', null,
         'closes_at', null, 'material', null, 'begun', true)
       from held having count(*) > 0 and bool_and(done_at is not null or waits_for is not distinct from 'canceled')))
$$;

set role osnova_system;

-- Whether the caller has passed a form and needs it no more: a certificate of its course that has expired asks for it
-- again, and one whose renewal has opened.
create or replace function passed_for_good(
  p_state text,
  p_certifies boolean,
  p_course integer,
  p_form integer
) returns boolean
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select p_state is not distinct from 'passed' and not (p_certifies
    and renewal_of(p_course, p_form, app_user()) is not null)
$$;
grant
  execute
  on
    function passed_for_good(text, boolean, integer, integer)
  to
  osnova_worker;

reset role;
