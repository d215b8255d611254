-- Which material is open to whom.

-- The materials a student has in a course: an archived one only for those who opened the course before.
create or replace view student_materials
  with (security_invoker = true)
  as
  select
    e.company_id,
    e.course_id,
    e.user_id,
    m.id as material_id,
    m.type,
    m.position,
    p.opened_at,
    p.done_at
  from course_states e
    join materials m on
      m.company_id = e.company_id
        and m.course_id = e.course_id
        and m.deleted_at is null
    left join material_progress p on
      p.company_id = m.company_id
        and p.material_id = m.id
        and p.user_id = e.user_id
  where
    m.archived_at is null
    or exists(
      select
      from material_progress earlier
        join materials sibling on
          sibling.company_id = earlier.company_id
            and sibling.id = earlier.material_id
      where
        earlier.company_id = m.company_id
        and earlier.user_id = e.user_id
        and sibling.course_id = m.course_id
        and earlier.opened_at < m.archived_at
    );
grant select on student_materials to osnova_worker, osnova_system;

-- Whether a material of a type shows a file, without which there is nothing to do in it (`MAIN_EXTENSIONS`).
create or replace function shows_file(p_type text) returns boolean
  language sql
  immutable
  parallel safe
  as $$
  select p_type in ('video', 'audio', 'pdf', 'presentation', 'package')
$$;

-- The materials of a course as a student has them. locked_by: the material that has to be viewed or passed before this
-- one opens under chain access; since the first such one locks all that follow, it is the same for each of them. What
-- nobody can do locks nothing: whose file is not there yet is passed over. What the student opened once, or what was
-- unblocked for them, stays open; all else follows the order as it is now.
create or replace function own_materials(
  p_course integer,
  p_user integer default app_user()
) returns table (
  material_id integer,
  type text,
  "position" integer,
  opened_at timestamptz,
  done_at timestamptz,
  locked_by integer
)
  language plpgsql
  stable
  rows 10
  as $$
declare
  v_company integer := app_company();
  v_chain boolean;
begin
  if not exists (select from course_states s
    where s.company_id = v_company and s.course_id = p_course and s.user_id = p_user) then
    return;
  end if;
  select c.material_access = 'chain_access' into v_chain from courses c
    where c.company_id = v_company and c.id = p_course;
  return query
  with held as materialized (
    select m.id, m.type, m.position, m.archived_at, m.deleted_at, m.next_access, p.opened_at, p.viewed_at, p.done_at
      from materials m
      left join material_progress p on p.company_id = v_company and p.user_id = p_user and p.material_id = m.id
      where m.company_id = v_company and m.course_id = p_course
  ), visible as materialized (
    select h.* from held h where h.deleted_at is null
      and (h.archived_at is null or (select min(o.opened_at) from held o) < h.archived_at)
  ), gate as materialized (
    select w.id, w.position from (
      select v.id, v.position, shows_file(v.type) as shows_file
        from visible v
        where v_chain and v.type <> 'additional'
          and case v.next_access when 'free' then false when 'after_viewing' then v.viewed_at is null
            else v.done_at is null end
        order by v.position, v.id) w
      where not w.shows_file or exists (select from material_files f
        where f.company_id = v_company and f.material_id = w.id and f.kind = 'main')
      limit 1
  )
  select v.id, v.type, v.position, v.opened_at, v.done_at,
         case when v.type <> 'additional' and v.opened_at is null and (v.position, v.id) > (g.position, g.id)
                and v.id not in (select u.material_id from material_unlocks u
                  where u.company_id = v_company and u.user_id = p_user)
              then g.id end
    from visible v left join gate g on true;
end $$;

-- How many minutes a material takes by itself: of a text by a reader's thousand letters a minute, of a recording by its
-- length in seconds; null where nobody can tell. An expression, so that a page of five hundred calls nothing.
create or replace function material_minutes(
  p_type text,
  p_letters integer,
  p_duration real
) returns integer
  language sql
  immutable
  parallel safe
  as $$
  select case when p_type in ('video', 'audio') then ceil(p_duration / 60)::integer
              when p_type in ('theory', 'additional') and p_letters > 0
                then greatest(1, round(p_letters / 1000.0))::integer end
$$;

-- The material whose completion opens this one for the student under chain access, or null when it is open.
create or replace function locked_by(
  p_material integer,
  p_user integer
) returns integer
  language sql
  stable
  as $$
  select own.locked_by from materials m cross join lateral own_materials(m.course_id, p_user) own
    where m.company_id = app_company() and m.id = p_material and own.material_id = m.id
