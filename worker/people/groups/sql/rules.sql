-- Groups that fill themselves: whoever matches a group's rule becomes its student, whatever way they came. A rule adds
-- and never takes out.

-- How the values of a rule are compared with those of people: in any case, without blanks around them.
create or replace function place_keys(p_values text[]) returns text[]
  language sql
  immutable
  parallel safe
  as $$
  select array(select distinct lower(btrim(v)) from unnest(p_values) v order by 1)
$$;

-- The values of a rule as they are kept: each once, by the alphabet, so that one chosen in another order is the same.
create or replace function rule_values(p_values jsonb) returns text[]
  language sql
  immutable
  parallel safe
  as $$
  select array(
    select v from (select distinct on (lower(btrim(v))) btrim(v) as v
                     from jsonb_array_elements_text(case jsonb_typeof(p_values) when 'array' then p_values end) v
                     where btrim(v) <> '' order by lower(btrim(v)), v) once
      order by v collate "uk-x-icu")
$$;

-- Whether a place in the company matches a rule. One without any value is no rule.
create or replace function matches_rule(
  p_positions text[],
  p_subdivisions text[],
  p_position text,
  p_subdivision text
) returns boolean
  language sql
  immutable
  parallel safe
  as $$
  select (p_positions <> '{}' or p_subdivisions <> '{}')
    and (p_positions = '{}' or lower(btrim(p_position)) = any (place_keys(p_positions)))
    and (p_subdivisions = '{}' or lower(btrim(p_subdivision)) = any (place_keys(p_subdivisions)))
$$;

-- Whether two rules are the same: however their values are written, and in whatever order.
create or replace function same_rule(
  p_positions text[],
  p_subdivisions text[],
  p_other_positions text[],
  p_other_subdivisions text[]
) returns boolean
  language sql
  immutable
  parallel safe
  as $$
  select place_keys(p_positions) = place_keys(p_other_positions)
    and place_keys(p_subdivisions) = place_keys(p_other_subdivisions)
$$;

set role osnova_system;

-- Who of a company matches a rule, those who are invited too, as whoever is put into a group by hand; also whom a block
-- keeps out.
create or replace function people_of_rule(
  p_company integer,
  p_positions text[],
  p_subdivisions text[]
) returns table (user_id integer, blocked boolean)
  language plpgsql
  stable
  security definer
  set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan
  as $$
declare
  v_positions text[] := place_keys(p_positions);
  v_subdivisions text[] := place_keys(p_subdivisions);
begin
  if v_positions = '{}' and v_subdivisions = '{}' then
    return;
  end if;
  return query
  select m.user_id, m.blocked_at is not null from memberships m
    where m.company_id = p_company and m.deleted_at is null and m.declined_at is null
      and (v_positions = '{}' or lower(btrim(m.position)) = any (v_positions))
      and (v_subdivisions = '{}' or lower(btrim(m.subdivision)) = any (v_subdivisions));
end $$;

-- Students of a group whom its rule brought in, and who match it no longer.
create or replace function students_off_rule(
  p_group integer
) returns setof integer
  language plpgsql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_company integer := app_company();
  v_positions text[];
  v_subdivisions text[];
begin
  select place_keys(rule_positions), place_keys(rule_subdivisions) into v_positions, v_subdivisions
    from study_groups where company_id = v_company and id = p_group;
  if v_positions = '{}' and v_subdivisions = '{}' then
    return;
  end if;
  return query
  select gm.user_id from group_members gm
    join memberships m on m.company_id = v_company and m.user_id = gm.user_id
    where gm.company_id = v_company and gm.group_id = p_group and gm.by_rule
      and not ((v_positions = '{}' or lower(btrim(m.position)) = any (v_positions))
        and (v_subdivisions = '{}' or lower(btrim(m.subdivision)) = any (v_subdivisions)));
end $$;
grant execute on function students_off_rule(integer) to osnova_worker;

-- Who changes people of a company, and who changes a rule of it, wait for each other: else neither saw the other, and
-- somebody would be forgotten. People do not wait for people.
create or replace function lock_rules(
  p_company integer,
  p_alone boolean
) returns void
  language plpgsql
  as $$
begin
  if p_alone then
    perform pg_advisory_xact_lock(hashtext('group_rules'), p_company);
  else
    perform pg_advisory_xact_lock_shared(hashtext('group_rules'), p_company);
  end if;
end $$;

