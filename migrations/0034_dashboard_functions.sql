-- Certificates that hold for some months, and what the company's dashboard reads.

-- Of a renewal: only results after this count for it and for the versions that follow; null: all.
alter table certificates add column results_since timestamp with time zone;
alter table certificates add column expiry_mailed_at timestamp with time zone;
alter table certificates add column expired_mailed_at timestamp with time zone;
create index certificates_expiry_unmailed on certificates (expires_at)
  where expires_at is not null and replaced_at is null and revoked_at is null and expiry_mailed_at is null;
create index certificates_expired_unmailed on certificates (expires_at)
  where expires_at is not null and replaced_at is null and revoked_at is null and expired_mailed_at is null;

-- What happened in a company, read by its time.
create index material_progress_opened on material_progress (company_id, opened_at, user_id);
create index material_progress_done on material_progress (company_id, done_at, user_id) where done_at is not null;
create index attempts_started on attempts (company_id, started_at, user_id);
create index attempts_finished on attempts (company_id, finished_at, id, user_id) where status = 'completed';
create index sessions_seen on sessions (company_id, last_seen_at, created_at, user_id);
create index media_stored on media (company_id, key, size);

set role osnova_system;

-- As in 0012, with the months for which certificates hold.
create or replace function save_course(p_course integer, p_fields jsonb) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_course integer := p_course;
  v_list record;
begin
  if v_course is null then
    insert into courses (company_id, name) values (app_company(), p_fields->>'name') returning id into v_course;
  else
    perform require_in_reach('{}', array[v_course]);
    perform from courses where company_id = app_company() and id = v_course for update;
  end if;
  update courses c set
      name = coalesce(p_fields->>'name', name),
      description = coalesce(p_fields->>'description', description),
      detailed_description = coalesce(p_fields->>'detailed_description', detailed_description),
      theme_color = coalesce(p_fields->>'theme_color', theme_color),
      material_access = coalesce(p_fields->>'material_access', material_access),
      category_id = case when p_fields ? 'category_id' then (p_fields->>'category_id')::integer else category_id end,
      certificate_months = case when p_fields ? 'certificate_months' then (p_fields->>'certificate_months')::integer
                             else certificate_months end,
      tags = case when p_fields ? 'tags' then array(select jsonb_array_elements_text(p_fields->'tags')) else tags end,
      published_at = case (p_fields->>'published')::boolean when true then coalesce(published_at, app_now())
                       when false then null else published_at end
    where c.company_id = app_company() and c.id = v_course;
  for v_list in select key, array(select value::integer from jsonb_array_elements_text(f.value) value) as chosen
      from jsonb_each(p_fields) f where key like '%_ids' order by key loop
    case v_list.key
      when 'group_ids' then perform set_course_groups(v_course, v_list.chosen);
      when 'coach_ids' then perform set_course_coaches(v_course, v_list.chosen);
      when 'program_ids' then perform set_course_programs(v_course, v_list.chosen);
    end case;
  end loop;
  if not exists (select from course_groups cg
                   join study_groups g on g.company_id = cg.company_id and g.id = cg.group_id and g.deleted_at is null
                   where cg.company_id = app_company() and cg.course_id = v_course)
     and exists (select from courses where company_id = app_company() and id = v_course and published_at is not null) then
    perform fail('group_required', 'group_ids');
  end if;
  return v_course;
end $$;

-- ── Certificates that expire ──────────────────────────────────────────────────────────────────────

-- As in 0027; `p_since`: of attempts that ended after it.
drop function counted_result(integer, integer, text, boolean);
create function counted_result(p_company integer, p_assignment integer, p_counts text, p_published boolean,
                               p_since timestamptz default null)
  returns table (attempt_id integer, score double precision, max_score double precision, percent double precision, ects text, passed boolean)
  language sql stable as $$
  select t.id, g.score::float8, g.max_score::float8, g.percent::float8, g.ects, g.passed
    from attempts t
    cross join lateral (
      select * from gradings where company_id = t.company_id and attempt_id = t.id order by id desc limit 1) g
    where t.company_id = p_company and t.assignment_id = p_assignment and t.status = 'completed'
      and (not p_published or t.result_published_at is not null)
      and (p_since is null or t.finished_at > p_since)
    order by case when p_counts = 'last' then t.number end desc nulls last, g.passed desc, g.percent desc, t.number
    limit 1
