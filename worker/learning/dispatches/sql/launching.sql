-- Coming into a course from another system. What that system says of a person is believed within its dispatch alone:
-- it makes a person of the company who has no mailbox and no sign-in, and opens nobody else's.

-- How long a session of somebody from another system lasts at most.
create or replace function dispatch_term() returns interval
  language sql
  immutable
  parallel safe
  as $$
  select interval '12 hours'
$$;

set role osnova_system;

-- Enters the company of a dispatch that is open, as nobody. Locks it: of two who come at once for the last place, one
-- has it. Errors: dispatch_unavailable.
create or replace function enter_dispatch(p_dispatch integer) returns dispatches
  language plpgsql
  as $$
declare
  v_dispatch dispatches;
begin
  select d.* into v_dispatch from dispatches d
    join companies o on o.id = d.company_id and o.blocked_at is null and o.deleted_at is null
    join courses c on c.company_id = d.company_id and c.id = d.course_id and c.deleted_at is null
      and c.published_at is not null
    join study_groups g on g.company_id = d.company_id and g.id = d.group_id and g.deleted_at is null
    join course_groups cg on cg.company_id = d.company_id and cg.course_id = d.course_id and cg.group_id = d.group_id
    where d.id = p_dispatch and not dispatch_over(d)
    for update of d;
  if not found then
    perform fail('dispatch_unavailable');
  end if;
  perform set_config('app.company', v_dispatch.company_id::text, true), set_config('app.user', '', true),
          set_config('app.user_type', '', true), set_config('app.session', '', true);
  return v_dispatch;
end $$;

-- A new person for whoever comes for the first time. Errors: licences_exhausted, dispatch_full, rate_limited.
create or replace function admit_learner(
  p_dispatch dispatches,
  p_learner text,
  p_person jsonb
) returns integer
  language plpgsql
  as $$
declare
  v_people record;
  v_user integer;
begin
  select count(*) as all_of_them, count(*) filter (where l.joined_at > app_now() - interval '1 hour') as lately
    into v_people from dispatch_learners l
    where l.company_id = p_dispatch.company_id and l.dispatch_id = p_dispatch.id;
  if v_people.all_of_them >= p_dispatch.max_people then
    perform fail('dispatch_full');
  -- More than come by the door of a large company, and less than somebody who holds the package could invent.
  elsif v_people.lately >= 1000 then
    perform fail('rate_limited');
  end if;
  perform require_seat();
  insert into users (first_name, last_name, language, activated_at)
    values (p_person->>'first_name', coalesce(nullif(p_person->>'last_name', ''), left(p_learner, 100)),
            p_person->>'language', app_now())
    returning id into v_user;
  -- They come by the other system's door, and no account of anybody's is theirs.
  perform set_config('app.consenting', v_user::text, true);
  insert into memberships (company_id, user_id, user_types, accepted_at)
    values (p_dispatch.company_id, v_user, '{student}', app_now());
  perform set_config('app.consenting', '', true);
  insert into group_members (company_id, group_id, user_id, role)
    values (p_dispatch.company_id, p_dispatch.group_id, v_user, 'student');
  insert into dispatch_learners (company_id, dispatch_id, learner_id, user_id, joined_at, seen_at)
    values (p_dispatch.company_id, p_dispatch.id, p_learner, v_user, app_now(), app_now());
  return v_user;
end $$;

-- Whoever came before, when they come again. Who was taken out and brought back since is a record of the company, and
-- becomes the account again that it was kept for; a record that has been given a mailbox or phone is somebody invited,
-- who answers for themselves. Errors: account_blocked.
create or replace function returning_learner(
  p_dispatch dispatches,
  p_user integer
) returns integer
  language plpgsql
  as $$
declare
  v_user users;
begin
  select u.* into v_user from memberships m join users u on u.id = m.user_id and u.blocked_at is null
    where m.company_id = p_dispatch.company_id and m.user_id = p_user and m.deleted_at is null
      and m.blocked_at is null and m.declined_at is null and 'student' = any (m.user_types)
      and (u.record_of is null or u.email is null and u.phone is null);
  if not found then
    perform fail('account_blocked');
  elsif v_user.record_of is null then
    return p_user;
  end if;
  perform join_company(p_dispatch.company_id, p_user, v_user.account_id);
  return v_user.account_id;
