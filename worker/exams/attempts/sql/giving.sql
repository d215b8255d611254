-- Time and attempts given, and what an outage took.

set role osnova_system;

-- Why each of some people is given nothing at a form, null: they are. p_students: those of them who take it.
create or replace function judge_giving(
  p_course integer,
  p_form integer,
  p_users integer[],
  p_students integer[]
) returns table (user_id integer, code text)
  language sql
  stable
  as $$
  select u.id, case
      when not u.id = any (p_students) then 'not_found'
      when u.id = app_user() then 'own_assignment'
      when mb.blocked_at is not null then 'account_blocked'
      when exists (select from course_blocks b
        where b.company_id = app_company() and b.course_id = p_course and b.user_id = u.id) then 'blocked_in_course'
      when a.status = 'canceled' then 'assignment_canceled'
      when a.status = 'rejected' then 'status_not_allowed' end
    from (select distinct unnest(p_users) as id) u
    left join memberships mb on mb.company_id = app_company() and mb.user_id = u.id
    left join assignments a on a.company_id = app_company() and a.form_id = p_form and a.user_id = u.id
$$;

-- Gives minutes and attempts to the assignments of some, whose running attempts end later by the minutes, and notes the
-- decision.
create or replace function write_giving(
  p_form integer,
  p_users integer[],
  p_minutes integer,
  p_attempts integer,
  p_reason text,
  p_batch text
) returns void
  language plpgsql
  as $$
declare
  v_company integer := app_company();
begin
  update assignments a set extra_minutes = a.extra_minutes + coalesce(p_minutes, 0),
      extra_attempts = case when p_attempts is null then a.extra_attempts
        else extra_attempts_with(v.settings, a.attempts_used, a.extra_attempts, p_attempts) end
    from current_versions v
    where a.company_id = v_company and a.form_id = p_form and a.user_id = any (p_users)
      and v.company_id = a.company_id and v.form_id = a.form_id;
  update attempts t set deadline = t.deadline + make_interval(mins => p_minutes),
      due_at = least(t.deadline + make_interval(mins => p_minutes) + grace(), t.close_due_at)
    where t.company_id = v_company and t.form_id = p_form and t.user_id = any (p_users) and t.status = 'running'
      and p_minutes is not null;
  insert into assignment_decisions (company_id, assignment_id, attempt_id, kind, amount, reason, batch, author_id,
    created_at)
    select v_company, a.id, t.id, given.kind, given.amount, p_reason, p_batch, app_user(), app_now()
      from assignments a
      cross join (values ('minutes', p_minutes), ('attempts', p_attempts)) as given(kind, amount)
      left join attempts t on t.company_id = a.company_id and t.assignment_id = a.id and t.status = 'running'
        and given.kind = 'minutes'
      where a.company_id = v_company and a.form_id = p_form and a.user_id = any (p_users) and given.amount is not null
      order by a.id, given.kind;
end $$;

-- Gives minutes to the running attempts and to those to come, and attempts beyond the form's limit, to people or to the
-- students of a group; never to oneself. A row for each person; a code where it is refused, else the running attempt.
create or replace function give_time(
  p_course integer,
  p_form integer,
  p_users integer[],
  p_group integer,
  p_minutes integer,
  p_attempts integer,
  p_reason text,
  p_batch text
) returns table (
  user_id integer,
  code text,
  attempt_id integer,
  deadline timestamptz,
  due_at timestamptz
)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
#variable_conflict use_column
declare
  v_company integer := app_company();
  v_users integer[] := p_users;
  v_students integer[];
  v_judged jsonb;
  v_granted integer[];
begin
  perform require_form(p_course, p_form);
  if p_group is not null then
    perform require_in_reach(array[p_group], '{}');
    select array_agg(g.user_id) into v_users from group_members g
      where g.company_id = v_company and g.group_id = p_group and g.role = 'student';
    -- Of a group those are meant who have the form.
    v_users := students_of_form(p_form, v_users);
  end if;
  v_students := students_of_form(p_form, v_users);
  insert into assignments (company_id, form_id, user_id)
    select v_company, p_form, s from unnest(v_students) s where s <> app_user() order by s on conflict do nothing;
  perform lock_assignments(p_form, v_students);
  select jsonb_agg(to_jsonb(j)), coalesce(array_agg(j.user_id) filter (where j.code is null), '{}')
    into v_judged, v_granted
    from judge_giving(p_course, p_form, v_users, v_students) j;
  perform write_giving(p_form, v_granted, p_minutes, p_attempts, p_reason, p_batch);
  return query
    select j.user_id, j.code, t.id, t.deadline, t.due_at
      from jsonb_to_recordset(v_judged) as j(user_id integer, code text)
      left join attempts t on t.company_id = v_company and t.form_id = p_form and t.user_id = j.user_id
        and t.status = 'running' and j.code is null
      order by j.user_id;
end $$;
grant
  execute
  on
    function
      give_time(
        integer,
        integer,
        integer[],
        integer,
        integer,
        integer,
        text,
        text
      )
  to
  osnova_worker;

