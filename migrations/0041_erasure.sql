-- What a person or a company takes along, and what is erased of them.

set role osnova_system;

-- Said by the functions that erase, for as long as they run.
create function erasing() returns boolean language sql stable parallel safe as
$$ select coalesce(current_setting('app.erasing', true), '') = 'on' $$;
grant execute on function erasing() to public;

-- To make a trigger anew one has to be allowed its function; to fire it, nobody has.
do $$
declare f regprocedure;
begin
  for f in select p.oid from pg_proc p where p.prorettype = 'trigger'::regtype and pg_get_userbyid(p.proowner) = current_user loop
    execute format('grant execute on function %s to %I', f, session_user);
  end loop;
end $$;
reset role;

-- Erasing leaves no entry of history behind, derives nothing anew and may delete what is otherwise kept.
do $$
declare t record;
begin
  for t in
    select pg_get_triggerdef(g.oid) as definition from pg_trigger g
      where not g.tgisinternal and (g.tgrelid in ('companies'::regclass, 'users'::regclass) or exists (
        select from pg_attribute a where a.attrelid = g.tgrelid and a.attname = 'company_id' and not a.attisdropped))
  loop
    execute regexp_replace(
      case when t.definition ~ ' WHEN \('
        then regexp_replace(t.definition, ' WHEN \((.*)\) EXECUTE FUNCTION ', ' WHEN (not erasing() and (\1)) EXECUTE FUNCTION ')
        else regexp_replace(t.definition, ' EXECUTE FUNCTION ', ' WHEN (not erasing()) EXECUTE FUNCTION ')
      end, '^CREATE TRIGGER', 'CREATE OR REPLACE TRIGGER');
  end loop;
end $$;

-- Whoever was erased stays so: no restoring of history and no import brings them back.
set role osnova_system;
do $$
declare f regprocedure;
begin
  for f in select p.oid from pg_proc p where p.prorettype = 'trigger'::regtype and pg_get_userbyid(p.proowner) = current_user loop
    execute format('revoke execute on function %s from %I', f, session_user);
  end loop;
end $$;

create function keep_erased() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform fail('person_erased');
  return null;
end $$;
create function is_erased(p_user integer) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from users where id = p_user and erased_at is not null)
$$;
reset role;
create trigger keep_erased before insert or update on memberships
  for each row when (new.deleted_at is null and is_erased(new.user_id)) execute function keep_erased();
create trigger keep_erased before update on users
  for each row when (old.erased_at is not null
    and (new.email is not null or new.phone is not null or new.erased_at is null or new.photo_id is not null
      or new.first_name <> '' or new.middle_name <> '' or new.last_name <> old.last_name))
  execute function keep_erased();

set role osnova_system;

-- An object of history without what tells of a person.
create function without_person(p_object jsonb) returns jsonb language sql immutable as $$
  select case when p_object is null then null else (
    select jsonb_object_agg(key, case
        when key in ('first_name', 'last_name', 'middle_name', 'position', 'subdivision', 'comment') then '""'::jsonb
        when key in ('email', 'phone', 'photo_id') then 'null'::jsonb
        else value end)
      from jsonb_each(p_object)) end
$$;

-- Gives what stood before, to be put back at the end.
create function begin_erasing() returns text language plpgsql as $$
declare
  v_before text := coalesce(current_setting('app.erasing', true), '');
begin
  perform set_config('app.erasing', 'on', true);
  return v_before;
end $$;

