-- Reminders.

set role osnova_system;

-- The last reminder of a person about the same thing, whatever it was for.
create or replace function last_reminder(p_row today_row) returns reminders
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select r from reminders r
    where r.company_id = app_company() and r.user_id = p_row.user_id and r.course_id is not distinct
      from p_row.course_id
      and r.form_id is not distinct
        from p_row.form_id and (p_row.course_id is not null or r.program_id is not distinct from p_row.program_id)
    order by r.created_at desc, r.id desc limit 1
$$;
grant execute on function last_reminder(today_row) to osnova_worker;

-- What a person waits for at the test of a row, or at the one that comes next in its course: not_open, resting, closed,
-- or something else. Null: nothing.
create or replace function waits_at_test(p_row today_row) returns text
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select case when p_row.form_id is not null then (
      select s.waits_for from form_standing(p_row.form_id, p_row.user_id) s)
    -- Only at a test is anything waited for: where a course has none, nothing is worked out.
    when exists (
      select from materials m join forms f on f.company_id = m.company_id and f.material_id = m.id
        where m.company_id = app_company() and m.course_id = p_row.course_id)
      then next_step(p_row.course_id, p_row.user_id)->>'kind' end
$$;
grant execute on function waits_at_test(today_row) to osnova_worker;

-- Why a person is not reminded about a row: a code of the error catalogue, or null. Whoever has no mailbox is asked
-- nothing else about, and what they wait for, which costs most, is looked up once and last.
create or replace function reminder_refusal(p_row today_row) returns text
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select case
      when not exists (select from users u where u.id = p_row.user_id and u.email is not null and u.email_verified)
        then 'email_not_verified'
      when p_row.closed and stays_locked(p_row.program_id, p_row.course_id, p_row.webinar_id, p_row.user_id)
        then 'course_locked'
      when p_row.kind = 'failed_twice' and not exists (
        select from assignments a join current_versions v on v.company_id = a.company_id and v.form_id = a.form_id
          where a.company_id = app_company() and a.form_id = p_row.form_id and a.user_id = p_row.user_id
            and (a.status = 'reopened' or a.status = 'completed'
              and coalesce(a.attempts_used < attempts_allowed(v.settings, a.extra_attempts), true)))
        then 'attempts_exhausted'
      else (
        select case
            when w.waits_for = 'renew_exhausted' then 'attempts_exhausted'
            when w.waits_for = 'not_open' then 'test_not_open'
            when w.waits_for = 'resting' then 'test_rests'
            when w.waits_for = 'closed' then 'test_closed'
            when (last_reminder(p_row)).created_at > app_now() - interval '3 days' then 'reminded_recently' end
          -- Without the offset it would be looked up in each line.
          from (select waits_at_test(p_row) as waits_for offset 0) w) end
$$;
grant execute on function reminder_refusal(today_row) to osnova_worker;

-- Those of a section whom a reminder is asked for, of all its rows (p_keys null) or of those named, each with the code
-- that refuses it: [today_row & {key, code}].
create or replace function judge_reminders(
  p_section text,
  p_keys text[]
) returns jsonb
  language sql
  stable
  as $$
  with found as materialized (
    select today_key(r) as key, r from today_rows(p_section) r where p_keys is null or today_key(r) = any (p_keys)
  )
  select coalesce(jsonb_agg(j.row), '[]') from (
    select to_jsonb(f.r) || jsonb_build_object('key', f.key, 'code', reminder_refusal(f.r)) as row from found f
    union all
    -- Finished meanwhile, out of reach or never there: all alike.
    select jsonb_build_object('key', k, 'code', 'gone') from unnest(p_keys) k
      where k not in (select f.key from found f)
  ) j
$$;

