-- People from a sheet.

set role osnova_system;

-- What becomes of a row: `errors` are codes by column, under `row` what is none of a column, `twin` the row that names
-- the same person before, `found_id` the person matched and `user_id` the same if of the company; `corrects`: name,
-- e-mail or phone change; `differences` are the fields that change, as [{field, before, after}]; `invites` asks for a
-- mail, `needs_sheet` for a printed link; `namesake`, as {id, phone}, is somebody whom a row that makes a person may
-- mean.
create type judged_row as (
  n integer,
  found_id integer,
  user_id integer,
  outcome text,
  errors jsonb,
  twin integer,
  adds_types text[],
  adds_groups jsonb,
  joins_as text,
  kept text[],
  corrects boolean,
  differences jsonb,
  invites boolean,
  needs_sheet boolean,
  namesake jsonb
);

-- A name without what people write differently: case, blanks, punctuation, quotation marks.
create or replace function bare_name(p_name text) returns text
  language sql
  immutable
  parallel safe
  as $$ select regexp_replace(lower(p_name collate "uk-x-icu"), '[^[:alnum:]]', '', 'g') $$;

-- A row as it was given, with the groups that it means: those in reach by id, and by name those that it makes.
create type imported_row as (
  n integer,
  refused boolean,
  email text,
  phone text,
  last_name text,
  first_name text,
  middle_name text,
  company text,
  department text,
  "position" text,
  comment text,
  types text[],
  group_role text,
  group_ids integer[],
  new_groups text[],
  has_unknown_name boolean
);

-- The groups that the caller may bring people into.
create or replace function groups_to_join() returns table (
  id integer,
  name text
)
  language sql
  stable
  as $$
  select g.id, g.name from study_groups g
    where g.company_id = app_company() and g.deleted_at is null
      and (app_user_type() in ('owner', 'admin') or g.id in (select groups_in_reach()))
$$;

-- The rows of a file with the groups that they name.
create or replace function imported_rows(
  p_rows jsonb
) returns setof imported_row
  language sql
  stable
  as $$
  with typed as materialized (
    select * from jsonb_to_recordset(p_rows) as r(
      n integer, refused boolean, email text, phone text, last_name text, first_name text, middle_name text,
      company text, department text, "position" text, comment text, types text[], group_role text,
      group_ids integer[], groups_text text, group_names text[], make_groups boolean)
  ), reachable as materialized (
    select id, lower(btrim(name)) as name from groups_to_join()
  ), named_groups as materialized (
    select t.groups_text, coalesce(array_agg(distinct g.id) filter (where g.id is not null), '{}') as ids,
           coalesce(array_agg(distinct wanted.name) filter (where g.id is null), '{}') as missing,
           bool_or(g.id is null and exists (
             select from study_groups o where o.company_id = app_company() and o.deleted_at is null
               and lower(btrim(o.name)) = lower(wanted.name))) as is_taken
      from (select distinct on (groups_text) * from typed where groups_text is not null) t
      -- Names may hold what separates names: the whole cell is tried first.
      cross join lateral unnest(case when exists (select from reachable r where r.name = lower(t.groups_text))
        then array[t.groups_text] else t.group_names end) wanted(name)
      left join reachable g on g.name = lower(wanted.name)
      group by t.groups_text
  )
  select t.n, t.refused, t.email, t.phone, t.last_name, t.first_name, t.middle_name, t.company, t.department,
         t."position", t.comment, t.types, t.group_role, t.group_ids || coalesce(g.ids, '{}'),
         case when t.make_groups and not g.is_taken then g.missing else '{}' end,
         coalesce(g.missing <> '{}' and (g.is_taken or not coalesce(t.make_groups, false)), false)
    from typed t left join named_groups g on g.groups_text = t.groups_text
$$;

-- Whom a row means by its e-mail, and whom by its phone; the phone may be typed for several.
create or replace function imported_people(
  p_rows jsonb
) returns table (
  n integer,
  email_id integer,
  phone_id integer,
  is_shared boolean
)
  language sql
  stable
  as $$
  -- The people of the company, and for those who see all of it who was in it once; nobody outside of it is ever meant.
  with people as materialized (
    select m.user_id, u.email, m.recorded_phone, m.deleted_at is null as is_member, m.deleted_at
      from memberships m join users u on u.id = m.user_id
      where m.company_id = app_company() and u.erased_at is null
        and (m.deleted_at is null or u.record_of = app_company() and app_user_type() in ('owner', 'admin'))
  ), by_email as materialized (
    select distinct on (email) email, user_id from people where email is not null
      order by email, is_member desc, deleted_at desc
  ), by_phone as materialized (
    select distinct on (recorded_phone) recorded_phone as phone, user_id,
           count(*) filter (where is_member) over (partition by recorded_phone) > 1 as is_shared
      from people where recorded_phone is not null order by recorded_phone, is_member desc, deleted_at desc
  )
  select g.n, e.user_id, p.user_id, coalesce(p.is_shared, false)
    from jsonb_to_recordset(p_rows) as g(n integer, email text, phone text)
    left join by_email e on e.email = g.email
    left join by_phone p on p.phone = g.phone
