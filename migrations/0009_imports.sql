-- Import of people: rows of a file judged and written as sets, whatever their number.

set role osnova_system;

-- What becomes of a row: `errors` are codes by column, `twin` the row that names the same person before, `found_id` the
-- person matched and `user_id` the same if of the company; `corrects`: name, e-mail or phone change; `invites` asks for a
-- mail, `needs_sheet` for a printed link.
create type judged_row as (
  n integer, found_id integer, user_id integer, outcome text, errors jsonb, twin integer, adds_types text[],
  adds_groups jsonb, joins_as text, kept text[], corrects boolean, invites boolean, needs_sheet boolean
);

-- A name without what people write differently: case, blanks, punctuation, quotation marks.
create function bare_name(p_name text) returns text language sql immutable parallel safe
  as $$ select regexp_replace(lower(p_name collate "uk-x-icu"), '[^[:alnum:]]', '', 'g') $$;

-- Judges rows by what the company has now. People are matched by e-mail, then by phone. An empty cell (null) changes
-- nothing; name, e-mail and phone change only while the person is the company's alone and not activated.
create function judge_import(p_rows jsonb, p_assignable text[]) returns setof judged_row
  language sql stable security definer set search_path = public, pg_temp as $$
  with given as materialized (
    select * from jsonb_to_recordset(p_rows) as r(
      n integer, refused boolean, email text, phone text, last_name text, first_name text, middle_name text, company text,
      department text, "position" text, comment text, types text[], group_role text, group_ids integer[])
  ),
  caller as materialized (
    select app_user_type() in ('owner', 'admin') as everywhere, c.owner_id, bare_name(c.name) as company,
           l."limit" - l.used - l.pending as free
      from companies c, licences(c.id) l where c.id = app_company()
  ),
  reachable as materialized (
    select g.id, g.name from study_groups g, caller
      where g.company_id = app_company() and g.deleted_at is null and (everywhere or g.id in (select groups_in_reach()))
  ),
  -- The group that whoever reaches one group only brings new people into.
  own_group as materialized (select case when count(*) = 1 then array_agg(id) else '{}' end as ids from reachable),
  matched as (
    select g.*, e.id as email_id, p.id as phone_id, u.id as found_id, u.activated_at, u.email as own_email,
           m.user_id is not null as is_member, coalesce(m.user_types, '{}') as held,
           u.activated_at is null and elsewhere.company_id is null as is_ours,
           array_remove(array[
             case when g.email <> coalesce(u.email, '') then 'email' end,
             case when g.phone <> coalesce(u.phone, '') then 'phone' end,
             case when g.last_name <> u.last_name then 'last_name' end,
             case when g.first_name <> u.first_name then 'first_name' end,
             case when g.middle_name <> u.middle_name then 'middle_name' end], null) as differing,
           g.department <> m.subdivision or g."position" <> m."position" or g.comment <> m.comment as is_moved,
           min(g.n) over (partition by u.id) as first_n
      from given g
      left join users e on e.email = g.email
      left join users p on p.phone = g.phone
      left join users u on u.id = coalesce(e.id, p.id)
      left join memberships m on m.company_id = app_company() and m.user_id = u.id and m.deleted_at is null
      left join lateral (
        select o.company_id from memberships o where o.user_id = u.id and o.company_id <> app_company() limit 1
      ) elsewhere on true
  ),
  changes as (
    select m.*, everywhere, owner_id, free,
           case when found_id is not null and first_n < n then first_n end as twin,
           case when email_id is null and found_id is not null then 'phone' else 'email' end as known_by,
           not is_member and not everywhere and group_ids = '{}' and own_group.ids = '{}' as lacks_group,
           m.company is not null and bare_name(m.company) <> caller.company as is_elsewhere,
           exists (select unnest(group_ids) except select id from reachable) as has_unknown_group,
           everywhere or found_id in (select people_in_reach()) as in_reach,
           array(select t from unnest(types) t where t <> all (held) order by user_type_rank(t)) as adds_types,
           joining.joins_as,
           coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.id) from reachable g
             where g.id = any (case when is_member or everywhere or group_ids <> '{}' then group_ids else own_group.ids end)
               and not exists (select from group_members gm
                 where gm.company_id = app_company() and gm.group_id = g.id and gm.user_id = found_id
                   and gm.role = joining.joins_as)), '[]') as adds_groups
      from matched m, caller, own_group, lateral (select coalesce(group_role, case
        when held && '{owner,admin,manager}' then 'manager' when 'trainer' = any (held) then 'coach' else 'student' end
      ) as joins_as) joining
  ),
  erring as (
    select c.*,
           jsonb_strip_nulls(jsonb_build_object(
             'role', case when not is_member and types is null then 'required'
                          when found_id = app_user() and adds_types <> '{}' then 'user_not_manageable' end,
             'company', case when is_elsewhere then 'invalid_choice' end,
             'manager_department_id', case when has_unknown_group then 'import_unknown_group'
                                           when lacks_group then 'required' end
           )) || case
             when email_id <> phone_id then '{"phone": "import_identity_conflict"}'
             when twin is not null then jsonb_build_object(known_by, 'import_duplicate_row')
             -- A phone may have passed to somebody else; an e-mail of their own tells people apart.
             when known_by = 'phone' and not is_ours and own_email <> email then '{"email": "person_fields_locked"}'
             when is_member and found_id <> app_user() and (not in_reach or (not held <@ p_assignable or found_id = owner_id)
                    and (is_moved or adds_types <> '{}' or adds_groups <> '[]' or is_ours and differing <> '{}'))
               then jsonb_build_object(known_by, 'user_not_manageable')
             else '{}'
           end as errors
      from changes c
  ),
  seated as (
    select e.*, count(*) filter (where not refused and not is_member and errors = '{}') over (order by n) as seat
      from erring e
  ),
  judged as (
    select s.*, case when not refused and not is_member and errors = '{}' and seat > free
                  then jsonb_build_object(case when email is null then 'phone' else 'email' end, 'licences_exhausted')
                  else errors end as all_errors
      from seated s
  ),
  decided as (
    select j.*, case
        when refused or all_errors <> '{}' then 'error'
        when found_id is null then 'create'
        when not is_member then 'add_membership'
        when is_moved or adds_types <> '{}' or adds_groups <> '[]' or is_ours and differing <> '{}' then 'update'
        else 'unchanged'
      end as outcome
      from judged j
  )
  select n, found_id, case when is_member then found_id end, outcome, all_errors, twin, adds_types, adds_groups, joins_as,
         case when is_ours then '{}' else differing end,
         outcome in ('add_membership', 'update') and is_ours and differing <> '{}',
         coalesce(email, own_email) is not null
           and (outcome in ('create', 'add_membership') or outcome = 'update' and is_ours and 'email' = any (differing)),
         outcome <> 'error' and is_ours and activated_at is null and coalesce(email, own_email) is null
    from decided order by n
