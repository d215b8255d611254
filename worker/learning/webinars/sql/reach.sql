-- Who is invited, what is in reach.

-- Who is invited: hosts, students of its courses, members of its groups and of its programs' groups. Each counts once;
-- whoever is kept out of a course is not invited by it.
create or replace view webinar_invitations
  with (security_invoker = true)
  as
  select i.company_id, i.webinar_id, i.user_id
  from (
      select company_id, id as webinar_id, host_id as user_id from webinars
      union
      select company_id, webinar_id, user_id from webinar_hosts
      union
      select wc.company_id, wc.webinar_id, s.user_id
      from webinar_courses wc
        join courses c on
          c.company_id = wc.company_id
            and c.id = wc.course_id
            and c.deleted_at is null
            and c.published_at is not null
        join course_states s on
          s.company_id = wc.company_id and s.course_id = wc.course_id
      where
        not exists(
          select
          from course_blocks b
          where
            b.company_id = s.company_id
            and b.course_id = s.course_id
            and b.user_id = s.user_id
        )
      union
      select wg.company_id, wg.webinar_id, gm.user_id
      from webinar_groups wg
        join study_groups g on
          g.company_id = wg.company_id
            and g.id = wg.group_id
            and g.deleted_at is null
        join group_members gm on
          gm.company_id = wg.company_id and gm.group_id = wg.group_id
      union
      select wp.company_id, wp.webinar_id, gm.user_id
      from webinar_programs wp
        join programs p on
          p.company_id = wp.company_id
            and p.id = wp.program_id
            and p.deleted_at is null
        join program_groups pg on
          pg.company_id = wp.company_id and pg.program_id = wp.program_id
        join study_groups g on
          g.company_id = pg.company_id
            and g.id = pg.group_id
            and g.deleted_at is null
        join group_members gm on
          gm.company_id = pg.company_id and gm.group_id = pg.group_id
    ) i
    join memberships m on
      m.company_id = i.company_id
        and m.user_id = i.user_id
        and m.deleted_at is null
        and m.blocked_at is null;
grant select on webinar_invitations to osnova_worker, osnova_system;

-- Where a webinar stands; as webinarState() in worker/learning/webinars/webinar.ts.
create or replace function webinar_state(
  p_starts_at timestamptz,
  p_duration integer,
  p_canceled_at timestamptz,
  p_recording_url text,
  p_now timestamptz
) returns text
  language sql
  immutable
  parallel safe
  as $$
  select case
    when p_canceled_at is not null then 'canceled'
    when p_now < p_starts_at then 'scheduled'
    when p_now < p_starts_at + make_interval(mins => p_duration) then 'live'
    when p_recording_url <> '' then 'recorded'
    else 'ended' end
$$;

-- Webinars a role's hand reaches; company-wide roles do not ask.
create or replace function webinars_in_reach() returns setof integer
  language plpgsql
  stable
  as $$
declare
  v_company integer := app_company();
  v_user integer := app_user();
  v_type text := app_user_type();
begin
  return query select w.id from webinars w where w.company_id = v_company and w.host_id = v_user;
  return query select h.webinar_id from webinar_hosts h where h.company_id = v_company and h.user_id = v_user;
  return query select wc.webinar_id from webinar_courses wc
    where wc.company_id = v_company and wc.course_id in (select courses_in_reach())
      and (v_type <> 'student' or not exists (select from course_blocks b
        where b.company_id = v_company and b.course_id = wc.course_id and b.user_id = v_user));
  if v_type = 'manager' then
    return query select wg.webinar_id from webinar_groups wg
      where wg.company_id = v_company and wg.group_id in (select groups_in_reach());
    return query select wp.webinar_id from webinar_programs wp
      where wp.company_id = v_company and wp.program_id in (select programs_in_reach());
  elsif v_type = 'student' then
    -- Whatever the place in the group: coaches and managers of it are invited too.
    return query select wg.webinar_id from group_members gm
      join study_groups g on g.company_id = v_company and g.id = gm.group_id and g.deleted_at is null
      join webinar_groups wg on wg.company_id = v_company and wg.group_id = gm.group_id
      where gm.company_id = v_company and gm.user_id = v_user;
    return query select wp.webinar_id from group_members gm
      join study_groups g on g.company_id = v_company and g.id = gm.group_id and g.deleted_at is null
      join program_groups pg on pg.company_id = v_company and pg.group_id = gm.group_id
      join programs p on p.company_id = v_company and p.id = pg.program_id and p.deleted_at is null
      join webinar_programs wp on wp.company_id = v_company and wp.program_id = pg.program_id
      where gm.company_id = v_company and gm.user_id = v_user;
  end if;
end $$;

-- In which role somebody opens what they are told of: a webinar that they hold in their strongest one, anything else as
-- a student.
create or replace function opening_role(
  p_company integer,
  p_user integer,
  p_path text
) returns text
  language sql
  stable
  as $$
  select case when exists (
      select from webinars w where w.company_id = p_company and w.id = o.webinar and w.host_id = p_user
      union all
      select from webinar_hosts h where h.company_id = p_company and h.webinar_id = o.webinar and h.user_id = p_user)
    then (select (ranked(m.user_types))[1] from memberships m where m.company_id = p_company and m.user_id = p_user)
    else 'student' end
    from (select substring(p_path from '^/webinar/([0-9]+)')::integer as webinar) o
$$;

set role osnova_system;

-- Errors: not_found for a webinar out of the caller's reach.
create or replace function require_webinar(p_webinar integer) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  if not exists (select from webinars where company_id = app_company() and id = p_webinar and deleted_at is null
                   and (app_user_type() in ('owner', 'admin') or id in (select webinars_in_reach()))) then
    perform fail('not_found');
  end if;
end $$;