$$;

-- As in 0028; `p_since`: of attempts that ended after it.
drop function certified_result(integer, integer, integer);
create function certified_result(p_company integer, p_form integer, p_user integer, p_since timestamptz)
  returns table (percent numeric, ects text, passed boolean, finished_at timestamptz)
  language sql stable set search_path = public, pg_temp as $$
  select r.percent::numeric, r.ects, r.passed, t.finished_at
    from assignments a
    cross join lateral (
      select settings->>'result_counts' as counts from form_versions v
        where v.company_id = p_company and v.form_id = p_form order by v.number desc limit 1) rule
    cross join lateral counted_result(p_company, a.id, rule.counts, true, p_since) r
    join attempts t on t.company_id = p_company and t.id = r.attempt_id
    where a.company_id = p_company and a.form_id = p_form and a.user_id = p_user
$$;

-- Whether a student passed all forms of a course that certify, by attempts that ended after an instant.
create function passed_again(p_company integer, p_course integer, p_forms integer[], p_user integer, p_since timestamptz)
  returns boolean language sql stable set search_path = public, pg_temp as $$
  select coalesce(bool_and(coalesce(c.passed, false)), false)
    from forms f
    cross join lateral (
      select from student_materials s
        where s.company_id = p_company and s.course_id = p_course and s.user_id = p_user and s.material_id = f.material_id
        limit 1) theirs
    left join lateral certified_result(p_company, f.id, p_user, p_since) c on true
    where f.company_id = p_company and f.id = any (p_forms)
$$;

-- As in 0028. A term begins with the first version and with each one before which all forms were passed again since the
-- last; any other version keeps the term of the one before. A version is renewed, whatever the new results are, where
-- they were passed again in the last 60 days of its term or after it: what was passed before counts no more.
create or replace function issue_certificates(p_courses integer[], p_users integer[]) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_now timestamptz := app_now();
  v_earned jsonb;
  v_replaced integer[];
  v_revoked integer[];
