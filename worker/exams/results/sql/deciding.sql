-- What staff decides about somebody's form.

set role osnova_system;

-- Refuses a form that is not a published one of a course in reach.
create or replace function require_form(
  p_course integer,
  p_form integer
) returns void
  language plpgsql
  as $$
begin
  perform require_in_reach('{}', array[p_course]);
  perform from forms f
    join materials m on m.company_id = f.company_id and m.id = f.material_id and m.course_id = p_course
      and m.deleted_at is null
    where f.company_id = app_company() and f.id = p_form and f.deleted_at is null
      and exists (select from form_versions v where v.company_id = f.company_id and v.form_id = f.id);
  if not found then
    perform fail('not_found');
  end if;
end $$;

-- Those of the people who have the form and are in reach. Each is looked up: a plan that took a course for small
-- compared all of its students with all who were asked for.
create or replace function students_of_form(
  p_form integer,
  p_users integer[]
) returns integer[]
  language sql
  stable
  set plan_cache_mode = force_generic_plan
  as $$
  select coalesce(array_agg(u.id order by u.id), '{}')
    from forms f
    cross join (select distinct unnest(p_users) as id) u
    cross join lateral (
      select from student_materials s
        where s.company_id = f.company_id and s.material_id = f.material_id and s.user_id = u.id limit 1) s
    where f.company_id = app_company() and f.id = p_form
      and (app_user_type() in ('owner', 'admin') or u.id in (select people_in_reach()))
$$;
grant execute on function students_of_form(integer, integer[]) to public;

-- Locks what a decision is about, in the order of lock_key(). Whoever starts or finishes meanwhile waits, or has been
-- waited for.
create or replace function lock_assignments(
  p_form integer,
  p_users integer[]
) returns void
  language plpgsql
  as $$
begin
  perform from attempts t where t.company_id = app_company() and t.form_id = p_form and t.user_id = any (p_users)
    order by t.id for update;
  perform end_due_attempts();
  perform lock_key(p_form, false);
  perform from assignments a where a.company_id = app_company() and a.form_id = p_form and a.user_id = any (p_users)
    order by a.id for update;
end $$;

-- What refuses a retake of a form to one of its students, from what is known of both; null: it may be granted. Nobody
-- grants one to themselves.
create or replace function refusal_of_retake(
  p_is_own boolean,
  p_is_account_blocked boolean,
  p_is_blocked_in_course boolean,
  p_is_running boolean,
  p_status text,
  p_used integer,
  p_allowed integer,
  p_passed boolean
) returns text
  language sql
  immutable
  as $$
  select case
      when p_is_own then 'own_assignment'
      when p_is_account_blocked then 'account_blocked'
      when p_is_blocked_in_course then 'blocked_in_course'
      when p_is_running then 'test_already_started'
      when p_status = 'reopened' then 'retake_already_granted'
      when p_status = 'canceled' then 'assignment_canceled'
      when p_status = 'rejected' then null
      when p_status = 'completed' and (p_used >= p_allowed or not coalesce(p_passed, false)) then null
      else 'retake_not_needed' end
$$;

-- What refuses a retake to each of the people; null: it may be granted.
create or replace function judge_retakes(
  p_form integer,
  p_users integer[]
) returns table (user_id integer, code text)
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  -- Each person is looked up, so that no plan is worth making anew for a page of them.
  set plan_cache_mode = force_generic_plan
  as $$
  select u.id, case when h.id is null then 'not_found' else refusal_of_retake(u.id = app_user(),
      mb.blocked_at is not null, b.user_id is not null, running.assignment_id is not null, a.status, a.attempts_used,
      attempts_allowed(v.settings, a.extra_attempts), r.passed) end
    from (select distinct unnest(p_users) as id) u
    join forms f on f.company_id = app_company() and f.id = p_form
    join materials m on m.company_id = f.company_id and m.id = f.material_id
    -- Asked by a select of its own: the planner calls a function whose rows it wants to know of, several times.
    left join unnest((select students_of_form(p_form, p_users))) as h(id) on h.id = u.id
    left join memberships mb on mb.company_id = f.company_id and mb.user_id = u.id
    left join course_blocks b on b.company_id = m.company_id and b.course_id = m.course_id and b.user_id = u.id
    left join current_versions v on v.company_id = f.company_id and v.form_id = f.id
    left join assignments a on a.company_id = f.company_id and a.form_id = f.id and a.user_id = u.id
    left join attempts running on running.company_id = a.company_id and running.assignment_id = a.id
      and running.status = 'running'
    left join form_results r on r.company_id = a.company_id and r.assignment_id = a.id
    order by u.id
