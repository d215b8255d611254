-- What arises by itself, where somebody changes something.

set role osnova_system;

-- Those of a company who can be told of something.
create or replace function told_people(
  p_company integer,
  p_users integer[]
) returns setof integer
  language sql
  stable
  security definer
  rows 1000
  set search_path = public, pg_temp
  as $$
  select m.user_id from memberships m join users u on u.id = m.user_id and u.blocked_at is null
    where m.company_id = p_company and m.user_id = any (p_users) and m.deleted_at is null and m.blocked_at is null
$$;

-- Tells students of courses that came to them, pair by pair: of those published, and open as far as timelines go; what
-- a timeline closes, as course_lock() judges, waits. The caller knows which are not begun: joined with the states here,
-- 4,000 students of a company too new for the planner's counts took half a minute.
create or replace function tell_of_courses(
  p_company integer,
  p_courses integer[],
  p_users integer[]
) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_count integer;
begin
  with told as materialized (
    select p.course_id, p.user_id from unnest(p_courses, p_users) p(course_id, user_id)
      where p.user_id in (select told_people(p_company, p_users))
  ), pairs as materialized (
    select p.course_id, p.user_id, c.name
      from told p
      join courses c on c.company_id = p_company and c.id = p.course_id and c.published_at is not null
        and c.deleted_at is null
      where not exists (select from course_blocks b
        where b.company_id = p_company and b.course_id = p.course_id and b.user_id = p.user_id)
  ), timed as materialized (
    select i.program_id, array_agg(distinct p.user_id) as users
      from pairs p
      join chronology_items i on i.company_id = p_company and i.course_id = p.course_id
      join programs g on g.company_id = p_company and g.id = i.program_id and g.deleted_at is null
      group by i.program_id
  ), steps as materialized (
    select t.program_id, s.course_id, s.user_id, s.locked
      from timed t cross join lateral today_steps(t.program_id, t.users) s where s.course_id is not null
  ), closed as materialized (
    select p.course_id, p.user_id from pairs p
      join (select course_id, user_id from steps group by course_id, user_id having bool_and(locked)) l
        using (course_id, user_id)
      where not exists (select from course_members cm
              where cm.company_id = p_company and cm.course_id = p.course_id and cm.user_id = p.user_id
                and cm.role = 'student')
        and not exists (select from course_groups cg
              join study_groups g on g.company_id = p_company and g.id = cg.group_id and g.deleted_at is null
              join group_members gm on gm.company_id = p_company and gm.group_id = cg.group_id
                and gm.user_id = p.user_id and gm.role = 'student'
              where cg.company_id = p_company and cg.course_id = p.course_id)
        and not exists (select from program_courses pc
              join programs o on o.company_id = p_company and o.id = pc.program_id and o.deleted_at is null
              join program_groups pg on pg.company_id = p_company and pg.program_id = pc.program_id
              join study_groups g on g.company_id = p_company and g.id = pg.group_id and g.deleted_at is null
              join group_members gm on gm.company_id = p_company and gm.group_id = pg.group_id
                and gm.user_id = p.user_id and gm.role = 'student'
              where pc.company_id = p_company and pc.course_id = p.course_id
                and not exists (select from steps s where s.program_id = pc.program_id and s.course_id = p.course_id))
  ), waiting as (
    insert into course_waits (company_id, course_id, user_id)
      select p_company, course_id, user_id from closed on conflict do nothing
  )
  insert into notifications (company_id, user_id, kind, key, path, params, created_at)
    select p_company, p.user_id, 'course_assigned', 'course-' || p.course_id, '/course/' || p.course_id,
           jsonb_build_object('name', p.name), app_now()
      from pairs p left join closed c using (course_id, user_id) where c.user_id is null
      order by p.user_id, p.course_id
    on conflict do nothing;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- Tells students of courses that have come to them, and of the webinars of these.
