-- Invitations: what they are for, and their acceptance or refusal by the holder of the mailbox.

set role osnova_system;

-- Gives an account the places that the company kept for a record, and what its groups were not to bring in by their
-- rules, which waited for it.
create or replace function give_places(
  p_company integer,
  p_record integer,
  p_account integer
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  insert into group_members (company_id, group_id, user_id, role, by_rule)
    select company_id, group_id, p_account, role, by_rule from group_members
      where company_id = p_company and user_id = p_record
    on conflict do nothing;
  insert into group_exceptions (company_id, group_id, user_id)
    select company_id, group_id, p_account from group_exceptions
      where company_id = p_company and user_id = p_record
    on conflict do nothing;
  insert into course_members (company_id, course_id, user_id, role)
    select company_id, course_id, p_account, role from course_members
      where company_id = p_company and user_id = p_record
    on conflict do nothing;
  perform end_rules_wait(p_company, array[p_account]);
end $$;

-- Makes an account a member in the place of a record, by its holder's will: the one way into a company but for founding
-- it. What the company kept of an earlier time of the same account comes along; what it kept of somebody else, whose
-- address this once was, stays where it is.
create or replace function join_company(
  p_company integer,
  p_record integer,
  p_account integer
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_invited memberships;
  v_kept_for integer;
  v_former integer;
begin
  select m.* into v_invited from memberships m join users u on u.id = m.user_id and u.record_of = p_company
    join companies c on c.id = m.company_id and c.deleted_at is null and c.blocked_at is null
    where m.company_id = p_company and m.user_id = p_record and m.deleted_at is null and m.declined_at is null
    for update of m;
  if not found then
    perform fail('token_incorrect', 'token');
  elsif exists (select from memberships where company_id = p_company and user_id = p_account) then
    perform fail('already_member');
  end if;
  select account_id into v_kept_for from users where id = p_record;
  select id into v_former from users
    where record_of = p_company and account_id = p_account and id <> p_record and erased_at is null
    order by id desc limit 1;
  perform set_config('app.consenting', p_account::text, true);
  if v_former is not null then
    perform move_people(p_company, array[v_former], array[p_account]);
    delete from users where id = v_former;
  elsif coalesce(v_kept_for, p_account) = p_account then
    perform move_people(p_company, array[p_record], array[p_account]);
  end if;
  if exists (select from memberships where company_id = p_company and user_id = p_record) then
    perform set_config('app.rules_wait', 'on', true);
    insert into memberships as m (company_id, user_id, user_types, position, subdivision, comment, recorded_phone,
      invited_by, blocked_at, external_id, directory_id)
      values (p_company, p_account, v_invited.user_types, v_invited.position, v_invited.subdivision, v_invited.comment,
              v_invited.recorded_phone, v_invited.invited_by, v_invited.blocked_at, v_invited.external_id,
              coalesce(v_invited.directory_id, p_record))
      on conflict (company_id, user_id) do update
        set deleted_at = null, user_types = excluded.user_types, position = excluded.position,
            subdivision = excluded.subdivision, comment = excluded.comment, recorded_phone = excluded.recorded_phone,
            invited_by = excluded.invited_by, blocked_at = coalesce(m.blocked_at, excluded.blocked_at),
            external_id = coalesce(excluded.external_id, m.external_id), directory_id = excluded.directory_id;
    -- Of the two that a directory could mean by this number it is the member.
    update memberships set directory_id = -p_record where company_id = p_company and user_id = p_record;
    perform give_places(p_company, p_record, p_account);
    perform retire_records(p_company, array[p_record]);
  end if;
  update memberships set accepted_at = now(), declined_at = null where company_id = p_company and user_id = p_account;
  perform welcome_company_mails(p_company, email) from users where id = p_account and email is not null;
  perform set_config('app.consenting', '', true);
  perform drop_media(array(select photo_id from users where id = p_record and photo_id is not null));
  delete from users where id = p_record and not exists (select from memberships where user_id = p_record);
end $$;

-- The open invitation behind a link, if it was mailed to the address that the record still has, or printed for somebody
-- without one.
create or replace function invited_by_link(
  p_token_hash text
) returns table (user_id integer, company_id integer, email text)
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select t.user_id, t.company_id, u.email
    from one_time_tokens t
    join users u on u.id = t.user_id and u.record_of = t.company_id
    join memberships m on m.company_id = t.company_id and m.user_id = u.id and m.deleted_at is null
      and m.declined_at is null
    join companies c on c.id = t.company_id and c.deleted_at is null and c.blocked_at is null
    where t.token_hash = p_token_hash and t.purpose = 'invitation' and t.used_at is null and t.expires_at > now()
      and t.payload->>'mailbox' is not distinct from u.email
$$;

-- What an invitation is for. Whoever holds the link holds the mailbox, and may know whether it has an account.
create or replace function invitation(
  p_token_hash text
) returns table (
  id integer,
  company text,
  inviter text,
  user_types text[],
  email text,
  phone text,
  first_name text,
  last_name text,
  language text,
  has_account boolean
)
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select u.id, c.name, person_name(i.last_name, i.first_name), m.user_types, u.email,
         u.phone, u.first_name, u.last_name, u.language,
         exists (select from users a where a.email = u.email and a.record_of is null and a.activated_at is not null)
    from invited_by_link(p_token_hash) l
    join users u on u.id = l.user_id join companies c on c.id = l.company_id
    join memberships m on m.company_id = l.company_id and m.user_id = l.user_id
    left join users i on i.id = m.invited_by
$$;
grant execute on function invitation(text) to osnova_worker;

-- Accepts by making an account: of the mailbox that the link was mailed to, or, by a sheet, of somebody without one.
create or replace function account_by_link(
  p_token_hash text,
  p_first_name text,
  p_last_name text,
  out account integer,
  out company integer
)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_link record;
  v_record users;
begin
  select * into v_link from invited_by_link(p_token_hash);
  if not found then
    perform fail('token_incorrect', 'token');
  end if;
  perform use_token('invitation', p_token_hash);
  select * into v_record from users u where u.id = v_link.user_id for update;
  if exists (select from users u where u.email = v_record.email and u.record_of is null and u.activated_at is not null)
    then
    perform fail('email_taken', 'email');
  end if;
  perform void_registrations(v_record.email);
  if v_record.account_id is null then
    perform set_config('app.consenting', v_record.id::text, true);
    update users u set record_of = null, first_name = p_first_name, last_name = p_last_name,
        email_verified = v_record.email is not null, activated_at = now()
      where u.id = v_record.id;
    update memberships m set accepted_at = now() where m.company_id = v_link.company_id and m.user_id = v_record.id;
    perform set_config('app.consenting', '', true);
    account := v_record.id;
  else
    insert into users as u (email, phone, first_name, last_name, middle_name, language, email_verified, activated_at)
      values (v_record.email, v_record.phone, p_first_name, p_last_name, v_record.middle_name, v_record.language,
              v_record.email is not null, now())
      returning u.id into account;
    -- Without an e-mail the sheet itself says that it is the same person.
    update users u set account_id = account where u.id = v_record.id and v_record.email is null;
    perform join_company(v_link.company_id, v_record.id, account);
  end if;
  company := v_link.company_id;
end $$;

-- An account with a password, by the link, and its first session.
create or replace function finish_registration(
  p_token_hash text,
  p_first_name text,
  p_last_name text,
  p_password_hash text,
  p_device text,
  p_address text
) returns table (
  session_id integer,
  user_id integer,
  company_id integer,
  user_type text
)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_new record;
begin
  select * into v_new from account_by_link(p_token_hash, p_first_name, p_last_name);
  insert into credentials (user_id, password_hash) values (v_new.account, p_password_hash);
  return query select * from open_session(v_new.account, p_device, p_address, v_new.company);
end $$;
grant
  execute
  on
    function finish_registration(text, text, text, text, text, text)
  to
  osnova_worker;

-- Accepts for an account by the link that was mailed to its own address. Says whether there was such an invitation.
create or replace function accept_by_link(
  p_token_hash text,
  p_account integer
) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_link record;
begin
  select * into v_link from invited_by_link(p_token_hash);
  if not found then
    perform fail('token_incorrect', 'token');
  elsif not exists (select from users
    where id = p_account and record_of is null and email_verified and email = v_link.email) then
    perform fail('invitation_of_another', 'token');
  end if;
  perform use_token('invitation', p_token_hash);
  perform join_company(v_link.company_id, v_link.user_id, p_account);
  return v_link.company_id;
end $$;

-- The invitations that wait for the caller: those to the mailbox that they proved.
create or replace function own_invitations() returns table (
  id integer,
  space jsonb,
  user_types text[],
  inviter text,
  created_at timestamptz
)
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select r.id, jsonb_build_object('id', c.id, 'name', c.name),
         ranked(m.user_types),
         person_name(i.last_name, i.first_name), m.created_at
    from users u
    join users r on r.email = u.email and r.record_of is not null
    join memberships m on m.company_id = r.record_of and m.user_id = r.id and m.deleted_at is null
      and m.declined_at is null and m.blocked_at is null
    join companies c on c.id = m.company_id and c.deleted_at is null and c.blocked_at is null
    left join users i on i.id = m.invited_by
    where u.id = app_user() and u.email_verified
    order by m.created_at desc
$$;
grant execute on function own_invitations() to osnova_worker;

-- How many wait. Whether anybody is recorded anywhere under the caller's address is one look: almost nobody is.
create or replace function own_invitations_count() returns integer
  language plpgsql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
begin
  if not exists (select from users u join users r on r.email = u.email and r.record_of is not null
    where u.id = app_user() and u.email_verified) then
    return 0;
  end if;
  return (select count(*) from own_invitations());
end $$;
grant execute on function own_invitations_count() to osnova_worker;

-- Accepts an invitation to the caller's own mailbox and goes on in that company.
create or replace function accept_invitation(
  p_id integer
) returns table (company_id integer, user_type text)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  select (i.space->>'id')::integer into company_id from own_invitations() i where i.id = p_id;
  if not found then
    perform fail('not_found');
  end if;
  perform join_company(company_id, p_id, app_user());
  user_type := switch_session(app_session(), company_id, null);
  return next;
end $$;
grant execute on function accept_invitation(integer) to osnova_worker;

-- Says no for a mailbox. With `p_unknown` the company's mails to it stop for good.
create or replace function decline_record(
  p_company integer,
  p_record integer,
  p_unknown boolean
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  update memberships set declined_at = now() where company_id = p_company and user_id = p_record;
  update one_time_tokens set used_at = now() where user_id = p_record and company_id = p_company and used_at is null;
  if p_unknown then
    perform refuse_company_mails(p_company, u.email) from users u where u.id = p_record and u.email is not null;
  end if;
end $$;

-- Declines an invitation to the caller's own mailbox.
create or replace function decline_invitation(
  p_id integer,
  p_unknown boolean
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_company integer;
begin
  select (i.space->>'id')::integer into v_company from own_invitations() i where i.id = p_id;
  if not found then
    perform fail('not_found');
  end if;
  perform decline_record(v_company, p_id, p_unknown);
end $$;
grant execute on function decline_invitation(integer, boolean) to osnova_worker;

-- Declines by the mailed link, without an account.
create or replace function decline_by_link(
  p_token_hash text,
  p_unknown boolean
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_link record;
begin
  select * into v_link from invited_by_link(p_token_hash);
  if not found then
    perform fail('token_incorrect', 'token');
  end if;
  perform decline_record(v_link.company_id, v_link.user_id, p_unknown);
end $$;
grant execute on function decline_by_link(text, boolean) to osnova_worker;
