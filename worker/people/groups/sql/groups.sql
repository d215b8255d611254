-- Study groups, and what they are given.

-- Refuses to take a group away from courses that have no other one (§5), and names them. Locks the group, so that no
-- course comes to it meanwhile (save_course), then the courses, so that two groups taken away at once cannot both
-- count on the other.
create or replace function require_other_groups(p_group integer) returns void
  language plpgsql
  as $$
declare
  v_courses jsonb;
begin
  perform from study_groups where company_id = app_company() and id = p_group for no key update;
  perform from courses c join course_groups cg on cg.company_id = c.company_id and cg.course_id = c.id
    where c.company_id = app_company() and cg.group_id = p_group and c.deleted_at is null for update of c;
  select jsonb_agg(c.name order by c.name collate "uk-x-icu") into v_courses
    from course_groups cg
    join courses c on c.company_id = cg.company_id and c.id = cg.course_id and c.deleted_at is null
    where cg.company_id = app_company() and cg.group_id = p_group and not exists (
      select from course_groups other
        join study_groups g on g.company_id = other.company_id and g.id = other.group_id and g.deleted_at is null
        where other.company_id = cg.company_id and other.course_id = cg.course_id and other.group_id <> p_group);
  if v_courses is not null then
    perform fail('group_required', 'study_groups', v_courses::text);
  end if;
end $$;

set role osnova_system;

-- Errors: not_found unless all these programs are in the caller's reach.
create or replace function require_programs(p_programs integer[]) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  if exists (select unnest(p_programs) except
             select id from programs where company_id = app_company() and deleted_at is null
               and (app_user_type() in ('owner', 'admin') or id in (select programs_in_reach()))) then
    perform fail('not_found');
  end if;
end $$;