create or replace function courses_came() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v record;
begin
  for v in select company_id, array_agg(course_id) as courses, array_agg(user_id) as users from changed
    where opened_at is null group by company_id loop
    perform tell_of_courses(v.company_id, v.courses, v.users);
    perform tell_of_webinars(v.company_id, w.ids, 'invited', false, v.users)
      from (select array_agg(distinct w.id) as ids from webinar_courses wc
              join webinars w on w.company_id = v.company_id and w.id = wc.webinar_id and w.starts_at > app_now()
              where wc.company_id = v.company_id and wc.course_id = any (v.courses)) w where w.ids is not null;
  end loop;
  return null;
end $$;

-- A course that is gone before anybody was mailed or read of it is no news.
create or replace function courses_went() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  delete from notifications where id in (
    select told.id from gone g cross join lateral (
      select n.id from notifications n
        where n.company_id = g.company_id and n.user_id = g.user_id and n.key = 'course-' || g.course_id
          and n.mailed_at is null and n.read_at is null limit 1) told);
  return null;
end $$;

-- A timeline overtakes what nobody has seen yet: of courses that it closes students are told when it opens them.
create or replace function timeline_saved() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v record;
begin
  for v in
    with overtaken as (
      delete from notifications n using changed i, course_states s
        where n.kind = 'course_assigned' and n.mailed_at is null and n.read_at is null
          and n.company_id = i.company_id and n.key = 'course-' || i.course_id
          and s.company_id = n.company_id and s.course_id = i.course_id and s.user_id = n.user_id
          and s.opened_at is null
        returning n.company_id, i.course_id, n.user_id
    )
    select company_id, array_agg(course_id) as courses, array_agg(user_id) as users from overtaken group by company_id
  loop
    perform tell_of_courses(v.company_id, v.courses, v.users);
  end loop;
  return null;
end $$;

-- Likewise of a course that is deleted, or a draft again.
create or replace function course_hidden() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  delete from notifications where id in (
    select told.id from course_states s cross join lateral (
      select n.id from notifications n
        where n.company_id = new.company_id and n.user_id = s.user_id and n.key = 'course-' || new.id
          and n.mailed_at is null and n.read_at is null limit 1) told
      where s.company_id = new.company_id and s.course_id = new.id);
  return null;
end $$;

-- A draft that is published, or a course that is brought back.
create or replace function course_published() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform tell_of_courses(new.company_id, array_agg(s.course_id), array_agg(s.user_id))
    from course_states s where s.company_id = new.company_id and s.course_id = new.id and s.opened_at is null;
  perform tell_of_webinars(new.company_id, array_agg(wc.webinar_id), 'invited', false)
    from webinar_courses wc where wc.company_id = new.company_id and wc.course_id = new.id;
  return null;
end $$;

-- Tells who joined a group of its webinars that are to come.
create or replace function groups_joined() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v record;
begin
  for v in
    select c.company_id, array_agg(distinct c.user_id) as users, array_agg(distinct w.id) as webinars
      from changed c
      cross join lateral (
        select wg.webinar_id from webinar_groups wg where wg.company_id = c.company_id and wg.group_id = c.group_id
        union
        select wp.webinar_id from program_groups pg
          join webinar_programs wp on wp.company_id = pg.company_id and wp.program_id = pg.program_id
          where pg.company_id = c.company_id and pg.group_id = c.group_id
      ) tied
      join webinars w on w.company_id = c.company_id and w.id = tied.webinar_id and w.starts_at > app_now()
      group by c.company_id
  loop
    perform tell_of_webinars(v.company_id, v.webinars, 'invited', false, v.users);
  end loop;
  return null;
end $$;

-- Tells a group of the webinars of a program that it was given.
create or replace function programs_given() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform tell_of_webinars(c.company_id, array_agg(distinct wp.webinar_id), 'invited', false)
    from changed c join webinar_programs wp on wp.company_id = c.company_id and wp.program_id = c.program_id
    group by c.company_id;
  return null;
end $$;