begin
  perform from course_states s
    join (select distinct * from unnest(p_courses, p_users) p(course_id, user_id)) pair using (course_id, user_id)
    order by s.course_id, s.user_id for update of s;
  with pairs as materialized (
    select distinct c.company_id, c.id as course_id, p.user_id, company.time_zone,
           ((v_now at time zone company.time_zone) + make_interval(months => c.certificate_months))
             at time zone company.time_zone as expires_at
      from unnest(p_courses, p_users) p(course_id, user_id)
      join courses c on c.id = p.course_id
      join companies company on company.id = c.company_id
  ), certifying as materialized (
    select m.company_id, m.course_id, m.id as material_id, m.position, f.id as form_id, f.form_type, v.settings->>'name' as name
      from (select distinct company_id, course_id from pairs) c
      join materials m on m.company_id = c.company_id and m.course_id = c.course_id and m.deleted_at is null
      join forms f on f.company_id = m.company_id and f.material_id = m.id and f.deleted_at is null
      cross join lateral (
        select settings from form_versions
          where company_id = f.company_id and form_id = f.id order by number desc limit 1) v
      where (v.settings->>'issue_certificate')::boolean
  ), judged as materialized (
    select p.company_id, p.course_id, p.user_id, held.id as held_id, earned.percent, earned.forms,
           coalesce(earned.passed, false) as is_earned,
           held.id is null or due.is_renewed or earned.says_something_else or fallen.fell as is_new, fallen.fell,
           term.since,
           -- Of a term that goes on nobody is told twice.
           case when begun.begins then p.expires_at else last.expires_at end as expires_at,
           case when not begun.begins then last.expiry_mailed_at end as expiry_mailed_at,
           case when not begun.begins then last.expired_mailed_at end as expired_mailed_at
      from pairs p
      left join lateral (
        select k.* from certificates k
          where k.company_id = p.company_id and k.course_id = p.course_id and k.user_id = p.user_id
          order by k.version desc limit 1
      ) last on true
      left join lateral (
        select last.id, last.content->'forms' as forms where last.replaced_at is null and last.revoked_at is null
      ) held on true
      cross join lateral (
        select array(select f.form_id from certifying f where f.company_id = p.company_id and f.course_id = p.course_id) as ids,
               greatest(last.issued_at, last.expires_at - interval '60 days') as renewable_at
      ) asked
      cross join lateral (
        select last.id is null or passed_again(p.company_id, p.course_id, asked.ids, p.user_id, last.issued_at) as begins
      ) begun
      cross join lateral (
        select coalesce(held.id is not null and last.expires_at is not null and begun.begins
                 and passed_again(p.company_id, p.course_id, asked.ids, p.user_id, asked.renewable_at), false) as is_renewed
      ) due
      cross join lateral (
        select case when due.is_renewed then asked.renewable_at else last.results_since end as since
      ) term
      cross join lateral (
        select round(avg(c.percent), 2) as percent, bool_and(coalesce(c.passed, false)) as passed,
               bool_or(not coalesce(held.forms @> jsonb_build_array(
                 jsonb_build_object('form_id', f.form_id, 'percent', c.percent)), false)) as says_something_else,
               jsonb_agg(jsonb_build_object(
                 'form_id', f.form_id, 'name', f.name, 'form_type', f.form_type, 'percent', c.percent, 'ects', c.ects,
                 'date', (c.finished_at at time zone p.time_zone)::date) order by f.position, f.material_id) as forms
          from certifying f
          cross join lateral (
            select from student_materials s
              where s.company_id = p.company_id and s.course_id = p.course_id and s.user_id = p.user_id
                and s.material_id = f.material_id
              limit 1) theirs
          left join lateral certified_result(p.company_id, f.form_id, p.user_id, term.since) c on true
          where f.company_id = p.company_id and f.course_id = p.course_id
      ) earned
      cross join lateral (
        select coalesce(bool_or(coalesce(not c.passed or c.percent < (s->>'percent')::numeric, true)), false) as fell
          from jsonb_array_elements(held.forms) s
          left join lateral certified_result(p.company_id, (s->>'form_id')::integer, p.user_id, last.results_since) c on true
      ) fallen
  )
  select jsonb_agg(jsonb_build_object(
           'company_id', company_id, 'course_id', course_id, 'user_id', user_id, 'percent', percent, 'forms', forms,
           'expires_at', expires_at, 'results_since', since, 'expiry_mailed_at', expiry_mailed_at,
           'expired_mailed_at', expired_mailed_at)) filter (where is_earned and is_new),
         array_agg(held_id) filter (where is_earned and is_new), array_agg(held_id) filter (where fell and not is_earned)
    into v_earned, v_replaced, v_revoked from judged;

  update certificates set replaced_at = v_now where id = any (v_replaced);
  update certificates set revoked_at = v_now where id = any (v_revoked);
  if v_earned is null then
    return 0;
  end if;
  insert into certificates (company_id, course_id, user_id, number, version, content, issued_at, expires_at, results_since,
                            expiry_mailed_at, expired_mailed_at)
    select e.company_id, e.course_id, e.user_id, new_certificate_number(),
           1 + coalesce((select max(k.version) from certificates k
             where k.company_id = e.company_id and k.course_id = e.course_id and k.user_id = e.user_id), 0),
           jsonb_build_object(
             'company', company.name, 'course', c.name, 'forms', e.forms, 'percent', e.percent, 'ects', ects(e.percent),
             'name', concat_ws(' ', nullif(u.first_name, ''), nullif(u.middle_name, ''), nullif(u.last_name, '')),
             'issued_on', (v_now at time zone company.time_zone)::date,
             'valid_until', (e.expires_at at time zone company.time_zone)::date),
           v_now, e.expires_at, e.results_since, e.expiry_mailed_at, e.expired_mailed_at
      from jsonb_to_recordset(v_earned)
        as e(company_id integer, course_id integer, user_id integer, percent numeric, forms jsonb, expires_at timestamptz,
             results_since timestamptz, expiry_mailed_at timestamptz, expired_mailed_at timestamptz)
      join courses c on c.company_id = e.company_id and c.id = e.course_id
      join companies company on company.id = e.company_id
      join users u on u.id = e.user_id;
  return jsonb_array_length(v_earned);
end $$;

