-- Who belongs to which company.

set role osnova_system;

-- Where the caller is owner or admin, and could act as such now.
create or replace function administered_companies() returns setof integer
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select m.company_id from open_memberships(app_user()) m
    where m.user_types && array['owner', 'admin']
      and not lacks_second_factor(m.company_id, m.user_id)
$$;

-- A person's memberships that the caller may know of: all of one's own; of somebody else the one in the company entered
-- and those in companies that the caller owns or administers.
create or replace function memberships_of(
  p_user integer
) returns table (
  user_pk integer,
  space jsonb,
  user_types text[],
  "position" text,
  subdivision text,
  blocked boolean
)
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select m.user_id, jsonb_build_object('id', c.id, 'name', c.name),
         ranked(m.user_types),
         m.position, m.subdivision, m.blocked_at is not null
    from memberships m join companies c on c.id = m.company_id and c.deleted_at is null
    where m.user_id = p_user and m.deleted_at is null
      and (p_user = app_user() or m.company_id = app_company() or m.company_id in (select administered_companies()))
    order by c.id
$$;
grant execute on function memberships_of(integer) to osnova_worker;

-- The membership that the caller may change, locked: in reach, not the caller's own, and with no role that the caller
-- could not assign (p_assignable, from the hierarchy of the access contract).
create or replace function require_manageable(
  p_user integer,
  p_assignable text[]
) returns memberships
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_membership memberships;
begin
  select * into v_membership from memberships
    where company_id = app_company() and user_id = p_user and deleted_at is null
      and (app_user_type() in ('owner', 'admin') or user_id in (select people_in_reach()))
    for update;
  if not found then
    perform fail('not_found');
  elsif p_user = app_user() or not v_membership.user_types <@ p_assignable
        or exists (select from companies where id = app_company() and owner_id = p_user) then
    perform fail('user_not_manageable');
  end if;
  return v_membership;
end $$;

-- Blocks a member or unblocks them, which asks for a licence where they take one. Errors: user_not_activated; of
-- require_manageable() and require_seat_of().
create or replace function block_membership(
  p_user integer,
  p_blocked boolean,
  p_assignable text[]
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_membership memberships;
begin
  -- A seat asks for the company, and whoever gives it away has it before the membership.
  perform from companies where id = app_company() for no key update;
  v_membership := require_manageable(p_user, p_assignable);
  if p_blocked = (v_membership.blocked_at is not null) then
    return;
  elsif p_blocked and not exists (select from users where id = p_user and activated_at is not null) then
    perform fail('user_not_activated');
  elsif not p_blocked then
    perform require_seat_of(p_user);
  end if;
  update memberships set blocked_at = case when p_blocked then now() end
    where company_id = app_company() and user_id = p_user;
end $$;
grant
  execute
  on
    function block_membership(integer, boolean, text[])
  to
  osnova_worker;

-- Whoever is not manager or above may be taken out (§6, row actions); before the activation, whoever may be invited.
create or replace function remove_membership(
  p_user integer,
  p_assignable text[]
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform require_manageable(p_user, case
    when exists (select from users where id = p_user and activated_at is null) then p_assignable
    else array['trainer', 'student'] end);
  perform end_memberships(array[p_user]);
end $$;
grant execute on function remove_membership(integer, text[]) to osnova_worker;

-- Invites a person of another company that the caller administers into this one, by the mailbox that they proved. They
-- are a record here until they accept, with the name that the caller knows them by.
create or replace function add_membership(
  p_user integer,
  p_types text[],
  p_token jsonb,
  p_mails jsonb
) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_user users;
  v_record integer;
begin
  select u.* into v_user from users u where u.id = p_user and exists (
    select from memberships m where m.user_id = u.id and m.deleted_at is null
      and m.company_id in (select administered_companies()));
  if not found then
    perform fail('not_found');
  end if;
  perform from companies where id = app_company() for update;
  if exists (select from memberships where user_id = p_user and company_id = app_company() and deleted_at is null)
     or exists (select from person_here(v_user.email, null)) then
    perform fail('already_member');
  elsif v_user.email is null then
    perform fail('email_or_phone_required', 'user_pk');
  end if;
  perform require_seat();
  v_record := keep_as_record(jsonb_build_object('email', v_user.email, 'first_name', v_user.first_name,
    'last_name', v_user.last_name, 'middle_name', v_user.middle_name, 'language', v_user.language), p_types);
  perform invite_by_mail(v_record, p_token, p_mails);
  return v_record;
end $$;
grant
  execute
  on
    function add_membership(integer, text[], jsonb, jsonb)
  to
  osnova_worker;

-- People of all companies that the caller owns or administers, with what these companies say of them: the one entered
-- first; blocked is who is blocked in each.
create or replace function people_of_administered_companies(
  p_space integer
) returns table (
  id integer,
  first_name text,
  last_name text,
  middle_name text,
  email text,
  phone text,
  photo_id integer,
  email_verified boolean,
  activated boolean,
  "position" text,
  subdivision text,
  user_types text[],
  blocked boolean,
  is_online boolean,
  spaces jsonb,
  is_member boolean
)
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select u.id, u.first_name, u.last_name, u.middle_name, u.email, u.phone, u.photo_id, u.email_verified,
         u.activated_at is not null,
         (array_agg(m.position order by m.company_id = app_company() desc, c.id))[1],
         (array_agg(m.subdivision order by m.company_id = app_company() desc, c.id))[1],
         array(select t from memberships o, unnest(o.user_types) t
           where o.user_id = u.id and o.deleted_at is null and o.company_id = any (array_agg(c.id)) and t <> 'owner'
           group by t order by user_type_rank(t)),
         bool_and(m.blocked_at is not null),
         exists (select from sessions s where s.user_id = u.id and s.company_id = any (array_agg(c.id))
           and s.ended_at is null and s.last_seen_at > now() - online_for()),
         jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by c.id), bool_or(c.id = app_company())
    from memberships m join companies c on c.id = m.company_id join users u on u.id = m.user_id
    where m.deleted_at is null and m.company_id in (select administered_companies())
    group by u.id
    having p_space is null or bool_or(c.id = p_space)
$$;
grant
  execute
  on
    function people_of_administered_companies(integer)
  to
  osnova_worker;

-- The roles that were given, without those that come with another of them.
create or replace function assigned_types(p_types text[]) returns text[]
  language sql
  immutable
  parallel safe
  as $$
  select array(
    select t from unnest(p_types) t
      where not exists (
        select from unnest(p_types) other
          where other <> t and (other = 'owner' or t = 'student' or t = 'trainer' and other in ('admin', 'manager'))))
$$;
grant execute on function assigned_types(text[]) to osnova_worker;
