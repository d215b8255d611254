-- What is decided about ended attempts: retake, annulment, publication, notes, and repairs of a key. The pure model that
-- the grading is tested against stands in worker/attempts/attempt.ts. Certificates follow by triggers of their own on
-- gradings and attempts; nothing here writes them.

-- Results to be told by mail; only the functions below touch it.
create table result_mails (
  company_id integer not null,
  attempt_id integer not null,
  -- finished, published or notes
  kind text not null,
  due_at timestamptz not null default now(),
  constraint result_mails_pk primary key (company_id, attempt_id),
  constraint result_mails_attempt foreign key (company_id, attempt_id) references attempts (company_id, id)
);
create index result_mails_due on result_mails (due_at);
select secure_system_table('result_mails');
--> statement-breakpoint
set role osnova_system;

-- ── Grading, with repaired keys ───────────────────────────────────────────────────────────────────

-- Repairs of a form and gradings of its attempts wait for each other, so that of a finish and a repair at once the later
-- one sees what the earlier has done.
create function lock_key(p_form integer, p_alone boolean) returns void language plpgsql as $$
begin
  if p_alone then
    perform pg_advisory_xact_lock(hashtext('key_repairs'), p_form);
  else
    perform pg_advisory_xact_lock_shared(hashtext('key_repairs'), p_form);
  end if;
end $$;

-- What repairs make of the keys of versions, one row per repair that concerns a version, in their order. `keys`: ids of
-- right answers by question id, null where the question is annulled. `p_more`: changes judged as if they came last.
create function key_overlays(p_versions integer[], p_without integer default null, p_more jsonb default null, p_only_raise boolean default false)
  returns table (version_id integer, place integer, keys jsonb, only_raise boolean) language sql stable as $$
  select v.id, (row_number() over (partition by v.id order by r.place))::integer, o.keys, r.only_raise
    from form_versions v
    cross join lateral (
      select k.id as place, k.changes, k.only_raise from key_repairs k
        where k.company_id = v.company_id and k.form_id = v.form_id and k.undone_at is null and k.id is distinct from p_without
      union all
      select 2147483647, p_more, p_only_raise where p_more is not null
    ) r
    cross join lateral (
      select jsonb_object_agg(c->>'question_id', coalesce(c->'right', 'null')) as keys
        from jsonb_array_elements(r.changes) c where c->'versions' @> to_jsonb(v.id)
    ) o
    where v.id = any (p_versions) and o.keys is not null
$$;

-- The grade of what was answered in an attempt, by the version's questions under mended keys.
create function grade_of(p_company integer, p_attempt integer, p_questions jsonb, p_settings jsonb, p_keys jsonb)
  returns table (score integer, max_score integer, percent numeric, passed boolean, explanation jsonb)
  language sql stable as $$
  select s.score, s.max_score, s.percent,
         case p_settings->>'passing_score_type' when 'points' then s.score else s.percent end
           >= (p_settings->>'passing_score')::integer,
         s.explanation
    from (
      select coalesce(sum(e.earned), 0)::integer as score, coalesce(sum(e.maximum), 0)::integer as max_score,
             coalesce(round(100.0 * sum(e.earned) / nullif(sum(e.maximum), 0), 10), 0) as percent,
             coalesce(jsonb_agg(jsonb_build_object(
               'id', e.id, 'earned', e.earned, 'maximum', e.maximum, 'outcome', e.outcome) order by e.place), '[]') as explanation
        from (
          select a.id, a.place, a.maximum, a.outcome, case a.outcome when 'right' then a.maximum else 0 end as earned
            from (
              select (q->>'id')::integer as id, t.place,
                     case when k.key = 'null' then 0 else (q->>'score')::integer end as maximum,
                     case when k.key = 'null' then 'annulled'
                          when coalesce(cardinality(g.answer_ids), 0) = 0 then 'not_answered'
                          when to_jsonb(g.answer_ids) = k.key then 'right' else 'wrong' end as outcome
                from jsonb_array_elements(p_questions) with ordinality as t(q, place)
                cross join lateral (select coalesce(p_keys->(q->>'id'), q->'right') as key) k
                left join attempt_answers g on g.company_id = p_company and g.attempt_id = p_attempt
                  and g.question_id = (q->>'id')::integer
            ) a
        ) e
    ) s
$$;