$$;

-- Judges rows once more and writes them: all or none, or those without errors. `p_tokens`: [{n, secret, hash}] for the
-- rows that invite; `p_mails`: {"new": {language: mail with {token}}, "known": {language: mail}}.
create function import_people(
  p_rows jsonb, p_all_or_nothing boolean, p_tokens jsonb, p_lifetime integer, p_mails jsonb, p_language text,
  p_assignable text[]
) returns setof judged_row language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- One at a time in a company: a second click finds everything done, and seats are counted once.
  perform from companies where id = app_company() for update;
  create temp table importing on commit drop as
    select j.*, r.email, r.phone, r.last_name, r.first_name, r.middle_name, r.department, r."position", r.comment, r.types
      from judge_import(p_rows, p_assignable) j
      join jsonb_to_recordset(p_rows) as r(
        n integer, email text, phone text, last_name text, first_name text, middle_name text, department text,
        "position" text, comment text, types text[]) using (n);
  analyze importing;
  if not p_all_or_nothing or not exists (select from importing where outcome = 'error') then
    if exists (select from importing where outcome in ('create', 'add_membership', 'update')) then
      perform set_config('app.batch', gen_random_uuid()::text, true);
    end if;
    -- In one order, so that two companies with the same people do not wait for each other.
    with made as (
      insert into users (email, phone, last_name, first_name, middle_name, language)
        select email, phone, coalesce(last_name, ''), coalesce(first_name, ''), coalesce(middle_name, ''), p_language
          from importing where outcome = 'create' order by email, phone
        returning id, coalesce(email, phone) as login
    )
    update importing i set found_id = made.id from made
      where i.outcome = 'create' and coalesce(i.email, i.phone) = made.login;
    update users u set email = coalesce(i.email, u.email), phone = coalesce(i.phone, u.phone),
                       last_name = coalesce(i.last_name, u.last_name), first_name = coalesce(i.first_name, u.first_name),
                       middle_name = coalesce(i.middle_name, u.middle_name)
      from importing i
      where i.corrects and u.id = i.found_id and u.activated_at is null;
    -- Who was taken out comes back with the roles of the row only.
    insert into memberships as m (company_id, user_id, user_types, "position", subdivision, comment)
      select app_company(), found_id, types, coalesce("position", ''), coalesce(department, ''), coalesce(comment, '')
        from importing where outcome in ('create', 'add_membership') order by n
      on conflict (company_id, user_id) do update
        set deleted_at = null, blocked_at = null, user_types = excluded.user_types,
            "position" = coalesce(nullif(excluded."position", ''), m."position"),
            subdivision = coalesce(nullif(excluded.subdivision, ''), m.subdivision),
            comment = coalesce(nullif(excluded.comment, ''), m.comment);
    update memberships m
      set user_types = array(select t from unnest(m.user_types || i.adds_types) t group by t order by user_type_rank(t)),
          "position" = coalesce(i."position", m."position"), subdivision = coalesce(i.department, m.subdivision),
          comment = coalesce(i.comment, m.comment)
      from importing i
      where i.outcome = 'update' and m.company_id = app_company() and m.user_id = i.user_id
        and (i.adds_types <> '{}' or i."position" <> m."position" or i.department <> m.subdivision or i.comment <> m.comment);
    insert into group_members (company_id, group_id, user_id, role)
      select app_company(), (g->>'id')::integer, i.found_id, i.joins_as
        from importing i, jsonb_array_elements(i.adds_groups) g
        where i.outcome in ('create', 'add_membership', 'update') order by i.n
      on conflict do nothing;
    perform invite_imported(p_tokens, p_lifetime, p_mails);
    update importing set user_id = found_id where outcome <> 'error';
  end if;
  return query select n, found_id, user_id, outcome, errors, twin, adds_types, adds_groups, joins_as, kept, corrects,
                      invites, needs_sheet from importing order by n;