$$;

-- What a row would change, and for whom: `found_id` is the person, known by the column `known_by`; `is_ambiguous`: the
-- row may mean somebody else too; `twin` the row that means them before. `is_ours`: whoever has no account of their own
-- is the company's to correct, in the fields `differing`; `differences` as in judged_row.
create type import_change as (
  n integer,
  refused boolean,
  email text,
  found_id integer,
  own_email text,
  known_by text,
  is_ambiguous boolean,
  twin integer,
  is_member boolean,
  is_caller boolean,
  is_in_reach boolean,
  is_ours boolean,
  is_owner boolean,
  held text[],
  adds_types text[],
  lacks_role boolean,
  is_elsewhere boolean,
  has_unknown_group boolean,
  lacks_group boolean,
  joins_as text,
  adds_groups jsonb,
  differing text[],
  differences jsonb,
  corrects boolean,
  changes boolean
);

-- Whom each row means, by the e-mail or else by the phone, and what it says otherwise than is known of them. The first
-- row that means a person is `first_n`.
create or replace function matched_rows(
  p_rows jsonb
) returns table (
  given imported_row,
  email_id integer,
  phone_id integer,
  is_shared boolean,
  found_id integer,
  own_email text,
  is_member boolean,
  is_ours boolean,
  held text[],
  differing text[],
  differences jsonb,
  is_moved boolean,
  first_n integer
)
  language sql
  stable
  as $$
  select g, k.email_id, k.phone_id, k.is_shared, u.id, u.email, m.user_id is not null,
         u.id is null or u.record_of is not null, coalesce(m.user_types, '{}'), said.differing, said.differences,
         said.is_moved, min(g.n) over (partition by u.id)
    from imported_rows(p_rows) g
    join imported_people(p_rows) k on k.n = g.n
    left join users u on u.id = coalesce(k.email_id, k.phone_id)
    left join memberships m on m.company_id = app_company() and m.user_id = u.id and m.deleted_at is null
    cross join lateral (
      select coalesce(array_agg(f.name) filter (where f.of_person), '{}') as differing,
             coalesce(bool_or(not f.of_person), false) as is_moved,
             coalesce(jsonb_agg(jsonb_build_object('field', f.name, 'before', f.before, 'after', f.after))
               filter (where u.record_of is not null or not f.of_person), '[]') as differences
        from (values ('last_name', true, u.last_name, g.last_name),
                     ('first_name', true, u.first_name, g.first_name),
                     ('middle_name', true, u.middle_name, g.middle_name),
                     ('email', true, coalesce(u.email, ''), g.email),
                     ('phone', true, coalesce(m.recorded_phone, u.phone, ''), g.phone),
                     ('department', false, m.subdivision, g.department),
                     ('position', false, m."position", g."position"),
                     ('comment', false, m.comment, g.comment)) f(name, of_person, before, after)
        where f.after <> f.before) said
$$;