-- The grades of attempts under the repairs of their forms, one after another: one that only raises leaves alone whose
-- percentage or pass it would take.
create function regraded(p_attempts integer[], p_without integer default null, p_more jsonb default null, p_only_raise boolean default false)
  returns table (attempt_id integer, score integer, max_score integer, percent numeric, passed boolean, explanation jsonb)
  language sql stable as $$
  with recursive wanted as materialized (
    select a.company_id, a.id, v.id as version_id, v.settings, v.questions
      from attempts a join form_versions v on v.company_id = a.company_id and v.id = a.form_version_id
      where a.id = any (p_attempts)
  ), overlays as materialized (
    select * from key_overlays(array(select distinct w.version_id from wanted w), p_without, p_more, p_only_raise)
  ), steps as (
    select w.id, 0 as place, '{}'::jsonb as keys, g.score, g.max_score, g.percent, g.passed, g.explanation
      from wanted w cross join lateral grade_of(w.company_id, w.id, w.questions, w.settings, '{}') g
    union all
    select s.id, o.place, case when f.falls then s.keys else s.keys || o.keys end,
           case when f.falls then s.score else g.score end, case when f.falls then s.max_score else g.max_score end,
           case when f.falls then s.percent else g.percent end, case when f.falls then s.passed else g.passed end,
           case when f.falls then s.explanation else g.explanation end
      from steps s
      join wanted w on w.id = s.id
      join overlays o on o.version_id = w.version_id and o.place = s.place + 1
      cross join lateral grade_of(w.company_id, w.id, w.questions, w.settings, s.keys || o.keys) g
      cross join lateral (select o.only_raise and (g.percent < s.percent or s.passed and not g.passed) as falls) f
  )
  select distinct on (id) id, score, max_score, percent, passed, explanation from steps order by id, place desc
$$;

-- A form is done as a material once passed, a practice perhaps when it is finished. `p_may_fall`: an annulled pass, or one
-- that a repair took, is none unless another attempt passed; what was opened stays open.
create function settle_progress(p_attempts integer[], p_may_fall boolean) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into material_progress as p (company_id, material_id, user_id, opened_at, viewed_at, done_at)
    select h.company_id, h.material_id, h.user_id, app_now(), app_now(),
           case when exists (
             select from attempts t where t.company_id = h.company_id and t.form_id = h.form_id and t.user_id = h.user_id
               and t.status = 'completed' and (h.done_by_finishing or (
                 select g.passed from gradings g where g.company_id = t.company_id and g.attempt_id = t.id order by g.id desc limit 1))
           ) then app_now() end
      from (
        select distinct a.company_id, a.form_id, a.user_id, m.id as material_id,
               m.type = 'practice' and m.done_when = 'finished' as done_by_finishing
          from attempts a
          join forms f on f.company_id = a.company_id and f.id = a.form_id
          join materials m on m.company_id = f.company_id and m.id = f.material_id
          where a.id = any (p_attempts)
      ) h order by h.user_id, h.material_id
    on conflict (company_id, user_id, material_id) do update
      set viewed_at = coalesce(p.viewed_at, excluded.viewed_at),
          done_at = case when excluded.done_at is not null then coalesce(p.done_at, excluded.done_at)
                         when not p_may_fall then p.done_at end
$$;

-- Writes a grading of each attempt, or only of those whose result changes by it. Gives the attempts graded.
create function write_gradings(p_attempts integer[], p_reason text, p_repair integer, p_changed_only boolean) returns integer[]
  language sql security definer set search_path = public, pg_temp as $$
  with written as (
    insert into gradings (company_id, attempt_id, score, max_score, percent, ects, passed, explanation, reason, repair_id, created_at)
      select a.company_id, a.id, r.score, r.max_score, round(r.percent, 2), ects(r.percent), r.passed, r.explanation, p_reason,
             p_repair, app_now()
        from regraded(p_attempts) r join attempts a on a.id = r.attempt_id
        left join lateral (
          select g.explanation, g.passed from gradings g where g.company_id = a.company_id and g.attempt_id = a.id order by g.id desc limit 1
        ) before on true
        where not p_changed_only or (before.explanation, before.passed) is distinct from (r.explanation, r.passed)
        order by a.id
      returning attempt_id
  )
  select coalesce(array_agg(attempt_id), '{}') from written
$$;

