-- A company's own records of people who have no account in it: invited and not there yet, or gone. They are kept apart
-- from accounts by triggers, whatever function writes.

set role osnova_system;

-- Nobody comes into a company but by their own will: an account's membership begins only where a function that heard
-- the person say so has named them, and ends by becoming the company's own record, which is tied to no account. '*' is
-- for whole companies that are laid down at once: a backup that is read back, the demo, the benchmarks.
create or replace function keep_consent() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  as $$
declare
  v_user users;
begin
  if current_setting('app.consenting', true) = '*' then
    return new;
  end if;
  select * into v_user from users where id = new.user_id;
  if v_user.record_of is not null then
    if v_user.record_of <> new.company_id then
      raise exception 'the record of another company' using errcode = 'OS021';
    end if;
    return new;
  elsif new.deleted_at is not null then
    if not erasing() then
      raise exception 'who left is kept as a record' using errcode = 'OS021';
    end if;
    return new;
  end if;
  if (tg_op = 'INSERT' or old.user_id <> new.user_id or old.company_id <> new.company_id or old.deleted_at is not null)
     and current_setting('app.consenting', true) is distinct from new.user_id::text then
    raise exception 'no membership without consent' using errcode = 'OS021';
  end if;
  return new;
end $$;

-- A record becomes an account only where somebody with its link made it theirs; an account never becomes a record.
create or replace function keep_record() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  as $$
begin
  if old.record_of is distinct from new.record_of
     and (new.record_of is not null or coalesce(current_setting('app.consenting', true), '') not in ('*', new.id::text))
       then
    raise exception 'a record is not an account' using errcode = 'OS021';
  end if;
  return new;
end $$;

-- A record signs in nowhere: it has no password, no provider, no session.
create or replace function refuse_record() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  if exists (select from users where id = new.user_id and record_of is not null) then
    raise exception 'a record does not sign in' using errcode = 'OS021';
  end if;
  return new;
end $$;

-- Who a typed e-mail or phone means among the people of the company entered: by the e-mail first, then by the phone
-- that the company itself typed. Nobody outside of it is ever meant, whoever has that e-mail or phone elsewhere.
create or replace function person_here(
  p_email text,
  p_phone text
) returns table (user_id integer, known_by text)
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select found.user_id, found.known_by from (
    select m.user_id, 'email' as known_by, 1 as place
      from users u join memberships m on m.company_id = app_company() and m.user_id = u.id and m.deleted_at is null
      where u.email = p_email and (u.record_of is null or u.record_of = app_company())
    union all
    select m.user_id, 'phone', 2 from memberships m
      where m.company_id = app_company() and m.recorded_phone = p_phone and m.deleted_at is null
  ) found
  order by found.place, found.user_id
$$;

-- The record of somebody who is in the company no more, by which they come back with what they did here; only of use to
-- those who see all of the company.
create or replace function former_record(
  p_email text,
  p_phone text
) returns integer
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select m.user_id from users u
    join memberships m on m.company_id = app_company() and m.user_id = u.id and m.deleted_at is not null
    where u.record_of = app_company() and u.erased_at is null and app_user_type() in ('owner', 'admin')
      and (u.email = p_email or p_email is null and u.email is null and coalesce(m.recorded_phone, u.phone) = p_phone)
    order by m.deleted_at desc limit 1
$$;

-- A new record of the company entered, or that of somebody who left it, with what was typed now.
create or replace function keep_as_record(
  p_person jsonb,
  p_types text[]
) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_phone text := nullif(p_person->>'phone', '');
  v_user integer := former_record(nullif(p_person->>'email', ''), v_phone);
begin
  if v_user is null then
    insert into users (record_of, email, phone, first_name, last_name, middle_name, language)
      values (app_company(), nullif(p_person->>'email', ''), v_phone, coalesce(p_person->>'first_name', ''),
              coalesce(p_person->>'last_name', ''), coalesce(p_person->>'middle_name', ''), p_person->>'language')
      returning id into v_user;
    insert into memberships (company_id, user_id, user_types, position, subdivision, comment, recorded_phone,
      invited_by)
      values (app_company(), v_user, p_types, coalesce(p_person->>'position', ''),
        coalesce(p_person->>'subdivision', ''),
              coalesce(p_person->>'comment', ''), v_phone, app_user());
    return v_user;
  end if;
  update users set phone = coalesce(v_phone, phone),
      first_name = coalesce(nullif(p_person->>'first_name', ''), first_name),
      last_name = coalesce(nullif(p_person->>'last_name', ''), last_name),
      middle_name = coalesce(nullif(p_person->>'middle_name', ''), middle_name)
    where id = v_user;
  -- They come back with the roles of the invitation only; a block is lifted by those who may.
  update memberships set deleted_at = null, declined_at = null, accepted_at = null, user_types = p_types,
      invited_by = app_user(), recorded_phone = coalesce(v_phone, recorded_phone),
      position = coalesce(nullif(p_person->>'position', ''), position),
      subdivision = coalesce(nullif(p_person->>'subdivision', ''), subdivision),
      comment = coalesce(nullif(p_person->>'comment', ''), comment)
    where company_id = app_company() and user_id = v_user;
  return v_user;
end $$;

reset role;

create trigger consent
  before insert or update of company_id, user_id, deleted_at
  on memberships
  for each row
  execute function keep_consent();

create trigger record
  before update of record_of
  on users
  for each row
  execute function keep_record();

create trigger record
  before insert
  on credentials
  for each row
  execute function refuse_record();

create trigger record
  before insert
  on sessions
  for each row
  execute function refuse_record();

create trigger record
  before insert
  on social_links
  for each row
  execute function refuse_record();