-- Retakes, and what else was decided about somebody's test or exam.
create or replace function assignment_decided() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  insert into notifications (company_id, user_id, kind, key, path, params, created_at, mailed_at)
    select distinct on (a.id, d.kind, d.batch) a.company_id, a.user_id, case d.kind when 'retake' then 'retake_granted'
      else 'result' end,
           format('decision-%s-%s-%s', d.kind, a.id, d.batch),
           format('/course/%s/education-materials/%s/form/%s', m.course_id, m.id, f.id),
           jsonb_build_object('event', d.kind, 'name', v.settings->>'name', 'course', c.name, 'attempts', d.amount,
             'due_at', case d.kind when 'retake' then a.due_at end)
             || case d.kind when 'annul' then jsonb_strip_nulls(jsonb_build_object('certificate',
               revoked_since(a.company_id, c.id, a.user_id, d.created_at))) else '{}' end,
           app_now(), app_now()
      from changed d
      join assignments a on a.company_id = d.company_id and a.id = d.assignment_id
      join forms f on f.company_id = a.company_id and f.id = a.form_id
      join materials m on m.company_id = f.company_id and m.id = f.material_id
      join courses c on c.company_id = m.company_id and c.id = m.course_id
      join current_versions v on v.company_id = f.company_id and v.form_id = f.id
      where d.kind in ('retake', 'annul', 'cancel', 'restore', 'reinstate') and a.user_id <> d.author_id
    on conflict do nothing;
  return null;
end $$;

-- Tells of certificates, not of those that had expired when they were written down.
create or replace function certificates_issued() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  insert into notifications (company_id, user_id, kind, key, path, params, created_at, mailed_at)
    select k.company_id, k.user_id, 'certificate', 'certificate-' || k.id, '/profile#certificates',
           jsonb_build_object('event', case k.version when 1 then 'issued'
             else 'renewed' end, 'course', k.content->>'course'),
           app_now(), app_now()
      from changed k where k.expires_at is null or k.expires_at > app_now()
    on conflict do nothing;
  return null;
end $$;

-- Where the notice of a result leads, and what it names.
create or replace function result_notice(
  p_company integer,
  p_attempt integer,
  p_event text
) returns table (path text, params jsonb)
  language sql
  stable
  rows 1
  as $$
  select format('/course/%s/statistic/%s', m.course_id, t.id),
         jsonb_build_object('event', p_event, 'name', v.settings->>'name', 'course', c.name)
    from attempts t
    join forms f on f.company_id = t.company_id and f.id = t.form_id
    join materials m on m.company_id = f.company_id and m.id = f.material_id
    join courses c on c.company_id = m.company_id and c.id = m.course_id
    join current_versions v on v.company_id = f.company_id and v.form_id = f.id
    where t.company_id = p_company and t.id = p_attempt
$$;

-- Tells of recounts by one notice for each person and form: of the result that counts, or of the last that changed,
-- what it was and what it is. One that nobody has seen is overtaken, and goes where the result is what it was before.
-- Its key ends with the last grading before it.
create or replace function tell_of_recounts(
  p_company integer,
  p_kind text,
  p_attempts integer[]
) returns void
  language plpgsql
  as $$
declare
  v_told jsonb;