-- As in 0018, by the keys as they are mended at that moment.
create or replace function grade_attempts(p_attempts integer[], p_reason text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform lock_key(f.form_id, false) from (
    select distinct a.form_id from attempts a where a.id = any (p_attempts) order by a.form_id) f;
  perform write_gradings(p_attempts, p_reason, null, false);
  perform settle_progress(p_attempts, false);
end $$;

-- The result of an assignment that counts: the best, or the last where the form says so. `p_published`: of those that
-- the student may see.
create function counted_result(p_company integer, p_assignment integer, p_counts text, p_published boolean)
  returns table (attempt_id integer, score double precision, max_score double precision, percent double precision, ects text, passed boolean)
  language sql stable as $$
  select t.id, g.score::float8, g.max_score::float8, g.percent::float8, g.ects, g.passed
    from attempts t
    cross join lateral (
      select * from gradings where company_id = t.company_id and attempt_id = t.id order by id desc limit 1) g
    where t.company_id = p_company and t.assignment_id = p_assignment and t.status = 'completed'
      and (not p_published or t.result_published_at is not null)
    order by case when p_counts = 'last' then t.number end desc nulls last, g.passed desc, g.percent desc, t.number
    limit 1
$$;

-- ── Who is concerned ──────────────────────────────────────────────────────────────────────────────

-- Refuses a form that is not a published one of a course in reach.
create function require_form(p_course integer, p_form integer) returns void language plpgsql as $$
begin
  perform require_in_reach('{}', array[p_course]);
  perform from forms f
    join materials m on m.company_id = f.company_id and m.id = f.material_id and m.course_id = p_course and m.deleted_at is null
    where f.company_id = app_company() and f.id = p_form and f.deleted_at is null
      and exists (select from form_versions v where v.company_id = f.company_id and v.form_id = f.id);
  if not found then
    perform fail('not_found');
  end if;
end $$;

-- Those of the people who have the form and are in reach.
create function students_of_form(p_form integer, p_users integer[]) returns integer[] language sql stable as $$
  select coalesce(array_agg(s.user_id), '{}') from student_materials s
    join forms f on f.company_id = s.company_id and f.material_id = s.material_id and f.id = p_form
    where s.company_id = app_company() and s.user_id = any (p_users)
      and (app_user_type() in ('owner', 'admin') or s.user_id in (select people_in_reach()))
$$;

-- Locks what a decision is about: attempts before assignments, as everywhere. Whoever starts or finishes meanwhile waits,
-- or has been waited for.
create function lock_assignments(p_form integer, p_users integer[]) returns void language plpgsql as $$
begin
  perform from attempts t where t.company_id = app_company() and t.form_id = p_form and t.user_id = any (p_users)
    order by t.id for update;
  perform end_due_attempts();
  perform from assignments a where a.company_id = app_company() and a.form_id = p_form and a.user_id = any (p_users)
    order by a.id for update;
end $$;

-- Whether each of the people gets a retake, or the error of the catalogue that refuses it.
create function judge_retakes(p_form integer, p_users integer[]) returns table (user_id integer, code text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, case
      when not u.id = any (students_of_form(p_form, p_users)) then 'not_found'
      when mb.blocked_at is not null then 'account_blocked'
      when exists (select from course_blocks b where b.company_id = app_company() and b.course_id = m.course_id and b.user_id = u.id)
        then 'blocked_in_course'
      when exists (select from attempts t where t.company_id = a.company_id and t.assignment_id = a.id and t.status = 'running')
        then 'test_already_started'
      when a.status = 4 then 'retake_already_granted'
      when a.status = 6 then 'assignment_canceled'
      when a.status = 5 then null
      when a.status = 2 and (a.attempts_used >= attempts_allowed(v.settings, a.extra_attempts) or not coalesce(r.passed, false)) then null
      else 'retake_not_needed' end
    from (select distinct unnest(p_users) as id) u
    join forms f on f.company_id = app_company() and f.id = p_form
    join materials m on m.company_id = f.company_id and m.id = f.material_id
    left join memberships mb on mb.company_id = f.company_id and mb.user_id = u.id
    left join current_versions v on v.company_id = f.company_id and v.form_id = f.id
    left join assignments a on a.company_id = f.company_id and a.form_id = f.id and a.user_id = u.id
    left join lateral counted_result(a.company_id, a.id, v.settings->>'result_counts', false) r on true
    order by u.id
$$;

-- Writes to students of a form, each in their language. `p_mails`: {language: mail}; without one nobody is written to.
create function mail_students(p_form integer, p_users integer[], p_mails jsonb, p_values jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into mails (recipient, subject, text, html, next_try_at)
    select p.email, p.mail->>'subject', p.mail->>'text', p.mail->>'html', now() + make_interval(mins => ((p.place - 1) / 250)::integer)
      from (
        select u.email, row_number() over (order by u.id) as place,
               fill_mail(p_mails->u.language, p_values || jsonb_build_object(
                 'form', v.settings->>'name', 'course', c.name, 'course_id', c.id, 'material_id', m.id, 'form_id', f.id)) as mail
          from users u
          join memberships b on b.company_id = app_company() and b.user_id = u.id and b.blocked_at is null and b.deleted_at is null
          join forms f on f.company_id = app_company() and f.id = p_form
          join materials m on m.company_id = f.company_id and m.id = f.material_id
          join courses c on c.company_id = m.company_id and c.id = m.course_id
          join current_versions v on v.company_id = f.company_id and v.form_id = f.id
          where u.id = any (p_users) and u.email is not null and u.activated_at is not null and u.blocked_at is null
            and p_mails ? u.language
      ) p;
end $$;

-- ── Decisions ─────────────────────────────────────────────────────────────────────────────────────

-- Gives retakes to all who may have one, and names what refuses the others. The row is there for each person asked for.
create function grant_retakes(
  p_course integer, p_form integer, p_users integer[], p_extra integer, p_due timestamptz, p_reason text, p_batch text, p_mails jsonb
) returns table (user_id integer, code text) language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_granted integer[];
  v_judged jsonb;
begin
  perform require_form(p_course, p_form);
  perform lock_assignments(p_form, students_of_form(p_form, p_users));
  select array_agg(j.user_id) filter (where j.code is null), jsonb_agg(to_jsonb(j)) into v_granted, v_judged
    from judge_retakes(p_form, p_users) j;
  with granted as (
    update assignments a set status = 4, due_at = p_due,
        -- A limit lowered since may lie below what was used.
        extra_attempts = p_extra + greatest(a.extra_attempts,
          coalesce(a.attempts_used - attempts_allowed(v.settings, 0), a.extra_attempts))
      from current_versions v
      where a.company_id = app_company() and a.form_id = p_form and a.user_id = any (v_granted)
        and v.company_id = a.company_id and v.form_id = a.form_id
      returning a.id
  )
  insert into assignment_decisions (company_id, assignment_id, kind, amount, reason, batch, author_id, created_at)
    select app_company(), g.id, 'retake', p_extra, p_reason, p_batch, app_user(), app_now() from granted g order by g.id;
  perform mail_students(p_form, v_granted, p_mails, jsonb_build_object(
    'attempts', p_extra, 'reason', p_reason,
    'due', coalesce((select to_char(p_due at time zone c.time_zone, 'DD.MM.YYYY, HH24:MI') from companies c where c.id = app_company()), '')));
  return query select j.user_id, j.code from jsonb_to_recordset(v_judged) as j(user_id integer, code text);
end $$;

-- What an action would be about for each of the people: the assignment, the attempt to annul, or what refuses it.
create function judge_decisions(p_form integer, p_users integer[], p_attempts integer[], p_action text)
  returns table (user_id integer, assignment_id integer, attempt_ids integer[], code text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, a.id, t.ids, case
      when not u.id = any (students_of_form(p_form, p_users)) then 'not_found'
      when case p_action
             when 'annul' then a.status = 1 and t.running or a.status = 2 and t.completed
             when 'cancel' then coalesce(a.status, 3) in (3, 4)
             when 'restore' then a.status = 6 end then null
      else 'status_not_allowed' end
    from (select distinct unnest(p_users) as id) u
    left join assignments a on a.company_id = app_company() and a.form_id = p_form and a.user_id = u.id
    left join lateral (
      select array_agg(o.id order by o.id) as ids, bool_and(o.status = 'running') as running, bool_and(o.status = 'completed') as completed
        from (select t.id, t.status from attempts t where t.company_id = a.company_id and t.assignment_id = a.id
                and (p_attempts is null or t.id = any (p_attempts))
                order by t.number desc limit case when p_attempts is null then 1 end) o
    ) t on true
    order by u.id
$$;

-- Annuls attempts (the last one of each person unless told), cancels what was not begun, or takes that back.
create function decide_assignments(
  p_course integer, p_form integer, p_users integer[], p_attempts integer[], p_action text, p_reason text, p_batch text, p_mails jsonb
) returns table (user_id integer, code text) language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_judged jsonb;
  v_now timestamptz;
  v_attempts integer[];
  v_users integer[];
begin
  perform require_form(p_course, p_form);
  if p_action = 'cancel' then
    insert into assignments (company_id, form_id, user_id)
      select app_company(), p_form, s from unnest(students_of_form(p_form, p_users)) s on conflict do nothing;
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
  end if;
  update assignments a set status = case p_action when 'annul' then 5 when 'cancel' then 6 else 3 end
    where a.company_id = app_company() and a.form_id = p_form and a.user_id = any (v_users);
  insert into assignment_decisions (company_id, assignment_id, attempt_id, kind, reason, batch, author_id, created_at)
    select app_company(), j.assignment_id, t.id, p_action, p_reason, p_batch, app_user(), v_now
      from jsonb_to_recordset(v_judged) as j(assignment_id integer, attempt_ids integer[], code text)
      left join lateral unnest(case p_action when 'annul' then j.attempt_ids end) t(id) on true
      where j.code is null order by j.assignment_id, t.id;
  perform mail_students(p_form, v_users, p_mails, jsonb_build_object('reason', p_reason));
  return query select j.user_id, j.code from jsonb_to_recordset(v_judged) as j(user_id integer, code text);
end $$;

-- Publishes results that wait for it: those told, or all of the form in reach. Gives the attempts published now.
create function publish_results(p_course integer, p_form integer, p_attempts integer[], p_batch text) returns integer[]
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_attempts integer[];
begin
  perform require_form(p_course, p_form);
  perform end_due_attempts();
  if exists (
    select unnest(p_attempts) except
    select t.id from attempts t where t.company_id = app_company() and t.form_id = p_form
      and (app_user_type() in ('owner', 'admin') or t.user_id in (select people_in_reach()))) then
    perform fail('not_found');
  end if;
  with published as (
    update attempts t set result_published_at = app_now()
      where t.id in (
        select w.id from attempts w
          where w.company_id = app_company() and w.form_id = p_form and w.status = 'completed' and w.result_published_at is null
            and (p_attempts is null or w.id = any (p_attempts))
            and (app_user_type() in ('owner', 'admin') or w.user_id in (select people_in_reach()))
          order by w.id for update)
      returning t.id, t.assignment_id
  ), noted as (
    insert into assignment_decisions (company_id, assignment_id, attempt_id, kind, batch, author_id, created_at)
      select app_company(), p.assignment_id, p.id, 'publish', p_batch, app_user(), app_now() from published p
  )
  select coalesce(array_agg(p.id order by p.id), '{}') into v_attempts from published p;
  return v_attempts;
end $$;

-- ── Notes ─────────────────────────────────────────────────────────────────────────────────────────

-- Writes a trainer's words about an ended attempt; an empty text takes them away. `p_notes`: [{question_id, text}].
create function save_notes(p_attempt integer, p_notes jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_attempt attempts;
  v_course integer;
begin
  select t.* into v_attempt from attempts t where t.company_id = app_company() and t.id = p_attempt for update;
  select m.course_id into v_course from forms f join materials m on m.company_id = f.company_id and m.id = f.material_id
    where f.company_id = app_company() and f.id = v_attempt.form_id;
  if v_course is null or app_user_type() not in ('owner', 'admin') and v_attempt.user_id not in (select people_in_reach()) then
    perform fail('not_found');
  end if;
  perform require_in_reach('{}', array[v_course]);
  if v_attempt.status = 'running' then
    perform fail('test_already_started');
  end if;
  if exists (
    select given.question_id from jsonb_to_recordset(p_notes) as given(question_id integer) where given.question_id is not null
    except
    select (q->>'id')::integer from form_versions v, jsonb_array_elements(v.questions) q
      where v.company_id = app_company() and v.id = v_attempt.form_version_id) then
    perform fail('invalid_choice', 'notes');
  end if;
  delete from attempt_notes n using jsonb_to_recordset(p_notes) as given(question_id integer, text text)
    where n.company_id = app_company() and n.attempt_id = p_attempt and n.question_id = coalesce(given.question_id, 0) and given.text = '';
  insert into attempt_notes as n (company_id, attempt_id, question_id, text, author_id, updated_at)
    select distinct on (coalesce(given.question_id, 0)) app_company(), p_attempt, coalesce(given.question_id, 0), given.text, app_user(), app_now()
      from jsonb_to_recordset(p_notes) as given(question_id integer, text text) where given.text <> ''
    on conflict (company_id, attempt_id, question_id) do update
      set text = excluded.text, author_id = excluded.author_id, updated_at = excluded.updated_at where n.text <> excluded.text;
  if found and v_attempt.result_published_at is not null then
    insert into result_mails (company_id, attempt_id, kind) values (app_company(), p_attempt, 'notes') on conflict do nothing;
  end if;
end $$;

-- ── Repairs of a key ──────────────────────────────────────────────────────────────────────────────

-- The answers of a question as they read, whatever is right of them.
create function answer_titles(p_answers jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(a->>'id', a->>'title'), '{}') from jsonb_array_elements(p_answers) a
$$;

-- The key of a version as repairs left it: ids of right answers by question, null where it is annulled.
create function mended_keys(p_version integer, p_without integer default null, p_more jsonb default null) returns jsonb
  language sql stable as $$
  select coalesce((select jsonb_object_agg(q->>'id', q->'right') from form_versions v, jsonb_array_elements(v.questions) q where v.id = p_version), '{}')
    || coalesce((select jsonb_object_agg(last.question, last.key) from (
         select distinct on (k.key) k.key as question, k.value as key
           from key_overlays(array[p_version], p_without, p_more) o cross join lateral jsonb_each(o.keys) k order by k.key, o.place desc
       ) last), '{}')
$$;

-- Changes as a repair keeps them: with the sorted right answers and the versions that ask the same question. Refuses
-- what cannot be a key, and a form in which nothing would count any more.
create function repair_changes(p_form integer, p_changes jsonb) returns jsonb
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  v_change jsonb;
  v_question jsonb;
  v_right integer[];
  v_changes jsonb := '[]';
  v_latest form_versions;
begin
  for v_change in select value from jsonb_array_elements(p_changes) loop
    select q into v_question from form_versions v, jsonb_array_elements(v.questions) q
      where v.company_id = app_company() and v.form_id = p_form and q->'id' = v_change->'question_id' order by v.number desc limit 1;
    select array_agg(distinct r.id order by r.id) into v_right
      from jsonb_array_elements(case when jsonb_typeof(v_change->'right_answer_ids') = 'array' then v_change->'right_answer_ids' else '[]' end) e
      cross join lateral (select e::integer as id) r;
    if v_question is null or v_changes @> jsonb_build_array(jsonb_build_object('question_id', v_change->'question_id'))
       or not v_question->'ids' @> coalesce(to_jsonb(v_right), '[]') then
      perform fail('invalid_choice', 'changes');
    end if;
    if not coalesce((v_change->>'annulled')::boolean, false) then
      if v_right is null then
        perform fail('question_without_right_answer', 'changes');
      elsif cardinality(v_right) > 1 and not (v_question->>'multiple_right_answers')::boolean then
        perform fail('question_single_right_answer', 'changes');
      end if;
    end if;
    v_changes := v_changes || jsonb_build_array(jsonb_build_object(
      'question_id', v_change->'question_id',
      'versions', (select jsonb_agg(v.id order by v.id) from form_versions v, jsonb_array_elements(v.questions) q
                     where v.company_id = app_company() and v.form_id = p_form and q->'id' = v_change->'question_id'
                       and answer_titles(q->'answers') = answer_titles(v_question->'answers')))
      || case when coalesce((v_change->>'annulled')::boolean, false) then '{"annulled": true}'
              else jsonb_build_object('right', to_jsonb(v_right)) end);
  end loop;
  select * into v_latest from current_versions v where v.company_id = app_company() and v.form_id = p_form;
  if not exists (select from jsonb_each(mended_keys(v_latest.id, null, v_changes)) k
                   join jsonb_array_elements(v_latest.questions) q on q->>'id' = k.key
                   where k.value <> 'null' and (q->>'score')::integer > 0) then
    perform fail('repair_leaves_nothing', 'changes');
  end if;
  return v_changes;
end $$;

-- The completed attempts that changes concern.
create function attempts_under(p_form integer, p_changes jsonb) returns integer[] language sql stable as $$
  select coalesce(array_agg(t.id), '{}') from attempts t
    where t.company_id = app_company() and t.form_id = p_form and t.status = 'completed' and t.form_version_id in (
      select (v #>> '{}')::integer from jsonb_array_elements(p_changes) c, jsonb_array_elements(c->'versions') v)
$$;

-- What a repair would change: per attempt the grade before and after, and what becomes of the course's certificate.
create function preview_repair(p_course integer, p_form integer, p_changes jsonb, p_only_raise boolean)
  returns table (attempt_id integer, user_id integer, number integer, before jsonb, after jsonb, certificate text)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_changes jsonb;
  v_certifies boolean;
begin
  perform require_form(p_course, p_form);
  perform end_due_attempts();
  v_changes := repair_changes(p_form, p_changes);
  select (v.settings->>'issue_certificate')::boolean into v_certifies
    from current_versions v where v.company_id = app_company() and v.form_id = p_form;
  return query
  with judged as materialized (
    select t.id, t.user_id, t.number, t.assignment_id, g.score, g.max_score, g.percent, g.ects, g.passed, g.explanation,
           r.score as new_score, r.max_score as new_max, round(r.percent, 2) as new_percent, ects(r.percent) as new_ects,
           r.passed as new_passed, r.explanation as new_explanation
      from regraded(attempts_under(p_form, v_changes), null, v_changes, p_only_raise) r
      join attempts t on t.id = r.attempt_id
      cross join lateral (select * from gradings where company_id = t.company_id and attempt_id = t.id order by id desc limit 1) g
  ), people as (
    select j.user_id, bool_or(j.new_passed) or elsewhere.passed as passes, bool_or(j.passed) or elsewhere.passed as passed
      from judged j
      cross join lateral (
        select exists (select from attempts o where o.company_id = app_company() and o.assignment_id = j.assignment_id and o.status = 'completed'
                         and o.id not in (select k.id from judged k)
                         and (select g.passed from gradings g where g.company_id = o.company_id and g.attempt_id = o.id order by g.id desc limit 1)) as passed
      ) elsewhere
      group by j.user_id, elsewhere.passed
  )
  select j.id, j.user_id, j.number,
         jsonb_build_object('score', j.score, 'max_score', j.max_score, 'percent', j.percent, 'ects', j.ects, 'passed', j.passed),
         jsonb_build_object('score', j.new_score, 'max_score', j.new_max, 'percent', j.new_percent, 'ects', j.new_ects, 'passed', j.new_passed),
         case when v_certifies and p.passes <> p.passed and not exists (
                -- Another certifying form of the course that the person has not passed keeps the certificate away either way.
                select from forms f
                  join materials m on m.company_id = f.company_id and m.id = f.material_id and m.course_id = p_course and m.deleted_at is null and m.archived_at is null
                  join current_versions v on v.company_id = f.company_id and v.form_id = f.id and (v.settings->>'issue_certificate')::boolean
                  where f.company_id = app_company() and f.id <> p_form and f.deleted_at is null and not exists (
                    select from attempts o where o.company_id = f.company_id and o.form_id = f.id and o.user_id = j.user_id and o.status = 'completed'
                      and (select g.passed from gradings g where g.company_id = o.company_id and g.attempt_id = o.id order by g.id desc limit 1)))
              then case when p.passes then 'gained' else 'lost' end end
    from judged j join people p on p.user_id = j.user_id
    where (j.explanation, j.passed) is distinct from (j.new_explanation, j.new_passed)
    order by abs(j.new_percent - j.percent) desc, j.id;
end $$;

-- The draft's questions follow a key that changed from one to the other, where they still are as published.
create function mend_draft(p_form integer, p_before jsonb, p_after jsonb) returns void language sql as $$
  update questions q set answers = (
      select jsonb_agg(a || jsonb_build_object('is_right_answer', p_after->(q.id::text) @> (a->'id')) order by place)
        from jsonb_array_elements(q.answers) with ordinality t(a, place))
    from current_versions v, jsonb_array_elements(v.questions) published
    where q.company_id = app_company() and q.form_id = p_form and q.deleted_at is null
      and v.company_id = q.company_id and v.form_id = q.form_id and (published->>'id')::integer = q.id
      and answer_titles(published->'answers') = answer_titles(q.answers)
      and p_before->(q.id::text) <> p_after->(q.id::text) and p_after->(q.id::text) <> 'null'
      and coalesce(nullif(p_before->(q.id::text), 'null'), published->'right') = (
        select coalesce(jsonb_agg((a->>'id')::integer order by (a->>'id')::integer), '[]')
          from jsonb_array_elements(q.answers) a where (a->>'is_right_answer')::boolean)
$$;

-- Mends the key of a published form and grades anew whom it concerns. Whatever is finished meanwhile waits.
create function repair_key(p_course integer, p_form integer, p_changes jsonb, p_only_raise boolean, p_reason text) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_changes jsonb;
  v_latest integer;
  v_before jsonb;
  v_repair integer;
begin
  perform require_form(p_course, p_form);
  perform from forms f where f.company_id = app_company() and f.id = p_form for no key update;
  perform lock_key(p_form, true);
  v_changes := repair_changes(p_form, p_changes);
  select v.id into v_latest from current_versions v where v.company_id = app_company() and v.form_id = p_form;
  v_before := mended_keys(v_latest);
  insert into key_repairs (company_id, form_id, changes, only_raise, reason, author_id, created_at)
    values (app_company(), p_form, v_changes, p_only_raise, p_reason, app_user(), app_now()) returning id into v_repair;
  perform settle_progress(write_gradings(attempts_under(p_form, v_changes), 'repair', v_repair, true), true);
  perform mend_draft(p_form, v_before, mended_keys(v_latest));
  return v_repair;
end $$;

-- Takes a repair back: whom it concerned is graded anew without it. Repeating it changes nothing.
create function undo_repair(p_course integer, p_form integer, p_repair integer) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_changes jsonb;
  v_latest integer;
  v_before jsonb;
begin
  perform require_form(p_course, p_form);
  perform from forms f where f.company_id = app_company() and f.id = p_form for no key update;
  perform lock_key(p_form, true);
  select v.id into v_latest from current_versions v where v.company_id = app_company() and v.form_id = p_form;
  v_before := mended_keys(v_latest);
  update key_repairs r set undone_at = app_now()
    where r.company_id = app_company() and r.form_id = p_form and r.id = p_repair and r.undone_at is null
    returning r.changes into v_changes;
  if not found then
    if not exists (select from key_repairs r where r.company_id = app_company() and r.form_id = p_form and r.id = p_repair) then
      perform fail('not_found');
    end if;
    return;
  end if;
  perform settle_progress(write_gradings(attempts_under(p_form, v_changes), 'undo', p_repair, true), true);
  perform mend_draft(p_form, v_before, mended_keys(v_latest));
end $$;

-- ── Results, to be shown and mailed ───────────────────────────────────────────────────────────────

-- An attempt with all that its result is shown from; who may see what of it is judged by the caller.
create function attempt_result(p_company integer, p_attempt integer)
  returns table (
    id integer, form_id integer, form_name text, form_type integer, number integer, passed_form_status integer, attempt_status text,
    started_at timestamptz, finished_at timestamptz, finished_by text, result_published_at timestamptz, duration integer,
    course_id integer, course jsonb, material_id integer, user_id integer, "user" jsonb, settings jsonb, questions jsonb, explanation jsonb,
    passed_successfully boolean, ects text, score double precision, max_score double precision, percent double precision,
    chosen jsonb, mended jsonb, notes jsonb, annulment jsonb)
  language sql stable as $$
  select t.id, t.form_id, v.settings->>'name', f.form_type, t.number, a.status, t.status,
         t.started_at, t.finished_at, t.finished_by, t.result_published_at, extract(epoch from t.finished_at - t.started_at)::integer,
         c.id, jsonb_build_object('id', c.id, 'name', c.name), m.id,
         u.id, jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name),
         v.settings, v.questions, g.explanation, g.passed, g.ects, g.score::float8, g.max_score::float8, g.percent::float8,
         coalesce((select jsonb_object_agg(s.question_id, s.answer_ids) from attempt_answers s
           where s.company_id = t.company_id and s.attempt_id = t.id), '{}'),
         mended_keys(v.id),
         coalesce((select jsonb_agg(jsonb_build_object('question_id', nullif(n.question_id, 0), 'text', n.text,
             'author', jsonb_build_object('id', w.id, 'first_name', w.first_name, 'last_name', w.last_name),
             'updated_at', n.updated_at) order by n.question_id)
           from attempt_notes n join users w on w.id = n.author_id where n.company_id = t.company_id and n.attempt_id = t.id), '[]'),
         (select jsonb_build_object('reason', d.reason, 'created_at', d.created_at) from assignment_decisions d
            where d.company_id = t.company_id and d.assignment_id = t.assignment_id and d.attempt_id = t.id and d.kind = 'annul'
            order by d.id desc limit 1)
    from attempts t
    join assignments a on a.company_id = t.company_id and a.id = t.assignment_id
    join form_versions v on v.company_id = t.company_id and v.id = t.form_version_id
    join forms f on f.company_id = t.company_id and f.id = t.form_id
    join materials m on m.company_id = f.company_id and m.id = f.material_id
    join courses c on c.company_id = m.company_id and c.id = m.course_id
    join users u on u.id = t.user_id
    left join lateral (select * from gradings where company_id = t.company_id and attempt_id = t.id order by id desc limit 1) g on true
    where t.company_id = p_company and t.id = p_attempt
$$;

-- The decision under which an assignment is reopened, rejected or canceled: what the student is told, and why.
create function decision_on(p_company integer, p_assignment integer, p_status integer) returns jsonb language sql stable as $$
  select jsonb_build_object('kind', d.kind, 'reason', d.reason, 'amount', d.amount, 'created_at', d.created_at,
           'due_at', case d.kind when 'retake' then (select a.due_at from assignments a where a.company_id = p_company and a.id = p_assignment) end)
    from assignment_decisions d
    where d.company_id = p_company and d.assignment_id = p_assignment
      and d.kind = case p_status when 4 then 'retake' when 5 then 'annul' when 6 then 'cancel' end
    order by d.id desc limit 1
$$;

-- A result was published: by a trainer, or at the end of an attempt of a form that mails its answers.
create function result_published() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.status = 'completed' and (old.status <> 'running' or exists (
       select from form_versions v where v.company_id = new.company_id and v.id = new.form_version_id
         and (v.settings->>'send_email_with_answers')::boolean)) then
    insert into result_mails (company_id, attempt_id, kind)
      values (new.company_id, new.id, case old.status when 'running' then 'finished' else 'published' end) on conflict do nothing;
  end if;
  return null;
end $$;

-- Takes results that are to be mailed and moves their next try ahead, so that two senders never take the same one.
create function take_result_mails(p_limit integer) returns table (kind text, email text, language text, result jsonb)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return query
  with taken as (
    update result_mails w set due_at = now() + interval '5 minutes'
      where (w.company_id, w.attempt_id) in (
        select d.company_id, d.attempt_id from result_mails d where d.due_at <= now() order by d.due_at limit p_limit for update skip locked)
      returning w.company_id, w.attempt_id, w.kind
  )
  select t.kind,
         case when u.activated_at is not null and u.blocked_at is null and b.blocked_at is null and b.deleted_at is null then u.email end,
         u.language, to_jsonb(r)
    from taken t cross join lateral attempt_result(t.company_id, t.attempt_id) r
    join users u on u.id = r.user_id
    join memberships b on b.company_id = t.company_id and b.user_id = r.user_id;
end $$;

-- Queues the mails of results that were taken, each once. `p_mails`: [{attempt_id, recipient, mail}].
create function queue_result_mails(p_taken integer[], p_mails jsonb) returns void
  language sql security definer set search_path = public, pg_temp as $$
  with told as (
    delete from result_mails w where w.attempt_id = any (p_taken) returning w.attempt_id
  )
  insert into mails (recipient, subject, text, html)
    select m.recipient, m.mail->>'subject', m.mail->>'text', m.mail->>'html'
      from jsonb_to_recordset(p_mails) as m(attempt_id integer, recipient text, mail jsonb) join told t on t.attempt_id = m.attempt_id
$$;

do $$
declare f text;
begin
  foreach f in array array[
    'lock_key(integer, boolean)', 'regraded(integer[], integer, jsonb, boolean)', 'settle_progress(integer[], boolean)',
    'write_gradings(integer[], text, integer, boolean)', 'require_form(integer, integer)', 'lock_assignments(integer, integer[])',
    'judge_decisions(integer, integer[], integer[], text)', 'mail_students(integer, integer[], jsonb, jsonb)', 'repair_changes(integer, jsonb)',
    'attempts_under(integer, jsonb)', 'mend_draft(integer, jsonb, jsonb)'
  ] loop
    execute format('revoke execute on function %s from public', f);
  end loop;
  foreach f in array array[
    'judge_retakes(integer, integer[])',
    'grant_retakes(integer, integer, integer[], integer, timestamptz, text, text, jsonb)',
    'decide_assignments(integer, integer, integer[], integer[], text, text, text, jsonb)',
    'publish_results(integer, integer, integer[], text)', 'save_notes(integer, jsonb)',
    'preview_repair(integer, integer, jsonb, boolean)', 'repair_key(integer, integer, jsonb, boolean, text)',
    'undo_repair(integer, integer, integer)', 'take_result_mails(integer)', 'queue_result_mails(integer[], jsonb)'
  ] loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to osnova_worker', f);
  end loop;
end $$;

reset role;

create trigger result_mail after update of result_published_at on attempts for each row
  when (old.result_published_at is null and new.result_published_at is not null) execute function result_published();

set role osnova_system;
revoke execute on function result_published() from public;
reset role;
