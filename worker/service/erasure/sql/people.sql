-- Erasing people.

set role osnova_system;

-- Whoever came from another system has an account that nobody signs in to, and that goes with them.
create or replace function erase_learners(
  p_companies integer[],
  p_users integer[]
) returns void
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  with gone as (
    delete from dispatch_learners l using users u
      where l.company_id = any (p_companies) and l.user_id = any (p_users) and u.id = l.user_id
      returning coalesce(u.account_id, u.id) as account_id
  )
  update users u set first_name = '', last_name = '№' || u.id,
      erased_at = case when u.id = any (p_users) then u.erased_at else coalesce(u.erased_at, app_now()) end
    from gone where u.id = gone.account_id and u.record_of is null;
$$;

-- What a company wrote about people itself; null: every company. Results, progress and attendance stay.
create or replace function erase_memberships(
  p_company integer,
  p_users integer[]
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_companies integer[] := array(
    select distinct company_id from memberships
      where user_id = any (p_users) and (p_company is null or company_id = p_company));
  v_before text := begin_erasing();
begin
  with gone as (
    delete from feedback where company_id = any (v_companies) and user_id = any (p_users) returning screenshot_id
  )
  update media m set company_id = null, removed_at = '-infinity' from gone where m.id = gone.screenshot_id;
  -- What they handed in goes, its bytes too; that they did stays.
  with gone as (
    delete from attempt_files f using attempts t
      where t.company_id = any (v_companies) and t.user_id = any (p_users) and f.company_id = t.company_id
        and f.attempt_id = t.id
      returning f.media_id
  )
  update media m set company_id = null,
      uploading_since = case when m.uploading_since is not null then '-infinity'::timestamptz end,
      removed_at = case when m.uploading_since is null then '-infinity'::timestamptz end
    from gone where m.id = gone.media_id;
  delete from notifications where company_id = any (v_companies) and user_id = any (p_users);
  delete from notes where company_id = any (v_companies) and user_id = any (p_users);
  -- What they wrote in packages goes; how they did stays.
  delete from package_interactions i using package_tries t
    where t.company_id = any (v_companies) and t.user_id = any (p_users) and i.company_id = t.company_id
      and i.try_id = t.id;
  update package_tries set state = '{}', sequencing = null, item = ''
    where company_id = any (v_companies) and user_id = any (p_users);
  perform erase_learners(v_companies, p_users);
  delete from reminders where company_id = any (v_companies) and user_id = any (p_users);
  delete from idempotency_keys where company_id = any (v_companies) and user_id = any (p_users);
  delete from group_members where company_id = any (v_companies) and user_id = any (p_users);
  delete from group_exceptions where company_id = any (v_companies) and user_id = any (p_users);
  delete from course_members where company_id = any (v_companies) and user_id = any (p_users);
  delete from course_blocks where company_id = any (v_companies) and user_id = any (p_users);
  perform forget_course_states(v_companies, p_users);
  delete from group_progress where company_id = any (v_companies) and user_id = any (p_users);
  delete from course_waits where company_id = any (v_companies) and user_id = any (p_users);
  delete from webinar_waits where company_id = any (v_companies) and user_id = any (p_users);
  delete from chronology_opened where company_id = any (v_companies) and user_id = any (p_users);
  delete from material_unlocks where company_id = any (v_companies) and user_id = any (p_users);
  delete from webinar_hosts where company_id = any (v_companies) and user_id = any (p_users);
  with held as materialized (
    select id from mails where company_id = any (v_companies) and user_id = any (p_users) order by id for update
  )
  delete from mails m using held where m.id = held.id;
  update memberships
    set position = '', subdivision = '', comment = '', proposed_name = null, extra_percent = 0, extra_minutes = 0,
        deleted_at = coalesce(deleted_at, app_now())
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
create or replace function erase_people(p_users integer[]) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_before text := begin_erasing();
begin
  perform erase_memberships(null, p_users);
  -- Whom others were reminded by.
  update notifications n set params = n.params || jsonb_build_object('author', '№' || u.id)
    from users u
    where u.id = any (p_users) and n.kind = 'reminder' and u.first_name || u.last_name <> ''
      -- Until 26 November 2026 they were named the other way round.
      and n.params->>'author' in (person_name(u.last_name, u.first_name), person_name(u.first_name, u.last_name))
      and n.company_id in (select m.company_id from memberships m where m.user_id = u.id);
  update certificates set content = content || '{"name": "—"}' where user_id = any (p_users);
  with held as materialized (
    select m.id from mails m join users u on m.user_id = u.id or m.recipient = u.email
      where u.id = any (p_users) and m.kind is distinct from 'farewell' order by m.id for update of m
  )
  delete from mails m using held where m.id = held.id;
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
create or replace function queue_farewell(
  p_recipient text,
  p_mail jsonb
) returns void
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  insert into mails (recipient, kind, subject, text, html)
    select p_recipient, 'farewell', p_mail->>'subject', p_mail->>'text', p_mail->>'html' where p_recipient is not null
$$;

-- Mails to people who were erased hold their address, and go as soon as they are sent or given up.
create or replace function forget_farewells() returns void
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  with held as materialized (
    select id from mails where kind = 'farewell' and (sent_at is not null or tries >= mail_tries())
      order by id for update
  )
  delete from mails m using held where m.id = held.id
$$;
grant execute on function forget_farewells() to osnova_worker;

-- Erases the caller's account and every record that companies kept of it. Errors: address_mismatch, owner_not_erasable.
create or replace function erase_oneself(
  p_address text,
  p_mails jsonb
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_user users;
begin
  perform require_confirmed();
  -- None of them is given to the caller meanwhile (transfer_company).
  perform from companies where id in (select m.company_id from memberships m where m.user_id = app_user())
    order by id for no key update;
  select * into v_user from users where id = app_user() for update;
  if coalesce(p_address not in (v_user.email, v_user.phone), p_address is distinct
    from coalesce(v_user.email, v_user.phone)) then
    perform fail('address_mismatch', 'address');
  elsif exists (select from companies where owner_id = v_user.id and erased_at is null and deleted_at is null) then
    perform fail('owner_not_erasable');
  end if;
  perform erase_people(v_user.id || array(select id from users where account_id = v_user.id));
  perform queue_farewell(v_user.email, p_mails->v_user.language);
end $$;
grant execute on function erase_oneself(text, jsonb) to osnova_worker;

-- Erases what the company kept of somebody who left it; and their account, too, where no company knows it any more,
-- since nobody could sign in to it to do so. The answer does not say which.
create or replace function erase_former_user(
  p_user integer,
  p_mails jsonb
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_record users;
  v_account users;
begin
  perform require_confirmed();
  select u.* into v_record from users u join memberships m on m.company_id = app_company() and m.user_id = u.id
    where u.id = p_user and m.deleted_at is not null and u.erased_at is null for update of u;
  if not found then
    perform fail('not_found');
  end if;
  select * into v_account from users u where u.id = v_record.account_id and u.erased_at is null
    and not exists (select from memberships m where m.user_id = u.id)
    and not exists (select from users r where r.account_id = u.id and r.id <> p_user and r.erased_at is null)
    for update;
  perform erase_people(array_remove(array[p_user, v_account.id], null));
  -- Who did it and when stands in the history, of whom by their number alone.
  perform note_history(app_company(), 'update', 'users', 'membership', u.id, '', 'users',
      jsonb_build_object('id', u.id, 'erased_at', null), jsonb_build_object('id', u.id, 'erased_at', u.erased_at))
    from users u where u.id = p_user;
  if v_account.id is not null then
    perform queue_farewell(v_account.email, p_mails->v_account.language);
  end if;
end $$;
grant execute on function erase_former_user(integer, jsonb) to osnova_worker;

-- Who was in the company once, as it knew them when they left: members, and people without an account of whom it has
-- results from paper. An invitation that nobody accepted was none.
create or replace function former_users() returns table (
  user_id integer,
  left_at timestamptz
)
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select m.user_id, m.deleted_at
    from memberships m join users u on u.id = m.user_id and u.erased_at is null
    where m.company_id = app_company() and m.deleted_at is not null
      and (u.record_of is null or u.account_id is not null
        or exists (select from attempts t where t.company_id = m.company_id and t.user_id = m.user_id))
$$;
grant execute on function former_users() to osnova_worker;

-- Gives the company to one of its admins; who gives it stays as an admin. Both are told.
create or replace function transfer_company(
  p_company integer,
  p_user integer,
  p_mails jsonb
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_company companies;
begin
  select * into v_company from companies where id = p_company and id = app_company() for update;
  if not found then
    perform fail('not_found');
  end if;
  perform require_confirmed();
  -- Nobody ends or blocks the membership until it has become the owner's.
  perform from memberships where company_id = p_company and user_id = p_user for update;
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
        select fill_mail(p_mails->(case when u.id = p_user then 'new' else 'former' end)->u.language,
          jsonb_build_object(
          'company', v_company.name, 'space', p_company,
          'role', case when u.id = p_user then 'owner' else 'admin' end,
          'name', (select person_name(o.last_name, o.first_name) from users o
                     where o.id = case when u.id = p_user then app_user() else p_user end))) as mail) w
      where u.id in (p_user, app_user()) and u.email is not null;
end $$;
grant
  execute
  on
    function transfer_company(integer, integer, jsonb)
  to
  osnova_worker;
