-- Students kept out of a course.

set role osnova_system;

-- Keeps a student out of a course, or lets them in again; a student who is somebody else.
create or replace function block_in_course(
  p_course integer,
  p_user integer,
  p_blocked boolean
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform require_in_reach('{}', array[p_course]);
  if not exists (select from course_states
    where company_id = app_company() and course_id = p_course and user_id = p_user)
     or not (app_user_type() in ('owner', 'admin') or p_user in (select people_in_reach())) then
    perform fail('not_found');
  end if;
  perform refuse_oneself(p_user);
  perform set_config('app.action', case when p_blocked then 'blocked' else 'unblocked' end, true);
  if p_blocked then
    insert into course_blocks (company_id, course_id, user_id) values (app_company(), p_course, p_user)
      on conflict do nothing;
  else
    delete from course_blocks where company_id = app_company() and course_id = p_course and user_id = p_user;
  end if;
end $$;
grant
  execute
  on
    function block_in_course(integer, integer, boolean)
  to
  osnova_worker;

-- Refuses a student who is kept out of the course, also by one of its forms or attempts, or whom a timeline keeps out;
-- an attempt that runs is never cut off by one. Looks at the index before anything else: this runs with every answer
-- saved.
create or replace function refuse_blocked(
  p_course integer,
  p_form integer default null,
  p_attempt integer default null
) returns void
  language plpgsql
  volatile
  security definer
  set search_path = public, pg_temp
  as $$
begin
  -- Nearly nobody is kept out of anything: what it is of is only asked of the others.
  if exists (select from course_blocks b where b.company_id = app_company() and b.user_id = app_user()) then
    if (app_user_type() = 'student' or p_attempt is not null)
       and exists (
         select from course_blocks b where b.company_id = app_company() and b.user_id = app_user() and b.course_id in (
           select p_course
           union all
           select m.course_id from forms f join materials m on m.company_id = f.company_id and m.id = f.material_id
             where f.company_id = app_company()
               and f.id = coalesce(p_form,
                 (select t.form_id from attempts t where t.company_id = app_company() and t.id = p_attempt))
         )) then
      perform fail('blocked_in_course');
    end if;
  end if;
  if app_user_type() = 'student' and p_attempt is null then
    perform refuse_locked(coalesce(p_course, (
      select m.course_id from forms f join materials m on m.company_id = f.company_id and m.id = f.material_id
        where f.company_id = app_company() and f.id = p_form)));
  end if;
end $$;
grant
  execute
  on
    function refuse_blocked(integer, integer, integer)
  to
  osnova_worker;
