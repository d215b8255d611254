CREATE TABLE "course_states" (
	"company_id" integer NOT NULL,
	"course_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"total" integer NOT NULL,
	"done" integer NOT NULL,
	"opened_at" timestamp with time zone,
	"last_activity" timestamp with time zone,
	CONSTRAINT "course_states_company_id_course_id_user_id_pk" PRIMARY KEY("company_id","course_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "course_states" ADD CONSTRAINT "course_states_course" FOREIGN KEY ("company_id","course_id") REFERENCES "public"."courses"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_states" ADD CONSTRAINT "course_states_membership" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "course_states_user" ON "course_states" USING btree ("company_id","user_id");
--> statement-breakpoint
select secure_tenant_table('course_states');
grant select on course_states to osnova_worker;

-- Where a student would stand, counted. A material archived since counts for those who opened the course before.
create function counted_state(p_company integer, p_course integer, p_user integer)
  returns table (total integer, done integer, opened_at timestamptz, last_activity timestamptz)
  language sql stable as $$
  select count(*) filter (where type <> 'additional')::integer, count(done_at) filter (where type <> 'additional')::integer,
         min(opened_at), max(greatest(opened_at, done_at))
    from (
      select m.type, m.archived_at, m.deleted_at, p.opened_at, p.done_at, min(p.opened_at) over () as first_opened_at
        from materials m
        left join material_progress p on p.company_id = m.company_id and p.user_id = p_user and p.material_id = m.id
        where m.company_id = p_company and m.course_id = p_course
    ) held
    where deleted_at is null and (archived_at is null or first_opened_at < archived_at)
$$;

-- Counts anew the students of courses, all or those named. Locks first and counts in a later statement: of two changes
-- at once the second one sees what the first has done.
create function refresh_course_states(p_courses integer[], p_users integer[] default null) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_courses is null then
    return;
  end if;
  perform from courses where id = any (p_courses) order by id for no key update;
  perform from courses c join course_states s on s.company_id = c.company_id and s.course_id = c.id
    where c.id = any (p_courses) and (p_users is null or s.user_id = any (p_users))
    order by s.course_id, s.user_id for update of s;
  with studied as materialized (
    select e.company_id, e.course_id, e.user_id from (
      select cm.company_id, cm.course_id, cm.user_id from courses c
        join course_members cm on cm.company_id = c.company_id and cm.course_id = c.id and cm.role = 'student'
        where c.id = any (p_courses)
      union
      select cg.company_id, cg.course_id, gm.user_id from courses c
        join course_groups cg on cg.company_id = c.company_id and cg.course_id = c.id
        join study_groups g on g.company_id = cg.company_id and g.id = cg.group_id and g.deleted_at is null
        join group_members gm on gm.company_id = cg.company_id and gm.group_id = cg.group_id and gm.role = 'student'
        where c.id = any (p_courses)
      union
      select pc.company_id, pc.course_id, gm.user_id from courses c
        join program_courses pc on pc.company_id = c.company_id and pc.course_id = c.id
        join programs p on p.company_id = pc.company_id and p.id = pc.program_id and p.deleted_at is null
        join program_groups pg on pg.company_id = pc.company_id and pg.program_id = pc.program_id
        join study_groups g on g.company_id = pg.company_id and g.id = pg.group_id and g.deleted_at is null
        join group_members gm on gm.company_id = pg.company_id and gm.group_id = pg.group_id and gm.role = 'student'
        where c.id = any (p_courses)
    ) e where p_users is null or e.user_id = any (p_users)
  ), gone as (
    delete from course_states s using courses c
      where c.id = any (p_courses) and s.company_id = c.company_id and s.course_id = c.id
        and (p_users is null or s.user_id = any (p_users))
        and not exists (select from studied e where e.course_id = s.course_id and e.user_id = s.user_id)
  )
  insert into course_states as s (company_id, course_id, user_id, total, done, opened_at, last_activity)
    select e.company_id, e.course_id, e.user_id, n.total, n.done, n.opened_at, n.last_activity
      from studied e cross join lateral counted_state(e.company_id, e.course_id, e.user_id) n
    on conflict (company_id, course_id, user_id) do update
      set total = excluded.total, done = excluded.done, opened_at = excluded.opened_at, last_activity = excluded.last_activity
      where (s.total, s.done, s.opened_at, s.last_activity)
        is distinct from (excluded.total, excluded.done, excluded.opened_at, excluded.last_activity);
end $$;

-- Progress changes only rows that are there.
create function progress_noted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from (select distinct m.company_id, m.course_id, c.user_id from changed c
                  join materials m on m.company_id = c.company_id and m.id = c.material_id) pair
    join course_states s using (company_id, course_id, user_id) order by s.course_id, s.user_id for update of s;
  update course_states s
    set total = n.total, done = n.done, opened_at = n.opened_at, last_activity = n.last_activity
    from (select distinct m.company_id, m.course_id, c.user_id from changed c
            join materials m on m.company_id = c.company_id and m.id = c.material_id) pair
    cross join lateral counted_state(pair.company_id, pair.course_id, pair.user_id) n
    where s.company_id = pair.company_id and s.course_id = pair.course_id and s.user_id = pair.user_id;
  return null;
end $$;
create trigger states_insert after insert on material_progress referencing new table as changed for each statement execute function progress_noted();
create trigger states_update after update on material_progress referencing new table as changed for each statement execute function progress_noted();
create trigger states_delete after delete on material_progress referencing old table as changed for each statement execute function progress_noted();

create function materials_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    perform refresh_course_states((select array_agg(distinct n.course_id) from now_rows n join was_rows o on o.id = n.id
      where (n.type, n.archived_at, n.deleted_at) is distinct from (o.type, o.archived_at, o.deleted_at)));
  else
    perform refresh_course_states((select array_agg(distinct course_id) from now_rows));
  end if;
  return null;
end $$;
create trigger states_insert after insert on materials referencing new table as now_rows for each statement execute function materials_changed();
create trigger states_update after update on materials referencing old table as was_rows new table as now_rows for each statement execute function materials_changed();
create trigger states_delete after delete on materials referencing old table as now_rows for each statement execute function materials_changed();

create function courses_linked() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refresh_course_states((select array_agg(distinct course_id) from changed));
  return null;
end $$;

create function course_students_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refresh_course_states((select array_agg(distinct course_id) from changed where role = 'student'),
                                (select array_agg(distinct user_id) from changed where role = 'student'));
  return null;
end $$;

-- The courses that groups give, themselves and by programs.
create function courses_of_groups(p_company integer, p_groups integer[]) returns integer[] language sql stable as $$
  select array_agg(distinct course_id) from (
    select course_id from course_groups where company_id = p_company and group_id = any (p_groups)
    union all
    select pc.course_id from program_groups pg
      join program_courses pc on pc.company_id = pg.company_id and pc.program_id = pg.program_id
      where pg.company_id = p_company and pg.group_id = any (p_groups)) given
$$;

create function group_students_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v record;
begin
  for v in select company_id, array_agg(distinct group_id) as groups, array_agg(distinct user_id) as users from changed
             where role = 'student' group by company_id loop
    perform refresh_course_states(courses_of_groups(v.company_id, v.groups), v.users);
  end loop;
  return null;
end $$;

create function program_groups_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refresh_course_states((select array_agg(distinct pc.course_id) from changed c
    join program_courses pc on pc.company_id = c.company_id and pc.program_id = c.program_id));
  return null;
end $$;

create function group_hidden() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refresh_course_states(courses_of_groups(new.company_id, array[new.id]));
  return null;
end $$;
create function program_hidden() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refresh_course_states((select array_agg(course_id) from program_courses where company_id = new.company_id and program_id = new.id));
  return null;
end $$;
create trigger states after update of deleted_at on study_groups for each row
  when (old.deleted_at is distinct from new.deleted_at) execute function group_hidden();
create trigger states after update of deleted_at on programs for each row
  when (old.deleted_at is distinct from new.deleted_at) execute function program_hidden();

do $$
declare
  f text;
  t record;
begin
  for t in select * from (values
    ('course_groups', 'courses_linked'), ('program_courses', 'courses_linked'), ('course_members', 'course_students_changed'),
    ('group_members', 'group_students_changed'), ('program_groups', 'program_groups_changed')) v(tbl, fn) loop
    execute format('create trigger states_insert after insert on %I referencing new table as changed for each statement execute function %I()', t.tbl, t.fn);
    execute format('create trigger states_delete after delete on %I referencing old table as changed for each statement execute function %I()', t.tbl, t.fn);
  end loop;
  foreach f in array array['refresh_course_states(integer[], integer[])', 'progress_noted()', 'materials_changed()', 'courses_linked()',
    'course_students_changed()', 'group_students_changed()', 'program_groups_changed()', 'group_hidden()', 'program_hidden()'] loop
    execute format('alter function %s owner to osnova_system', f);
    execute format('revoke execute on function %s from public', f);
  end loop;
end $$;

-- Readers of before go on reading the same names.
drop view course_progress;
create view course_progress with (security_invoker = true) as
  select company_id, course_id, user_id, total, done, opened_at, last_activity,
         case when opened_at is null then 'new' when done = total then 'finished' else 'in_progress' end as state,
         case when total = 0 then 0 else floor(100.0 * done / total)::integer end as percent
    from course_states;
grant select on course_progress to osnova_worker, osnova_system;

set role osnova_system;
select refresh_course_states(array_agg(id)) from courses;
reset role;

create or replace view student_materials with (security_invoker = true) as
  select e.company_id, e.course_id, e.user_id, m.id as material_id, m.type, m.position, p.opened_at, p.done_at
    from course_states e
    join materials m on m.company_id = e.company_id and m.course_id = e.course_id and m.deleted_at is null
    left join material_progress p
      on p.company_id = m.company_id and p.material_id = m.id and p.user_id = e.user_id
    where m.archived_at is null or exists (
      select from material_progress earlier
        join materials sibling on sibling.company_id = earlier.company_id and sibling.id = earlier.material_id
        where earlier.company_id = m.company_id and earlier.user_id = e.user_id
          and sibling.course_id = m.course_id and earlier.opened_at < m.archived_at);

-- The rows a role's hand reaches. In PL/pgSQL since that keeps its plans: inlined into a query, these cost more to plan
-- than the query takes to run.
create or replace function groups_in_reach() returns setof integer language plpgsql stable as $$
declare
  v_company integer := app_company();
  v_user integer := app_user();
  v_type text := app_user_type();
begin
  return query select gm.group_id from group_members gm
    where gm.company_id = v_company and gm.user_id = v_user
      and gm.role = case v_type when 'manager' then 'manager' when 'student' then 'student' else 'coach' end;
  if v_type = 'trainer' then
    return query select cg.group_id from course_members cm
      join course_groups cg on cg.company_id = v_company and cg.course_id = cm.course_id
      where cm.company_id = v_company and cm.user_id = v_user and cm.role = 'coach';
  end if;
end $$;

create or replace function programs_in_reach() returns setof integer language plpgsql stable as $$
declare
  v_company integer := app_company();
begin
  if app_user_type() in ('manager', 'student') then
    return query select pg.program_id from program_groups pg
      where pg.company_id = v_company and pg.group_id in (select groups_in_reach());
  elsif app_user_type() = 'trainer' then
    return query select pc.program_id from course_members cm
      join program_courses pc on pc.company_id = v_company and pc.course_id = cm.course_id
      where cm.company_id = v_company and cm.user_id = app_user() and cm.role = 'coach';
  end if;
end $$;

create or replace function courses_in_reach() returns setof integer language plpgsql stable as $$
declare
  v_company integer := app_company();
  v_user integer := app_user();
  v_type text := app_user_type();
begin
  if v_type = 'trainer' then
    return query select cm.course_id from course_members cm
      where cm.company_id = v_company and cm.user_id = v_user and cm.role = 'coach';
  elsif v_type = 'student' then
    return query select s.course_id from course_states s
      join courses c on c.company_id = v_company and c.id = s.course_id and c.published_at is not null
      where s.company_id = v_company and s.user_id = v_user;
  elsif v_type = 'manager' then
    return query select cg.course_id from course_groups cg
      where cg.company_id = v_company and cg.group_id in (select groups_in_reach());
    return query select pc.course_id from program_courses pc
      where pc.company_id = v_company and pc.program_id in (select programs_in_reach());
  end if;
end $$;

create or replace function people_in_reach() returns setof integer language plpgsql stable as $$
declare
  v_company integer := app_company();
begin
  return next app_user();
  if app_user_type() in ('manager', 'student') then
    return query select gm.user_id from group_members gm
      where gm.company_id = v_company and gm.group_id in (select groups_in_reach());
  elsif app_user_type() = 'trainer' then
    return query select s.user_id from course_states s
      where s.company_id = v_company and s.course_id in (select courses_in_reach());
  end if;
end $$;

-- Courses as a list shows them, in the order given: state and progress over the people given (null: everybody).
create function course_summaries(p_courses integer[], p_people integer[])
  returns table (id integer, name text, description text, theme_color text, created_at timestamptz, published boolean,
                 category jsonb, materials integer, form_type jsonb, students integer, state text, progress integer)
  language plpgsql stable rows 10 as $$
#variable_conflict use_column
declare
  v_company integer := app_company();
begin
  return query
  select c.id, c.name, c.description, c.theme_color, c.created_at, c.published_at is not null,
         case when k.id is not null then jsonb_build_object('id', k.id, 'name', k.name) end,
         held.materials, held.form_type, seen.students, seen.state, seen.progress
    from unnest(p_courses) with ordinality as asked(course_id, place)
    join courses c on c.company_id = v_company and c.id = asked.course_id
    left join course_categories k on k.company_id = v_company and k.id = c.category_id
    cross join lateral (
      select count(*)::integer as materials,
             coalesce(jsonb_agg(distinct case m.type when 'exam' then 2 else 1 end) filter (where m.type in ('practice', 'exam')), '[]') as form_type
        from materials m where m.company_id = v_company and m.course_id = c.id and m.deleted_at is null and m.archived_at is null
    ) held
    cross join lateral (
      select count(*)::integer as students,
             case when count(s.opened_at) = 0 then 'new'
                  when bool_and(s.opened_at is not null and s.done = s.total) then 'finished' else 'in_progress' end as state,
             coalesce(floor(avg(case when s.total = 0 then 0 else 100 * s.done / s.total end)), 0)::integer as progress
        from course_states s
        where s.company_id = v_company and s.course_id = c.id and (p_people is null or s.user_id = any (p_people))
    ) seen
    order by asked.place;
end $$;

-- The materials of a course as the student who entered has them. locked_by: the material whose completion opens this
-- one under chain access; since the first one not done locks all that follow, it is the same for each of them.
create function own_materials(p_course integer)
  returns table (material_id integer, type text, "position" integer, opened_at timestamptz, done_at timestamptz, locked_by integer)
  language plpgsql stable rows 10 as $$
declare
  v_company integer := app_company();
  v_user integer := app_user();
  v_chain boolean;
begin
  if not exists (select from course_states s where s.company_id = v_company and s.course_id = p_course and s.user_id = v_user) then
    return;
  end if;
  select c.material_access = 'chain_access' into v_chain from courses c where c.company_id = v_company and c.id = p_course;
  return query
  with held as materialized (
    select m.id, m.type, m.position, m.archived_at, m.deleted_at, p.opened_at, p.done_at
      from materials m
      left join material_progress p on p.company_id = v_company and p.user_id = v_user and p.material_id = m.id
      where m.company_id = v_company and m.course_id = p_course
  ), visible as materialized (
    select h.* from held h where h.deleted_at is null
      and (h.archived_at is null or (select min(o.opened_at) from held o) < h.archived_at)
  ), first_open as materialized (
    select v.id, v.position from visible v where v.type <> 'additional' and v.done_at is null order by v.position, v.id limit 1
  )
  select v.id, v.type, v.position, v.opened_at, v.done_at,
         case when v_chain and v.type <> 'additional' and (v.position, v.id) > (f.position, f.id) then f.id end
    from visible v left join first_open f on true;
end $$;
