-- Results, to be shown and mailed.

set role osnova_system;

-- Whether an attempt, by its latest grading, waits for a mark.
create or replace function waits_for_marks(
  p_company integer,
  p_attempt integer
) returns boolean
  language sql
  stable
  as $$
  select awaits_marks(g.explanation) from gradings g
    where g.company_id = p_company and g.attempt_id = p_attempt order by g.id desc limit 1
$$;
grant execute on function waits_for_marks(integer, integer) to public;

-- Publishes results that wait for it: those told, or all of the form in reach but one's own. Gives the attempts
-- published now.
create or replace function publish_results(
  p_course integer,
  p_form integer,
  p_attempts integer[],
  p_batch text
) returns integer[]
  language plpgsql
  security definer
  set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan
  as $$
declare
  v_attempts integer[];
begin
  perform require_form(p_course, p_form);
  -- Before the keys of what is ended: see lock_key().
  perform from attempts t where t.company_id = app_company() and t.form_id = p_form and t.status = 'completed'
    and t.result_published_at is null and (p_attempts is null or t.id = any (p_attempts)) order by t.id for update;
  perform end_due_attempts();
  if exists (
    select unnest(p_attempts) except
    select t.id from attempts t where t.company_id = app_company() and t.form_id = p_form
      and (app_user_type() in ('owner', 'admin') or t.user_id in (select people_in_reach()))) then
    perform fail('not_found');
  end if;
  perform refuse_oneself(t.user_id) from attempts t where t.company_id = app_company() and t.id = any (p_attempts);
  with published as (
    update attempts t set result_published_at = app_now()
      where t.id in (
        select w.id from attempts w
          where w.company_id = app_company() and w.form_id = p_form and w.status = 'completed'
            and w.result_published_at is null and not waits_for_marks(w.company_id, w.id)
            and (p_attempts is null or w.id = any (p_attempts)) and w.user_id <> app_user()
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
grant
  execute
  on
    function publish_results(integer, integer, integer[], text)
  to
  osnova_worker;

-- A recount is mailed when it has rested, so that one that is undone, or followed by another, is told once or never.
create or replace function recount_wait() returns interval
  language sql
  immutable
  parallel safe
  as $$
  select interval '10 minutes'
$$;

-- Queues the mail of a result. One that waits to tell of a recount gives way: the page that it leads to tells of both.
create or replace function queue_result_mail(
  p_company integer,
  p_attempt integer,
  p_kind text
) returns void
  language sql
  as $$
  delete from result_mails w
    where w.company_id = p_company and w.attempt_id = p_attempt and w.kind in ('regraded', 'remarked');
  insert into result_mails (company_id, attempt_id, kind) values (p_company, p_attempt, p_kind) on conflict do nothing;
$$;

-- Takes back that a result is to be told, with the notice of a mail that has not gone out: it waits for a mark again.
create or replace function untell_result(
  p_company integer,
  p_attempt integer
) returns void
  language sql
  as $$
  with untold as (
    delete from result_mails w where w.company_id = p_company and w.attempt_id = p_attempt
      returning w.company_id, w.kind
  )
  delete from notifications n using untold w, attempts t
    where t.company_id = p_company and t.id = p_attempt and n.company_id = t.company_id and n.user_id = t.user_id
      and n.read_at is null and n.key like format('result-%s-%s-%%', w.kind, p_attempt)
$$;

-- Whether somebody was told that a result of theirs is there, before it waited for a mark again.
create or replace function was_told_result(p_attempt attempts) returns boolean
  language sql
  stable
  as $$
  select exists (select from notifications n where n.company_id = p_attempt.company_id and n.user_id = p_attempt.user_id
    and n.key like any (array[format('result-ready-%s-%%', p_attempt.id),
      format('result-published-%s-%%', p_attempt.id)]))
$$;

-- A result was published: by a trainer, by itself with its last mark, or at the end of an attempt of a form that mails
-- its answers.
create or replace function result_published() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_version form_versions;
begin
  select * into v_version from form_versions v where v.company_id = new.company_id and v.id = new.form_version_id;
  if new.status = 'completed'
     and (old.status <> 'running' or (v_version.settings->>'send_email_with_answers')::boolean) then
    perform queue_result_mail(new.company_id, new.id, case when old.status = 'running' then 'finished'
      when v_version.by_hand and was_told_result(new) then 'remarked'
      when v_version.by_hand and (v_version.settings->>'publication_after_passing')::boolean then 'ready'
      else 'published' end);
  end if;
  return null;
end $$;

-- Takes results that are to be mailed and moves their next try ahead, so that two senders never take the same one.
create or replace function take_result_mails(
  p_limit integer
) returns table (
  kind text,
  space integer,
  company text,
  email text,
  language text,
  result jsonb,
  told jsonb
)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  return query
  with taken as (
    update result_mails w set due_at = now() + interval '5 minutes'
      where (w.company_id, w.attempt_id) in (
        select d.company_id, d.attempt_id from result_mails d where d.due_at <= now() order by d.due_at limit p_limit
          for update skip locked)
      returning w.company_id, w.attempt_id, w.kind
  )
  select t.kind, t.company_id, c.name,
         case when u.activated_at is not null and u.blocked_at is null and b.blocked_at is null and b.deleted_at is null
           then u.email end,
         u.language, to_jsonb(r), case when t.kind in ('regraded', 'remarked') then (
           select n.params from notifications n
             where n.company_id = t.company_id and n.user_id = r.user_id
               and n.key like format('result-%s-%s-%%', t.kind, r.form_id)
             order by n.id desc limit 1) end
    from taken t cross join lateral attempt_result(t.company_id, t.attempt_id) r
    join companies c on c.id = t.company_id
    join users u on u.id = r.user_id
    join memberships b on b.company_id = t.company_id and b.user_id = r.user_id;
end $$;
grant execute on function take_result_mails(integer) to osnova_worker;

-- Queues the mails of results that were taken, each once. `p_mails`: [{attempt_id, recipient, mail}].
create or replace function queue_result_mails(
  p_taken integer[],
  p_mails jsonb
) returns void
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  with told as (
    delete from result_mails w where w.attempt_id = any (p_taken) returning w.company_id, w.attempt_id
  )
  insert into mails (recipient, user_id, company_id, kind, subject, text, html)
    select m.recipient, a.user_id, a.company_id, 'result', m.mail->>'subject', m.mail->>'text', m.mail->>'html'
      from jsonb_to_recordset(p_mails) as m(attempt_id integer, recipient text, mail jsonb)
        join told t on t.attempt_id = m.attempt_id
      join attempts a on a.company_id = t.company_id and a.id = t.attempt_id
$$;
grant execute on function queue_result_mails(integer[], jsonb) to osnova_worker;

-- Whose published result a mended key ('regraded') or another mark ('remarked') has changed is told so.
create or replace function mail_recounted(
  p_attempts integer[],
  p_kind text
) returns integer[]
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_changed integer[] := array(
    select t.id from attempts t
      cross join lateral (
        select array_agg((g.score, g.max_score, g.passed)::text order by g.id desc) as marks
          from (select * from gradings g where g.company_id = t.company_id and g.attempt_id = t.id order by g.id desc
            limit 2) g
      ) latest
      where t.company_id = app_company() and t.id = any (p_attempts) and t.result_published_at is not null
        and t.status = 'completed' and latest.marks[1] <> latest.marks[2]);
begin
  delete from result_mails w
    where w.company_id = app_company() and w.attempt_id = any (v_changed) and w.kind in ('regraded', 'remarked');
  insert into result_mails (company_id, attempt_id, kind, due_at)
    select app_company(), id, p_kind, now() + recount_wait() from unnest(v_changed) id
    on conflict do nothing;
  return p_attempts;
end $$;

-- Locks an attempt of somebody else in reach.
create or replace function hold_attempt(p_attempt integer) returns attempts
  language plpgsql
  as $$
declare
  v_attempt attempts;
  v_course integer;
begin
  select t.* into v_attempt from attempts t where t.company_id = app_company() and t.id = p_attempt for update;
  select m.course_id into v_course from forms f join materials m on m.company_id = f.company_id and m.id = f.material_id
    where f.company_id = app_company() and f.id = v_attempt.form_id;
  if v_course is null or app_user_type() not in ('owner', 'admin')
    and v_attempt.user_id not in (select people_in_reach()) then
    perform fail('not_found');
  end if;
  perform require_in_reach('{}', array[v_course]);
  perform refuse_oneself(v_attempt.user_id);
  return v_attempt;
end $$;

-- Writes a trainer's words about an ended attempt of somebody else; an empty text takes them away.
-- `p_notes`: [{question_id, text}].
create or replace function save_notes(
  p_attempt integer,
  p_notes jsonb
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_attempt attempts := hold_attempt(p_attempt);
begin
  if v_attempt.status = 'running' then
    perform fail('test_already_started');
  end if;
  if exists (
    select given.question_id from jsonb_to_recordset(p_notes) as given(question_id integer)
      where given.question_id is not null
    except
    select (q->>'id')::integer
      from form_versions v, jsonb_array_elements(paper_of(v_attempt.drawn, v.id, v.questions)) q
      where v.company_id = app_company() and v.id = v_attempt.form_version_id) then
    perform fail('invalid_choice', 'notes');
  end if;
  delete from attempt_notes n using jsonb_to_recordset(p_notes) as given(question_id integer, text text)
    where n.company_id = app_company() and n.attempt_id = p_attempt and n.question_id = coalesce(given.question_id, 0)
      and given.text = '';
  insert into attempt_notes as n (company_id, attempt_id, question_id, text, author_id, updated_at)
    select distinct on (coalesce(given.question_id, 0)) app_company(), p_attempt, coalesce(given.question_id, 0),
      given.text, app_user(), app_now()
      from jsonb_to_recordset(p_notes) as given(question_id integer, text text) where given.text <> ''
    on conflict (company_id, attempt_id, question_id) do update
      set text = excluded.text, author_id = excluded.author_id, updated_at = excluded.updated_at
        where n.text <> excluded.text;
  if found and v_attempt.result_published_at is not null then
    perform queue_result_mail(app_company(), p_attempt, 'notes');
  end if;
end $$;
grant execute on function save_notes(integer, jsonb) to osnova_worker;

reset role;

create trigger result_mail
  after update of result_published_at
  on attempts
  for each row
  when (
    not erasing()
      and (
        old.result_published_at is null and new.result_published_at is not null
      )
  )
  execute function result_published();
