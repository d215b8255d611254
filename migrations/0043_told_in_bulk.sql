set role osnova_system;
--> statement-breakpoint
-- Tells students of courses that came to them, pair by pair: of those published, and open as far as timelines go; what a
-- timeline closes, as course_lock() judges, waits. The caller knows which are not begun: joined with the states here, 4,000
-- students of a company too new for the planner's counts took half a minute.
create or replace function tell_of_courses(p_company integer, p_courses integer[], p_users integer[]) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_count integer;
begin
  with told as materialized (
    select p.course_id, p.user_id from unnest(p_courses, p_users) p(course_id, user_id)
      where p.user_id in (select told_people(p_company, p_users))
  ), pairs as materialized (
    select p.course_id, p.user_id, c.name
      from told p
      join courses c on c.company_id = p_company and c.id = p.course_id and c.published_at is not null and c.deleted_at is null
      where not exists (select from course_blocks b where b.company_id = p_company and b.course_id = p.course_id and b.user_id = p.user_id)
  ), timed as materialized (
    select i.program_id, array_agg(distinct p.user_id) as users
      from pairs p
      join chronology_items i on i.company_id = p_company and i.course_id = p.course_id
      join programs g on g.company_id = p_company and g.id = i.program_id and g.deleted_at is null
      group by i.program_id
  ), steps as materialized (
    select t.program_id, s.course_id, s.user_id, s.locked
      from timed t cross join lateral today_steps(t.program_id, t.users) s where s.course_id is not null
  ), closed as materialized (
    select p.course_id, p.user_id from pairs p
      join (select course_id, user_id from steps group by course_id, user_id having bool_and(locked)) l using (course_id, user_id)
      where not exists (select from course_members cm
              where cm.company_id = p_company and cm.course_id = p.course_id and cm.user_id = p.user_id and cm.role = 'student')
        and not exists (select from course_groups cg
              join study_groups g on g.company_id = p_company and g.id = cg.group_id and g.deleted_at is null
              join group_members gm on gm.company_id = p_company and gm.group_id = cg.group_id and gm.user_id = p.user_id and gm.role = 'student'
              where cg.company_id = p_company and cg.course_id = p.course_id)
        and not exists (select from program_courses pc
              join programs o on o.company_id = p_company and o.id = pc.program_id and o.deleted_at is null
              join program_groups pg on pg.company_id = p_company and pg.program_id = pc.program_id
              join study_groups g on g.company_id = p_company and g.id = pg.group_id and g.deleted_at is null
              join group_members gm on gm.company_id = p_company and gm.group_id = pg.group_id and gm.user_id = p.user_id and gm.role = 'student'
              where pc.company_id = p_company and pc.course_id = p.course_id
                and not exists (select from steps s where s.program_id = pc.program_id and s.course_id = p.course_id))
  ), waiting as (
    insert into course_waits (company_id, course_id, user_id)
      select p_company, course_id, user_id from closed on conflict do nothing
  )
  insert into notifications (company_id, user_id, kind, key, path, params, created_at)
    select p_company, p.user_id, 'course_assigned', 'course-' || p.course_id, '/course/' || p.course_id,
           jsonb_build_object('name', p.name), app_now()
      from pairs p left join closed c using (course_id, user_id) where c.user_id is null
      order by p.user_id, p.course_id
    on conflict do nothing;
  get diagnostics v_count = row_count;
  return v_count;
end $$;
--> statement-breakpoint
create or replace function courses_came() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v record;
begin
  for v in select company_id, array_agg(course_id) as courses, array_agg(user_id) as users from changed
    where opened_at is null group by company_id loop
    perform tell_of_courses(v.company_id, v.courses, v.users);
    perform tell_of_webinars(v.company_id, w.ids, 'invited', false, v.users)
      from (select array_agg(distinct w.id) as ids from webinar_courses wc
              join webinars w on w.company_id = v.company_id and w.id = wc.webinar_id and w.starts_at > app_now()
              where wc.company_id = v.company_id and wc.course_id = any (v.courses)) w where w.ids is not null;
  end loop;
  return null;
end $$;
--> statement-breakpoint
create or replace function course_published() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform tell_of_courses(new.company_id, array_agg(s.course_id), array_agg(s.user_id))
    from course_states s where s.company_id = new.company_id and s.course_id = new.id and s.opened_at is null;
  perform tell_of_webinars(new.company_id, array_agg(wc.webinar_id), 'invited', false)
    from webinar_courses wc where wc.company_id = new.company_id and wc.course_id = new.id;
  return null;
end $$;
--> statement-breakpoint
create or replace function tell_of_opened() returns integer language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v record;
  v_count integer := 0;
begin
  for v in
    select w.company_id, array_agg(w.course_id) filter (where s.user_id is not null and s.opened_at is null) as courses,
           array_agg(w.user_id) filter (where s.user_id is not null and s.opened_at is null) as users
      from course_waits w left join course_states s using (company_id, course_id, user_id)
      group by w.company_id order by 1
  loop
    perform set_config('app.company', v.company_id::text, true);
    delete from course_waits where company_id = v.company_id;
    v_count := v_count + tell_of_courses(v.company_id, v.courses, v.users);
  end loop;
  perform set_config('app.company', '', true);
  return v_count;
end $$;
--> statement-breakpoint
reset role;