-- What each row would change, were it allowed: the roles and groups that it adds, and what it corrects.
create or replace function imported_changes(
  p_rows jsonb
) returns setof import_change
  language sql
  stable
  as $$
  with caller as materialized (
    select app_user_type() in ('owner', 'admin') as everywhere, owner_id, bare_name(name) as company
      from companies where id = app_company()
  ),
  reachable as materialized (select id, name from groups_to_join()),
  -- The group that whoever reaches one group only brings new people into.
  own_group as materialized (select case when count(*) = 1 then array_agg(id) else '{}' end as ids from reachable)
  select (given).n, (given).refused, (given).email, found_id, own_email, known.known_by,
         email_id <> phone_id or known.known_by = 'phone' and is_shared,
         case when found_id is not null and first_n < (given).n then first_n end,
         is_member, found_id = app_user(), everywhere or found_id in (select people_in_reach()), is_ours,
         found_id = owner_id, held, adds.types, not is_member and (given).types is null,
         (given).company is not null and bare_name((given).company) <> caller.company,
         (given).has_unknown_name or exists (select unnest((given).group_ids) except select id from reachable),
         not is_member and not everywhere and not named.some and own_group.ids = '{}',
         joining.joins_as, adds.groups, differing, differences, is_ours and differing <> '{}',
         is_moved or adds.types <> '{}' or adds.groups <> '[]' or is_ours and differing <> '{}'
    from matched_rows(p_rows) m cross join caller cross join own_group
    cross join lateral (
      select case when email_id is null and found_id is not null then 'phone' else 'email' end as known_by) known
    cross join lateral (select (given).group_ids <> '{}' or (given).new_groups <> '{}' as some) named
    cross join lateral (
      select coalesce((given).group_role, case when held && '{owner,admin,manager}' then 'manager'
        when 'trainer' = any (held) then 'coach' else 'student' end) as joins_as) joining
    cross join lateral (
      select array(select t from unnest((given).types) t where t <> all (held) order by user_type_rank(t)) as types,
        coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.id) from reachable g
          where g.id = any (case when is_member or everywhere or named.some then (given).group_ids
            else own_group.ids end)
            and not exists (select from group_members gm
              where gm.company_id = app_company() and gm.group_id = g.id and gm.user_id = found_id
                and gm.role = joining.joins_as)), '[]')
        || coalesce((select jsonb_agg(jsonb_build_object('id', null, 'name', name))
          from unnest((given).new_groups) name), '[]') as groups) adds
$$;

-- Why a row may not be carried out: codes by column. Of what speaks against the person the first counts.
create or replace function import_errors(
  p_row import_change,
  p_assignable text[]
) returns jsonb
  language sql
  stable
  as $$
  select jsonb_strip_nulls(jsonb_build_object(
      'role', case when (p_row).lacks_role then 'required'
                   when (p_row).is_caller and (p_row).adds_types <> '{}' then 'user_not_manageable' end,
      'company', case when (p_row).is_elsewhere then 'invalid_choice' end,
      'manager_department_id', case when (p_row).has_unknown_group then 'import_unknown_group'
                                    when (p_row).lacks_group then 'required' end
    )) || case
      when (p_row).is_ambiguous then '{"phone": "import_identity_conflict"}'
      when (p_row).twin is not null then jsonb_build_object((p_row).known_by, 'import_duplicate_row')
      -- A phone may have passed to somebody else; an e-mail tells people apart.
      when (p_row).known_by = 'phone' and not (p_row).is_ours and (p_row).own_email is distinct from (p_row).email
           and (p_row).email is not null then '{"email": "person_fields_locked"}'
      when (p_row).is_member and not (p_row).is_caller and not (p_row).is_in_reach
        then jsonb_build_object((p_row).known_by, 'already_in_company')
      when (p_row).is_member and not (p_row).is_caller and (p_row).changes
           and (not (p_row).held <@ p_assignable or (p_row).is_owner)
        then jsonb_build_object((p_row).known_by, 'user_not_manageable')
      else '{}'
    end
$$;

-- People of the company without e-mail, by the names of a file's rows: found by their phone alone, whoever has another
-- one in the file would be made a second time. Of each name one whom the caller reaches.
create or replace function namesakes(
  p_rows jsonb
) returns table (n integer, namesake jsonb)
  language sql
  stable
  as $$
  with unmailed as materialized (
    select u.last_name, u.first_name, u.id, coalesce(m.recorded_phone, u.phone) as phone
      from memberships m join users u on u.id = m.user_id
      where m.company_id = app_company() and m.deleted_at is null and not m.has_email
        and (app_user_type() in ('owner', 'admin') or m.user_id in (select people_in_reach()))
  )
  select distinct on (g.n) g.n, jsonb_build_object('id', u.id, 'phone', u.phone)
    from jsonb_to_recordset(p_rows) as g(n integer, last_name text, first_name text)
    join unmailed u using (last_name, first_name) where u.phone is not null order by g.n, u.id
$$;

