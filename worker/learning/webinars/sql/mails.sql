-- Invitations, reminders and cancellations.

set role osnova_system;

-- Writes of webinars of the company entered to those who are told of it in the app and can sign in, each in their
-- language, and to who does it. `p_webinars`: [{"id", "kind"}], `p_mails`: {kind: {language: mail}}. The mails are due
-- over time, so that those of others do not wait behind them.
create or replace function mail_webinars(
  p_webinars jsonb,
  p_mails jsonb
) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_count integer;
begin
  perform tell_of_webinars(app_company(), array[t.id], t.kind, true)
    from jsonb_to_recordset(p_webinars) as t(id integer, kind text) where t.kind in ('day', 'hour');
  with told as materialized (
    select w.*, t.kind from jsonb_to_recordset(p_webinars) as t(id integer, kind text)
      join webinars w on w.company_id = app_company() and w.id = t.id
  ), people as materialized (
    select t.id, t.company_id, u.id as user_id, u.email, u.language,
      opening_role(t.company_id, u.id, '/webinar/' || t.id) as role,
      row_number() over (order by t.starts_at, t.id, u.id) as place
      from told t
      join webinar_invitations i on i.company_id = t.company_id and i.webinar_id = t.id
      join users u on u.id = i.user_id and u.email is not null and u.activated_at is not null and u.blocked_at is null
      where u.id = app_user() or exists (select from notifications n
        where n.company_id = t.company_id and n.user_id = u.id and n.key = webinar_key(t.id, t.kind, t.starts_at))
  ), words as materialized (
    select t.id, p.language, p.role, fill_mail(p_mails->t.kind->p.language, jsonb_build_object(
        'id', t.id, 'name', t.name, 'reason', t.cancel_reason, 'minutes', t.duration, 'space', t.company_id,
        'company', (select c.name from companies c where c.id = t.company_id),
        'role', p.role, 'when', zoned_text(t.starts_at, t.time_zone, p.language))) as mail
      from (select distinct id, language, role from people) p join told t on t.id = p.id
  )
  insert into mails (recipient, user_id, company_id, kind, subject, text, html, next_try_at)
    select p.email, p.user_id, p.company_id,
      'webinar', words.mail->>'subject', words.mail->>'text', words.mail->>'html',
           mail_turn(p.place)
      from people p join words using (id, language, role);
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- Reminds of what starts within a day or within an hour, each once; within the last hour of that hour alone. Two runs
-- at once divide the webinars between them. Gives the number of mails.
create or replace function remind_of_webinars(p_mails jsonb) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_now timestamptz := app_now();
  v record;
  v_claimed jsonb;
  v_count integer := 0;
begin
  with due as materialized (
    select w.id, case when w.starts_at <= v_now + interval '1 hour' then 'hour' else 'day' end as kind
      from webinars w join companies c on c.id = w.company_id and c.deleted_at is null
      where w.deleted_at is null and w.canceled_at is null
        and w.starts_at > v_now and w.starts_at <= v_now + interval '1 day'
        and case when w.starts_at <= v_now + interval '1 hour' then w.hour_reminded_at
          else w.day_reminded_at end is null
      for update of w skip locked
  ), claimed as (
    update webinars w set day_reminded_at = coalesce(w.day_reminded_at, v_now),
                          hour_reminded_at = case d.kind when 'hour' then v_now else w.hour_reminded_at end
      from due d where w.id = d.id returning w.company_id, w.id, d.kind
  )
  select jsonb_agg(c) into v_claimed from claimed c;
  for v in
    select t.company_id, jsonb_agg(t) as webinars
      from jsonb_to_recordset(v_claimed) as t(company_id integer, id integer, kind text)
      group by t.company_id order by 1
  loop
    perform set_config('app.company', v.company_id::text, true);
    v_count := v_count + mail_webinars(v.webinars, p_mails);
  end loop;
  perform set_config('app.company', '', true);
  return v_count;
end $$;
grant execute on function remind_of_webinars(jsonb) to osnova_worker;

-- Calls a webinar off and tells those invited. `p_mails`: {language: mail}.
create or replace function cancel_webinar(
  p_webinar integer,
  p_reason text,
  p_mails jsonb
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_webinar webinars := webinar_to_change(p_webinar);
begin
  if v_webinar.canceled_at is not null then
    perform fail('webinar_canceled');
  end if;
  if v_webinar.starts_at + make_interval(mins => v_webinar.duration) <= app_now() then
    perform fail('webinar_ended');
  end if;
  update webinars w set canceled_at = app_now(), cancel_reason = p_reason, sequence = w.sequence + 1
    where w.company_id = app_company() and w.id = p_webinar;
  perform mail_webinars(jsonb_build_array(jsonb_build_object('id', p_webinar, 'kind', 'canceled')),
    jsonb_build_object('canceled', p_mails));
end $$;
grant execute on function cancel_webinar(integer, text, jsonb) to osnova_worker;
