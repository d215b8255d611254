-- Certificates come into being where results do.

-- How long before its end a certificate can be renewed.
create or replace function renewable_before() returns interval
  language sql
  immutable
  parallel safe
  as $$
  select interval '60 days'
$$;

-- From when passing the tests of a certificate renews it: so long before its end, of a shorter term from its beginning,
-- whatever versions said something else since.
create or replace function renewable_at(
  p_issued timestamptz,
  p_term_since timestamptz,
  p_expires timestamptz
) returns timestamptz
  language sql
  immutable
  parallel safe
  as $$
  select greatest(coalesce(p_term_since, p_issued), p_expires - renewable_before())
$$;

set role osnova_system;

-- Eleven random signs and a check sign, as checkSign() in worker/exams/certificates/certificate.ts: weights 12 to 1,
-- modulo 31. The 60 bits are those of a version 4 UUID that no version or variant fixes.
create or replace function new_certificate_number() returns text
  language sql
  volatile
  set search_path = public, pg_temp
  as $$
  with drawn as materialized (
    select ('x' || substr(hex, 1, 12) || right(hex, 3))::bit(60)::bigint as bits
      from (select replace(gen_random_uuid()::text, '-', '') as hex) random
  ), signs as materialized (
    select place, (bits / power(31::numeric, place)::bigint % 31)::integer as value
      from drawn, generate_series(0, 10) place
  )
  select string_agg(substr('23456789ABCDEFGHJKMNPQRSTUVWXYZ', value + 1, 1), '' order by place)
         || substr('23456789ABCDEFGHJKMNPQRSTUVWXYZ', (31 - sum(value * (12 - place)) % 31)::integer % 31 + 1, 1)
    from signs
$$;

-- A number as people read it, in groups of four.
create or replace function shown_number(p_number text) returns text
  language sql
  immutable
  as $$
  select substr(p_number, 1, 4) || '-' || substr(p_number, 5, 4) || '-' || substr(p_number, 9)
$$;
grant execute on function shown_number(text) to osnova_worker;

-- Whether a certificate ever hung on the form: without one its results concern none.
create or replace function certifies(
  p_company integer,
  p_form integer
) returns boolean
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select exists (select from form_versions where company_id = p_company and form_id = p_form
                   and (settings->>'issue_certificate')::boolean)
$$;

-- The result of a form that counts for a certificate: of those that the student may see, by the rule of the version
-- published last. `p_since`: of attempts that ended after it.
create or replace function certified_result(
  p_company integer,
  p_form integer,
  p_user integer,
  p_since timestamptz
) returns table (
  percent numeric,
  ects text,
  passed boolean,
  finished_at timestamptz
)
  language sql
  stable
  set search_path = public, pg_temp
  as $$
  select r.percent::numeric, r.ects, r.passed, r.finished_at
    from assignments a
    cross join lateral (
      select settings->>'result_counts' as counts from form_versions v
        where v.company_id = p_company and v.form_id = p_form order by v.number desc limit 1) rule
    cross join lateral counted_result(p_company, a.id, rule.counts, true, p_since) r
    where a.company_id = p_company and a.form_id = p_form and a.user_id = p_user
$$;

-- Whether a student passed all forms of a course that certify, by attempts that ended after an instant.
create or replace function passed_again(
  p_company integer,
  p_course integer,
  p_forms integer[],
  p_user integer,
  p_since timestamptz
) returns boolean
  language sql
  stable
  set search_path = public, pg_temp
  as $$
  select coalesce(bool_and(coalesce(c.passed, false)), false)
    from forms f
    cross join lateral (
      select from student_materials s
        where s.company_id = p_company and s.course_id = p_course and s.user_id = p_user
          and s.material_id = f.material_id
        limit 1) theirs
    left join lateral certified_result(p_company, f.id, p_user, p_since) c on true
    where f.company_id = p_company and f.id = any (p_forms)
$$;

-- The forms of a course by which it certifies, as they were published last.
create or replace view certifying_forms as
  select
    m.company_id,
    m.course_id,
    m.id as material_id,
    m.position,
    f.id as form_id,
    f.form_type,
    v.settings ->> 'name' as name
  from materials m
    join forms f on
      f.company_id = m.company_id
        and f.material_id = m.id
        and f.deleted_at is null
    cross join lateral (
      select settings
      from form_versions
      where company_id = f.company_id and form_id = f.id
      order by number desc
      limit 1
    ) v
  where m.deleted_at is null and (v.settings ->> 'issue_certificate')::boolean;