-- The mails of reminders, one to a person whatever it is about, in the person's language or (p_preview) the caller's.
-- p_rows: [today_row], in the order in which they are sent.
create or replace function reminder_mails(
  p_rows jsonb,
  p_mails jsonb,
  p_preview boolean
) returns table (user_id integer, email text, turn bigint, mail jsonb)
  language sql
  stable
  as $$
  with items as materialized (
    select u.id as user_id, u.email, j.kind, j.since, d.place,
           case when p_preview then caller.language else u.language end as language,
           jsonb_build_object(
             'name', coalesce(v.settings->>'name', w.name, c.name), 'course', coalesce(c.name, ''),
             'program', coalesce(p.name, ''),
             'since', to_char(j.since at time zone company.time_zone, 'DD.MM.YYYY'), 'company', company.name,
             'space', company.id, 'author', person_name(caller.last_name, caller.first_name),
             'path', case
               when j.form_id is not null
                 then format('/course/%s/education-materials/%s/form/%s', c.id, f.material_id, f.id)
               when j.webinar_id is not null then format('/webinar/%s', j.webinar_id)
               else format('/course/%s', c.id) end) as fill
      from jsonb_array_elements(p_rows) with ordinality d(row, place)
      cross join lateral jsonb_populate_record(null::today_row, d.row) j
      join users u on u.id = j.user_id
      join users caller on caller.id = app_user()
      join companies company on company.id = app_company()
      left join courses c on c.company_id = company.id and c.id = j.course_id
      left join programs p on p.company_id = company.id and p.id = j.program_id
      left join webinars w on w.company_id = company.id and w.id = j.webinar_id
      left join forms f on f.company_id = company.id and f.id = j.form_id
      left join current_versions v on v.company_id = company.id and v.form_id = j.form_id
  )
  select i.user_id, i.email, row_number() over (order by min(i.place)),
         case when count(*) = 1 then fill_mail(p_mails->min(i.language)->'one'->min(i.kind), (array_agg(i.fill))[1])
              else list_reminders(p_mails->min(i.language)->'many', (array_agg(i.fill))[1], jsonb_agg(
                fill_mail(p_mails->i.language->'item'->i.kind, i.fill) order by i.since, i.place)) end
    from items i group by i.user_id, i.email
$$;

-- People as a dialog tells of them: {count, people: the first by name}.
create or replace function first_people(p_users integer[]) returns jsonb
  language sql
  stable
  as $$
  select jsonb_build_object('count', count(*), 'people', coalesce(
      jsonb_agg(person(u.id, u.first_name, u.last_name) order by u.place) filter (where u.place <= 12), '[]'))
    from (
      select id, first_name, last_name, row_number() over (
               order by last_name collate "uk-x-icu", first_name collate "uk-x-icu", id) as place
        from users where id in (select unnest(p_users))) u
$$;

-- What became of reminders: {reminded: people, refused: [{code} & people], gone: [key]}. Who is reminded of something
-- is not told of as refused about the rest.
create or replace function told_reminders(
  p_judged jsonb,
  p_reminded integer[]
) returns jsonb
  language sql
  stable
  as $$
  with refused as (
    select d->>'code' as code, array_agg((d->>'user_id')::integer) as users from jsonb_array_elements(p_judged) d
      where d->>'code' is not null and d ? 'user_id'
        and (d->>'user_id')::integer not in (select unnest(p_reminded))
      group by d->>'code'
  )
  select jsonb_build_object(
    'reminded', first_people(p_reminded),
    'refused', coalesce((
      select jsonb_agg(jsonb_build_object('code', r.code) || first_people(r.users) order by r.code)
        from refused r), '[]'),
    'gone', jsonb_path_query_array(p_judged, '$[*] ? (!exists(@.user_id)).key'))
$$;

-- Reminds those of a section who are concerned now: of all its rows, or of those named. `p_preview`: nothing is
-- written; the first mail comes back, in the caller's language.
-- `p_mails`: {language: {one: {kind: mail}, many: mail, item: {kind: mail}}}. Gives {reminded, refused, gone, first_id,
-- mail}.
create or replace function send_reminders(
  p_section text,
  p_keys text[],
  p_text text,
  p_mails jsonb,
  p_preview boolean
) returns jsonb
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_company integer := app_company();
  v_now timestamptz;
  v_judged jsonb;
  v_rows jsonb;
  v_first integer;
  v_mail jsonb;
