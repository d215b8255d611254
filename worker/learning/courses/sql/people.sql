-- People tied to a course directly.

set role osnova_system;

-- People tied to a course directly. A coach may be anybody of the company who is a trainer, whom a trainer finds by
-- name alone. `p_due`: by when it is due to students ({due_on?, due_after_days?}).
create or replace function add_course_people(
  p_course integer,
  p_role text,
  p_users integer[],
  p_due jsonb
) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_added integer;
begin
  perform require_in_reach('{}', array[p_course]);
  perform require_people(
    case p_role when 'coach' then array(
      select unnest(p_users) except
      select user_id from memberships
        where company_id = app_company() and deleted_at is null and 'trainer' = any (user_types))
    else p_users end, p_role, 'user_ids');
  insert into course_members (company_id, course_id, user_id, role, due_on, due_after_days)
    select distinct app_company(), p_course, u, p_role, due_on_of(p_due), due_days_of(p_due) from unnest(p_users) u
    on conflict do nothing;
  get diagnostics v_added = row_count;
  return v_added;
end $$;
grant
  execute
  on
    function add_course_people(integer, text, integer[], jsonb)
  to
  osnova_worker;

-- Unties a person; who has the course through a group keeps it so.
create or replace function remove_course_person(
  p_course integer,
  p_role text,
  p_user integer
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform require_in_reach('{}', array[p_course]);
  delete from course_members
    where company_id = app_company() and course_id = p_course and role = p_role and user_id = p_user;
  if not found then
    perform fail('not_found');
  end if;
end $$;
grant
  execute
  on
    function remove_course_person(integer, text, integer)
  to
  osnova_worker;

-- The caller coaches the course no longer.
create or replace function leave_course(p_course integer) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform require_in_reach('{}', array[p_course]);
  delete from course_members
    where company_id = app_company() and course_id = p_course and role = 'coach' and user_id = app_user();
  if not found then
    perform fail('not_course_coach');
  end if;
end $$;
grant execute on function leave_course(integer) to osnova_worker;

-- Whether a group that is not deleted has the course.
create or replace function course_has_group(p_course integer) returns boolean
  language sql
  stable
  as $$
  select exists (select from course_groups cg join study_groups g on g.company_id = cg.company_id and g.id = cg.group_id
                   where cg.company_id = app_company() and cg.course_id = p_course and g.deleted_at is null)
$$;
grant execute on function course_has_group(integer) to public;