end $$;

-- Links and mails of the people imported. The mails are due over time, so that those of others do not wait behind them.
create function invite_imported(p_tokens jsonb, p_lifetime integer, p_mails jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Who was invited under another address must not accept any more.
  update one_time_tokens t set used_at = now() from importing i
    where i.invites and t.user_id = i.found_id and t.used_at is null
      and (i.outcome = 'update' or t.company_id = app_company() and t.purpose = 'invitation');
  with invited as (
    select i.n, i.outcome, u.id, u.email, u.language, u.activated_at, t.secret, t.hash
      from importing i join users u on u.id = i.found_id and u.email is not null
      left join jsonb_to_recordset(p_tokens) as t(n integer, secret text, hash text) on t.n = i.n
      where i.invites
  ), linked as (
    insert into one_time_tokens (purpose, token_hash, user_id, company_id, expires_at)
      select 'invitation', hash, id, app_company(), now() + make_interval(secs => p_lifetime)
        from invited where activated_at is null and hash is not null
  ), words as (
    select *, case when activated_at is null then p_mails->'new'->language else p_mails->'known'->language end as mail,
           row_number() over (order by n) as place
      from invited where activated_at is not null or hash is not null
  )
  insert into mails (recipient, subject, text, html, next_try_at)
    select email, mail->>'subject', replace(mail->>'text', '{token}', coalesce(secret, '')),
           replace(mail->>'html', '{token}', coalesce(secret, '')), now() + make_interval(mins => ((place - 1) / 250)::integer)
      from words;
end $$;

do $$
declare
  f text;
begin
  foreach f in array array[
    'bare_name(text)', 'invite_imported(jsonb, integer, jsonb)'
  ] loop
    execute format('revoke execute on function %s from public', f);
  end loop;
  foreach f in array array[
    'judge_import(jsonb, text[])', 'import_people(jsonb, boolean, jsonb, integer, jsonb, text, text[])'
  ] loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to osnova_worker', f);
  end loop;
end $$;

reset role;