begin
  with people as (
    select t.user_id, t.form_id, min(l.id) - 1 as since from attempts t
      cross join lateral (select max(g.id) as id from gradings g
        where g.company_id = t.company_id and g.attempt_id = t.id) l
      where t.company_id = p_company and t.id = any (p_attempts) group by t.user_id, t.form_id
  ), overtaken as (
    delete from notifications n using people p
      where n.company_id = p_company and n.user_id = p.user_id and n.read_at is null
        and n.key like format('result-%s-%s-%%', p_kind, p.form_id) and n.created_at > app_now() - recount_wait()
      returning n.user_id, p.form_id, substring(n.key from '\d+$')::integer as since
  )
  select jsonb_agg(jsonb_build_object('user_id', p.user_id, 'form_id', p.form_id, 'since', least(p.since, o.since)))
    into v_told from people p left join overtaken o on o.user_id = p.user_id and o.form_id = p.form_id;
  with recounted as materialized (
    select t.id, t.user_id, t.form_id, p.since, k.percent as before, g.percent as after,
           (k.score, k.max_score, k.passed) <> (g.score, g.max_score, g.passed) as differs
      from jsonb_to_recordset(v_told) as p(user_id integer, form_id integer, since integer)
      join attempts t on t.company_id = p_company and t.form_id = p.form_id and t.user_id = p.user_id
      join result_mails w on w.company_id = t.company_id and w.attempt_id = t.id and w.kind = p_kind
      cross join lateral (select * from gradings l where l.company_id = t.company_id and l.attempt_id = t.id
        order by l.id desc limit 1) g
      cross join lateral (select * from gradings l where l.company_id = t.company_id and l.attempt_id = t.id
        and (l.id <= p.since or l.id = published_grading(t)) and not awaits_marks(l.explanation)
        order by l.id desc limit 1) k
  ), chosen as materialized (
    select distinct on (r.user_id, r.form_id) r.* from recounted r
      left join form_results f on f.company_id = p_company and f.attempt_id = r.id and f.user_id = r.user_id
      where r.differs order by r.user_id, r.form_id, f.attempt_id is null, r.id desc
  ), dropped as (
    delete from result_mails w
      where w.company_id = p_company and w.attempt_id in (select id from recounted except select id from chosen)
  )
  insert into notifications (company_id, user_id, kind, key, path, params, created_at, mailed_at)
    select p_company, r.user_id, 'result', format('result-%s-%s-%s', p_kind, r.form_id, r.since), n.path,
           n.params || jsonb_build_object('before', r.before, 'after', r.after), app_now(), app_now()
      from chosen r cross join lateral result_notice(p_company, r.id, p_kind) n
    on conflict do nothing;
end $$;

-- A result that is to be mailed was published, annotated or recounted; of their own finish nobody is told.
create or replace function results_came() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  insert into notifications (company_id, user_id, kind, key, path, params, created_at, mailed_at)
    select t.company_id, t.user_id, 'result',
           format('result-%s-%s-%s', r.kind, t.id, extract(epoch from app_now())::bigint), n.path, n.params, app_now(),
           app_now()
      from changed r
      cross join lateral (
        select a.company_id, a.id, a.user_id from attempts a
          where a.company_id = r.company_id and a.id = r.attempt_id limit 1) t
      cross join lateral result_notice(t.company_id, t.id, r.kind) n
      where r.kind in ('published', 'ready', 'notes')
    on conflict do nothing;
  perform tell_of_recounts(r.company_id, r.kind, array_agg(r.attempt_id)) from changed r
    where r.kind in ('regraded', 'remarked') group by r.company_id, r.kind;
  return null;
end $$;

-- What somebody was reminded of stands in their bell, not of themselves.
create or replace function people_reminded() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  insert into notifications (company_id, user_id, kind, key, path, params, created_at, mailed_at)
    select r.company_id, r.user_id, 'reminder', 'reminder-' || r.id,
           case when f.id is not null
             then format('/course/%s/education-materials/%s/form/%s', r.course_id, f.material_id, f.id)
                when r.course_id is not null then '/course/' || r.course_id else '/program/' || r.program_id end,
           jsonb_build_object('name', coalesce(v.settings->>'name', c.name, p.name), 'text', r.text,
             'author', person_name(u.last_name, u.first_name)),
           app_now(), app_now()
      from changed r
      join users u on u.id = r.author_id
      left join courses c on c.company_id = r.company_id and c.id = r.course_id
      left join programs p on p.company_id = r.company_id and p.id = r.program_id
      left join forms f on f.company_id = r.company_id and f.id = r.form_id
      left join current_versions v on v.company_id = r.company_id and v.form_id = r.form_id
      where r.user_id <> r.author_id
    on conflict do nothing;
  return null;