-- What an outage did to the attempts in a course by people in reach, oneself excepted: the time that running ones lost
-- to it and did not get back yet, in seconds, and those that ended with nobody there to answer. Of a page that is not
-- heard of now the gap goes on. An event "outage" keeps what was given back.
create or replace function outage_losses(
  p_course integer,
  p_from timestamptz,
  p_to timestamptz
) returns table (
  attempt_id integer,
  form_id integer,
  user_id integer,
  status text,
  lost double precision,
  deadline timestamptz,
  finished_at timestamptz,
  finished_by text
)
  language plpgsql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
#variable_conflict use_column
begin
  perform require_in_reach('{}', array[p_course]);
  -- Whoever asks counts until now at most, so that what is still to come ends before it begins.
  if p_from >= p_to then
    return;
  end if;
  return query
  with moment as materialized (
    select app_now() as at
  ), concerned as materialized (
    select t from attempts t
      join forms f on f.company_id = t.company_id and f.id = t.form_id
      join materials m on m.company_id = f.company_id and m.id = f.material_id and m.course_id = p_course
      where t.company_id = app_company() and t.started_at < p_to
        and (t.status = 'running' or t.status = 'completed' and t.finished_by in ('timer', 'page_closed')
          and t.finished_at > p_from)
        and t.user_id <> app_user()
        and (app_user_type() in ('owner', 'admin') or t.user_id in (select people_in_reach()))
  ), gaps as (
    select (c.t).id, e.kind, tstzrange(e.began_at, e.ended_at) as during
      from concerned c join attempt_events e on e.company_id = (c.t).company_id and e.attempt_id = (c.t).id
      where (c.t).status = 'running' and e.kind in ('connection_gap', 'outage')
    union all
    select (c.t).id, 'connection_gap', tstzrange(heard_of(c.t), moment.at) from concerned c, moment
      where (c.t).status = 'running' and heard_of(c.t) < moment.at - silence()
  ), lost as (
    select g.id, sum(extract(epoch from upper(r.part) - lower(r.part)))::float8 as seconds
      from (
        select id, tstzmultirange(tstzrange(p_from, p_to)) * range_agg(during) filter (where kind = 'connection_gap')
                   - coalesce(range_agg(during) filter (where kind = 'outage'), '{}') as parts
          from gaps group by id
      ) g cross join lateral unnest(g.parts) as r(part) group by g.id
  )
  select (c.t).id, (c.t).form_id, (c.t).user_id, (c.t).status, coalesce(l.seconds, 0), (c.t).deadline,
    (c.t).finished_at, (c.t).finished_by
    from concerned c left join lost l on l.id = (c.t).id
    where l.seconds > 0
      -- Ended within the outage, or after it by a page that was never heard of again.
      or (c.t).status = 'completed' and ((c.t).finished_at <= p_to
           or heard_of(c.t) between p_from - closing_time() and p_to
             and (c.t).finished_at > heard_of(c.t) + silence())
        -- Who has been granted another one has got it.
        and exists (select from assignments a
          where a.company_id = (c.t).company_id and a.id = (c.t).assignment_id and a.status = 'completed')
    order by (c.t).id;
end $$;
grant
  execute
  on
    function outage_losses(integer, timestamptz, timestamptz)
  to
  osnova_worker;

-- Gives each running attempt back the minutes that it lost, rounded up.
create or replace function give_outage_minutes(
  p_course integer,
  p_from timestamptz,
  p_to timestamptz,
  p_reason text,
  p_batch text
) returns table (attempt_id integer, due_at timestamptz)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
#variable_conflict use_column
declare
  v_company integer := app_company();
  v_to timestamptz;
begin
  perform require_in_reach('{}', array[p_course]);
  perform from attempts t
    join forms f on f.company_id = t.company_id and f.id = t.form_id
    join materials m on m.company_id = f.company_id and m.id = f.material_id and m.course_id = p_course
    where t.company_id = v_company and t.status = 'running' order by t.id for update of t;
  perform end_due_attempts();
  v_to := least(p_to, app_now());
  return query
  with given as (
    select l.attempt_id, ceil(l.lost / 60)::integer as minutes from outage_losses(p_course, p_from, v_to) l
      where l.status = 'running'
  ), moved as (
    update attempts t set deadline = t.deadline + make_interval(mins => g.minutes),
        due_at = least(t.deadline + make_interval(mins => g.minutes) + grace(), t.close_due_at)
      from given g where t.id = g.attempt_id
      returning t.id, t.assignment_id, t.due_at, g.minutes
  ), noted as (
    insert into attempt_events (company_id, attempt_id, kind, began_at, ended_at)
      select v_company, m.id, 'outage', p_from, v_to from moved m
  ), decided as (
    insert into assignment_decisions (company_id, assignment_id, attempt_id, kind, amount, reason, batch, author_id,
      created_at)
      select v_company, m.assignment_id, m.id, 'outage', m.minutes, p_reason, p_batch, app_user(), app_now()
        from moved m order by m.id
  )
  select m.id, m.due_at from moved m order by m.id;
end $$;
grant
  execute
  on
    function give_outage_minutes(integer, timestamptz, timestamptz, text, text)
  to
  osnova_worker;