-- As in 0028; nobody is congratulated on one that has expired.
create or replace function mail_certificates(p_mails jsonb) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_count integer;
begin
  with due as materialized (
    select id from certificates where mailed_at is null order by id limit 1000 for update skip locked
  ), told as (
    update certificates k set mailed_at = app_now() from due where k.id = due.id returning k.*
  ), people as (
    select u.email, p_mails->u.language as mail, row_number() over (order by t.id) as place,
           jsonb_build_object('course', t.content->>'course', 'name', t.content->>'name', 'address', t.number,
             'number', substr(t.number, 1, 4) || '-' || substr(t.number, 5, 4) || '-' || substr(t.number, 9)) as words
      from told t
      join memberships m on m.company_id = t.company_id and m.user_id = t.user_id and m.deleted_at is null and m.blocked_at is null
      join users u on u.id = t.user_id and u.email is not null and u.activated_at is not null and u.blocked_at is null
      where t.replaced_at is null and t.revoked_at is null and (t.expires_at is null or t.expires_at > app_now())
  ), filled as (
    select email, fill_mail(mail, words) as mail, place from people
  )
  insert into mails (recipient, subject, text, html, next_try_at)
    select email, mail->>'subject', mail->>'text', mail->>'html', now() + make_interval(mins => ((place - 1) / 250)::integer)
      from filled;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- Tells whoever holds a certificate that it expires: 30 days before, but not in the first half of a shorter term, and when
-- it has. Each once; two runs at once divide them. `p_mails`: {"soon" | "expired": {language: mail}}. Gives how many.
create function remind_of_certificates(p_mails jsonb) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_now timestamptz := app_now();
  v_count integer;
begin
  with soon as materialized (
    select k.id from certificates k join companies c on c.id = k.company_id and c.deleted_at is null and c.blocked_at is null
      where k.expires_at is not null and k.replaced_at is null and k.revoked_at is null and k.expiry_mailed_at is null
        and k.expires_at > v_now and k.expires_at <= v_now + interval '30 days'
        and k.issued_at + (k.expires_at - k.issued_at) / 2 <= v_now
      order by k.expires_at limit 1000 for update of k skip locked
  ), expired as materialized (
    select k.id from certificates k join companies c on c.id = k.company_id and c.deleted_at is null and c.blocked_at is null
      where k.expires_at is not null and k.replaced_at is null and k.revoked_at is null and k.expired_mailed_at is null
        and k.expires_at <= v_now
      order by k.expires_at limit 1000 for update of k skip locked
  ), told as (
    update certificates k set expiry_mailed_at = coalesce(k.expiry_mailed_at, v_now),
                              expired_mailed_at = case due.kind when 'expired' then v_now end
      from (select id, 'soon' as kind from soon union all select id, 'expired' from expired) due
      where k.id = due.id returning k.*, due.kind
  ), people as (
    select u.email, p_mails->t.kind->u.language as mail, row_number() over (order by t.id) as place,
           jsonb_build_object('name', t.content->>'name', 'course', t.content->>'course', 'course_id', t.course_id,
             'number', substr(t.number, 1, 4) || '-' || substr(t.number, 5, 4) || '-' || substr(t.number, 9),
             'date', to_char(t.expires_at at time zone c.time_zone, 'DD.MM.YYYY')) as words
      from told t
      join companies c on c.id = t.company_id
      join memberships m on m.company_id = t.company_id and m.user_id = t.user_id and m.deleted_at is null and m.blocked_at is null
      join users u on u.id = t.user_id and u.email is not null and u.activated_at is not null and u.blocked_at is null
  ), filled as (
    select email, fill_mail(mail, words) as mail, place from people
  )
  insert into mails (recipient, subject, text, html, next_try_at)
    select email, mail->>'subject', mail->>'text', mail->>'html', now() + make_interval(mins => ((place - 1) / 250)::integer)
      from filled;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- As in 0028, with the end of its term.