end $$;

-- Somebody asks for another attempt: told to those who may give it, in their own words.
create or replace function retakes_asked() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  insert into notifications (company_id, user_id, kind, key, path, params, created_at, mailed_at)
    select r.company_id, giver, 'reminder', 'retake-asked-' || r.id, '/today?section=retake_asked',
           jsonb_build_object('event', 'retake_asked', 'name', v.settings->>'name', 'text', r.message,
             'author', person_name(u.last_name, u.first_name)),
           app_now(), app_now()
      from changed r
      join users u on u.id = r.user_id
      join forms f on f.company_id = r.company_id and f.id = r.form_id
      join materials m on m.company_id = f.company_id and m.id = f.material_id
      join current_versions v on v.company_id = f.company_id and v.form_id = f.id
      cross join lateral retake_givers(r.company_id, m.course_id, r.user_id) giver
    on conflict do nothing;
  return null;
end $$;

-- Tells who asked for another attempt that they do not get it.
create or replace function retake_declined() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  insert into notifications (company_id, user_id, kind, key, path, params, created_at, mailed_at)
    select new.company_id, new.user_id, 'result', 'retake-declined-' || new.id,
           format('/course/%s/education-materials/%s/form/%s', m.course_id, m.id, f.id),
           jsonb_build_object('event', 'decline', 'name', v.settings->>'name', 'course', c.name, 'text', new.answer),
           app_now(), app_now()
      from forms f
      join materials m on m.company_id = f.company_id and m.id = f.material_id
      join courses c on c.company_id = m.company_id and c.id = m.course_id
      join current_versions v on v.company_id = f.company_id and v.form_id = f.id
      where f.company_id = new.company_id and f.id = new.form_id
    on conflict do nothing;
  return null;
end $$;

reset role;

create trigger told
  after insert
  on course_states
  referencing new table as changed
  for each statement
  when (not erasing())
  execute function courses_came();

create trigger untold
  after delete
  on course_states
  referencing old table as gone
  for each statement
  when (not erasing())
  execute function courses_went();

create trigger told_added
  after insert
  on chronology_items
  referencing new table as changed
  for each statement
  when (not erasing())
  execute function timeline_saved();

create trigger told_changed
  after update
  on chronology_items
  referencing new table as changed
  for each statement
  when (not erasing())
  execute function timeline_saved();

create trigger told
  after update of published_at, deleted_at
  on courses
  for each row
  when (
    not erasing()
      and (
        new.published_at is not null
          and new.deleted_at is null
          and (old.published_at is null or old.deleted_at is not null)
      )
  )
  execute function course_published();

create trigger untold
  after update of published_at, deleted_at
  on courses
  for each row
  when (
    not erasing()
      and (old.published_at is not null and old.deleted_at is null)
      and (new.published_at is null or new.deleted_at is not null)
  )
  execute function course_hidden();

create trigger told
  after insert
  on group_members
  referencing new table as changed
  for each statement
  when (not erasing())
  execute function groups_joined();

create trigger told
  after insert
  on program_groups
  referencing new table as changed
  for each statement
  when (not erasing())
  execute function programs_given();

create trigger told
  after insert
  on assignment_decisions
  referencing new table as changed
  for each statement
  when (not erasing())
  execute function assignment_decided();

create trigger told
  after insert
  on certificates
  referencing new table as changed
  for each statement
  when (not erasing())
  execute function certificates_issued();

create trigger told
  after insert
  on result_mails
  referencing new table as changed
  for each statement
  when (not erasing())
  execute function results_came();

create trigger told
  after insert
  on reminders
  referencing new table as changed
  for each statement
  when (not erasing())
  execute function people_reminded();

create trigger told
  after insert
  on retake_requests
  referencing new table as changed
  for each statement
  when (not erasing())
  execute function retakes_asked();

create trigger declined
  after update of outcome
  on retake_requests
  for each row
  when (not erasing() and (new.outcome = 'declined'))
  execute function retake_declined();
