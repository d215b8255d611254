-- People as a directory keeps them. It does what the company's owner may do by hand, by the same rules: whoever it
-- makes is invited, and comes in by their own will.

set role osnova_system;

-- Who is meant by a directory's number: it stays when an invited person becomes an account of another id.
-- Errors: not_found, also for whoever has no e-mail, by which directories name people.
create or replace function directory_person(p_id integer) returns integer
  language plpgsql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_user integer;
begin
  select user_id into v_user from memberships
    where company_id = app_company() and deleted_at is null and has_email
      and (directory_id = p_id or directory_id is null and user_id = p_id);
  if not found then
    perform fail('not_found');
  end if;
  return v_user;
end $$;

-- Mails of an invitation with the company and who invites in them, as the token's maker.
create or replace function directory_mails(p_mails jsonb) returns jsonb
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select jsonb_object_agg(l.key, l.value || (
           select jsonb_object_agg(m.key, fill_mail(m.value, jsonb_build_object('company', n.company,
             'inviter', n.inviter)))
             from jsonb_each(l.value - 'kinds') m))
    from (select subject_text(c.name) as company,
                 subject_text(coalesce(nullif(btrim(person_name(u.last_name, u.first_name)), ''), c.name)) as inviter
            from companies c join users u on u.id = app_user() where c.id = app_company()) n,
         jsonb_each(p_mails) l
$$;

-- A phone that somebody else of the company has is left out: it would tell two people apart no more.
create or replace function phone_for(p_user integer, p_phone text) returns text
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select case when not exists (select from person_here(null, nullif(p_phone, '')) h
                                 where h.user_id is distinct from p_user)
              then p_phone end
$$;

-- A person whom a directory brings: invited as by the token's maker, or, where it says that they are not active, kept
-- blocked and not invited yet, without a seat. `p_person`: as add_person, with external_id. Errors: email_taken,
-- licences_exhausted.
create or replace function make_directory_person(
  p_person jsonb,
  p_types text[],
  p_active boolean,
  p_token jsonb,
  p_mails jsonb
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_user integer;
begin
  -- One at a time in a company, as by hand.
  perform from companies where id = app_company() for update;
  if exists (select from person_here(p_person->>'email', null)) then
    perform fail('email_taken', 'email');
  elsif p_active then
    perform require_seat();
  end if;
  v_user := keep_as_record(p_person || jsonb_build_object('phone', phone_for(null, p_person->>'phone'),
    'language', coalesce(p_person->>'language', (select language from users where id = app_user()))), p_types);
  update memberships set external_id = nullif(p_person->>'external_id', ''),
      blocked_at = case when not p_active then coalesce(blocked_at, now()) end
    where company_id = app_company() and user_id = v_user;
  if p_active then
    perform invite_by_mail(v_user, p_token, directory_mails(p_mails));
  end if;
end $$;
grant
  execute
  on
    function make_directory_person(jsonb, text[], boolean, jsonb, jsonb)
  to
  osnova_worker;

-- Roles with those that come with them (decisions, "Identity"), the strongest first.
create or replace function with_implied(p_types text[]) returns text[]
  language sql
  immutable
  as $$
  select ranked(array(
    select unnest(coalesce(p_types, '{}')) union select 'student'
      union select 'trainer' where p_types && array['admin', 'manager']))
$$;

-- The roles somebody would have: `p_roles` {set} or {add, remove}, of those that are given. Null: as they are, always
-- of the owner. Nobody is left without one.
create or replace function directory_types(
  p_user integer,
  p_roles jsonb
) returns text[]
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select case when w.types <> ranked(m.user_types) then w.types end
    from memberships m
    cross join lateral (
      select with_implied(array_agg(t)) as types from (
        select unnest(m.given_types) as t where not p_roles ? 'set'
        union select jsonb_array_elements_text(coalesce(p_roles->'set', p_roles->'add'))
      ) wanted
      where not coalesce(p_roles->'remove' ? t, false)
    ) w
    where m.company_id = app_company() and m.user_id = p_user and p_roles is not null
      and not 'owner' = any (m.user_types)
$$;

-- Blocks somebody or lets them in. Who has not answered yet is blocked too, and their invitation is called back as far
-- as it has not gone; let in, they are invited. Errors: as block_membership.
create or replace function activate_directory_person(
  p_user integer,
  p_active boolean,
  p_token jsonb,
  p_mails jsonb,
  p_assignable text[]
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_waits boolean;
begin
  select u.record_of is not null into v_waits
    from memberships m join users u on u.id = m.user_id
    where m.company_id = app_company() and m.user_id = p_user and (m.blocked_at is null) <> p_active;
  if v_waits is null then
    return;
  elsif not v_waits then
    perform block_membership(p_user, not p_active, p_assignable);
    return;
  elsif p_active then
    perform require_seat();
  else
    perform recall_invitations(app_company(), array[p_user]);
  end if;
  update memberships set blocked_at = case when not p_active then now() end
    where company_id = app_company() and user_id = p_user;
  if p_active then
    perform invite_by_mail(p_user, p_token, directory_mails(p_mails));
  end if;
end $$;

-- Changes a person as a directory says. Who has come in is changed in their place in the company alone: name, e-mail,
-- phone and language are theirs by then, and stay without a word, since a directory says all it knows each time.
-- `p_changes`: what is to be otherwise, with external_id, active and roles. Errors: not_found, email_taken; as
-- change_person and activate_directory_person.
create or replace function change_directory_person(
  p_id integer,
  p_changes jsonb,
  p_token jsonb,
  p_mails jsonb,
  p_assignable text[]
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_user integer;
  v_before users;
  v_fields jsonb := p_changes - array['external_id', 'active', 'roles', 'language'];
begin
  -- The company first, as whoever gives it away.
  perform from companies where id = app_company() for update;
  v_user := directory_person(p_id);
  select * into v_before from users where id = v_user for update;
  if v_before.record_of is null then
    v_fields := v_fields - array['email', 'phone', 'first_name', 'last_name', 'middle_name'];
  else
    if phone_for(v_user, p_changes->>'phone') is null then
      v_fields := v_fields - 'phone';
    end if;
    update users set language = p_changes->>'language' where id = v_user and p_changes ? 'language';
  end if;
  perform change_person(v_user, v_fields, directory_types(v_user, p_changes->'roles'), p_assignable);
  update memberships set external_id = nullif(p_changes->>'external_id', '')
    where company_id = app_company() and user_id = v_user and p_changes ? 'external_id';
  if p_changes ? 'active' then
    perform activate_directory_person(v_user, (p_changes->'active')::boolean, p_token, p_mails, p_assignable);
  end if;
  -- The link that was mailed to another address ended with it.
  if v_before.record_of is not null and v_fields->>'email' <> v_before.email
     and exists (select from memberships where company_id = app_company() and user_id = v_user and blocked_at is null)
    then
    perform invite_by_mail(v_user, p_token, directory_mails(p_mails));
  end if;
end $$;
grant
  execute
  on
    function change_directory_person(integer, jsonb, jsonb, jsonb, text[])
  to
  osnova_worker;

-- Takes a person out of the company, by the rules of doing it by hand. Errors: not_found, user_not_manageable.
create or replace function remove_directory_person(
  p_id integer,
  p_assignable text[]
) returns void
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  select remove_membership(directory_person(p_id), p_assignable)
$$;
grant
  execute
  on
    function remove_directory_person(integer, text[])
  to
  osnova_worker;
