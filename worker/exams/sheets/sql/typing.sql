-- What was written on paper is typed in, and is an attempt like any other from then on.

set role osnova_system;

-- What keeps each of some people from having a sheet typed in, null: nothing. Neither the window of a form nor its
-- pause, nor an order of materials: staff had them write.
create or replace function judge_sheets(
  p_course integer,
  p_form integer,
  p_users integer[]
) returns table (user_id integer, code text)
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select j.user_id, case
      when j.code in ('account_blocked', 'blocked_in_course') then 'student_blocked'
      when j.code is not null then j.code
      when exists (select from attempts t where t.company_id = a.company_id and t.assignment_id = a.id
        and t.status = 'running') then 'test_already_started'
      when a.attempts_used >= attempts_allowed(v.settings, a.extra_attempts) then 'attempts_exhausted' end
    from judge_giving(p_course, p_form, p_users, students_of_form(p_form, p_users)) j
    join current_versions v on v.company_id = app_company() and v.form_id = p_form
    left join assignments a on a.company_id = v.company_id and a.form_id = v.form_id and a.user_id = j.user_id
$$;
grant
  execute
  on
    function judge_sheets(integer, integer, integer[])
  to
  osnova_worker;

-- When a sheet of a run was written, by its day: at noon where the company is, not before it was printed and not later
-- than now. Refuses a day on which it cannot have been anywhere: the one who types may be in another zone.
create or replace function sat_at(
  p_run print_runs,
  p_day date
) returns timestamptz
  language plpgsql
  stable
  as $$
declare
  v_zone text := (select c.time_zone from companies c where c.id = app_company());
  v_now timestamptz := app_now();
begin
  if p_day < (p_run.created_at at time zone 'Etc/GMT+12')::date or p_day > (v_now at time zone 'Etc/GMT-14')::date then
    perform fail('invalid_choice', 'sat_on');
  end if;
  return least(v_now, greatest(p_run.created_at, (p_day + time '12:00') at time zone v_zone));
end $$;

-- Takes one of a person's attempts at a form, whose assignment is locked, and gives its number.
create or replace function use_attempt_of(
  p_form integer,
  p_user integer
) returns table (assignment_id integer, number integer)
  language plpgsql
  as $$
declare
  v_assignment assignments;
begin
  select a.* into v_assignment from assignments a
    where a.company_id = app_company() and a.form_id = p_form and a.user_id = p_user;
  if v_assignment.status = 'completed' then
    -- Completed with attempts left: 2 to 1 goes by way of 4, reopened.
    update assignments a set status = 'reopened' where a.id = v_assignment.id;
  end if;
  update assignments a set status = 'in_progress', attempts_used = a.attempts_used + 1 where a.id = v_assignment.id;
  return query select v_assignment.id, v_assignment.attempts_used + 1;
end $$;

-- The attempt that a sheet of these variants gave somebody; null: none that counts.
create or replace function typed_sheet(
  p_run integer,
  p_user integer
) returns integer
  language sql
  stable
  as $$
  select s.attempt_id from paper_sheets s
    join attempts t on t.company_id = s.company_id and t.id = s.attempt_id and t.status = 'completed'
    where s.company_id = app_company() and s.run_id = p_run and s.user_id = p_user
    order by s.attempt_id desc limit 1
$$;
grant execute on function typed_sheet(integer, integer) to osnova_worker;

-- Refuses a sheet that may not be typed in for a person, whose assignment it locks; one of these variants that was
-- typed in for them before, unless it is asked for (`p_again`).
create or replace function hold_sheet(
  p_course integer,
  p_run print_runs,
  p_user integer,
  p_again boolean
) returns void
  language plpgsql
  as $$
declare
  v_form integer := p_run.form_id;
  v_code text;
begin
  insert into assignments (company_id, form_id, user_id)
    select app_company(), v_form, s from unnest(students_of_form(v_form, array[p_user])) s where s <> app_user()
    on conflict do nothing;
  perform lock_assignments(v_form, array[p_user]);
  select j.code into v_code from judge_sheets(p_course, v_form, array[p_user]) j;
  if v_code in ('not_found', 'own_assignment', 'student_blocked') then
    perform fail(v_code);
  elsif not p_again and typed_sheet(p_run.id, p_user) is not null then
    perform fail('sheet_typed_already');
  elsif v_code is not null then
    perform fail(v_code);
  end if;
end $$;

-- Keeps what was written: what is typed, and of what people mark that it is on paper, which an empty text says.
-- p_on_paper: [{question_id}].
create or replace function store_sheet(
  p_attempt attempts,
  p_answers jsonb,
  p_on_paper jsonb
) returns void
  language plpgsql
  as $$
begin
  perform store_answers(p_attempt,
    (select jsonb_agg(a || '{"seq": 1}') from jsonb_array_elements(p_answers) a), p_attempt.started_at);
  if exists (select from jsonb_to_recordset(p_on_paper) as given(question_id integer) where not exists (
      select from version_question(p_attempt.form_version_id, given.question_id) q where is_by_hand(q->>'type'))) then
    perform fail('invalid_choice', 'on_paper');
  end if;
  insert into attempt_answers (company_id, attempt_id, question_id, answer_ids, response, seq, saved_at)
    select distinct p_attempt.company_id, p_attempt.id, given.question_id, '{}'::integer[], '""'::jsonb, 1,
        p_attempt.started_at
      from jsonb_to_recordset(p_on_paper) as given(question_id integer)
    on conflict do nothing;
end $$;

-- Ends an attempt that was typed in, and grades it, with the marks that came along. Its student is told of a result
-- that is there at once, which they are not looking at.
create or replace function finish_sheet(
  p_attempt attempts,
  p_on_paper jsonb
) returns void
  language plpgsql
  as $$