-- What a company wrote about people itself; null: every company. Results, progress and attendance stay.
create function erase_memberships(p_company integer, p_users integer[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_companies integer[] := array(
    select distinct company_id from memberships where user_id = any (p_users) and (p_company is null or company_id = p_company));
  v_before text := begin_erasing();
begin
  with gone as (
    delete from feedback where company_id = any (v_companies) and user_id = any (p_users) returning screenshot_id
  )
  update media m set company_id = null, removed_at = '-infinity' from gone where m.id = gone.screenshot_id;
  delete from notifications where company_id = any (v_companies) and user_id = any (p_users);
  delete from reminders where company_id = any (v_companies) and user_id = any (p_users);
  delete from idempotency_keys where company_id = any (v_companies) and user_id = any (p_users);
  delete from group_members where company_id = any (v_companies) and user_id = any (p_users);
  delete from course_members where company_id = any (v_companies) and user_id = any (p_users);
  delete from course_blocks where company_id = any (v_companies) and user_id = any (p_users);
  delete from course_states where company_id = any (v_companies) and user_id = any (p_users);
  delete from course_waits where company_id = any (v_companies) and user_id = any (p_users);
  delete from chronology_opened where company_id = any (v_companies) and user_id = any (p_users);
  delete from material_unlocks where company_id = any (v_companies) and user_id = any (p_users);
  delete from webinar_hosts where company_id = any (v_companies) and user_id = any (p_users);
  delete from mails where company_id = any (v_companies) and user_id = any (p_users);
  update memberships set position = '', subdivision = '', comment = '', deleted_at = coalesce(deleted_at, app_now())
    where company_id = any (v_companies) and user_id = any (p_users);
  update history set object_label = '', part_label = '', old_object = without_person(old_object),
                     new_object = without_person(new_object)
    where company_id = any (v_companies) and object_model = 'membership' and object_id = any (p_users);
  update history set part_label = ''
    where company_id = any (v_companies) and part_label <> '' and object_model <> 'membership'
      and (coalesce(new_object, old_object)->'user_id')::integer = any (p_users);
  perform set_config('app.erasing', v_before, true);
end $$;

-- Takes out everything that names people, everywhere. Their number stays, and what is known of it without a name.
create function erase_people(p_users integer[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_before text := begin_erasing();
begin
  perform erase_memberships(null, p_users);
  -- Whom others were reminded by.
  update notifications n set params = n.params || jsonb_build_object('author', '№' || u.id)
    from users u
    where u.id = any (p_users) and n.kind = 'reminder' and u.first_name || u.last_name <> ''
      and n.params->>'author' = concat_ws(' ', nullif(u.first_name, ''), nullif(u.last_name, ''))
      and n.company_id in (select m.company_id from memberships m where m.user_id = u.id);
  update certificates set content = content || '{"name": "—"}' where user_id = any (p_users);
  delete from mails m using users u
    where u.id = any (p_users) and (m.user_id = u.id or m.recipient = u.email) and m.kind is distinct from 'farewell';
  delete from sign_in_failures f using users u
    where u.id = any (p_users) and f.key in (account_key(u.email), account_key(u.phone), 'password:' || u.id,
      replace(account_key(u.email), 'account:', 'reset:'), replace(account_key(u.phone), 'account:', 'reset:'));
  delete from credentials where user_id = any (p_users);
  delete from totp_secrets where user_id = any (p_users);
  delete from recovery_codes where user_id = any (p_users);
  delete from security_keys where user_id = any (p_users);
  delete from social_links where user_id = any (p_users);
  delete from one_time_tokens where user_id = any (p_users);
  delete from sessions where user_id = any (p_users);
  delete from notification_settings where user_id = any (p_users);
  update media set user_id = null, removed_at = '-infinity' where user_id = any (p_users);
  update users set email = null, email_verified = false, phone = null, first_name = '', middle_name = '',
                   -- Where a name stands and is sorted by; no part of it says who it was.
                   last_name = '№' || id, language = 'uk', photo_id = null, dismissed_hints = '{}', blocked_at = null,
                   erased_at = app_now()
    where id = any (p_users) and erased_at is null;
  perform set_config('app.erasing', v_before, true);
end $$;

-- A last mail to somebody of whom nothing else is kept; it goes once it was sent.
create function queue_farewell(p_recipient text, p_mail jsonb) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into mails (recipient, kind, subject, text, html)
    select p_recipient, 'farewell', p_mail->>'subject', p_mail->>'text', p_mail->>'html' where p_recipient is not null
$$;
create function forget_farewells() returns void
  language sql security definer set search_path = public, pg_temp as $$
  delete from mails where kind = 'farewell' and (sent_at is not null or tries >= 12)
$$;

-- The caller's own wish.
create function erase_oneself(p_address text, p_mails jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_user users;
begin
  perform require_confirmed();
  select * into v_user from users where id = app_user() for update;
  if coalesce(p_address not in (v_user.email, v_user.phone), p_address is distinct from coalesce(v_user.email, v_user.phone)) then
    perform fail('address_mismatch', 'address');
  elsif exists (select from companies where owner_id = v_user.id and erased_at is null and deleted_at is null) then
    perform fail('owner_not_erasable');
  end if;
  perform erase_people(array[v_user.id]);
  perform queue_farewell(v_user.email, p_mails->v_user.language);
end $$;

-- Somebody who has left the company: everywhere where no other company knows them, else what this one wrote.
create function erase_former_user(p_user integer, p_mails jsonb) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_user users;
begin
  perform require_confirmed();
  select u.* into v_user from users u join memberships m on m.company_id = app_company() and m.user_id = u.id
    where u.id = p_user and m.deleted_at is not null and u.erased_at is null for update of u;
  if not found then
    perform fail('not_found');
  end if;
  if exists (select from memberships where user_id = p_user and company_id <> app_company()) then
    perform erase_memberships(app_company(), array[p_user]);
    return 'membership';
  end if;
  perform erase_people(array[p_user]);
  perform queue_farewell(v_user.email, p_mails->v_user.language);
  return 'person';
end $$;

-- Whoever left the company and still has a name here.
create function former_users() returns table (user_id integer, left_at timestamptz, elsewhere boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select m.user_id, m.deleted_at,
         exists (select from memberships o where o.user_id = m.user_id and o.company_id <> m.company_id)
    from memberships m join users u on u.id = m.user_id and u.erased_at is null
    where m.company_id = app_company() and m.deleted_at is not null
$$;

-- Gives the company to one of its admins; who gives it stays as an admin. Both are told.
create function transfer_company(p_company integer, p_user integer, p_mails jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_company companies;
begin
  select * into v_company from companies where id = p_company and id = app_company() for update;
  if not found then
    perform fail('not_found');
  end if;
  perform require_confirmed();
  if p_user = app_user() or not exists (
    select from memberships m join users u on u.id = m.user_id
      where m.company_id = p_company and m.user_id = p_user and m.deleted_at is null and m.blocked_at is null
        and u.activated_at is not null and u.blocked_at is null and 'admin' = any (m.user_types)) then
    perform fail('new_owner_not_admin', 'user_id');
  -- There may be more people with the role; the company belongs to one.
  elsif v_company.owner_id <> app_user() then
    perform fail('permission_denied');
  end if;
  update companies set owner_id = p_user where id = p_company;
  update memberships set user_types = array['owner', 'admin', 'manager', 'trainer', 'student']
    where company_id = p_company and user_id = p_user;
  update memberships set user_types = array['admin', 'trainer', 'student']
    where company_id = p_company and user_id = app_user();
  insert into mails (recipient, subject, text, html)
    select u.email, w.mail->>'subject', w.mail->>'text', w.mail->>'html'
      from users u cross join lateral (
        select fill_mail(p_mails->(case when u.id = p_user then 'new' else 'former' end)->u.language, jsonb_build_object(
          'company', v_company.name,
          'name', (select concat_ws(' ', nullif(o.first_name, ''), nullif(o.last_name, '')) from users o
                     where o.id = case when u.id = p_user then app_user() else p_user end))) as mail) w
      where u.id in (p_user, app_user()) and u.email is not null;
end $$;

-- To everybody who administers a company.
create function mail_administrators(p_company integer, p_mails jsonb, p_kind text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into mails (recipient, kind, subject, text, html)
    select u.email, p_kind, w.mail->>'subject', w.mail->>'text', w.mail->>'html'
      from memberships m
      join users u on u.id = m.user_id and u.email is not null and u.activated_at is not null and u.blocked_at is null
      join companies c on c.id = m.company_id
      cross join lateral (select fill_mail(p_mails->u.language, jsonb_build_object('company', c.name,
        'date', coalesce(to_char(c.erase_at at time zone c.time_zone, 'DD.MM.YYYY'), ''))) as mail) w
      where m.company_id = p_company and m.deleted_at is null and m.blocked_at is null and m.user_types && '{owner,admin}'
$$;

-- Announces that everything of a company will be erased in 30 days.
create function announce_company_erasure(p_company integer, p_mails jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update companies set erase_at = app_now() + interval '30 days' where id = p_company and erase_at is null;
  if found then
    perform mail_administrators(p_company, p_mails, null);
  end if;
end $$;

create function request_company_erasure(p_company integer, p_name text, p_mails jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_company companies;
begin
  select * into v_company from companies where id = p_company and id = app_company() for update;
  if not found then
    perform fail('not_found');
  end if;
  perform require_confirmed();
  if lower(btrim(v_company.name)) <> lower(btrim(p_name)) then
    perform fail('company_name_mismatch', 'name');
  elsif v_company.owner_id <> app_user() then
    perform fail('permission_denied');
  end if;
  perform announce_company_erasure(p_company, p_mails);
end $$;

create function take_back_company_erasure(p_company integer, p_mails jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from companies where id = p_company and id = app_company() for update;
  if not found then
    perform fail('not_found');
  end if;
  update companies set erase_at = null where id = p_company and erase_at is not null;
  if found then
    perform mail_administrators(p_company, p_mails, null);
  end if;
end $$;

-- The tables with rows of companies, each before those that it refers to: read from the catalogue, so that none is missed.
create function company_tables() returns table (name text, place integer)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  v_left oid[] := array(
    select c.oid from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p'));
  v_next oid[];
  v_place integer := 0;
begin
  while v_left <> '{}' loop
    v_next := array(
      select t from unnest(v_left) t where not exists (
        select from pg_constraint f
          where f.contype = 'f' and f.confrelid = t and f.conrelid = any (v_left) and f.conrelid <> t));
    if v_next = '{}' then
      raise exception 'tables refer to each other in a circle: %', v_left::regclass[];
    end if;
    v_place := v_place + 1;
    return query select t::regclass::text, v_place from unnest(v_next) t order by 1;
    v_left := array(select t from unnest(v_left) t where t <> all (v_next));
  end loop;
end $$;

-- Erases a stretch of the company whose day has come; gives how many rows, 0 when nothing is left to do anywhere.
-- From the first stretch on nobody gets in.
create function erase_due_company(p_rows integer, p_mails jsonb) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_company companies;
  v_table text;
  v_done integer := 0;
  v_count integer;
  v_people integer[];
  v_before text := begin_erasing();
begin
  select * into v_company from companies where erase_at <= app_now() and erased_at is null
    order by erase_at, id limit 1 for update skip locked;
  if not found then
    perform set_config('app.erasing', v_before, true);
    return 0;
  end if;
  if v_company.deleted_at is null then
    perform mail_administrators(v_company.id, p_mails, 'farewell');
    update companies set deleted_at = app_now() where id = v_company.id;
    update sessions set company_id = null, user_type = null where company_id = v_company.id;
  end if;
  for v_table in select t.name from company_tables() t where t.name <> 'sessions' order by t.place, t.name loop
    if v_table = 'media' then
      -- The bytes go with the files that were taken away.
      update companies set photo_id = null where id = v_company.id;
      update media set company_id = null,
          uploading_since = case when uploading_since is not null then '-infinity'::timestamptz end,
          removed_at = case when uploading_since is null then '-infinity'::timestamptz end
        where ctid = any (array(select m.ctid from media m where m.company_id = v_company.id limit p_rows - v_done));
      get diagnostics v_count = row_count;
    elsif v_table = 'memberships' then
      with gone as (
        delete from memberships
          where ctid = any (array(select m.ctid from memberships m where m.company_id = v_company.id limit p_rows - v_done))
          returning user_id
      )
      select count(*), array_agg(user_id) into v_count, v_people from gone;
      perform erase_people(array(
        select p from unnest(v_people) p where not exists (select from memberships m where m.user_id = p)));
    else
      execute format('delete from %1$I where ctid = any (array(select t.ctid from %1$I t where t.company_id = $1 limit $2))', v_table)
        using v_company.id, p_rows - v_done;
      get diagnostics v_count = row_count;
    end if;
    v_done := v_done + v_count;
    if v_done >= p_rows then
      perform set_config('app.erasing', v_before, true);
      return v_done;
    end if;
  end loop;
  update companies set name = '№' || id, email = '', phone = null, website = '', facebook = '', instagram = '', linkedin = '',
                       description = '', is_library = false, licence_limit = null, photo_id = null, erased_at = app_now()
    where id = v_company.id;
  perform set_config('app.erasing', v_before, true);
  return v_done + 1;
end $$;

-- Everything about the caller, in every company they belong or belonged to: of a test what they wrote and what was published.
create function own_archive() returns jsonb
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  v_user users;
begin
  perform require_confirmed();
  select * into v_user from users where id = app_user();
  return jsonb_build_object(
    'person', to_jsonb(v_user) - 'photo_id' - 'erased_at' - 'search_words',
    'photo', (select jsonb_build_object('content_type', content_type, 'size', size) from media where id = v_user.photo_id),
    'sign_in', jsonb_build_object(
      'password_changed_at', (select changed_at from credentials where user_id = v_user.id),
      'authenticator_app_since', (select since from totp_secrets where user_id = v_user.id and secret is not null),
      'security_keys', coalesce((select jsonb_agg(jsonb_build_object('name', k.name, 'created_at', k.created_at,
          'last_used_at', k.last_used_at) order by k.id) from security_keys k where k.user_id = v_user.id), '[]'),
      'providers', coalesce((select jsonb_agg(jsonb_build_object('provider', s.backend, 'email', s.email,
          'linked_at', s.linked_at) order by s.linked_at) from social_links s where s.user_id = v_user.id), '[]'),
      'sessions', coalesce((select jsonb_agg(to_jsonb(s) - 'id' - 'user_id' - 'company_id' order by s.id)
        from sessions s where s.user_id = v_user.id), '[]')),
    'notification_settings', (select to_jsonb(n) - 'user_id' from notification_settings n where n.user_id = v_user.id),
    'companies', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', c.id, 'name', c.name,
        'membership', to_jsonb(m) - 'company_id' - 'user_id',
        'groups', coalesce((select jsonb_agg(jsonb_build_object('name', g.name, 'role', gm.role, 'since', gm.created_at) order by g.id)
          from group_members gm join study_groups g on g.company_id = gm.company_id and g.id = gm.group_id
          where gm.company_id = c.id and gm.user_id = v_user.id), '[]'),
        'courses', coalesce((select jsonb_agg(jsonb_build_object('name', k.name, 'total', s.total, 'done', s.done,
            'opened_at', s.opened_at, 'last_activity', s.last_activity) order by k.id)
          from course_states s join courses k on k.company_id = s.company_id and k.id = s.course_id
          where s.company_id = c.id and s.user_id = v_user.id), '[]'),
        'course_roles', coalesce((select jsonb_agg(jsonb_build_object('name', k.name, 'role', cm.role, 'since', cm.created_at) order by k.id)
          from course_members cm join courses k on k.company_id = cm.company_id and k.id = cm.course_id
          where cm.company_id = c.id and cm.user_id = v_user.id), '[]'),
        'programs', coalesce((select jsonb_agg(distinct p.name)
          from group_members gm join program_groups pg on pg.company_id = gm.company_id and pg.group_id = gm.group_id
          join programs p on p.company_id = pg.company_id and p.id = pg.program_id and p.deleted_at is null
          where gm.company_id = c.id and gm.user_id = v_user.id and gm.role = 'student'), '[]'),
        'materials', coalesce((select jsonb_agg(jsonb_build_object('course', k.name, 'name', a.name, 'type', a.type,
            'opened_at', mp.opened_at, 'viewed_at', mp.viewed_at, 'done_at', mp.done_at, 'watched', mp.watched::text) order by a.id)
          from material_progress mp join materials a on a.company_id = mp.company_id and a.id = mp.material_id
          join courses k on k.company_id = a.company_id and k.id = a.course_id
          where mp.company_id = c.id and mp.user_id = v_user.id), '[]'),
        'attempts', coalesce((select jsonb_agg(jsonb_build_object(
            'test', f.name, 'number', t.number, 'status', t.status, 'started_at', t.started_at, 'deadline', t.deadline,
            'finished_at', t.finished_at, 'finished_by', t.finished_by,
            'events', coalesce((select jsonb_agg(to_jsonb(e) - 'id' - 'company_id' - 'attempt_id' order by e.id)
              from attempt_events e where e.company_id = t.company_id and e.attempt_id = t.id), '[]'),
            'answers', coalesce((select jsonb_agg(jsonb_build_object(
                -- A form may forbid copying its questions; what the person answered is theirs all the same.
                'question', case when not coalesce((v.settings->>'disable_autosave_for_all_respondents')::boolean, false) then q->>'title' end,
                'chosen', coalesce((select jsonb_agg(o->>'title') from jsonb_array_elements(q->'answers') o
                  where (o->>'id')::integer = any (w.answer_ids)), '[]'),
                'saved_at', w.saved_at) order by w.question_id)
              from attempt_answers w join jsonb_array_elements(v.questions) q on (q->>'id')::integer = w.question_id
              where w.company_id = t.company_id and w.attempt_id = t.id), '[]'),
            'result', case when t.status <> 'running' and t.result_published_at is not null then (
              select jsonb_build_object('score', r.score, 'max_score', r.max_score, 'percent', r.percent, 'ects', r.ects,
                  'passed', r.passed, 'published_at', t.result_published_at)
                from gradings r where r.company_id = t.company_id and r.attempt_id = t.id order by r.id desc limit 1) end) order by t.id)
          from attempts t join forms f on f.company_id = t.company_id and f.id = t.form_id
          join form_versions v on v.company_id = t.company_id and v.id = t.form_version_id
          where t.company_id = c.id and t.user_id = v_user.id), '[]'),
        'certificates', coalesce((select jsonb_agg(jsonb_build_object('number', k.number, 'version', k.version,
            'content', k.content, 'issued_at', k.issued_at, 'expires_at', k.expires_at, 'replaced_at', k.replaced_at,
            'revoked_at', k.revoked_at) order by k.id)
          from certificates k where k.company_id = c.id and k.user_id = v_user.id), '[]'),
        'webinars', coalesce((select jsonb_agg(jsonb_build_object('name', w.name, 'starts_at', w.starts_at,
            'joined_at', a.joined_at, 'left_at', a.left_at, 'status', a.status) order by w.id)
          from webinar_attendance a join webinars w on w.company_id = a.company_id and w.id = a.webinar_id
          where a.company_id = c.id and a.user_id = v_user.id), '[]'),
        'reminders', coalesce((select jsonb_agg(jsonb_build_object('kind', r.kind, 'text', r.text, 'created_at', r.created_at) order by r.id)
          from reminders r where r.company_id = c.id and r.user_id = v_user.id), '[]'),
        'notifications', coalesce((select jsonb_agg(jsonb_build_object('kind', n.kind, 'created_at', n.created_at,
            'read_at', n.read_at) order by n.id)
          from notifications n where n.company_id = c.id and n.user_id = v_user.id), '[]'),
        'feedback', coalesce((select jsonb_agg(to_jsonb(b) - 'id' - 'company_id' - 'user_id' - 'screenshot_id' order by b.id)
          from feedback b where b.company_id = c.id and b.user_id = v_user.id), '[]'),
        -- What they did: of other people no names.
        'history', coalesce((select jsonb_agg(jsonb_build_object('action', h.action, 'section', h.section, 'object', h.object_model,
            'label', case when h.object_model <> 'membership' then h.object_label end, 'created_at', h.created_at) order by h.id)
          from history h where h.company_id = c.id and h.author_id = v_user.id), '[]')
        ) order by c.id)
        from memberships m join companies c on c.id = m.company_id
        where m.user_id = v_user.id and c.erased_at is null), '[]'));
end $$;

grant execute on function require_confirmed() to osnova_worker;

do $$
declare f text;
begin
  foreach f in array array[
    'keep_erased()', 'begin_erasing()', 'without_person(jsonb)', 'erase_memberships(integer, integer[])', 'erase_people(integer[])',
    'queue_farewell(text, jsonb)', 'mail_administrators(integer, jsonb, text)', 'announce_company_erasure(integer, jsonb)'
  ] loop
    execute format('revoke execute on function %s from public', f);
  end loop;
  foreach f in array array[
    'is_erased(integer)', 'forget_farewells()', 'erase_oneself(text, jsonb)', 'erase_former_user(integer, jsonb)', 'former_users()',
    'transfer_company(integer, integer, jsonb)', 'request_company_erasure(integer, text, jsonb)',
    'take_back_company_erasure(integer, jsonb)', 'company_tables()', 'erase_due_company(integer, jsonb)', 'own_archive()'
  ] loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to osnova_worker', f);
  end loop;
end $$;

reset role;