drop function certificate_by_number(text);
create function certificate_by_number(p_number text)
  returns table (number text, version integer, content jsonb, issued_at timestamptz, expires_at timestamptz,
                 replaced_at timestamptz, revoked_at timestamptz, replaced_by text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select k.number, k.version, k.content, k.issued_at, k.expires_at, k.replaced_at, k.revoked_at,
         case when k.replaced_at is not null then (
           select n.number from certificates n
             where n.company_id = k.company_id and n.course_id = k.course_id and n.user_id = k.user_id
               and n.version = k.version + 1) end
    from certificates k where k.number = p_number
$$;

-- ── The company's dashboard ───────────────────────────────────────────────────────────────────────

-- What people did from day to day (of the company's calendar) in spans of `p_span` days, and in as many days before.
-- A span is counted back from the last day; the first one takes the rest. Rows: the spans, then the sums of the period
-- (`began_on` null) and of the one before. A person counts once in each who signed in, was last seen, opened or finished
-- a material, began or ended an attempt, or joined a webinar.
create function company_activity(p_from date, p_to date, p_span integer)
  returns table (is_before boolean, began_on date, people integer, materials integer, attempts integer, passed integer)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_company integer := app_company();
  v_zone text := (select time_zone from companies where id = app_company());
  v_spans integer := greatest(1, round((p_to - p_from + 1)::numeric / p_span)::integer);
  v_start timestamptz := (p_from - (p_to - p_from + 1))::timestamp at time zone v_zone;
  v_middle timestamptz := p_from::timestamp at time zone v_zone;
  v_end timestamptz := (p_to + 1)::timestamp at time zone v_zone;
begin
  return query
  with events as (
    select user_id, opened_at as at, 0 as material, 0 as attempt, 0 as pass from material_progress
      where company_id = v_company and opened_at >= v_start and opened_at < v_end
    union all
    select user_id, done_at, 1, 0, 0 from material_progress
      where company_id = v_company and done_at >= v_start and done_at < v_end
    union all
    select user_id, started_at, 0, 0, 0 from attempts
      where company_id = v_company and started_at >= v_start and started_at < v_end
    union all
    select t.user_id, t.finished_at, 0, 1, g.passed::integer from attempts t
      cross join lateral (
        select passed from gradings where company_id = t.company_id and attempt_id = t.id order by id desc limit 1) g
      where t.company_id = v_company and t.status = 'completed' and t.finished_at >= v_start and t.finished_at < v_end
    union all
    select user_id, joined_at, 0, 0, 0 from webinar_attendance
      where company_id = v_company and joined_at >= v_start and joined_at < v_end
    union all
    select s.user_id, seen.at, 0, 0, 0 from sessions s cross join lateral (values (s.created_at), (s.last_seen_at)) seen(at)
      where s.company_id = v_company and s.last_seen_at >= v_start and seen.at >= v_start and seen.at < v_end
  ), done as materialized (
    select at < v_middle as is_before,
           case when at >= v_middle then
             least((p_to - (at at time zone v_zone)::date) / p_span, v_spans - 1) end as span,
           user_id, sum(material) as materials, sum(attempt) as attempts, sum(pass) as passed
      from events group by 1, 2, 3
  ), spans as (
    select span, count(*) as people, sum(materials) as materials, sum(attempts) as attempts, sum(passed) as passed
      from done where not is_before group by span
  ), sums as (
    select is_before, count(distinct user_id) as people, sum(materials) as materials, sum(attempts) as attempts, sum(passed) as passed
      from done group by is_before
  )
  select false, case when n = v_spans - 1 then p_from else p_to - (n + 1) * p_span + 1 end, coalesce(s.people, 0)::integer,
         coalesce(s.materials, 0)::integer, coalesce(s.attempts, 0)::integer, coalesce(s.passed, 0)::integer
    from generate_series(v_spans - 1, 0, -1) n left join spans s on s.span = n
  union all
  select b, null, coalesce(s.people, 0)::integer, coalesce(s.materials, 0)::integer, coalesce(s.attempts, 0)::integer,
         coalesce(s.passed, 0)::integer
    from (values (false), (true)) kinds(b) left join sums s on s.is_before = b;
end $$;

-- Where the students of groups (null: of all) stand in the courses that their group gives them.
create function group_standings(p_groups integer[])
  returns table (group_id integer, students integer, new integer, in_progress integer, finished integer, progress integer)
  language plpgsql stable security definer set search_path = public, pg_temp set work_mem = '64MB' set jit = off as $$
#variable_conflict use_column
declare
  v_company integer := app_company();
begin
  return query
  with given as materialized (
    select x.group_id, x.course_id from (
      select cg.group_id, cg.course_id from course_groups cg
        where cg.company_id = v_company and (p_groups is null or cg.group_id = any (p_groups))
      union
      select pg.group_id, pc.course_id from program_groups pg
        join programs p on p.company_id = v_company and p.id = pg.program_id and p.deleted_at is null
        join program_courses pc on pc.company_id = v_company and pc.program_id = pg.program_id
        where pg.company_id = v_company and (p_groups is null or pg.group_id = any (p_groups))
    ) x join courses c on c.company_id = v_company and c.id = x.course_id and c.deleted_at is null and c.published_at is not null
  ), members as materialized (
    select gm.group_id, gm.user_id from group_members gm
      where gm.company_id = v_company and gm.role = 'student' and (p_groups is null or gm.group_id = any (p_groups))
  ), pairs as materialized (
    -- Joined first: the statistics of a course's students lead the planner to every group of a large course at once.
    select m.group_id, m.user_id, g.course_id from members m join given g on g.group_id = m.group_id
  ), standing as (
    select m.group_id, m.user_id, bool_and(s.opened_at is null) as is_new,
           bool_and(s.opened_at is not null and s.done = s.total) as is_finished,
           sum(case when s.total > 0 then 100 * s.done / s.total else 0 end) as percents, count(*) as courses
      from pairs m
      join course_states s on s.company_id = v_company and s.course_id = m.course_id and s.user_id = m.user_id
      group by m.group_id, m.user_id
  )
  select g.id, coalesce(n.students, 0)::integer, coalesce(f.new, 0)::integer,
         coalesce(f.placed - f.new - f.finished, 0)::integer, coalesce(f.finished, 0)::integer, f.progress
    from study_groups g
    left join (select group_id, count(*) as students from members group by group_id) n on n.group_id = g.id
    left join (
      select group_id, count(*) as placed, count(*) filter (where is_new) as new, count(*) filter (where is_finished) as finished,
             floor(sum(percents) / sum(courses))::integer as progress
        from standing group by group_id) f on f.group_id = g.id
    where g.company_id = v_company and g.deleted_at is null and (p_groups is null or g.id = any (p_groups));
end $$;

-- The same of the students of programs, each counted once in each.
create function program_standings(p_programs integer[])
  returns table (program_id integer, students integer, new integer, in_progress integer, finished integer, progress integer)
  language plpgsql stable security definer set search_path = public, pg_temp set work_mem = '64MB' set jit = off as $$
#variable_conflict use_column
declare
  v_company integer := app_company();
begin
  return query
  with given as materialized (
    select pc.program_id, pc.course_id from program_courses pc
      join courses c on c.company_id = v_company and c.id = pc.course_id and c.deleted_at is null and c.published_at is not null
      where pc.company_id = v_company and (p_programs is null or pc.program_id = any (p_programs))
  ), members as materialized (
    select distinct pg.program_id, gm.user_id from program_groups pg
      join study_groups g on g.company_id = v_company and g.id = pg.group_id and g.deleted_at is null
      join group_members gm on gm.company_id = v_company and gm.group_id = pg.group_id and gm.role = 'student'
      where pg.company_id = v_company and (p_programs is null or pg.program_id = any (p_programs))
  ), pairs as materialized (
    -- Joined first: the statistics of a course's students lead the planner to every group of a large course at once.
    select m.program_id, m.user_id, g.course_id from members m join given g on g.program_id = m.program_id
  ), standing as (
    select m.program_id, m.user_id, bool_and(s.opened_at is null) as is_new,
           bool_and(s.opened_at is not null and s.done = s.total) as is_finished,
           sum(case when s.total > 0 then 100 * s.done / s.total else 0 end) as percents, count(*) as courses
      from pairs m
      join course_states s on s.company_id = v_company and s.course_id = m.course_id and s.user_id = m.user_id
      group by m.program_id, m.user_id
  )
  select p.id, coalesce(n.students, 0)::integer, coalesce(f.new, 0)::integer,
         coalesce(f.placed - f.new - f.finished, 0)::integer, coalesce(f.finished, 0)::integer, f.progress
    from programs p
    left join (select program_id, count(*) as students from members group by program_id) n on n.program_id = p.id
    left join (
      select program_id, count(*) as placed, count(*) filter (where is_new) as new, count(*) filter (where is_finished) as finished,
             floor(sum(percents) / sum(courses))::integer as progress
        from standing group by program_id) f on f.program_id = p.id
    where p.company_id = v_company and p.deleted_at is null and (p_programs is null or p.id = any (p_programs));
end $$;

-- How many students of programs, or of groups in the programs they have, are past the due date of something. As
-- chronology_states() has it, which alone knows of dates that count from the previous stage, and takes its time.
create function overdue_students(p_programs integer[], p_groups integer[])
  returns table (program_id integer, group_id integer, students integer)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_company integer := app_company();
  v_zone text := (select time_zone from companies where id = app_company());
  v_today date := (app_now() at time zone v_zone)::date;
begin
  return query
  with timed as materialized (
    select i.program_id, i.course_id, i.webinar_id, i.due, i.due_on, i.due_after_days
      from programs p
      join chronology_items i on i.company_id = v_company and i.program_id = p.id and i.due <> 'none'
      where p.company_id = v_company and p.deleted_at is null
        and (p.id = any (p_programs) or exists (select from program_groups pg
          where pg.company_id = v_company and pg.program_id = p.id and pg.group_id = any (p_groups)))
        and (exists (select from program_courses pc
               join courses c on c.company_id = v_company and c.id = pc.course_id and c.deleted_at is null and c.published_at is not null
               where pc.company_id = v_company and pc.program_id = p.id and pc.course_id = i.course_id)
          or exists (select from webinar_programs wp
               join webinars w on w.company_id = v_company and w.id = wp.webinar_id and w.deleted_at is null and w.canceled_at is null
               where wp.company_id = v_company and wp.program_id = p.id and wp.webinar_id = i.webinar_id))
  ), asked as materialized (
    select distinct gm.user_id from group_members gm
      where gm.company_id = v_company and gm.role = 'student' and gm.group_id = any (p_groups)
  ), members as materialized (
    select pg.program_id, gm.user_id, min(greatest(gm.created_at, pg.created_at)) as assigned_at
      from (select distinct program_id from timed where due <> 'after_previous') t
      join program_groups pg on pg.company_id = v_company and pg.program_id = t.program_id
      join study_groups g on g.company_id = v_company and g.id = pg.group_id and g.deleted_at is null
      join group_members gm on gm.company_id = v_company and gm.group_id = pg.group_id and gm.role = 'student'
      where p_groups is null or gm.user_id in (select user_id from asked)
      group by pg.program_id, gm.user_id
  ), due as materialized (
    select m.program_id, m.user_id, t.course_id, t.webinar_id from timed t join members m on m.program_id = t.program_id
      where case t.due when 'date' then t.due_on
                       when 'after_assignment' then (m.assigned_at at time zone v_zone)::date + t.due_after_days end < v_today
  ), late as materialized (
    select d.program_id, d.user_id from due d
      where not exists (select from course_states s
              where s.company_id = v_company and s.course_id = d.course_id and s.user_id = d.user_id
                and s.opened_at is not null and s.done = s.total)
        and not exists (select from webinar_attendance a
              where a.company_id = v_company and a.webinar_id = d.webinar_id and a.user_id = d.user_id and a.status = 'attended')
    union
    select t.program_id, s.user_id from (select distinct program_id from timed where due = 'after_previous') t
      cross join lateral chronology_states(t.program_id, case when p_groups is not null then array(select user_id from asked) end) s
      where s.overdue
  )
  select l.program_id, null::integer, count(*)::integer from late l where p_groups is null group by l.program_id
  union all
  select null, gm.group_id, count(distinct gm.user_id)::integer from late l
    join group_members gm on gm.company_id = v_company and gm.user_id = l.user_id and gm.role = 'student' and gm.group_id = any (p_groups)
    join program_groups pg on pg.company_id = v_company and pg.program_id = l.program_id and pg.group_id = gm.group_id
    group by gm.group_id;
end $$;

-- Files of the company, each stored object once, though a copied course names it again.
create function stored_files() returns table (files integer, bytes bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::integer, coalesce(sum(size), 0)::bigint
    from (select key, max(size) as size from media where company_id = app_company() and uploading_since is null group by key) stored
$$;

do $$
declare f text;
begin
  foreach f in array array[
    'certified_result(integer, integer, integer, timestamptz)',
    'passed_again(integer, integer, integer[], integer, timestamptz)'
  ] loop
    execute format('revoke execute on function %s from public', f);
  end loop;
  foreach f in array array[
    'remind_of_certificates(jsonb)', 'certificate_by_number(text)', 'company_activity(date, date, integer)',
    'group_standings(integer[])', 'program_standings(integer[])', 'overdue_students(integer[], integer[])', 'stored_files()'
  ] loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to osnova_worker', f);
  end loop;
end $$;

reset role;
