-- Telling of certificates.

set role osnova_system;

-- Writes to each student whose certificate is new, in their language; nobody is congratulated on one that has expired.
-- Two runs at once divide them. `p_mails`: {"for_good" | "until": {language: mail}}. Gives how many.
create or replace function mail_certificates(p_mails jsonb) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_count integer;
begin
  with due as materialized (
    select id from certificates where mailed_at is null order by id limit 1000 for update skip locked
  ), told as (
    update certificates k set mailed_at = app_now() from due where k.id = due.id returning k.*
  ), people as (
    select u.email, t.user_id, t.company_id, row_number() over (order by t.id) as place,
           p_mails->(case when t.expires_at is null then 'for_good' else 'until' end)->u.language as mail,
           jsonb_build_object('course', t.content->>'course', 'name', t.content->>'name', 'address', t.number,
             'number', shown_number(t.number), 'space', c.id, 'company', c.name,
             'date', coalesce(to_char(t.expires_at at time zone c.time_zone, 'DD.MM.YYYY'), '')) as words
      from told t
      join companies c on c.id = t.company_id
      join memberships m on m.company_id = t.company_id and m.user_id = t.user_id and m.deleted_at is null
        and m.blocked_at is null
      join users u on u.id = t.user_id and u.email is not null and u.activated_at is not null and u.blocked_at is null
      where t.replaced_at is null and t.revoked_at is null and (t.expires_at is null or t.expires_at > app_now())
  ), filled as (
    select email, user_id, company_id, fill_mail(mail, words) as mail, place from people
  )
  insert into mails (recipient, user_id, company_id, kind, subject, text, html, next_try_at)
    select email, user_id, company_id,
      'certificate', mail->>'subject', mail->>'text', mail->>'html',
        mail_turn(place)
      from filled;
  get diagnostics v_count = row_count;
  return v_count;
end $$;
grant execute on function mail_certificates(jsonb) to osnova_worker;

-- Tells whoever holds a certificate that it expires, by mail and in the app: 30 days before, but not in the first half
-- of a shorter term, and when it has. Each once; two runs at once divide them. `p_mails`: {"soon" | "expired" |
-- "soon_open" | "expired_open", where its tests can be started: {language: mail}}. Gives how many.
create or replace function remind_of_certificates(p_mails jsonb) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_now timestamptz := app_now();
  v_count integer;
begin
  with soon as materialized (
    select k.id from certificates k
      join companies c on c.id = k.company_id and c.deleted_at is null and c.blocked_at is null
      where k.expires_at is not null and k.replaced_at is null and k.revoked_at is null and k.expiry_mailed_at is null
        and k.expires_at > v_now and k.expires_at <= v_now + interval '30 days'
        and term_ends_soon_at(coalesce(k.term_since, k.issued_at), k.expires_at, interval '30 days') <= v_now
      order by k.expires_at limit 1000 for update of k skip locked
  ), expired as materialized (
    select k.id from certificates k
      join companies c on c.id = k.company_id and c.deleted_at is null and c.blocked_at is null
      where k.expires_at is not null and k.replaced_at is null and k.revoked_at is null and k.expired_mailed_at is null
        and k.expires_at <= v_now
      order by k.expires_at limit 1000 for update of k skip locked
  ), told as (
    update certificates k set expiry_mailed_at = coalesce(k.expiry_mailed_at, v_now),
                              expired_mailed_at = case due.kind when 'expired' then v_now end
      from (select id, 'soon' as kind from soon union all select id, 'expired' from expired) due
      where k.id = due.id returning k.*, due.kind
  ), stood as materialized (
    select t.id, renewal_is_open(t.id) as is_open from told t
  ), noted as (
    insert into notifications (company_id, user_id, kind, key, path, params, created_at, mailed_at)
      select t.company_id, t.user_id, 'certificate', format('certificate-%s-%s', t.kind, t.id),
        '/course/' || t.course_id,
             jsonb_build_object('event', case when not s.is_open then t.kind
               when t.kind = 'soon' then 'soon_open' else 'expired_open' end, 'course', t.content->>'course',
               'expires_at', t.expires_at), v_now,
               v_now
        from told t join stood s on s.id = t.id
      on conflict do nothing
  ), people as (
    select u.email, t.user_id, t.company_id,
           p_mails->(t.kind || case when s.is_open then '_open' else '' end)->u.language as mail,
      row_number() over (order by t.id) as place,
           jsonb_build_object('name', t.content->>'name', 'course', t.content->>'course', 'course_id', t.course_id,
             'number', shown_number(t.number), 'space', c.id, 'company', c.name,
             'date', to_char(t.expires_at at time zone c.time_zone, 'DD.MM.YYYY')) as words
      from told t
      join stood s on s.id = t.id
      join companies c on c.id = t.company_id
      join memberships m on m.company_id = t.company_id and m.user_id = t.user_id and m.deleted_at is null
        and m.blocked_at is null
      join users u on u.id = t.user_id and u.email is not null and u.activated_at is not null and u.blocked_at is null
  ), filled as (
    select email, user_id, company_id, fill_mail(mail, words) as mail, place from people
  )
  insert into mails (recipient, user_id, company_id, kind, subject, text, html, next_try_at)
    select email, user_id, company_id,
      'certificate', mail->>'subject', mail->>'text', mail->>'html',
        mail_turn(place)
      from filled;
  get diagnostics v_count = row_count;
  return v_count;
end $$;
grant execute on function remind_of_certificates(jsonb) to osnova_worker;

-- The number, as people read it, of somebody's certificate of a course that was revoked at an instant or after it.
create or replace function revoked_since(
  p_company integer,
  p_course integer,
  p_user integer,
  p_since timestamptz
) returns text
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select shown_number(k.number) from certificates k
    where k.company_id = p_company and k.course_id = p_course and k.user_id = p_user and k.revoked_at >= p_since
    order by k.version desc limit 1
$$;
grant
  execute
  on
    function revoked_since(integer, integer, integer, timestamptz)
  to
  public;

-- How a certificate stands now.
create or replace function certificate_status(
  p_revoked_at timestamptz,
  p_replaced_at timestamptz,
  p_expires_at timestamptz
) returns text
  language sql
  stable
  as $$
  select case when p_revoked_at is not null then 'revoked' when p_replaced_at is not null then 'replaced'
              when p_expires_at <= app_now() then 'expired' else 'valid' end
$$;
grant
  execute
  on
    function certificate_status(timestamptz, timestamptz, timestamptz)
  to
  osnova_worker;

-- What anybody may read who holds its number, with the end of its term, the day of the company's calendar on which it
-- was revoked or replaced, and the version after it.
create or replace function certificate_by_number(
  p_number text
) returns table (
  number text,
  version integer,
  status text,
  content jsonb,
  expires_at timestamptz,
  replaced_at timestamptz,
  revoked_at timestamptz,
  ended_on date,
  replaced_by text
)
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select k.number, k.version, certificate_status(k.revoked_at, k.replaced_at, k.expires_at), k.content, k.expires_at,
         k.replaced_at, k.revoked_at, (coalesce(k.revoked_at, k.replaced_at) at time zone c.time_zone)::date,
         (select n.number from certificates n
           where n.company_id = k.company_id and n.course_id = k.course_id and n.user_id = k.user_id
             and n.version = k.version + 1)
    from certificates k join companies c on c.id = k.company_id where k.number = p_number
$$;
grant execute on function certificate_by_number(text) to osnova_worker;