-- The members of one role become those of the list; only who joins is asked for reach and role.
create or replace function set_group_members(
  p_group integer,
  p_role text,
  p_users integer[],
  p_field text
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  delete from group_members where company_id = app_company() and group_id = p_group and role = p_role
    and user_id <> all (p_users);
  perform require_people(array(
    select unnest(p_users) except
    select user_id from group_members where company_id = app_company() and group_id = p_group and role = p_role
  ), p_role, p_field);
  insert into group_members (company_id, group_id, user_id, role)
    select distinct app_company(), p_group, u, p_role from unnest(p_users) u on conflict do nothing;
end $$;

-- The courses of a group become those of the list; a course that would have no group left stays (§5). The courses are
-- locked first, so that two groups cannot give up the same one at once. `p_due`: by when those that come are due.
create or replace function set_group_courses(
  p_group integer,
  p_courses integer[],
  p_due jsonb
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_left integer[];
begin
  perform require_in_reach('{}', array(
    select unnest(p_courses) except
    select course_id from course_groups where company_id = app_company() and group_id = p_group));
  select array_agg(course_id) into v_left from course_groups
    where company_id = app_company() and group_id = p_group and course_id <> all (p_courses);
  perform from courses where company_id = app_company() and id = any (v_left) order by id for update;
  if exists (select from courses c where c.company_id = app_company() and c.id = any (v_left) and c.deleted_at is null
      and not exists (select from course_groups other
        join study_groups g on g.company_id = other.company_id and g.id = other.group_id and g.deleted_at is null
        where other.company_id = c.company_id and other.course_id = c.id and other.group_id <> p_group)) then
    perform fail('group_required', 'course_ids');
  end if;
  delete from course_groups where company_id = app_company() and group_id = p_group and course_id = any (v_left);
  insert into course_groups (company_id, course_id, group_id, due_on, due_after_days)
    select distinct app_company(), c, p_group, due_on_of(p_due), due_days_of(p_due) from unnest(p_courses) c
    on conflict do nothing;
end $$;

-- Gives a group these programs, and no others. Errors: not_found for one that is out of reach and was not given.
create or replace function set_group_programs(
  p_group integer,
  p_programs integer[]
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform require_programs(array(
    select unnest(p_programs) except
    select program_id from program_groups where company_id = app_company() and group_id = p_group));
  delete from program_groups where company_id = app_company() and group_id = p_group and program_id <> all (p_programs);
  insert into program_groups (company_id, program_id, group_id)
    select distinct app_company(), p, p_group from unnest(p_programs) p on conflict do nothing;
end $$;

-- Whether this is the rule of a group as it is. Nobody's without a group.
create or replace function is_rule_of(
  p_group integer,
  p_rule jsonb
) returns boolean
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select exists (select from study_groups where company_id = app_company() and id = p_group
    and rule_positions = rule_values(p_rule->'positions') and rule_subdivisions = rule_values(p_rule->'subdivisions'))
$$;

-- What a list of a group, by its field, holds now.
create or replace function list_of_group(
  p_group integer,
  p_field text
) returns integer[]
  language plpgsql
  stable
  as $$
begin
  return case p_field
    when 'course_ids' then array(
      select course_id from course_groups where company_id = app_company() and group_id = p_group)
    when 'program_ids' then array(
      select program_id from program_groups where company_id = app_company() and group_id = p_group)
    else array(select user_id from group_members
                where company_id = app_company() and group_id = p_group and role = replace(p_field, '_ids', '')) end;
end $$;

-- Creates a group (null) or changes one in reach; a list and a rule that are missing stay as they are. Errors:
-- group_rule_forbidden for another rule from whoever reaches less than the company, in which a rule finds its people.
create or replace function save_group(
  p_group integer,
  p_fields jsonb
) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_group integer := p_group;
  v_list record;
  v_chosen integer[];
begin
  if v_group is null then
    insert into study_groups (company_id, name, description)
      values (app_company(), p_fields->>'name', coalesce(p_fields->>'description', '')) returning id into v_group;
  else
    perform require_in_reach(array[v_group], '{}');
    update study_groups set name = coalesce(p_fields->>'name', name),
                            description = coalesce(p_fields->>'description', description)
      where company_id = app_company() and id = v_group;
  end if;
  if p_fields ? 'rule' and not reaches_all() and not is_rule_of(p_group, p_fields->'rule') then
    perform fail('group_rule_forbidden', 'rule');
  end if;
  for v_list in select key, array(select value::integer from jsonb_array_elements_text(f.value) value) as given
      from jsonb_each(p_fields) f where jsonb_typeof(f.value) = 'array' order by key loop
    v_chosen := list_as_meant(v_list.given, p_fields->'lists_read'->v_list.key, list_of_group(v_group, v_list.key));
    case v_list.key
      when 'manager_ids' then perform set_group_members(v_group, 'manager', v_chosen, v_list.key);
      when 'coach_ids' then perform set_group_members(v_group, 'coach', v_chosen, v_list.key);
      when 'student_ids' then perform set_group_members(v_group, 'student', v_chosen, v_list.key);
      when 'course_ids' then perform set_group_courses(v_group, v_chosen, p_fields);
      when 'program_ids' then perform set_group_programs(v_group, v_chosen);
    end case;
  end loop;
  -- Last, since a list of students takes out whom it does not name.
  if p_fields ? 'rule' then
    update study_groups set rule_positions = rule_values(p_fields->'rule'->'positions'),
                            rule_subdivisions = rule_values(p_fields->'rule'->'subdivisions')
      where company_id = app_company() and id = v_group;
  end if;
  return v_group;
end $$;
grant execute on function save_group(integer, jsonb) to osnova_worker;

-- Members whom the caller has taken out of a group within the hour, and whether its rule had brought them in: putting
-- them back is the way to undo that, and they may have left the caller's reach with it.
create or replace function taken_out_lately(
  p_group integer,
  p_role text
) returns table (user_id integer, by_rule boolean)
  language sql
  stable
  rows 10
  as $$
  select distinct on (m.user_id) m.user_id, (h.old_object->>'by_rule')::boolean from history h
    join memberships m on m.company_id = app_company() and m.user_id = (h.old_object->>'user_id')::integer
      and m.deleted_at is null
    where h.company_id = app_company() and h.author_id = app_user() and h.created_at > app_now() - interval '1 hour'
      and h.relation = 'group_members' and h.object_id = p_group and h.new_object is null
      and h.old_object->>'role' = p_role
    order by m.user_id, h.id desc
$$;

-- Puts people into a group: those of the company by their ids, and others by an e-mail, as an invitation.
create or replace function add_group_members(
  p_group integer,
  p_role text,
  p_users integer[],
  p_types text[],
  p_language text,
  p_invited jsonb,
  p_mails jsonb,
  p_assignable text[]
) returns table (added integer, invited integer)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_email text;
  v_link jsonb;
begin
  perform require_in_reach(array[p_group], '{}');
  perform require_people(array(
    select unnest(p_users) except select l.user_id from taken_out_lately(p_group, p_role) l), p_role, 'user_ids');
  perform require_user_type(p_users, p_role, 'user_ids');
  insert into group_members (company_id, group_id, user_id, role, by_rule)
    select distinct app_company(), p_group, u, p_role, coalesce(l.by_rule, false)
      from unnest(p_users) u left join taken_out_lately(p_group, p_role) l on l.user_id = u on conflict do nothing;
  get diagnostics added = row_count;
  invited := 0;
  for v_email, v_link in select key, value from jsonb_each(p_invited) loop
    continue when exists (
      select from group_members gm join users u on u.id = gm.user_id
        where gm.company_id = app_company() and gm.group_id = p_group and gm.role = p_role and u.email = v_email);
    perform add_person(jsonb_build_object('email', v_email, 'language', p_language), p_types, p_role, array[p_group],
      '{}', '{}',
      v_link->'kept', with_token(p_mails, v_link->>'secret'), p_assignable);
    invited := invited + 1;
  end loop;
  return next;
end $$;
grant
  execute
  on
    function
      add_group_members(
        integer,
        text,
        integer[],
        text[],
        text,
        jsonb,
        jsonb,
        text[]
      )
  to
  osnova_worker;

-- What courses (of those that the caller looks after) are due to students, all together: the next day of what each has
-- not finished, how many are overdue, and how many were finished late.
create or replace function terms_of_students(
  p_courses integer[],
  p_users integer[]
) returns table (
  user_id integer,
  due_at timestamptz,
  overdue integer,
  finished_late integer
)
  language sql
  stable
  rows 100
  as $$
  select t.user_id, min(t.due_at) filter (where t.finished_at is null), (count(*) filter (where t.overdue))::integer,
         (count(*) filter (where t.finished_late_days > 0))::integer
    from unnest(p_courses) c cross join lateral course_terms(c, p_users) t
    group by t.user_id
$$;
grant
  execute
  on
    function terms_of_students(integer[], integer[])
  to
  osnova_worker;

-- Mails of every kind and language with the link's secret in them.
create or replace function with_token(
  p_mails jsonb,
  p_secret text
) returns jsonb
  language sql
  immutable
  as $$
  select replace(p_mails::text, '{token}', p_secret)::jsonb
$$;

-- Takes a person out of a group in reach.
create or replace function remove_group_member(
  p_group integer,
  p_role text,
  p_user integer
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform require_in_reach(array[p_group], '{}');
  delete from group_members
    where company_id = app_company() and group_id = p_group and role = p_role and user_id = p_user;
  if not found then
    perform fail('not_found');
  end if;
end $$;
grant
  execute
  on
    function remove_group_member(integer, text, integer)
  to
  osnova_worker;