end $$;

-- Opens a session for whom another system calls p_learner, in the course of the dispatch alone; its key was judged
-- before. `p_person`: {first_name, last_name, language} of somebody new. Errors: dispatch_unavailable, account_blocked,
-- those of admitting them.
create or replace function launch_dispatch(
  p_dispatch integer,
  p_learner text,
  p_person jsonb,
  p_device text,
  p_address text
) returns table (
  session_id integer,
  user_id integer,
  company_id integer,
  course_id integer,
  expires_at timestamptz
)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
#variable_conflict use_column
declare
  v_dispatch dispatches := enter_dispatch(p_dispatch);
  v_user integer;
begin
  update dispatch_learners l set seen_at = app_now()
    where l.company_id = v_dispatch.company_id and l.dispatch_id = p_dispatch and l.learner_id = p_learner
    returning l.user_id into v_user;
  if v_user is null then
    v_user := admit_learner(v_dispatch, p_learner, p_person);
  else
    v_user := returning_learner(v_dispatch, v_user);
  end if;
  return query insert into sessions as s (user_id, expires_at, company_id, user_type, device, address)
    values (v_user, least(now() + dispatch_term(), v_dispatch.ends_at), v_dispatch.company_id, 'student',
            left(p_device, 300), left(p_address, 64))
    returning s.id, s.user_id, s.company_id, v_dispatch.course_id, s.expires_at;
end $$;
grant
  execute
  on
    function launch_dispatch(integer, text, jsonb, text, text)
  to
  osnova_worker;

-- Tells those who look after the company, once a day, that somebody was not let in for want of a licence or a place.
create or replace function note_refused_launch(p_dispatch integer) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_dispatch dispatches := enter_dispatch(p_dispatch);
begin
  update dispatches d set refused_at = app_now() where d.company_id = v_dispatch.company_id and d.id = p_dispatch;
  insert into notifications (company_id, user_id, kind, key, path, params, created_at, mailed_at)
    select m.company_id, m.user_id, 'reminder', format('dispatch-refused-%s-%s', p_dispatch, app_now()::date),
           format('/course/%s#dispatches', v_dispatch.course_id),
           jsonb_build_object('event', 'dispatch_refused', 'name', v_dispatch.name, 'course', c.name),
           app_now(), app_now()
      from memberships m
      join courses c on c.company_id = v_dispatch.company_id and c.id = v_dispatch.course_id
      where m.company_id = v_dispatch.company_id and m.user_types && array['owner', 'admin'] and m.deleted_at is null
        and m.blocked_at is null
    on conflict do nothing;
end $$;
grant execute on function note_refused_launch(integer) to osnova_worker;

-- How who entered stands in a course, as another system is told. A result that is not published yet is not told.
create or replace function standing_in_course(
  p_course integer
) returns table (
  progress integer,
  completed boolean,
  success text,
  score double precision
)
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  with exams as (
    select r.passed, r.percent from materials m
      join forms f on f.company_id = m.company_id and f.material_id = m.id and f.deleted_at is null
      left join form_results r on r.company_id = f.company_id and r.form_id = f.id and r.user_id = app_user()
        and not r.in_review
      where m.company_id = app_company() and m.course_id = p_course and m.type = 'exam' and m.deleted_at is null
        and (m.archived_at is null or r.percent is not null)
  )
  select percent_done(s.done, s.total), s.total > 0 and s.done = s.total,
         case when bool_or(not e.passed) then 'failed' when bool_and(coalesce(e.passed, false)) then 'passed'
           else 'unknown' end,
         round(avg(e.percent)::numeric, 2)::double precision
    from course_states s left join exams e on true
    where s.company_id = app_company() and s.course_id = p_course and s.user_id = app_user()
    group by s.done, s.total
$$;
grant execute on function standing_in_course(integer) to osnova_worker;