-- Puts people into the groups whose rules they match, but for those that they were taken out of by hand.
create or replace function follow_rules(
  p_company integer,
  p_users integer[]
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan
  as $$
begin
  if not exists (select from study_groups g where g.company_id = p_company and g.deleted_at is null
      and (g.rule_positions <> '{}' or g.rule_subdivisions <> '{}')) then
    return;
  end if;
  insert into group_members (company_id, group_id, user_id, role, by_rule)
    with people as materialized (
      select p.user_id, m.position, m.subdivision from unnest(p_users) as p(user_id)
        cross join lateral (select lower(btrim(o.position)) as position, lower(btrim(o.subdivision)) as subdivision
          from memberships o where o.company_id = p_company and o.user_id = p.user_id and o.deleted_at is null
            and o.declined_at is null and o.blocked_at is null limit 1) m
    ), rules as materialized (
      select g.id, place_keys(g.rule_positions) as positions, place_keys(g.rule_subdivisions) as subdivisions
        from study_groups g where g.company_id = p_company and g.deleted_at is null
          and (g.rule_positions <> '{}' or g.rule_subdivisions <> '{}')
    ), fitting as materialized (
      -- Thousands of people have few places.
      select l.position, l.subdivision, r.id from (select distinct o.position, o.subdivision from people o) l
        join rules r on (r.positions = '{}' or l.position = any (r.positions))
          and (r.subdivisions = '{}' or l.subdivision = any (r.subdivisions))
    )
    select p_company, f.id, p.user_id, 'student', true
      from people p join fitting f on f.position = p.position and f.subdivision = p.subdivision
      where not exists (select from group_exceptions e
        where e.company_id = p_company and e.group_id = f.id and e.user_id = p.user_id)
      order by f.id, p.user_id
    on conflict do nothing;
end $$;

-- Whether rules wait until somebody has the places that they had: an account that accepts those of its record
-- (give_places), and who is restored those that the history knows (restore_rows), with the days on which they came.
create or replace function rules_wait() returns boolean
  language sql
  stable
  as $$ select coalesce(current_setting('app.rules_wait', true), '') = 'on' $$;

-- Ends that, and puts these people into the groups whose rules they match.
create or replace function end_rules_wait(
  p_company integer,
  p_users integer[]
) returns void
  language plpgsql
  as $$
begin
  perform set_config('app.rules_wait', '', true), lock_rules(p_company, false);
  perform follow_rules(p_company, p_users);
end $$;

-- People came into a company.
create or replace function people_came() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v record;
begin
  if rules_wait() then
    return null;
  end if;
  for v in select company_id, array_agg(user_id) as users from now_rows group by company_id order by company_id loop
    perform lock_rules(v.company_id, false);
    perform follow_rules(v.company_id, v.users);
  end loop;
  return null;
end $$;

-- People changed: whoever has another place, or comes back or is let in again, is asked for by the rules. Another
-- place, and leaving, forgets what they were taken out of.
create or replace function people_moved() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v record;
begin
  for v in
    select d.company_id, coalesce(array_agg(d.user_id) filter (where d.moved), '{}') as moved,
           coalesce(array_agg(d.user_id) filter (where d.present), '{}') as present
      from (
        select b.company_id, b.user_id, count(distinct (b.position, b.subdivision, b.there)) > 1 as moved,
               bool_or(b.present) filter (where b.is_new) as present,
               bool_or(b.present) filter (where not b.is_new) as was_present
          from (
            select true as is_new, company_id, user_id, lower(btrim(position)) as position,
                   lower(btrim(subdivision)) as subdivision, deleted_at is null as there,
                   deleted_at is null and declined_at is null and blocked_at is null as present from now_rows
            union all
            select false, company_id, user_id, lower(btrim(position)), lower(btrim(subdivision)), deleted_at is null,
                   deleted_at is null and declined_at is null and blocked_at is null from was_rows) b
          group by b.company_id, b.user_id) d
      where d.moved or d.present and not d.was_present
      group by d.company_id order by d.company_id
  loop
    perform lock_rules(v.company_id, false);
    delete from group_exceptions where company_id = v.company_id and user_id = any (v.moved);
    if not rules_wait() then
      perform follow_rules(v.company_id, v.present);
    end if;
  end loop;
  return null;
end $$;

-- A group got a rule, or another one, or came back: whoever matches joins it. Another rule asks for those again who
-- were taken out under the one before.
create or replace function group_filled() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform lock_rules(new.company_id, true);
  if tg_op = 'UPDATE' and not same_rule(old.rule_positions, old.rule_subdivisions, new.rule_positions,
      new.rule_subdivisions) then
    delete from group_exceptions where company_id = new.company_id and group_id = new.id;
  end if;
  insert into group_members (company_id, group_id, user_id, role, by_rule)
    select new.company_id, new.id, r.user_id, 'student', true
      from people_of_rule(new.company_id, new.rule_positions, new.rule_subdivisions) r
      where not r.blocked and not exists (select from group_exceptions e
        where e.company_id = new.company_id and e.group_id = new.id and e.user_id = r.user_id)
      order by r.user_id
    on conflict do nothing;
  return null;
end $$;

-- Students were taken out of groups: where there is a rule, it leaves them out from now on.
create or replace function students_taken_out() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  insert into group_exceptions (company_id, group_id, user_id)
    select d.company_id, d.group_id, d.user_id from gone d
      cross join lateral (select from study_groups g where g.company_id = d.company_id and g.id = d.group_id
        and (g.rule_positions <> '{}' or g.rule_subdivisions <> '{}') limit 1) ruled
      -- A row that goes with its membership leaves nobody behind.
      cross join lateral (select from memberships m where m.company_id = d.company_id and m.user_id = d.user_id
        and m.deleted_at is null limit 1) there
      where d.role = 'student'
    on conflict do nothing;
  return null;
end $$;

-- What saving a rule would do now: how many match it, how many of them it would bring into the group (null: a new one)
-- and the first ten of these by name, and whom it leaves out because they are blocked or were taken out by hand. The
-- rule that the group has brings in nobody. Errors: not_found for a group out of reach.
create or replace function preview_rule(
  p_group integer,
  p_positions text[],
  p_subdivisions text[]
) returns table (
  matching integer,
  joining integer,
  blocked integer,
  taken_out integer,
  people jsonb
)
  language plpgsql
  stable
  security definer
  set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan
  as $$
#variable_conflict use_column
begin
  perform require_in_reach(array_remove(array[p_group], null), '{}');
  return query
  with found as materialized (
    select r.user_id, r.blocked, not exists (select from group_members gm
        where gm.company_id = app_company() and gm.group_id = p_group and gm.user_id = r.user_id
          and gm.role = 'student') as is_new
      from people_of_rule(app_company(), p_positions, p_subdivisions) r
  ), news as materialized (
    select f.user_id from found f
      where f.is_new and not f.blocked and not exists (select from study_groups g
        where g.company_id = app_company() and g.id = p_group
          and same_rule(g.rule_positions, g.rule_subdivisions, p_positions, p_subdivisions))
  )
  select (count(*) filter (where not f.blocked))::integer, (select count(*)::integer from news),
         (count(*) filter (where f.blocked and f.is_new))::integer,
         (count(*) filter (where not f.blocked and f.is_new) - (select count(*) from news))::integer,
         (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'first_name', s.first_name, 'last_name', s.last_name,
             'address', coalesce(s.email, s.phone), 'position', s.position, 'subdivision', s.subdivision)
             order by s.place), '[]')
           from (select u.id, u.first_name, u.last_name, u.email, u.phone, m.position, m.subdivision,
                        row_number() over (order by m.surname collate "uk-x-icu", u.id) as place
                   from news n join memberships m on m.company_id = app_company() and m.user_id = n.user_id
                   join users u on u.id = m.user_id
                   order by m.surname collate "uk-x-icu", u.id limit 10) s)
    from found f;
end $$;
grant
  execute
  on
    function preview_rule(integer, text[], text[])
  to
  osnova_worker;

reset role;

create trigger rules_insert
  after insert
  on memberships
  referencing new table as now_rows
  for each statement
  when (not erasing())
  execute function people_came();

create trigger rules_update
  after update
  on memberships
  referencing old table as was_rows new table as now_rows
  for each statement
  when (not erasing())
  execute function people_moved();

create trigger rules_insert
  after insert
  on study_groups
  for each row
  when (
    not erasing()
      and (new.rule_positions <> '{}' or new.rule_subdivisions <> '{}')
  )
  execute function group_filled();

create trigger rules_update
  after update of rule_positions, rule_subdivisions, deleted_at
  on study_groups
  for each row
  when (
    not erasing()
      and new.deleted_at is null
      and (
        old.deleted_at is not null
          or not same_rule(
            old.rule_positions,
            old.rule_subdivisions,
            new.rule_positions,
            new.rule_subdivisions
          )
      )
  )
  execute function group_filled();

create trigger rules_delete
  after delete
  on group_members
  referencing old table as gone
  for each statement
  when (not erasing())
  execute function students_taken_out();