$$;
grant execute on function judge_retakes(integer, integer[]) to osnova_worker;

-- Who of the students of a course, which the caller knows, may be granted a retake of any of its forms, whoever is in
-- reach. Most have passed: all else is asked of those alone whom their own attempts do not refuse one. Whose
-- company's is selected where tables are read whole: else it is worked out for each row.
create or replace function students_for_retakes(
  p_course integer
) returns table (user_id integer)
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan
  as $$
  with form as materialized (
    select f.id, m.id as material_id, m.archived_at, attempts_allowed(v.settings, 0) as allowed
      from materials m
      join forms f on f.company_id = m.company_id and f.material_id = m.id and f.deleted_at is null
      join current_versions v on v.company_id = f.company_id and v.form_id = f.id
      where m.company_id = app_company() and m.course_id = p_course and m.deleted_at is null
  ), wanting as materialized (
    select a.id, a.user_id, f.material_id, f.archived_at
      from form f
      join assignments a on a.company_id = (select app_company()) and a.form_id = f.id
      left join form_results r on r.company_id = (select app_company()) and r.form_id = f.id
        and r.assignment_id = a.id
      where refusal_of_retake(false, false, false, false, a.status, a.attempts_used, f.allowed + a.extra_attempts,
        r.passed) is null
  )
  select w.user_id
    from wanting w
    join memberships mb on mb.company_id = app_company() and mb.user_id = w.user_id
    left join course_blocks b on b.company_id = app_company() and b.course_id = p_course and b.user_id = w.user_id
    left join attempts running on running.company_id = app_company() and running.assignment_id = w.id
      and running.status = 'running'
    where (w.archived_at is null or exists (select from student_materials s where s.company_id = app_company()
        and s.course_id = p_course and s.user_id = w.user_id and s.material_id = w.material_id))
      and refusal_of_retake(w.user_id = app_user(), mb.blocked_at is not null, b.user_id is not null,
        running.assignment_id is not null, 'rejected', null, null, null) is null
$$;
grant execute on function students_for_retakes(integer) to osnova_worker;