-- Where students stand with the certificates of courses: the forms they are earned by, what they hold, or what was
-- revoked and no later pass stands in for, what that says, whether it is renewed, and the term that another version
-- would have, to the end of the day that the paper names. Each pair is looked up by its keys, so that a plan kept from
-- judging one student judges ten thousand as well.
create or replace function certificate_terms(
  p_courses integer[],
  p_users integer[],
  p_now timestamptz
) returns table (
  company_id integer,
  course_id integer,
  user_id integer,
  time_zone text,
  certifying jsonb,
  held_id integer,
  revoked_id integer,
  said jsonb,
  said_since timestamptz,
  is_met boolean,
  is_renewed boolean,
  is_renewable boolean,
  whole_course boolean,
  results_since timestamptz,
  term_since timestamptz,
  expires_at timestamptz,
  expiry_mailed_at timestamptz,
  expired_mailed_at timestamptz,
  renewal_opened_at timestamptz
)
  language sql
  stable
  as $$
  with pairs as materialized (
    select distinct c.company_id, c.id as course_id, p.user_id, c.certificate_needs_all as needs_all, company.time_zone,
           day_ends(((p_now at time zone company.time_zone) + make_interval(months => c.certificate_months))::date,
             company.time_zone) as expires_at
      from unnest(p_courses, p_users) p(course_id, user_id)
      join courses c on c.id = p.course_id
      join companies company on company.id = c.company_id
  ), certifying as materialized (
    select f.company_id, f.course_id, array_agg(f.form_id) as ids,
           jsonb_agg(jsonb_build_object('material_id', f.material_id, 'form_id', f.form_id, 'name', f.name,
             'form_type', f.form_type) order by f.position, f.material_id) as forms
      from (select distinct company_id, course_id from pairs) c
      join certifying_forms f on f.company_id = c.company_id and f.course_id = c.course_id
      group by f.company_id, f.course_id
  )
  select p.company_id, p.course_id, p.user_id, p.time_zone, certifying.forms, held.id, lost.id,
         case when coalesce(held.id, lost.id) is not null then last.content->'forms' end, last.results_since,
         whole.is_met, due.is_renewed,
         coalesce(held.id is not null and asked.renewable_at <= p_now and last.expires_at is not null, false),
         coalesce(case when begun.begins then p.needs_all else last.content->'whole_course' = 'true' end, false),
         case when due.is_renewed then asked.renewable_at else last.results_since end,
         case when not begun.begins then coalesce(last.term_since, last.issued_at) end,
         -- Of a term that goes on nobody is told twice.
         case when begun.begins then p.expires_at else last.expires_at end,
         case when not begun.begins then last.expiry_mailed_at end,
         case when not begun.begins then last.expired_mailed_at end,
         case when not begun.begins then last.renewal_opened_at end
    from pairs p
    left join certifying on certifying.company_id = p.company_id and certifying.course_id = p.course_id
    left join lateral (
      select k.* from certificates k
        where k.company_id = p.company_id and k.course_id = p.course_id and k.user_id = p.user_id
        order by k.version desc limit 1
    ) last on true
    left join lateral (
      select last.id where last.replaced_at is null and last.revoked_at is null
    ) held on true
    cross join lateral (
      select not p.needs_all or exists (
        select from course_states s where s.company_id = p.company_id and s.course_id = p.course_id
          and s.user_id = p.user_id and s.done >= s.total) as is_met
    ) whole
    cross join lateral (
      select renewable_at(last.issued_at, last.term_since, last.expires_at) as renewable_at
    ) asked
    cross join lateral (
      select coalesce(held.id is not null and last.expires_at is not null and whole.is_met
               and passed_again(p.company_id, p.course_id, certifying.ids, p.user_id, asked.renewable_at),
                 false) as is_renewed
    ) due
    cross join lateral (
      select last.id is null or due.is_renewed or whole.is_met
        and passed_again(p.company_id, p.course_id, certifying.ids, p.user_id, last.issued_at) as begins
    ) begun
    left join lateral (
      select last.id where last.revoked_at is not null and not begun.begins
    ) lost on true
$$;

