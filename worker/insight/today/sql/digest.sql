-- The weekly digest: what Today counts, mailed on Monday morning to whoever looks after people.

set role osnova_system;

-- Puts everybody who looks after people in the row, of the companies in whose calendar it is Monday morning or later
-- that day, once a week: memberships are read once for each company.
create or replace function ask_for_digests() returns void
  language sql
  as $$
  with begun as materialized (
    select k.id, l.day
      from companies k
      cross join lateral (select app_now() at time zone k.time_zone as now) local
      cross join lateral (select local.now::date as day) l
      where k.deleted_at is null and k.blocked_at is null
        and extract(isodow from local.now) = 1 and extract(hour from local.now) between 8 and 19
        and not exists (select from digests d where d.company_id = k.id and d.week_on = l.day)
  )
  insert into digests as known (company_id, user_id, week_on)
    select b.id, m.user_id, b.day
      from begun b
      join memberships m on m.company_id = b.id and m.user_types && '{owner,admin,manager}' and m.deleted_at is null
    on conflict (company_id, user_id) do update set week_on = excluded.week_on, judged_at = null
      where known.week_on < excluded.week_on
$$;

-- The five groups with most people who are late, as Today finds them, in the caller's reach; the five courses where
-- none of them is in a group: [{name, people}].
create or replace function most_overdue(p_rows today_row[]) returns jsonb
  language sql
  stable
  as $$
  with late as materialized (
    select distinct r.user_id, r.course_id from unnest(p_rows) r
  ), by_group as (
    select g.name, count(distinct l.user_id) as people
      from (select distinct user_id from late) l
      join group_members gm on gm.company_id = app_company() and gm.user_id = l.user_id and gm.role = 'student'
      join study_groups g on g.company_id = gm.company_id and g.id = gm.group_id and g.deleted_at is null
      where reaches_all() or g.id in (select groups_in_reach())
      group by g.id, g.name
  ), by_course as (
    select c.name, count(distinct l.user_id) as people
      from late l join courses c on c.company_id = app_company() and c.id = l.course_id
      where not exists (select from by_group) group by c.id, c.name
  )
  select jsonb_agg(jsonb_build_object('name', w.name, 'people', w.people) order by w.people desc, w.name)
    from (
      select * from (select name, people from by_group union all select name, people from by_course) each
        order by people desc, name limit 5) w
$$;

-- What somebody reads of their company in the role given, by the functions that answer Today. Null: nothing that
-- anybody has to do something about; invitations that nobody has answered are no reason to write, nor is what is due
-- this week.
create or replace function digest_of(
  p_company integer,
  p_user integer,
  p_type text
) returns jsonb
  language plpgsql
  as $$
declare
  v_late today_row[];
  v_told jsonb;
begin
  perform set_config('app.company', p_company::text, true), set_config('app.user', p_user::text, true),
          set_config('app.user_type', p_type, true);
  v_late := array(select r from today_overdue() r);
  select jsonb_build_object(
      'people', count(distinct r.user_id), 'courses', count(distinct r.course_id),
      'retake_asked', (select count(*) from today_retake_asked()),
      'to_mark', (select count(*) from answers_to_mark()),
      'in_review', (select count(*) from today_in_review()),
      'expired', (select count(*) from today_certificate_expired()),
      'expiring', (select count(*) from today_certificate_expiring()))
    into v_told from unnest(v_late) r;
  if not exists (select from jsonb_each_text(v_told) t where t.value <> '0') then
    return null;
  end if;
  return v_told || jsonb_build_object('most', most_overdue(v_late),
    'due_soon', (select count(distinct d.user_id) from today_due_soon() d),
    'pending', case when reaches_all() then (select pending from licences(p_company)) else 0 end);
end $$;

-- A digest as a mail, with a line for each thing that there is.
-- `p_mail`: {mail, lines: {what: {text, html}}, one: text}.
create or replace function digest_mail(
  p_mail jsonb,
  p_told jsonb,
  p_company text,
  p_day text
) returns jsonb
  language sql
  immutable
  as $$
  with given as (
    select p_told || jsonb_build_object('company', p_company, 'date', p_day, 'groups', coalesce((
        select string_agg(fill_text(fill_text(p_mail->>'one', 'name', w->>'name'), 'people', w->>'people'), ', '
            order by place)
          from jsonb_array_elements(nullif(p_told->'most', 'null')) with ordinality g(w, place)), '')) as words
  ), lines as (
    select fill_mail(p_mail->'lines'->l.what, g.words - 'most') as line, l.place
      from given g,
           unnest(array['people', 'groups', 'due_soon', 'retake_asked', 'to_mark', 'in_review', 'expired', 'expiring',
                        'pending']) with ordinality l(what, place)
      where coalesce(g.words->>l.what, '') not in ('', '0')
  )
  select list_reminders(p_mail->'mail', g.words - 'most', jsonb_build_array(jsonb_build_object(
      'text', string_agg(l.line->>'text', e'\n' order by l.place),
      'html', string_agg(l.line->>'html', '<br>' order by l.place))))
    from given g, lines l group by g.words
$$;

-- Works out the digests in the row, for ten seconds at most, and queues those that tell something. Of two runs at once
-- each takes its own; one that fails is left for the next week, and leaves the others to be sent. Gives how many were
-- queued. `p_mails`: {language: what digest_mail() takes}.
create or replace function send_digests(p_mails jsonb) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v record;
  v_told jsonb;
  v_count integer := 0;
  v_begun timestamptz := clock_timestamp();
begin
  perform ask_for_digests();
  for v in
    select d.company_id, d.user_id, d.week_on, u.email, u.language, c.name as company,
           (ranked(m.user_types))[1] as type,
           m.blocked_at is null and m.deleted_at is null and m.user_types && '{owner,admin,manager}'
             and u.email is not null and u.activated_at is not null and u.blocked_at is null
             and c.deleted_at is null and c.blocked_at is null
             and not exists (select from notification_settings s where s.user_id = u.id and 'digest' = any (s.muted))
             as is_told
      from digests d
      join memberships m on m.company_id = d.company_id and m.user_id = d.user_id
      join users u on u.id = d.user_id
      join companies c on c.id = d.company_id
      where d.judged_at is null
      order by d.company_id, d.user_id limit 500 for update of d skip locked
  loop
    exit when clock_timestamp() > v_begun + interval '10 seconds';
    update digests set judged_at = app_now() where company_id = v.company_id and user_id = v.user_id;
    continue when not v.is_told;
    begin
      v_told := digest_of(v.company_id, v.user_id, v.type);
      if v_told is not null then
        v_told := v_told || jsonb_build_object('space', v.company_id, 'role', v.type);
        insert into mails (recipient, user_id, company_id, kind, subject, text, html, next_try_at)
          select v.email, v.user_id, v.company_id, 'digest', mail->>'subject', mail->>'text', mail->>'html',
                 mail_turn(v_count + 1)
            from digest_mail(p_mails->v.language, v_told, v.company, to_char(v.week_on, 'DD.MM.YYYY')) mail;
        v_count := v_count + 1;
      end if;
    exception when others then
      perform leave_failed('digests', format('company %s, user %s', v.company_id, v.user_id), sqlstate, sqlerrm);
    end;
  end loop;
  perform set_config('app.company', '', true), set_config('app.user', '', true), set_config('app.user_type', '', true);
  return v_count;
end $$;
grant execute on function send_digests(jsonb) to osnova_worker;

reset role;
