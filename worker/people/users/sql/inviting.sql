-- Inviting people, and how they get in.

set role osnova_system;

-- Until when an invitation into the company entered is open, or null.
create or replace function invited_until(p_user integer) returns timestamptz
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select max(expires_at) from one_time_tokens
    where user_id = p_user and company_id = app_company() and purpose = 'invitation' and used_at is null
      and expires_at > now()
$$;
grant execute on function invited_until(integer) to osnova_worker;

-- When the mail of an invitation into the company entered goes, as long as it waits; else null.
create or replace function invitation_goes_at(
  p_user integer
) returns timestamptz
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select m.next_at from users u cross join lateral may_invite_by_mail(app_company(), u.email) m
    where u.id = p_user and u.record_of = app_company() and m.outcome = 'waiting'
$$;
grant execute on function invitation_goes_at(integer) to osnova_worker;

-- Refuses who has no name to sign in by: whoever came from another system alone.
create or replace function require_sign_in_name(
  p_user users,
  p_field text
) returns void
  language plpgsql
  as $$
begin
  if p_user.email is null and p_user.phone is null then
    perform fail('no_sign_in_name', p_field);
  end if;
end $$;

-- Sends a person what they need to sign in: a record its invitation, which an address gets once a day, a member the way
-- to the sign-in page. True: without an e-mail it has to be a printed sheet.
create or replace function send_credentials(
  p_user integer,
  p_secret text,
  p_token jsonb,
  p_mails jsonb,
  p_assignable text[]
) returns boolean
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_user users;
  v_sent record;
begin
  perform require_manageable(p_user, p_assignable);
  select * into v_user from users where id = p_user;
  perform require_sign_in_name(v_user, '');
  if v_user.email is null then
    return true;
  elsif v_user.record_of is null then
    perform queue_company_mail(app_company(), 'credentials', v_user.email,
      fill_mail(p_mails->'credentials'->v_user.language, jsonb_build_object('login', v_user.email)));
    return false;
  end if;
  select * into v_sent from invite_by_mail(p_user, p_token, with_token(p_mails->'invitation', p_secret));
  if not v_sent.queued then
    perform fail(case v_sent.outcome when 'stopped' then 'mails_stopped' else 'already_invited' end, '',
                 coalesce(to_json(v_sent.next_at)->>0, ''));
  end if;
  return false;
end $$;

-- Sign-in sheets: a one-time link for records without an e-mail, since whoever holds the sheet becomes that person; a
-- link for a mailbox is never printed. Everybody else gets the address of the sign-in page and their name there.
create or replace function issue_sheets(
  p_users integer[],
  p_tokens jsonb,
  p_assignable text[]
) returns table (
  id integer,
  first_name text,
  last_name text,
  login text,
  language text,
  has_link boolean
)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_user users;
begin
  foreach id in array p_users loop
    perform require_manageable(id, p_assignable);
    select * into v_user from users u where u.id = issue_sheets.id;
    perform require_sign_in_name(v_user, 'user_ids');
    if v_user.record_of is not null and v_user.email is not null then
      perform fail('sheet_not_for_email', 'user_ids');
    end if;
    has_link := v_user.record_of is not null;
    if has_link then
      perform keep_token(p_tokens->id::text, id, app_company());
    end if;
    first_name := v_user.first_name;
    last_name := v_user.last_name;
    login := coalesce(v_user.email, v_user.phone);
    language := v_user.language;
    return next;
  end loop;
end $$;
grant
  execute
  on
    function issue_sheets(integer[], jsonb, text[])
  to
  osnova_worker;

-- Names of what waits for somebody invited: programs, courses and groups in which the company gave them a place, those
-- first that say most. They go to a stranger, so that they are short and hold no address.
create or replace function invitation_places(
  p_user integer
) returns table (kind text, name text, place bigint)
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  with theirs as materialized (
    select g.id, g.name from group_members m
      join study_groups g on g.company_id = m.company_id and g.id = m.group_id and g.deleted_at is null
      where m.company_id = app_company() and m.user_id = p_user
  ), places as (
    select 1 as rank, 'programs' as kind, p.name
      from program_groups pg join programs p on p.company_id = pg.company_id and p.id = pg.program_id
      where pg.company_id = app_company() and pg.group_id in (select id from theirs) and p.deleted_at is null
    union all
    select 2, 'courses', c.name from courses c
      where c.company_id = app_company() and c.deleted_at is null and c.published_at is not null
        and c.id in (select course_id from course_groups
                       where company_id = app_company() and group_id in (select id from theirs)
                     union all
                     select course_id from course_members where company_id = app_company() and user_id = p_user)
    union all
    select 3, 'groups', name from theirs
  )
  select kind, subject_text(name), row_number() over (order by rank, name collate "uk-x-icu")
    from (select distinct on (name) * from places order by name, rank) named
$$;