-- What students have earned of the certificates of courses, what of those that they hold still stands, and which that
-- was revoked is true again.
create or replace function judge_certificates(
  p_courses integer[],
  p_users integer[],
  p_now timestamptz
) returns table (
  company_id integer,
  course_id integer,
  user_id integer,
  held_id integer,
  percent numeric,
  forms jsonb,
  is_earned boolean,
  whole_course boolean,
  is_new boolean,
  restored_id integer,
  fell boolean,
  results_since timestamptz,
  term_since timestamptz,
  expires_at timestamptz,
  expiry_mailed_at timestamptz,
  expired_mailed_at timestamptz,
  renewal_opened_at timestamptz
)
  language sql
  stable
  as $$
  select t.company_id, t.course_id, t.user_id, t.held_id, earned.percent, earned.forms,
         coalesce(earned.passed, false) and (t.held_id is not null or t.is_met) as is_earned, t.whole_course,
         restored.id is null and (t.held_id is null or t.is_renewed or fallen.fell
           -- Near its end a better result waits for the renewal, which says all of them at once.
           or earned.says_something_else and not t.is_renewable) as is_new, restored.id, fallen.fell,
         t.results_since, t.term_since, t.expires_at, t.expiry_mailed_at, t.expired_mailed_at, t.renewal_opened_at
    from certificate_terms(p_courses, p_users, p_now) t
    cross join lateral (
      select round(avg(c.percent), 2) as percent, bool_and(coalesce(c.passed, false)) as passed,
             bool_or(not coalesce(t.said @> jsonb_build_array(
               jsonb_build_object('form_id', f.form->'form_id', 'percent', c.percent)
                 -- What counts again is the same attempt, not another of the same result.
                 || case when t.held_id is null then jsonb_build_object('date', d.day) else '{}' end),
               false)) as says_something_else,
             jsonb_agg(f.form - 'material_id' || jsonb_build_object('percent', c.percent, 'ects', c.ects,
               'date', d.day) order by f.place) as forms
        from jsonb_array_elements(t.certifying) with ordinality f(form, place)
        cross join lateral (
          select from student_materials s
            where s.company_id = t.company_id and s.course_id = t.course_id and s.user_id = t.user_id
              and s.material_id = (f.form->'material_id')::integer
            limit 1) theirs
        left join lateral certified_result(t.company_id, (f.form->'form_id')::integer, t.user_id,
          t.results_since) c on true
        cross join lateral (select (c.finished_at at time zone t.time_zone)::date as day) d
    ) earned
    cross join lateral (
      select coalesce(bool_or(coalesce(not c.passed or c.percent < (s->>'percent')::numeric, true)), false) as fell
        from jsonb_array_elements(t.said) s
        left join lateral certified_result(t.company_id, (s->>'form_id')::integer, t.user_id, t.said_since) c on true
    ) fallen
    cross join lateral (
      select case when earned.passed and not earned.says_something_else and not fallen.fell then t.revoked_id end
        as id
    ) restored
$$;

-- A person's full name as it stands on a certificate.
create or replace function certified_name(
  p_first text,
  p_middle text,
  p_last text
) returns text
  language sql
  immutable
  as $$
  select concat_ws(' ', nullif(p_first, ''), nullif(p_middle, ''), nullif(p_last, ''))
$$;
grant execute on function certified_name(text, text, text) to public;

-- Writes certificates that were earned, as judge_certificates() gives them, each the next version of its student.
create or replace function write_certificates(
  p_earned jsonb,
  p_now timestamptz
) returns void
  language sql
  as $$
  insert into certificates (company_id, course_id, user_id, number, version, content, issued_at, expires_at,
                            results_since, term_since, expiry_mailed_at, expired_mailed_at, renewal_opened_at)
    select e.company_id, e.course_id, e.user_id, new_certificate_number(),
           1 + coalesce((select max(k.version) from certificates k
             where k.company_id = e.company_id and k.course_id = e.course_id and k.user_id = e.user_id), 0),
           jsonb_build_object(
             'company', company.name, 'course', c.name, 'whole_course', e.whole_course, 'forms', e.forms,
             'percent', e.percent, 'ects', ects(e.percent),
             'name', certified_name(u.first_name, u.middle_name, u.last_name),
             'issued_on', (p_now at time zone company.time_zone)::date,
             'valid_until', (e.expires_at at time zone company.time_zone)::date),
           p_now, e.expires_at, e.results_since, e.term_since, e.expiry_mailed_at, e.expired_mailed_at,
           e.renewal_opened_at
      from jsonb_to_recordset(p_earned) as e(
        company_id integer, course_id integer, user_id integer, percent numeric, forms jsonb, whole_course boolean,
        expires_at timestamptz, results_since timestamptz, term_since timestamptz, expiry_mailed_at timestamptz,
        expired_mailed_at timestamptz, renewal_opened_at timestamptz)
      join courses c on c.company_id = e.company_id and c.id = e.course_id
      join companies company on company.id = e.company_id
      join users u on u.id = e.user_id
$$;

