-- Erasing companies.

set role osnova_system;

-- To everybody who administers a company.
create or replace function mail_administrators(
  p_company integer,
  p_mails jsonb,
  p_kind text
) returns void
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  insert into mails (recipient, kind, subject, text, html)
    select u.email, p_kind, w.mail->>'subject', w.mail->>'text', w.mail->>'html'
      from memberships m
      join users u on u.id = m.user_id and u.email is not null and u.activated_at is not null and u.blocked_at is null
      join companies c on c.id = m.company_id
      cross join lateral (select fill_mail(p_mails->u.language, jsonb_build_object('company', c.name,
        'space', c.id, 'role', (ranked(m.user_types))[1],
        'date', coalesce(to_char(c.erase_at at time zone c.time_zone, 'DD.MM.YYYY'), ''))) as mail) w
      where m.company_id = p_company and m.deleted_at is null and m.blocked_at is null
        and m.user_types && '{owner,admin}'
$$;

-- Announces that everything of a company will be erased in 30 days.
create or replace function announce_company_erasure(
  p_company integer,
  p_mails jsonb
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  update companies set erase_at = app_now() + interval '30 days' where id = p_company and erase_at is null;
  if found then
    perform mail_administrators(p_company, p_mails, null);
  end if;
end $$;

-- Announces that the company will be erased; its name is typed to prove that it is meant. Errors: not_found,
-- password_confirmation_required, company_name_mismatch, permission_denied to anybody but the owner.
create or replace function request_company_erasure(
  p_company integer,
  p_name text,
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
  if lower(btrim(v_company.name)) <> lower(btrim(p_name)) then
    perform fail('company_name_mismatch', 'name');
  elsif v_company.owner_id <> app_user() then
    perform fail('permission_denied');
  end if;
  perform announce_company_erasure(p_company, p_mails);
end $$;
grant
  execute
  on
    function request_company_erasure(integer, text, jsonb)
  to
  osnova_worker;

-- The company stays, and its administrators are told. Errors: not_found.
create or replace function take_back_company_erasure(
  p_company integer,
  p_mails jsonb
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
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
grant
  execute
  on
    function take_back_company_erasure(integer, jsonb)
  to
  osnova_worker;

-- Erases a stretch of the company whose day has come; gives how many rows, 0 when nothing is left to do anywhere.
-- From the first stretch on nobody gets in.
create or replace function erase_due_company(
  p_rows integer,
  p_mails jsonb
) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
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
          where ctid = any (array(select m.ctid from memberships m where m.company_id = v_company.id
            limit p_rows - v_done))
          returning user_id
      )
      select count(*), array_agg(user_id) into v_count, v_people from gone;
      perform erase_people(array(
        select p from unnest(v_people) p where not exists (select from memberships m where m.user_id = p)));
    else
      execute format('delete from %1$I where ctid = any (array('
          'select t.ctid from %1$I t where t.company_id = $1 limit $2))', v_table)
        using v_company.id, p_rows - v_done;
      get diagnostics v_count = row_count;
    end if;
    v_done := v_done + v_count;
    if v_done >= p_rows then
      perform set_config('app.erasing', v_before, true);
      return v_done;
    end if;
  end loop;
  update companies set name = '№' || id, email = '', phone = null, website = '', facebook = '', instagram = '',
    linkedin = '',
                       description = '', is_library = false, licence_limit = null, photo_id = null,
                         erased_at = app_now()
    where id = v_company.id;
  perform set_config('app.erasing', v_before, true);
  return v_done + 1;
end $$;
grant execute on function erase_due_company(integer, jsonb) to osnova_worker;