-- What each row of a file would do, by the same rules that hold for doing it by hand. People are told by their e-mail,
-- then by the phone that the company typed. Seats are given out in the order of the rows.
create or replace function judge_import(
  p_rows jsonb,
  p_assignable text[]
) returns setof judged_row
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  with seats as materialized (
    select "limit" - used - pending as free from licences(app_company())
  ), judged as (
    select c.*, import_errors(c, p_assignable) as errors from imported_changes(p_rows) c
  ), seated as (
    select j.*, count(*) filter (where not refused and not is_member and errors = '{}') over (order by n) as seat
      from judged j
  ), refusable as (
    select s.*, case when not refused and not is_member and errors = '{}' and seat > free
                  then '{"row": "licences_exhausted"}'
                  else errors end as all_errors
      from seated s cross join seats
  ), decided as (
    select r.*, case when refused or all_errors <> '{}' then 'error'
                     when found_id is null then 'create'
                     when not is_member then 'add_membership'
                     when changes then 'update'
                     else 'unchanged' end as outcome
      from refusable r
  )
  select d.n, found_id, case when is_member then found_id end, outcome, all_errors, twin, adds_types, adds_groups,
         joins_as, case when is_ours then '{}' else differing end,
         outcome in ('add_membership', 'update') and corrects,
         case when outcome in ('add_membership', 'update') then differences else '[]' end,
         coalesce(email, own_email) is not null and (outcome in ('create', 'add_membership')
           or outcome = 'update' and is_ours and 'email' = any (differing)),
         outcome <> 'error' and is_ours and coalesce(email, own_email) is null, k.namesake
    from decided d left join namesakes(p_rows) k on k.n = d.n and d.outcome = 'create' order by d.n
$$;
grant execute on function judge_import(jsonb, text[]) to osnova_worker;

-- The groups that the rows name and that are not there yet: each once, managed by the manager who imports.
create or replace function make_imported_groups() returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_made jsonb := '{}';
  v_name text;
  v_id integer;
begin
  for v_name in
    select distinct on (lower(g->>'name')) g->>'name' from importing, jsonb_array_elements(adds_groups) g
      where outcome in ('create', 'add_membership', 'update') and g->>'id' is null order by lower(g->>'name'), n
  loop
    v_id := save_group(null, jsonb_build_object('name', v_name));
    if app_user_type() = 'manager' then
      insert into group_members (company_id, group_id, user_id, role)
        values (app_company(), v_id, app_user(), 'manager');
    end if;
    v_made := v_made || jsonb_build_object(lower(v_name), v_id);
  end loop;
  update importing i set adds_groups = (
      select jsonb_agg(case when g->>'id' is null
          then jsonb_build_object('id', v_made->lower(g->>'name'), 'name', g->>'name') else g end)
        from jsonb_array_elements(i.adds_groups) g)
    where i.outcome in ('create', 'add_membership', 'update') and i.adds_groups @> '[{"id": null}]';
end $$;

-- The people of the file that the company did not know, and its corrections of those whom it knew.
create or replace function make_imported_people(p_language text) returns void
  language plpgsql
  as $$
begin
  with made as (
    insert into users (record_of, email, phone, last_name, first_name, middle_name, language)
      select app_company(), email, phone, coalesce(last_name, ''), coalesce(first_name, ''), coalesce(middle_name, ''),
             p_language
        from importing where outcome = 'create' order by n
      returning id, coalesce(email, phone) as login
  )
  update importing i set found_id = made.id from made
    where i.outcome = 'create' and coalesce(i.email, i.phone) = made.login;
  update users u set email = coalesce(i.email, u.email), phone = coalesce(i.phone, u.phone),
                     last_name = coalesce(i.last_name, u.last_name), first_name = coalesce(i.first_name, u.first_name),
                     middle_name = coalesce(i.middle_name, u.middle_name)
    from importing i
    -- Found by their ids: looked for by the company, each of its new people was compared with each row.
    where i.corrects and u.id = i.found_id and (u.record_of = app_company()) is true;
end $$;

-- Makes them members, with the roles, the place and the groups of their rows; who is a member gets what is added.
create or replace function join_imported_people() returns void
  language plpgsql
  as $$