begin
  -- Of two who remind at once the later one sees what the earlier has sent.
  if not p_preview then
    perform pg_advisory_xact_lock(hashtext('reminders'), v_company);
  end if;
  perform end_due_attempts();
  v_now := app_now();
  v_judged := judge_reminders(p_section, p_keys);
  v_rows := jsonb_path_query_array(v_judged, '$[*] ? (@.code == null)');
  if p_preview then
    select m.mail into v_mail
      from reminder_mails(
        jsonb_path_query_array(v_rows, '$[*] ? (@.user_id == $user)', jsonb_build_object('user', v_rows->0->'user_id')),
        p_mails, true) m;
  else
    with told as (
      insert into reminders (company_id, user_id, kind, course_id, program_id, form_id, text, author_id, created_at)
        select v_company, j.user_id, p_section, j.course_id, j.program_id, j.form_id, p_text, app_user(), v_now
          from jsonb_populate_recordset(null::today_row, v_rows) j order by j.user_id
        returning id
    )
    select min(id) into v_first from told;
    insert into mails (recipient, user_id, company_id, kind, subject, text, html, next_try_at)
      select m.email, m.user_id, v_company, 'reminder', m.mail->>'subject', m.mail->>'text', m.mail->>'html',
             mail_turn(m.turn)
        from reminder_mails(v_rows, p_mails, false) m;
  end if;
  return told_reminders(v_judged, array(select distinct (r->>'user_id')::integer from jsonb_array_elements(v_rows) r))
    || jsonb_build_object('first_id', v_first, 'mail', v_mail);
end $$;
grant
  execute
  on
    function send_reminders(text, text[], text, jsonb, boolean)
  to
  osnova_worker;

-- The same for a call that may be repeated: it keeps the first reminder beside the call's key, 0 where none was sent.
create or replace function send_reminders_once(
  p_section text,
  p_keys text[],
  p_text text,
  p_mails jsonb,
  p_key text
) returns jsonb
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_answer jsonb := send_reminders(p_section, p_keys, p_text, p_mails, false);
begin
  update idempotency_keys set row_id = coalesce((v_answer->>'first_id')::integer, 0)
    where company_id = app_company() and user_id = app_user() and key = p_key;
  return v_answer;
end $$;
grant
  execute
  on
    function send_reminders_once(text, text[], text, jsonb, text)
  to
  osnova_worker;

-- A mail about several things: its {items} are the lines of each.
create or replace function list_reminders(
  p_mail jsonb,
  p_values jsonb,
  p_items jsonb
) returns jsonb
  language plpgsql
  immutable
  as $$
declare
  v_mail jsonb := fill_mail(p_mail, p_values);
begin
  return jsonb_build_object(
    'subject', v_mail->>'subject',
    'text', replace(v_mail->>'text',
      '{items}', (select string_agg(i->>'text', e'\n\n') from jsonb_array_elements(p_items) i)),
    'html', replace(v_mail->>'html',
      '{items}', (select string_agg(i->>'html', '<br><br>') from jsonb_array_elements(p_items) i)));
end $$;

-- What send_reminders() told in the call that wrote this reminder first.
create or replace function reminded_before(
  p_section text,
  p_keys text[],
  p_first integer
) returns jsonb
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select told_reminders(judge_reminders(p_section, p_keys), array(
    select distinct r.user_id from reminders first
      join reminders r on r.company_id = first.company_id and r.author_id = first.author_id
        and r.created_at = first.created_at
      where first.company_id = app_company() and first.id = p_first and first.author_id = app_user()))
$$;
grant
  execute
  on
    function reminded_before(text, text[], integer)
  to
  osnova_worker;