-- Judges students anew in courses, each pair given side by side: issues what is earned, replaces what says something
-- else by now, revokes what no longer holds, and lets hold again what is true again as it says it. A term begins
-- with the first version and with each one before which all forms were passed again since the last; any other
-- version keeps the term of the one before. A version is renewed, whatever the new results are, where they were
-- passed again at the end of its term or after it, counted together from when that can be, so that no version between
-- sets them back; a better one of them makes none by itself. What was passed before counts no more. Where a course
-- asks for the whole of it, a term begins only when everything else in it is done; what is added later takes nothing
-- away from whoever holds one. Locks first and judges in a later statement: of two forms that end at once the second
-- one sees the result of the first. No pairs (null) are nothing to judge.
create or replace function issue_certificates(
  p_courses integer[],
  p_users integer[]
) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_now timestamptz := app_now();
  v_earned jsonb;
  v_replaced integer[];
  v_revoked integer[];
  v_restored integer[];
begin
  if p_courses is null then
    return 0;
  end if;
  perform from course_states s
    join (select distinct * from unnest(p_courses, p_users) p(course_id, user_id)) pair using (course_id, user_id)
    order by s.course_id, s.user_id for update of s;
  select jsonb_agg(to_jsonb(j)) filter (where j.is_earned and j.is_new),
         array_agg(j.held_id) filter (where j.is_earned and j.is_new),
         array_agg(j.held_id) filter (where j.fell and not j.is_earned),
         array_agg(j.restored_id) filter (where j.restored_id is not null)
    into v_earned, v_replaced, v_revoked, v_restored from judge_certificates(p_courses, p_users, v_now) j;
  update certificates set replaced_at = v_now where id = any (v_replaced);
  update certificates set revoked_at = v_now where id = any (v_revoked);
  update certificates set revoked_at = null where id = any (v_restored);
  if v_earned is null then
    return 0;
  end if;
  perform write_certificates(v_earned, v_now);
  return jsonb_array_length(v_earned);
end $$;

-- Whether a student holds a valid certificate of the course that says something of the form; without one, of the
-- course.
create or replace function has_certificate(
  p_course integer,
  p_user integer,
  p_form integer default null
) returns boolean
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select exists (
    select from certificates where company_id = app_company() and course_id = p_course and user_id = p_user
      and replaced_at is null and revoked_at is null
      and (p_form is null or content->'forms' @> jsonb_build_array(jsonb_build_object('form_id', p_form))))
$$;
grant
  execute
  on
    function has_certificate(integer, integer, integer)
  to
  osnova_worker;

-- Whether a student's certificate of the course has expired and was not renewed.
create or replace function certificate_expired(
  p_course integer,
  p_user integer
) returns boolean
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select exists (
    select from certificates where company_id = app_company() and course_id = p_course and user_id = p_user
      and replaced_at is null and revoked_at is null and expires_at <= app_now())
$$;
grant
  execute
  on
    function certificate_expired(integer, integer)
  to
  osnova_worker;

-- Results in forms became others, of the students that stand beside them: of the forms that certify, those are judged
-- anew in their courses.
create or replace function certify_results(
  p_forms integer[],
  p_users integer[]
) returns void
  language plpgsql
  as $$
declare
  v_courses integer[];
  v_users integer[];
begin
  if p_forms is null then
    return;
  end if;
  -- Looked up once for each form, however many students it has, and of no other form whether it certifies.
  with certifying as materialized (
    select f.id, f.course_id from (select distinct unnest(p_forms) as form_id) g
      cross join lateral (
        select o.id, o.company_id, m.course_id from forms o
          join materials m on m.company_id = o.company_id and m.id = o.material_id
          where o.id = g.form_id limit 1) f
      where certifies(f.company_id, f.id)
  )
  select array_agg(f.course_id), array_agg(p.user_id) into v_courses, v_users
    from unnest(p_forms, p_users) p(form_id, user_id) join certifying f on f.id = p.form_id;
  perform issue_certificates(v_courses, v_users);
end $$;

-- What was graded anew may be what a certificate waited for.
create or replace function certify_graded() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform certify_results(array_agg(r.form_id), array_agg(r.user_id)) from (
    -- Each looked up for itself: a plan kept from few went through all that were graded for each attempt.
    select distinct t.form_id, t.user_id from changed g
      cross join lateral (
        select a.form_id, a.user_id, a.status, a.result_published_at from attempts a
          where a.company_id = g.company_id and a.id = g.attempt_id limit 1) t
      where t.status = 'completed' and t.result_published_at is not null) r;
  return null;
end $$;
grant execute on function certify_graded() to public;