-- The invitation as it is queued: with at most five names of what waits, by kind. `p_mail`: {alone, named, more} and
-- what the kinds are called, {programs, courses, groups}, in one language.
create or replace function filled_invitation(
  p_user integer,
  p_mail jsonb
) returns jsonb
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  with places as materialized (select * from invitation_places(p_user)),
  kinds as (
    select concat_ws(': ', p_mail->'kinds'->>kind, string_agg(name, ', ' order by place)) as names, min(place) as place
      from places where place <= 5 group by kind
  )
  select fill_mail(
      p_mail->case when n.count = 0 then 'alone' when n.count <= 5 then 'named' else 'more' end,
      jsonb_build_object('more', n.count - 5,
        'places', coalesce((select string_agg(names, '; ' order by place) from kinds), '')))
    from (select count(*) from places) n
$$;

-- A link holds so long from when its mail goes, which may be days from now: `p_mails` were queued in this transaction,
-- and say until which day, in the company's zone. `p_lifetime`: seconds.
create or replace function begin_invitation_terms(
  p_mails integer[],
  p_lifetime integer
) returns void
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  with terms as (
    select m.id, u.id as user_id, m.next_try_at + make_interval(secs => p_lifetime) as ends_at
      from mails m join users u on u.email = m.recipient and u.record_of = app_company()
      where m.id = any (p_mails)
  ), said as (
    update mails m set text = fill_text(m.text, 'until', d.day), html = fill_text(m.html, 'until', d.day)
      from terms t join companies c on c.id = app_company()
      cross join lateral (select to_char(t.ends_at at time zone c.time_zone, 'DD.MM.YYYY') as day) d
      where m.id = t.id
  )
  update one_time_tokens o set expires_at = t.ends_at from terms t
    where o.user_id = t.user_id and o.company_id = app_company() and o.purpose = 'invitation' and o.used_at is null
$$;

-- Mails a record its link, as often as the queue lets a company mail an address; where no mail goes, the link of an
-- earlier one goes on working. The mailbox is kept with the token: only what is still written there when it is used was
-- proved by it. `p_mails`: {language: {alone, named, more, kinds}}. What became of the mail is said as `app.mailed` as
-- well, for whoever answers the caller.
create or replace function invite_by_mail(
  p_user integer,
  p_token jsonb,
  p_mails jsonb,
  out outcome text,
  out next_at timestamptz,
  out queued boolean
)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_user users;
  v_mail record;
begin
  select * into v_user from users where id = p_user and record_of = app_company() and email is not null;
  if not found then
    return;
  end if;
  perform void_registrations(v_user.email);
  select * into v_mail from queue_invitation_mail(app_company(), v_user.email,
    filled_invitation(p_user, p_mails->v_user.language));
  outcome := v_mail.outcome;
  next_at := v_mail.next_at;
  queued := v_mail.id is not null;
  perform set_config('app.mailed', jsonb_build_object('outcome', outcome, 'next_at', next_at)::text, true);
  if queued then
    update memberships set declined_at = null
      where company_id = app_company() and user_id = p_user and declined_at is not null;
    perform keep_token(p_token, p_user, app_company(), jsonb_build_object('mailbox', v_user.email));
    perform begin_invitation_terms(array[v_mail.id], (p_token->>'lifetime')::integer);
  end if;
end $$;

-- Roles and places for somebody of the company, typed by e-mail or phone: just what the caller could do by their id.
create or replace function add_places(
  p_user integer,
  p_field text,
  p_types text[],
  p_assignable text[]
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_held text[];
begin
  if not (app_user_type() in ('owner', 'admin') or p_user in (select people_in_reach())) then
    perform fail('already_in_company', p_field);
  end if;
  select user_types into v_held from memberships where company_id = app_company() and user_id = p_user;
  if p_types <@ v_held then
    return;
  end if;
  perform require_manageable(p_user, p_assignable);
  update memberships set user_types = (select array_agg(distinct t) from unnest(user_types || p_types) t)
    where company_id = app_company() and user_id = p_user;
end $$;

-- What became of the invitation that this transaction mailed, or null.
create or replace function mailed_invitation() returns jsonb
  language sql
  stable
  as $$
  select nullif(current_setting('app.mailed', true), '')::jsonb
$$;
grant execute on function mailed_invitation() to osnova_worker;

-- The same of the call that an idempotency key was given with, as it still stands: who was mailed by it and has not
-- answered.
create or replace function invited_with(
  p_user integer,
  p_key text
) returns jsonb
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select jsonb_build_object('outcome', case when i.invited_at = k.created_at then 'queued'
                                            else coalesce(m.outcome, 'queued') end,
                            'next_at', case when i.invited_at <> k.created_at then m.next_at end)
    from users u
    join idempotency_keys k on k.company_id = app_company() and k.user_id = app_user() and k.key = p_key
    cross join lateral may_invite_by_mail(app_company(), u.email) m
    left join invited_addresses i on i.company_id = app_company() and i.address_hash = address_hash(u.email)
    where u.id = p_user and u.record_of = app_company() and u.email is not null
$$;
grant execute on function invited_with(integer, text) to osnova_worker;
