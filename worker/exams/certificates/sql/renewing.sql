-- Renewal opens by itself: before a certificate runs out, the tests that it asks for get attempts again.

-- From when the end of a term is anybody's business: so long before it, but not in the first half of a shorter one. As
-- stable as the length of a day, which the zone tells; declared otherwise, it would be called for each row.
create or replace function term_ends_soon_at(
  p_issued timestamptz,
  p_expires timestamptz,
  p_before interval
) returns timestamptz
  language sql
  stable
  parallel safe
  as $$
  select greatest(p_expires - p_before, p_issued + (p_expires - p_issued) / 2)
$$;

set role osnova_system;

-- The forms that have to be passed again for certificates, of those that their holders have: whether each is, and the
-- attempts at it. Forms are found once for each course, the rest is looked up.
create or replace function renewal_forms(
  p_certificates integer[]
) returns table (
  certificate_id integer,
  company_id integer,
  form_id integer,
  assignment_id integer,
  status text,
  attempts_used integer,
  attempts_allowed integer,
  attempts_at_first integer,
  passed_again boolean
)
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan
  as $$
  with held as materialized (
    select k.id, k.company_id, k.course_id, k.user_id, renewable_at(k.issued_at, k.term_since, k.expires_at) as since
      from certificates k where k.id = any (p_certificates)
  ), certifying as materialized (
    select f.company_id, f.course_id, f.material_id, f.form_id, v.settings
      from (select distinct h.company_id, h.course_id from held h) c
      join certifying_forms f on f.company_id = c.company_id and f.course_id = c.course_id
      join current_versions v on v.company_id = f.company_id and v.form_id = f.form_id
  )
  select h.id, h.company_id, f.form_id, a.id, a.status, coalesce(a.attempts_used, 0),
         attempts_allowed(f.settings, coalesce(a.extra_attempts, 0)), attempts_allowed(f.settings, 0),
         -- Nothing is worked out of what was never begun.
         case when a.id is not null then coalesce((
           select r.passed from certified_result(h.company_id, f.form_id, h.user_id, h.since) r), false) else false end
    from held h
    join certifying f on f.company_id = h.company_id and f.course_id = h.course_id
    cross join lateral (
      select from student_materials s
        where s.company_id = h.company_id and s.course_id = h.course_id and s.user_id = h.user_id
          and s.material_id = f.material_id
        limit 1) theirs
    left join lateral (
      select o.id, o.status, o.attempts_used, o.extra_attempts from assignments o
        where o.company_id = h.company_id and o.form_id = f.form_id and o.user_id = h.user_id limit 1) a on true
$$;

-- Where a renewal is to give attempts: of what has to be passed again, what is completed with none left.
create or replace function renewal_grants(
  p_certificates integer[]
) returns table (
  certificate_id integer,
  company_id integer,
  assignment_id integer,
  amount integer
)
  language sql
  stable
  as $$
  select f.certificate_id, f.company_id, f.assignment_id, f.attempts_at_first from renewal_forms(p_certificates) f
    where f.status = 'completed' and f.attempts_used >= f.attempts_allowed and not f.passed_again
$$;

-- Whether the holder of a certificate can go and renew it: of each test that is to be passed again an attempt is left.
create or replace function renewal_is_open(
  p_certificate integer
) returns boolean
  language sql
  stable
  as $$
  select coalesce(bool_and(f.passed_again or coalesce(f.status, 'assigned') in ('assigned', 'reopened', 'in_progress')
      or f.status = 'completed' and coalesce(f.attempts_used < f.attempts_allowed, true)), false)
      and not exists (
        select from certificates k
          join course_blocks b on b.company_id = k.company_id and b.course_id = k.course_id and b.user_id = k.user_id
          where k.id = p_certificate)
    from renewal_forms(array[p_certificate]) f
$$;

-- Certificates whose renewal is to be judged now, locked: those that have come near their end, of those that had
-- expired before anybody looked a smaller share, and those that were to wait. Two runs at once divide them.
create or replace function renewals_due() returns setof integer
  language sql
  as $$
  with coming as materialized (
    select k.id from certificates k
      where k.expires_at is not null and k.replaced_at is null and k.revoked_at is null
        and k.renewal_opened_at is null and k.renewal_next_at is null
        and k.expires_at > app_now() and k.expires_at <= app_now() + renewable_before()
      order by k.expires_at limit 200 for update of k skip locked
  ), expired as materialized (
    select k.id from certificates k
      where k.expires_at is not null and k.replaced_at is null and k.revoked_at is null
        and k.renewal_opened_at is null and k.renewal_next_at is null and k.expires_at <= app_now()
      order by k.expires_at desc limit 50 for update of k skip locked
  ), waiting as materialized (
    select k.id from certificates k
      where k.renewal_next_at is not null and k.replaced_at is null and k.revoked_at is null
        and k.renewal_opened_at is null and k.renewal_next_at <= app_now()
      order by k.renewal_next_at limit 200 for update of k skip locked
  )
  select id from coming union all select id from expired union all select id from waiting
$$;