-- Writes to students of a form, each in their language. `p_mails`: {language: mail}; without one nobody is written to.
-- Whose certificate was revoked since the instant `since` of the values gets the mail of the same name.
create or replace function mail_students(
  p_form integer,
  p_users integer[],
  p_mails jsonb,
  p_values jsonb
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  insert into mails (recipient, user_id, company_id, kind, subject, text, html, next_try_at)
    select p.email, p.id, app_company(), case when p_values ? 'attempts' then 'retake_granted' else 'result' end,
           p.mail->>'subject', p.mail->>'text', p.mail->>'html',
             mail_turn(p.place)
      from (
        select u.id, u.email, row_number() over (order by u.id) as place,
               fill_mail(
                 case when k.number is null then p_mails else p_mails->'revoked' end->u.language,
                 p_values || jsonb_build_object('form', v.settings->>'name', 'course', c.name, 'course_id', c.id,
                   'material_id', m.id, 'form_id', f.id, 'space', c.company_id,
                   'company', company.name, 'certificate', coalesce(k.number, ''))) as mail
          from users u
          join memberships b on b.company_id = app_company() and b.user_id = u.id and b.blocked_at is null
            and b.deleted_at is null
          join companies company on company.id = app_company()
          join forms f on f.company_id = app_company() and f.id = p_form
          join materials m on m.company_id = f.company_id and m.id = f.material_id
          join courses c on c.company_id = m.company_id and c.id = m.course_id
          join current_versions v on v.company_id = f.company_id and v.form_id = f.id
          cross join lateral (
            select revoked_since(c.company_id, c.id, u.id, (p_values->>'since')::timestamptz) as number) k
          where u.id = any (p_users) and u.email is not null and u.activated_at is not null and u.blocked_at is null
            and p_mails ? u.language
      ) p;
end $$;

-- Gives retakes to all who may have one, and names what refuses the others. The row is there for each person asked for.
create or replace function grant_retakes(
  p_course integer,
  p_form integer,
  p_users integer[],
  p_extra integer,
  p_due timestamptz,
  p_reason text,
  p_batch text,
  p_mails jsonb
) returns table (user_id integer, code text)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_granted integer[];
  v_judged jsonb;
begin
  perform require_form(p_course, p_form);
  if p_due <= app_now() then
    perform fail('due_in_past', 'due_at');
  end if;
  perform lock_assignments(p_form, students_of_form(p_form, p_users));
  select array_agg(j.user_id) filter (where j.code is null), jsonb_agg(to_jsonb(j)) into v_granted, v_judged
    from judge_retakes(p_form, p_users) j;
  with granted as (
    update assignments a set status = 'reopened', due_at = p_due,
        extra_attempts = extra_attempts_with(v.settings, a.attempts_used, a.extra_attempts, p_extra)
      from current_versions v
      where a.company_id = app_company() and a.form_id = p_form and a.user_id = any (v_granted)
        and v.company_id = a.company_id and v.form_id = a.form_id
      returning a.id
  )
  insert into assignment_decisions (company_id, assignment_id, kind, amount, reason, batch, author_id, created_at)
    select app_company(), g.id, 'retake', p_extra, p_reason, p_batch, app_user(), app_now() from granted g
      order by g.id;
  perform mail_students(p_form, v_granted, p_mails, jsonb_build_object(
    'attempts', p_extra, 'reason', p_reason,
    'due', coalesce((select to_char(p_due at time zone c.time_zone, 'DD.MM.YYYY, HH24:MI') from companies c
      where c.id = app_company()), '')));
  return query select j.user_id, j.code from jsonb_to_recordset(v_judged) as j(user_id integer, code text);
end $$;
grant
  execute
  on
    function
      grant_retakes(
        integer,
        integer,
        integer[],
        integer,
        timestamptz,
        text,
        text,
        jsonb
      )
  to
  osnova_worker;

-- What an action would be about for each of the people: the assignment, the attempt to annul, or what refuses it.
-- Nobody decides about themselves.
create or replace function judge_decisions(
  p_form integer,
  p_users integer[],
  p_attempts integer[],
  p_action text
) returns table (
  user_id integer,
  assignment_id integer,
  attempt_ids integer[],
  code text
)
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan
  as $$
  select u.id, a.id, t.ids, case
      when not u.id = any ((select students_of_form(p_form, p_users))::integer[]) then 'not_found'
      when u.id = app_user() then 'own_assignment'
      when case p_action
             when 'annul' then a.status = 'in_progress' and t.running or a.status = 'completed' and t.completed
             when 'cancel' then coalesce(a.status, 'assigned') in ('assigned', 'reopened')
             when 'reinstate' then a.status = 'rejected' and t.annulled
             when 'restore' then a.status = 'canceled' end then null
      else 'status_not_allowed' end
    from (select distinct unnest(p_users) as id) u
    left join assignments a on a.company_id = app_company() and a.form_id = p_form and a.user_id = u.id
    left join lateral (
      select array_agg(o.id order by o.id) as ids, bool_and(o.status = 'running') as running,
        bool_and(o.status = 'completed') as completed,
        -- One that was annulled while it ran has no result to come back to.
        bool_and(o.status = 'annulled' and exists (select from gradings g
          where g.company_id = a.company_id and g.attempt_id = o.id)) as annulled
        from (select t.id, t.status from attempts t where t.company_id = a.company_id and t.assignment_id = a.id
                and (p_attempts is null or t.id = any (p_attempts))
                order by t.number desc limit case when p_attempts is null then 1 end) o
    ) t on true
    order by u.id
$$;

-- What attempts make done again is done since they were taken: nothing was learned on the day of the decision.
create or replace function date_as_taken(p_attempts integer[]) returns void
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  update material_progress p set done_at = taken.at
    from (select a.company_id, f.material_id, a.user_id, min(a.finished_at) as at
      from attempts a join forms f on f.company_id = a.company_id and f.id = a.form_id
      where a.id = any (p_attempts) group by a.company_id, f.material_id, a.user_id) taken
    where p.company_id = taken.company_id and p.user_id = taken.user_id and p.material_id = taken.material_id
      and p.done_at > taken.at
$$;

-- Annuls attempts (the last one of each person unless told), cancels what was not begun, or takes either back; whom
-- `judge_decisions` refuses is left as they are. An annulment taken back is no transition of §4: it was never meant.
create or replace function decide_assignments(
  p_course integer,
  p_form integer,
  p_users integer[],
  p_attempts integer[],
  p_action text,
  p_reason text,
  p_batch text,
  p_mails jsonb
) returns table (user_id integer, code text)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_judged jsonb;
  v_now timestamptz;
  v_attempts integer[];
  v_users integer[];
begin
  perform require_form(p_course, p_form);
  if p_action = 'cancel' then
    insert into assignments (company_id, form_id, user_id)
      select app_company(), p_form, s from unnest(students_of_form(p_form, p_users)) s where s <> app_user()
        on conflict do nothing;
  end if;
  perform lock_assignments(p_form, students_of_form(p_form, p_users));
  v_now := app_now();
  select jsonb_agg(to_jsonb(j)), array_agg(j.user_id) filter (where j.code is null) into v_judged, v_users
    from judge_decisions(p_form, p_users, p_attempts, p_action) j;
  if p_action = 'annul' then
    select array_agg(t.id) into v_attempts from jsonb_to_recordset(v_judged) as j(attempt_ids integer[], code text)
      cross join lateral unnest(j.attempt_ids) t(id) where j.code is null;
    update attempts t set status = 'annulled',
        finished_at = case t.status when 'running' then least(v_now, t.deadline) else t.finished_at end,
        finished_by = case t.status when 'running' then 'trainer' else t.finished_by end
      where t.company_id = app_company() and t.id = any (v_attempts);
    perform settle_progress(v_attempts, true);
  elsif p_action = 'reinstate' then
    select array_agg(t.id) into v_attempts from jsonb_to_recordset(v_judged) as j(attempt_ids integer[], code text)
      cross join lateral unnest(j.attempt_ids) t(id) where j.code is null;
    update attempts t set status = 'completed' where t.company_id = app_company() and t.id = any (v_attempts);
    perform settle_progress(v_attempts, true);
    perform date_as_taken(v_attempts);
    perform set_config('app.reinstating', 'on', true);
  end if;
  update assignments a
    set status = case p_action when 'annul' then 'rejected' when 'cancel' then 'canceled'
      when 'reinstate' then 'completed' else 'assigned' end
    where a.company_id = app_company() and a.form_id = p_form and a.user_id = any (v_users);
  insert into assignment_decisions (company_id, assignment_id, attempt_id, kind, reason, batch, author_id, created_at)
    select app_company(), j.assignment_id, t.id, p_action, p_reason, p_batch, app_user(), v_now
      from jsonb_to_recordset(v_judged) as j(assignment_id integer, attempt_ids integer[], code text)
      left join lateral unnest(case when p_action in ('annul', 'reinstate') then j.attempt_ids end) t(id) on true
      where j.code is null order by j.assignment_id, t.id;
  perform set_config('app.reinstating', '', true);
  perform mail_students(p_form, v_users, p_mails, jsonb_build_object('reason', p_reason)
    || case p_action when 'annul' then jsonb_build_object('since', v_now) else '{}' end);
  return query select j.user_id, j.code from jsonb_to_recordset(v_judged) as j(user_id integer, code text);
end $$;
grant
  execute
  on
    function
      decide_assignments(
        integer,
        integer,
        integer[],
        integer[],
        text,
        text,
        text,
        jsonb
      )
  to
  osnova_worker;

-- The decision under which an assignment is reopened, rejected or canceled: what the student is told, and why.
create or replace function decision_on(
  p_company integer,
  p_assignment integer,
  p_status text
) returns jsonb
  language sql
  stable
  as $$
  select jsonb_build_object('kind', d.kind, 'reason', d.reason, 'amount', d.amount, 'created_at', d.created_at,
           'due_at', case d.kind when 'retake'
             then (select a.due_at from assignments a where a.company_id = p_company and a.id = p_assignment) end)
    from assignment_decisions d
    where d.company_id = p_company and d.assignment_id = p_assignment
      and d.kind = case p_status
        when 'reopened' then 'retake' when 'rejected' then 'annul' when 'canceled' then 'cancel' end
    order by d.id desc limit 1
$$;
grant execute on function decision_on(integer, integer, text) to public;