$$;

-- Where a material stands among those of its course, for staff (null) all, for a student theirs; and of the next one
-- what closes it to the student: a material before it, or, of a test, something else that they wait for. In review:
-- whether this one is passed is not said before its result is published.
-- Its plan is kept: as parts of the statement that reads the page they cost 10 ms of planning each time.
create or replace function material_place(
  p_material integer,
  p_student integer
) returns table (
  place integer,
  total integer,
  previous_id integer,
  next_id integer,
  next_name text,
  next_locked_by integer,
  next_waits boolean,
  in_review boolean
)
  language sql
  stable
  rows 1
  set plan_cache_mode = force_generic_plan
  as $$
  with here as materialized (
    select course_id from materials where company_id = app_company() and id = p_material
  ), those as (
    select m.id, m.position, null::integer as locked_by
      from here join materials m
        on m.company_id = app_company() and m.course_id = here.course_id and m.deleted_at is null
      where p_student is null
    union all
    select own.material_id, own.position, own.locked_by
      from here cross join lateral own_materials(here.course_id, p_student) own
      where p_student is not null
  ), held as materialized (
    select id, locked_by, row_number() over ordered as place, count(*) over () as total,
      lag(id) over ordered as previous_id
      from those window ordered as (order by "position", id)
  )
  select h.place::integer, h.total::integer, h.previous_id, n.id, m.name, n.locked_by,
         coalesce(t.waits_for <> 'running', false), coalesce(s.state = 'in_review', false)
    from held h
    left join held n on n.place = h.place + 1
    left join materials m on m.company_id = app_company() and m.id = n.id
    left join forms f on p_student is not null and f.company_id = app_company() and f.material_id = n.id
    left join lateral form_standing(f.id, p_student) t on true
    left join forms g on p_student is not null and g.company_id = app_company() and g.material_id = h.id
    left join lateral form_standing(g.id, p_student) s on true
    where h.id = p_material
$$;

-- While somebody's own attempt runs in a course, they read its materials in no role (forms aside).
create or replace function refuse_during_tests(
  p_course integer,
  p_material integer
) returns void
  language plpgsql
  stable
  as $$
begin
  if attempt_runs_in(p_course, app_user()) and exists (
    select from materials m where m.company_id = app_company() and m.course_id = p_course and m.id = p_material
      and m.type not in ('practice', 'exam')) then
    perform fail('blocked_during_tests');
  end if;
end $$;

-- Refuses a student a material that is closed to them: it must be theirs, unlocked, and no attempt may run in its
-- course (forms aside). Tells its type.
create or replace function refuse_closed_material(
  p_course integer,
  p_material integer
) returns text
  language plpgsql
  stable
  as $$
declare
  v_own record;
begin
  select own.type, own.locked_by into v_own from courses c cross join lateral own_materials(c.id) own
    where c.company_id = app_company() and c.id = p_course and c.deleted_at is null and c.published_at is not null
      and own.material_id = p_material;
  if not found then
    perform fail('not_found');
  end if;
  perform refuse_during_tests(p_course, p_material);
  if v_own.locked_by is not null then
    perform fail('material_locked');
  end if;
  return v_own.type;
end $$;

-- A student opens a material that is not closed to them.
create or replace function open_material(
  p_course integer,
  p_material integer
) returns void
  language plpgsql
  as $$
declare
  v_type text := refuse_closed_material(p_course, p_material);
begin
  insert into material_progress (company_id, material_id, user_id, opened_at, viewed_at)
    values (app_company(), p_material, app_user(), app_now(),
            case when v_type not in ('practice', 'exam') then app_now() end)
    on conflict do nothing;
end $$;

set role osnova_system;

-- Opens one chained material for one student, who is somebody else.
create or replace function unblock_material(
  p_material integer,
  p_user integer
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_course integer;
begin
  select course_id into v_course from materials
    where company_id = app_company() and id = p_material and deleted_at is null;
  if not found then
    perform fail('not_found');
  end if;
  perform require_in_reach('{}', array[v_course]);
  if not (app_user_type() in ('owner', 'admin') or p_user in (select people_in_reach()))
     or not exists (select from own_materials(v_course, p_user) own where own.material_id = p_material) then
    perform fail('not_found');
  end if;
  perform refuse_oneself(p_user);
  insert into material_unlocks (company_id, material_id, user_id, unlocked_by, created_at)
    values (app_company(), p_material, p_user, app_user(), app_now())
    on conflict do nothing;
end $$;
grant execute on function unblock_material(integer, integer) to osnova_worker;