begin
  -- Who was taken out comes back with the roles of the row only; a block is lifted by those who may.
  insert into memberships as m
      (company_id, user_id, user_types, "position", subdivision, comment, recorded_phone, invited_by)
    select app_company(), found_id, types, coalesce("position", ''), coalesce(department, ''), coalesce(comment, ''),
           phone, app_user()
      from importing where outcome in ('create', 'add_membership') order by n
    on conflict (company_id, user_id) do update
      set deleted_at = null, declined_at = null, accepted_at = null, user_types = excluded.user_types,
          recorded_phone = coalesce(excluded.recorded_phone, m.recorded_phone), invited_by = excluded.invited_by,
          "position" = coalesce(nullif(excluded."position", ''), m."position"),
          subdivision = coalesce(nullif(excluded.subdivision, ''), m.subdivision),
          comment = coalesce(nullif(excluded.comment, ''), m.comment);
  update memberships m set recorded_phone = i.phone from importing i
    where i.outcome = 'update' and i.corrects and i.phone is not null
      and m.company_id = app_company() and m.user_id = i.found_id;
  update memberships m
    set user_types = array(select t from unnest(m.user_types || i.adds_types) t group by t order by user_type_rank(t)),
        "position" = coalesce(i."position", m."position"), subdivision = coalesce(i.department, m.subdivision),
        comment = coalesce(i.comment, m.comment)
    from importing i
    where i.outcome = 'update' and m.company_id = app_company() and m.user_id = i.user_id
      and (i.adds_types <> '{}' or i."position" <> m."position" or i.department <> m.subdivision
        or i.comment <> m.comment);
  insert into group_members (company_id, group_id, user_id, role)
    select app_company(), (g->>'id')::integer, i.found_id, i.joins_as
      from importing i, jsonb_array_elements(i.adds_groups) g
      where i.outcome in ('create', 'add_membership', 'update') order by i.n
    on conflict do nothing;
end $$;

-- Carries a judged file out, all rows or those without an error, as one batch of the history.
create or replace function import_people(
  p_rows jsonb,
  p_all_or_nothing boolean,
  p_tokens jsonb,
  p_lifetime integer,
  p_mails jsonb,
  p_language text,
  p_assignable text[]
) returns setof judged_row
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  -- One at a time in a company: a second click finds everything done, and seats are counted once.
  perform from companies where id = app_company() for update;
  create temp table importing on commit drop as
    select j.*, r.email, r.phone, r.last_name, r.first_name, r.middle_name, r.department, r."position", r.comment,
           r.types
      from judge_import(p_rows, p_assignable) j
      join jsonb_to_recordset(p_rows) as r(
        n integer, email text, phone text, last_name text, first_name text, middle_name text, department text,
        "position" text, comment text, types text[]) using (n);
  analyze importing;
  if not p_all_or_nothing or not exists (select from importing where outcome = 'error') then
    if exists (select from importing where outcome in ('create', 'add_membership', 'update')) then
      perform set_config('app.batch', gen_random_uuid()::text, true);
    end if;
    perform make_imported_groups();
    perform make_imported_people(p_language);
    perform join_imported_people();
    perform invite_imported(p_tokens, p_lifetime, p_mails);
    update importing set user_id = found_id where outcome <> 'error';
  end if;
  return query select n, found_id, user_id, outcome, errors, twin, adds_types, adds_groups, joins_as, kept, corrects,
                      differences, invites, needs_sheet, namesake from importing order by n;
end $$;
grant
  execute
  on
    function import_people(jsonb, boolean, jsonb, integer, jsonb, text, text[])
  to
  osnova_worker;

-- Links and mails of the people imported; the queue judges each as it judges every invitation. Everybody
-- gets the same, whether they have an account or not.
create or replace function invite_imported(
  p_tokens jsonb,
  p_lifetime integer,
  p_mails jsonb
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_mails integer[];
begin
  -- Who was invited under another address must not accept any more.
  update one_time_tokens t set used_at = now() from importing i
    where i.invites and t.user_id = i.found_id and t.used_at is null and t.company_id = app_company();
  perform void_registrations(u.email) from importing i join users u on u.id = i.found_id where i.invites;
  with invited as (
    select i.n, u.id, u.email, u.language, t.secret, t.hash
      -- Found by their ids, as in make_imported_people().
      from importing i join users u on u.id = i.found_id and u.email is not null
        and (u.record_of = app_company()) is true
      join jsonb_to_recordset(p_tokens) as t(n integer, secret text, hash text) on t.n = i.n
      where i.invites and t.hash is not null
  ), linked as (
    insert into one_time_tokens (purpose, token_hash, user_id, company_id, payload, expires_at)
      select 'invitation', hash, id, app_company(), jsonb_build_object('mailbox', email),
        now() + make_interval(secs => p_lifetime)
        from invited
  ), queued as (
    insert into mails (recipient, company_id, kind, subject, text, html, next_try_at)
      select email, app_company(), 'invitation', mail->>'subject', mail->>'text', mail->>'html',
             mail_turn(place)
        from (select email, row_number() over (order by n) as place,
                     filled_invitation(id, with_token(p_mails->language, secret)) as mail
                from invited) words
      returning mails.id
  )
  select array_agg(queued.id) into v_mails from queued;
  perform begin_invitation_terms(v_mails, p_lifetime);
end $$;
