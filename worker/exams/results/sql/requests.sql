-- What students ask for who have no attempt left, and what becomes of it.

set role osnova_system;

-- Asks for another attempt at a form of the caller's; asking again while one waits is the same request. Who has passed
-- asks for none: a better result is given by staff, of their own accord.
create or replace function ask_for_retake(
  p_form integer,
  p_message text
) returns timestamptz
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_waits text;
  v_passed boolean;
begin
  perform refuse_blocked(null, p_form);
  perform lock_assignments(p_form, array[app_user()]);
  select i.waits_for, i.passed_for_good into v_waits, v_passed
    from form_introduction(p_form) i;
  if not found then
    perform fail('not_found');
  elsif v_waits = 'running' then
    perform fail('test_already_started');
  elsif v_passed or v_waits is null or v_waits not in ('exhausted', 'rejected') then
    perform fail('retake_not_needed');
  end if;
  insert into retake_requests (company_id, form_id, user_id, message, created_at)
    values (app_company(), p_form, app_user(), p_message, app_now())
    on conflict (company_id, form_id, user_id) where ended_at is null do nothing;
  return (select r.created_at from retake_requests r
    where r.company_id = app_company() and r.form_id = p_form and r.user_id = app_user() and r.ended_at is null);
end $$;
grant execute on function ask_for_retake(integer, text) to osnova_worker;

-- Says no to a request, with a word to who asked. Nobody answers themselves.
create or replace function decline_retake(
  p_course integer,
  p_form integer,
  p_user integer,
  p_answer text,
  p_mails jsonb
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform require_form(p_course, p_form);
  if cardinality(students_of_form(p_form, array[p_user])) = 0 then
    perform fail('not_found');
  end if;
  perform refuse_oneself(p_user);
  update retake_requests r
    set ended_at = app_now(), outcome = 'declined', answer = p_answer, ended_by = app_user()
    where r.company_id = app_company() and r.form_id = p_form and r.user_id = p_user and r.ended_at is null;
  if not found then
    -- A colleague was faster.
    perform fail('retake_not_needed');
  end if;
  perform mail_students(p_form, array[p_user], p_mails, jsonb_build_object('reason', p_answer));
end $$;
grant
  execute
  on
    function decline_retake(integer, integer, integer, text, jsonb)
  to
  osnova_worker;

-- An attempt that came, by whatever way, ends what was asked for.
create or replace function end_retake_request() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  update retake_requests r
    set ended_at = app_now(), ended_by = app_user(),
        -- Who starts by themselves was given nothing: the form allows more than it did.
        outcome = case when app_user() = r.user_id then 'lapsed' else 'granted' end
    where r.company_id = new.company_id and r.form_id = new.form_id and r.user_id = new.user_id
      and r.ended_at is null;
  return null;
end $$;

-- Nobody waits for another attempt who has passed meanwhile without one.
create or replace function lapse_retake_requests(
  p_assignments integer[]
) returns void
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  update retake_requests r set ended_at = app_now(), ended_by = app_user(), outcome = 'lapsed'
    from form_results f
    where f.assignment_id = any (p_assignments) and f.passed and r.company_id = f.company_id and r.form_id = f.form_id
      and r.user_id = f.user_id and r.ended_at is null
$$;

-- An annulment was taken back.
create or replace function lapse_reinstated() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform lapse_retake_requests(array[new.id]);
  return null;
end $$;

-- A repaired key, or another mark; a finish ends no request, since its start has.
create or replace function lapse_regraded() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_attempts integer[];
begin
  select array_agg(c.attempt_id) into v_attempts from changed c where c.reason <> 'finished' and c.passed;
  if v_attempts is not null then
    perform lapse_retake_requests((select array_agg(t.assignment_id) from attempts t where t.id = any (v_attempts)));
  end if;
  return null;
end $$;

-- Who is told that somebody asks: the coaches of the course and the managers who look after both; where there is
-- nobody of them, owners and admins.
create or replace function retake_givers(
  p_company integer,
  p_course integer,
  p_user integer
) returns setof integer
  language sql
  stable
  as $$
  with active as materialized (
    select b.user_id, b.user_types from memberships b join users u on u.id = b.user_id and u.blocked_at is null
      where b.company_id = p_company and b.blocked_at is null and b.deleted_at is null and b.user_id <> p_user
        and b.user_types <> '{student}'
  ), managing as (
    select gm.user_id, gm.group_id from group_members gm
      join study_groups g on g.company_id = p_company and g.id = gm.group_id and g.deleted_at is null
      where gm.company_id = p_company and gm.role = 'manager'
  ), near as materialized (
    select a.user_id from active a
      join course_members cm on cm.company_id = p_company and cm.course_id = p_course and cm.user_id = a.user_id
        and cm.role = 'coach'
      where 'trainer' = any (a.user_types)
    union
    select a.user_id from active a
      where 'manager' = any (a.user_types)
        and exists (select from managing g join group_members s on s.company_id = p_company
          and s.group_id = g.group_id and s.user_id = p_user where g.user_id = a.user_id)
        and exists (select from managing g where g.user_id = a.user_id and (
          exists (select from course_groups cg
            where cg.company_id = p_company and cg.course_id = p_course and cg.group_id = g.group_id)
          or exists (select from program_groups pg
            join programs p on p.company_id = p_company and p.id = pg.program_id and p.deleted_at is null
            join program_courses pc on pc.company_id = p_company and pc.program_id = pg.program_id
              and pc.course_id = p_course
            where pg.company_id = p_company and pg.group_id = g.group_id)))
  )
  select n.user_id from near n
  union all
  select a.user_id from active a where a.user_types && '{owner,admin}' and not exists (select from near)
$$;

reset role;

-- The caller's last request about a form of theirs, and whether they may ask now.
create or replace function own_retake_request(
  p_form integer
) returns table (may_ask boolean, request jsonb)
  language sql
  stable
  rows 1
  as $$
  select coalesce(i.waits_for in ('exhausted', 'rejected'), false)
           and not i.passed_for_good
           and (r.id is null or r.ended_at is not null),
         case when r.id is not null then jsonb_build_object('created_at', r.created_at, 'message', r.message,
           'ended_at', r.ended_at, 'outcome', r.outcome, 'answer', r.answer) end
    from form_introduction(p_form) i
    left join lateral (
      select q.* from retake_requests q
        where q.company_id = app_company() and q.user_id = app_user() and q.form_id = p_form
          -- What was said before the last attempt is about another one.
          and (q.ended_at is null or q.ended_at > (select t.started_at from attempts t
            where t.company_id = q.company_id and t.id = i.last_attempt_id))
        order by q.id desc limit 1) r on true
$$;

create trigger end_request
  after update of status, extra_attempts
  on assignments
  for each row
  when (
    not erasing()
      and (
        new.extra_attempts > old.extra_attempts
          or old.status in ('completed', 'rejected') and new.status = 'reopened'
      )
  )
  execute function end_retake_request();

create trigger lapse_request
  after update of status
  on assignments
  for each row
  when (not erasing() and old.status = 'rejected' and new.status = 'completed')
  execute function lapse_reinstated();

-- By its name after the one that counts results anew.
create trigger lapse_request
  after insert
  on gradings
  referencing new table as changed
  for each statement
  when (not erasing())
  execute function lapse_regraded();