-- When the renewal of a certificate can be judged again that cannot be opened now: in the second half of a short term,
-- or tomorrow, where its course does not renew by itself or is not open to its holder. Null: it opens.
create or replace function renewal_waits_until(
  p_certificate certificates,
  p_now timestamptz
) returns timestamptz
  language sql
  stable
  as $$
  select case
      when w.soon_at > p_now then w.soon_at
      when not exists (
        select from courses c
          join companies company on company.id = c.company_id and company.deleted_at is null
            and company.blocked_at is null
          join course_states s on s.company_id = c.company_id and s.course_id = c.id
            and s.user_id = p_certificate.user_id
          where c.company_id = p_certificate.company_id and c.id = p_certificate.course_id and c.renews_itself
            and c.deleted_at is null and c.published_at is not null
            and exists (
              select from memberships m join users u on u.id = m.user_id and u.blocked_at is null
                where m.company_id = c.company_id and m.user_id = s.user_id and m.deleted_at is null
                  and m.blocked_at is null)
            and not exists (select from course_blocks b
              where b.company_id = c.company_id and b.course_id = c.id and b.user_id = s.user_id))
        then p_now + interval '1 day' end
    from (
      select term_ends_soon_at(coalesce(p_certificate.term_since, p_certificate.issued_at), p_certificate.expires_at,
               renewable_before()) as soon_at) w
$$;

-- Opens the renewal of certificates, once in each term: whatever has to be passed again and has no attempt left gets
-- as many as it allows at first, which is written down as a decision without an author beside the last attempt. Who
-- may not go on now is judged again tomorrow. An assignment that somebody else holds is waited for until the next run,
-- not here: they may wait for the certificate. Gives how many were opened.
create or replace function open_renewals() returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_now timestamptz := app_now();
  v_due integer[] := array(select renewals_due());
  v_ready integer[];
  v_held integer[];
begin
  if v_due = '{}' then
    return 0;
  end if;
  update certificates k set renewal_next_at = w.until
    from certificates n cross join lateral (select renewal_waits_until(n, v_now) as until offset 0) w
    where n.id = any (v_due) and w.until is not null and k.id = n.id;
  v_ready := array(
    select k.id from certificates k
      where k.id = any (v_due) and coalesce(k.renewal_next_at <= v_now, true) order by k.id);
  v_held := array(
    select a.id from assignments a where a.id = any (array(select g.assignment_id from renewal_grants(v_ready) g))
      order by a.id for update skip locked);
  v_ready := array(
    select unnest(v_ready) except
    select g.certificate_id from renewal_grants(v_ready) g where g.assignment_id <> all (v_held));
  with given as materialized (
    select * from renewal_grants(v_ready)
  ), opened as (
    update assignments a
      set extra_attempts = extra_attempts_with(v.settings, a.attempts_used, a.extra_attempts, g.amount)
      from given g, current_versions v
      where a.id = g.assignment_id and v.company_id = a.company_id and v.form_id = a.form_id
      returning a.company_id, a.id, g.certificate_id, g.amount
  ), noted as (
    insert into assignment_decisions (company_id, assignment_id, attempt_id, kind, amount, batch, created_at)
      select o.company_id, o.id, (
          select t.id from attempts t where t.company_id = o.company_id and t.assignment_id = o.id
            order by t.number desc limit 1),
          'renewal', o.amount, format('renewal-%s', o.certificate_id), v_now
        from opened o order by o.id
  )
  insert into notifications (company_id, user_id, kind, key, path, params, created_at, mailed_at)
    select k.company_id, k.user_id, 'certificate', format('certificate-reopened-%s', k.id), '/course/' || k.course_id,
           jsonb_build_object('event', 'reopened', 'course', k.content->>'course', 'expires_at', k.expires_at), v_now,
           v_now
      from certificates k
      where k.id in (select certificate_id from opened)
        -- Who is told of the end right now (remind_of_certificates) reads there that the tests are open.
        and case when k.expires_at <= v_now then k.expired_mailed_at is not null
          else k.expiry_mailed_at is not null
            or term_ends_soon_at(coalesce(k.term_since, k.issued_at), k.expires_at, interval '30 days') > v_now end
    on conflict do nothing;
  update certificates set renewal_opened_at = v_now, renewal_next_at = null where id = any (v_ready);
  return cardinality(v_ready);
end $$;
grant execute on function open_renewals() to osnova_worker;

-- Whether somebody's certificate of a course asks for one of its forms again: expired, or soon, once its renewal has
-- opened and until the form is passed again. Null: it does not, or there is none.
create or replace function renewal_of(
  p_course integer,
  p_form integer,
  p_user integer
) returns text
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select case when k.expires_at <= app_now() then 'expired'
              when k.renewal_opened_at is not null and not coalesce((
                select r.passed from certified_result(k.company_id, p_form, k.user_id,
                  renewable_at(k.issued_at, k.term_since, k.expires_at)) r), false) then 'soon' end
    from certificates k
    where k.company_id = app_company() and k.course_id = p_course and k.user_id = p_user
      and k.replaced_at is null and k.revoked_at is null
$$;
grant
  execute
  on
    function renewal_of(integer, integer, integer)
  to
  osnova_worker;

reset role;