-- A result was published, with the end of its attempt or later, or an attempt annulled.
create or replace function certify_decided() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  -- A save, as nearly all are.
  if not exists (select from now_rows where status <> 'running') then
    return null;
  end if;
  perform certify_results(array_agg(r.form_id), array_agg(r.user_id)) from (
    -- Old and new row of each attempt side by side; not joined, which a plan kept from one row would do in a square.
    select distinct form_id, user_id from (
      select form_id, user_id, id, status, result_published_at from was_rows
      union all
      select form_id, user_id, id, status, result_published_at from now_rows
    ) both_rows
      group by form_id, user_id, id
      having count(result_published_at) = 1 or bool_and(status <> 'running')
        and (min(status) <> max(status) or min(result_published_at) <> max(result_published_at))) r;
  return null;
end $$;
grant execute on function certify_decided() to public;

-- A form was published: who passed all that now count gets the certificate without another attempt.
create or replace function certify_published() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_courses integer[];
  v_users integer[];
begin
  with studied as materialized (
    select distinct m.company_id, m.course_id from changed v
      join forms f on f.company_id = v.company_id and f.id = v.form_id
      join materials m on m.company_id = f.company_id and m.id = f.material_id
  ), certifying as materialized (
    select s.company_id, s.course_id, f.id from studied s
      join materials m on m.company_id = s.company_id and m.course_id = s.course_id
      join forms f on f.company_id = m.company_id and f.material_id = m.id
      where certifies(f.company_id, f.id)
  )
  select array_agg(course_id), array_agg(user_id) into v_courses, v_users
    from (select distinct f.course_id, a.user_id from certifying f
            join assignments a on a.company_id = f.company_id and a.form_id = f.id) pairs;
  perform issue_certificates(v_courses, v_users);
  return null;
end $$;
grant execute on function certify_published() to public;

-- Whether a certificate of the course waits for everything in it.
create or replace function waits_for_all(
  p_company integer,
  p_course integer
) returns boolean
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select c.certificate_needs_all and exists (
      select from materials m join forms f on f.company_id = m.company_id and f.material_id = m.id
        where m.company_id = c.company_id and m.course_id = c.id and certifies(f.company_id, f.id))
    from courses c where c.company_id = p_company and c.id = p_course
$$;

-- The last material was done, or those left were taken away: of a course that asks for all of it that was what the
-- certificate waited for. What else has to be passed is judged as ever.
create or replace function certify_completed() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_courses integer[];
  v_users integer[];
begin
  -- Something was opened, or one of several done, as nearly always.
  if not exists (select from now_rows where done >= total and total > 0) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    select array_agg(n.course_id), array_agg(n.user_id) into v_courses, v_users from now_rows n
      where n.done >= n.total and n.total > 0 and waits_for_all(n.company_id, n.course_id);
  else
    select array_agg(n.course_id), array_agg(n.user_id) into v_courses, v_users from (
      select company_id, course_id, user_id from now_rows where done >= total and total > 0
      except
      select company_id, course_id, user_id from was_rows where done >= total) n
      where waits_for_all(n.company_id, n.course_id);
  end if;
  perform issue_certificates(v_courses, v_users);
  return null;
end $$;
grant execute on function certify_completed() to public;

-- A course asks no more for all of it: whoever waited for that has earned it.
create or replace function certify_asked_less() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_courses integer[];
  v_users integer[];
begin
  select array_agg(s.course_id), array_agg(s.user_id) into v_courses, v_users
    from course_states s where s.company_id = new.company_id and s.course_id = new.id;
  perform issue_certificates(v_courses, v_users);
  return null;
end $$;
grant execute on function certify_asked_less() to public;

reset role;

create trigger certify
  after insert
  on gradings
  referencing new table as changed
  for each statement
  when (not erasing())
  execute function certify_graded();

create trigger certify
  after update
  on attempts
  referencing old table as was_rows new table as now_rows
  for each statement
  when (not erasing())
  execute function certify_decided();

create trigger certify
  after insert
  on form_versions
  referencing new table as changed
  for each statement
  when (not erasing())
  execute function certify_published();

create trigger certify_insert
  after insert
  on course_states
  referencing new table as now_rows
  for each statement
  when (not erasing())
  execute function certify_completed();

create trigger certify_update
  after update
  on course_states
  referencing old table as was_rows new table as now_rows
  for each statement
  when (not erasing())
  execute function certify_completed();

create trigger certify
  after update of certificate_needs_all
  on courses
  for each row
  when (
    not erasing()
      and old.certificate_needs_all
      and not new.certificate_needs_all
  )
  execute function certify_asked_less();