begin
  perform end_attempts(array[p_attempt.id], 'trainer');
  update attempts t set result_published_at = app_now() from form_versions v
    where t.id = p_attempt.id and v.company_id = t.company_id and v.id = t.form_version_id and publishes_at_once(v);
  perform save_mark(p_attempt.id, given.question_id, given.score, null, '', false, null)
    from jsonb_to_recordset(p_on_paper) as given(question_id integer, score numeric)
    where given.score is not null;
end $$;

-- Types an answer sheet in: an attempt of the version that was printed, begun and ended on the day on which it was
-- written. p_answers: as a page saves them, without numbers; p_on_paper: [{question_id, score}], of what people mark.
create or replace function type_sheet(
  p_course integer,
  p_form integer,
  p_run integer,
  p_variant integer,
  p_user integer,
  p_sat_on date,
  p_answers jsonb,
  p_on_paper jsonb,
  p_again boolean
) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_run print_runs := require_run(p_course, p_form, p_run, array[p_variant]);
  v_at timestamptz := sat_at(v_run, p_sat_on);
  v_attempt attempts;
begin
  perform hold_sheet(p_course, v_run, p_user, p_again);
  insert into attempts as t (company_id, assignment_id, form_id, form_version_id, user_id, number, holder, seed, drawn,
      started_at, deadline, due_at)
    select app_company(), used.assignment_id, p_form, v_run.form_version_id, p_user, used.number, '',
        hashtext(v_run.seed || ' ' || p_variant), drawn_of_run(v_run, p_variant), v_at, v_at, v_at
      from use_attempt_of(p_form, p_user) used
    returning t.* into v_attempt;
  perform store_sheet(v_attempt, p_answers, p_on_paper);
  insert into paper_sheets (company_id, attempt_id, form_id, run_id, variant, user_id, sat_on, author_id, typed_at)
    values (app_company(), v_attempt.id, p_form, p_run, p_variant, p_user, p_sat_on, app_user(), app_now());
  perform finish_sheet(v_attempt, p_on_paper);
  return v_attempt.id;
end $$;
grant
  execute
  on
    function
      type_sheet(
        integer,
        integer,
        integer,
        integer,
        integer,
        date,
        jsonb,
        jsonb,
        boolean
      )
  to
  osnova_worker;

-- Gives an attempt back that a sheet had taken. Whoever has no other result takes the form anew.
create or replace function give_attempt_back(
  p_form integer,
  p_user integer
) returns void
  language plpgsql
  as $$
declare
  v_again boolean := not exists (select from attempts t where t.company_id = app_company() and t.form_id = p_form
    and t.user_id = p_user and t.status = 'completed');
begin
  if v_again then
    update assignments a set status = 'rejected'
      where a.company_id = app_company() and a.form_id = p_form and a.user_id = p_user;
  end if;
  update assignments a set status = case when v_again then 'reopened' else a.status end,
      extra_attempts = extra_attempts_with(v.settings, a.attempts_used, a.extra_attempts, 1)
    from current_versions v
    where a.company_id = app_company() and a.form_id = p_form and a.user_id = p_user
      and v.company_id = a.company_id and v.form_id = a.form_id;
end $$;

-- Takes a sheet back that was typed in wrongly: its attempt is annulled, no longer shown to whom it was typed in for,
-- and may be used anew. Done again it changes nothing.
create or replace function undo_sheet(
  p_course integer,
  p_form integer,
  p_run integer,
  p_attempt integer,
  p_reason text,
  p_batch text
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_run print_runs := require_run(p_course, p_form, p_run, '{}');
  v_sheet paper_sheets;
  v_now timestamptz;
begin
  select s.* into v_sheet from paper_sheets s
    where s.company_id = app_company() and s.run_id = v_run.id and s.attempt_id = p_attempt;
  perform lock_assignments(p_form, array[v_sheet.user_id]);
  perform hold_attempt(v_sheet.attempt_id);
  v_now := app_now();
  update paper_sheets s set undone_at = v_now, undone_by = app_user()
    where s.company_id = app_company() and s.attempt_id = p_attempt and s.undone_at is null;
  if not found then
    return;
  end if;
  update attempts t set status = 'annulled' from assignments a
    where t.company_id = app_company() and t.id = p_attempt and t.status = 'completed'
      and a.company_id = t.company_id and a.id = t.assignment_id and a.status = 'completed';
  if not found then
    perform fail('status_not_allowed');
  end if;
  perform settle_progress(array[p_attempt], true);
  perform give_attempt_back(p_form, v_sheet.user_id);
  delete from result_mails w where w.company_id = app_company() and w.attempt_id = p_attempt;
  delete from notifications n where n.company_id = app_company() and n.user_id = v_sheet.user_id
    and n.path like '/course/%/statistic/' || p_attempt;
  insert into assignment_decisions (company_id, assignment_id, attempt_id, kind, reason, batch, author_id, created_at)
    select t.company_id, t.assignment_id, t.id, 'annul', p_reason, p_batch, app_user(), v_now
      from attempts t where t.company_id = app_company() and t.id = p_attempt;
end $$;
grant
  execute
  on
    function undo_sheet(integer, integer, integer, integer, text, text)
  to
  osnova_worker;

-- Refuses a run that the caller does not reach, or a form that they take.
create or replace function require_sheets(
  p_course integer,
  p_form integer,
  p_run integer
) returns void
  language plpgsql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform require_run(p_course, p_form, p_run, '{}');
end $$;
grant
  execute
  on
    function require_sheets(integer, integer, integer)
  to
  osnova_worker;
