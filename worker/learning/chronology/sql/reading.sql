-- A timeline as it is read.

-- What an item is about: a course or a webinar that its program still holds.
create or replace function chronology_thing(
  p_course integer,
  p_webinar integer
) returns jsonb
  language sql
  stable
  as $$
  select jsonb_build_object('name', coalesce(c.name, w.name), 'theme_color', c.theme_color, 'starts_at', w.starts_at,
      'canceled', w.canceled_at is not null, 'has_tests', exists (
        select from course_tests t where t.company_id = app_company() and t.course_id = p_course))
    from (values (1)) one
    left join courses c on c.company_id = app_company() and c.id = p_course
    left join webinars w on w.company_id = app_company() and w.id = p_webinar
$$;

-- Whether somebody who reads it sees an item's course or webinar: it is there, of the program, and for a student
-- published.
create or replace function chronology_shows(
  p_program integer,
  p_course integer,
  p_webinar integer
) returns boolean
  language sql
  stable
  as $$
  select exists (
    select from courses c
      join program_courses pc on pc.company_id = c.company_id and pc.program_id = p_program and pc.course_id = c.id
      where c.company_id = app_company() and c.id = p_course and c.deleted_at is null
        and (c.published_at is not null or app_user_type() <> 'student')
  ) or exists (
    select from webinars w
      join webinar_programs wp on wp.company_id = w.company_id and wp.program_id = p_program and wp.webinar_id = w.id
      where w.company_id = app_company() and w.id = p_webinar and w.deleted_at is null)
$$;

-- The items of a timeline in their stages; to a student with where they stand, and without empty stages. A course or a
-- webinar that another way gives to the student is open, whatever this timeline says of it.
create or replace function chronology_stages_of(p_program integer) returns jsonb
  language sql
  stable
  as $$
  with closed as materialized (
    select case app_user_type() when 'student' then course_locks(array(
             select i.course_id from chronology_items i
               where i.company_id = app_company() and i.program_id = p_program and i.course_id is not null)) end as ids,
           webinar_locks(array(select i.webinar_id from chronology_items i
             where i.company_id = app_company() and i.program_id = p_program and i.webinar_id is not null)) as webinars
  ), items as materialized (
    select i.stage_id, i.position, i.id, jsonb_build_object('id', i.id, 'course_id', i.course_id,
             'webinar_id', i.webinar_id, 'required', i.required, 'access_rule', i.access_rule,
             'access_from', i.access_from, 'opens', i.opens, 'opens_on', i.opens_on,
             'opens_after_days', i.opens_after_days, 'due', i.due, 'due_on', i.due_on,
             'due_after_days', i.due_after_days, 'after_due', i.after_due, 'own', case when o.item_id is not null then
               jsonb_build_object('state', case when not elsewhere.open then o.state
                   when o.overdue then 'overdue' when cp.opened_at is null then 'open' else 'in_progress' end,
                 'reason', case when not elsewhere.open then o.reason end,
                 'after', case when elsewhere.open then '[]' else coalesce(o.after, '[]') end,
                 'opens_at', case when not elsewhere.open then o.opens_at end,
                 'due_at', o.due_at, 'done_at', o.done_at, 'overdue', o.overdue,
                 'percent', cp.percent) end)
             || chronology_thing(i.course_id, i.webinar_id) as item
      from chronology_items i
      left join chronology_states(p_program,
        array[case app_user_type() when 'student' then app_user() end]) o on o.item_id = i.id
      left join course_progress cp on o.item_id is not null and cp.company_id = i.company_id
        and cp.course_id = i.course_id and cp.user_id = app_user()
      cross join closed
      cross join lateral (
        select coalesce(o.state = 'locked' and not o.canceled and not case when i.course_id is null
          then closed.webinars ? i.webinar_id::text else closed.ids ? i.course_id::text end, false) as open
      ) elsewhere
      where i.company_id = app_company() and i.program_id = p_program
        and chronology_shows(p_program, i.course_id, i.webinar_id)
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'items', coalesce((
      select jsonb_agg(i.item order by i.position, i.id) from items i where i.stage_id = s.id), '[]'))
      order by s.position, s.id), '[]')
    from chronology_stages s
    where s.company_id = app_company() and s.program_id = p_program
      and (app_user_type() <> 'student' or exists (select from items i where i.stage_id = s.id))
$$;

-- Tells one state of a timeline from another: of all that saving replaces, shown or not.
create or replace function chronology_revision(p_program integer) returns text
  language sql
  stable
  as $$
  select md5(concat(
    (select jsonb_agg(s order by s.id) from chronology_stages s
       where s.company_id = app_company() and s.program_id = p_program),
    (select jsonb_agg(i order by i.id) from chronology_items i
       where i.company_id = app_company() and i.program_id = p_program)))
$$;

-- What a program holds and its timeline does not, in the program's order; nothing for a student.
create or replace function chronology_unplaced(p_program integer) returns jsonb
  language sql
  stable
  as $$
  select coalesce(jsonb_agg(jsonb_build_object('course_id', c.id, 'webinar_id', w.id)
      || chronology_thing(c.id, w.id) order by u.kind, u.position, w.starts_at, u.id), '[]')
    from (
      select 1 as kind, pc.position, pc.course_id as id from program_courses pc
        where pc.company_id = app_company() and pc.program_id = p_program
      union all
      select 2, 0, wp.webinar_id from webinar_programs wp
        where wp.company_id = app_company() and wp.program_id = p_program
    ) u
    left join courses c on u.kind = 1 and c.company_id = app_company() and c.id = u.id and c.deleted_at is null
    left join webinars w on u.kind = 2 and w.company_id = app_company() and w.id = u.id and w.deleted_at is null
    where app_user_type() <> 'student' and (c.id is not null or w.id is not null) and not exists (
      select from chronology_items i
        where i.company_id = app_company() and i.program_id = p_program
          and (i.course_id = c.id or i.webinar_id = w.id))
$$;

-- How far students are in a program, in the order given: by what counts in its timeline and by the courses outside of
-- it, which come after.
create or replace function chronology_students(
  p_program integer,
  p_users integer[]
) returns table (
  id integer,
  first_name text,
  last_name text,
  email text,
  phone text,
  photo text,
  "position" text,
  subdivision text,
  assigned_at timestamptz,
  done integer,
  total integer,
  overdue integer,
  due_at timestamptz,
  finished_at timestamptz,
  finished_late_days integer,
  late_steps integer,
  current jsonb
)
  language sql
  stable
  rows 10
  as $$
  with states as materialized (
    -- A mark that comes later makes nobody late.
    select t.*, days_late(t.due_at, least(t.done_at, case when t.done_at is not null then cs.last_activity end)) as late
      from chronology_states(p_program, p_users) t
      left join course_states cs on cs.company_id = app_company() and cs.course_id = t.course_id
        and cs.user_id = t.user_id
  )
  select u.id, u.first_name, u.last_name, u.email, u.phone, '/api/v1/media/' || u.photo_id, mb."position",
         mb.subdivision, t.assigned_at,
         timed.done + plain.done, timed.total + plain.total, timed.overdue,
         case when ended.at is not null then timed.was_due_at else timed.next_due_at end, ended.at,
         case when ended.at is not null then timed.late end, timed.late_steps,
         coalesce((select jsonb_build_object('name', c.name, 'state', case when not k.stays then
              case when c.overdue then 'overdue' when cp.opened_at is null then 'open' else 'in_progress' end
              else c.state end)
            from states c
            left join course_progress cp on cp.company_id = app_company() and cp.course_id = c.course_id
              and cp.user_id = c.user_id
            cross join lateral (
              select case when c.state = 'locked'
                then stays_locked(p_program, c.course_id, c.webinar_id, c.user_id) end) k(stays)
            where c.user_id = u.id and c.state <> 'done' and not c.canceled
            order by coalesce(k.stays, false), c.place limit 1), plain.current)
    from unnest(p_users) with ordinality as chosen(user_id, place)
    join program_students t on t.company_id = app_company() and t.program_id = p_program and t.user_id = chosen.user_id
    join users u on u.id = t.user_id
    join memberships mb on mb.company_id = t.company_id and mb.user_id = t.user_id
    left join lateral (
      select count(*) filter (where d.counts)::integer as total,
             count(*) filter (where d.counts and d.state = 'done')::integer as done,
             count(*) filter (where d.overdue)::integer as overdue,
             min(d.due_at) filter (where d.late is null) as next_due_at,
             (array_agg(d.due_at order by d.late desc, d.due_at desc) filter (where d.late is not null))[1]
               as was_due_at,
             max(d.late) as late, count(*) filter (where d.late > 0)::integer as late_steps,
             max(d.done_at) filter (where d.counts) as done_at
        from states d where d.user_id = u.id) timed on true
    left join lateral (
      select count(*)::integer as total, count(*) filter (where cp.state = 'finished')::integer as done,
             max(coalesce(cs.done_at, cs.opened_at)) as done_at,
             (array_agg(jsonb_build_object('name', c.name,
                'state', case when cp.opened_at is null then 'open' else 'in_progress' end)
              order by pc.position, c.id) filter (where cp.state is distinct from 'finished'))[1] as current
        from program_courses pc
        join courses c on c.company_id = pc.company_id and c.id = pc.course_id and c.deleted_at is null
          and c.published_at is not null
        left join course_progress cp on cp.company_id = c.company_id and cp.course_id = c.id and cp.user_id = u.id
        left join course_states cs on cs.company_id = c.company_id and cs.course_id = c.id and cs.user_id = u.id
        where pc.company_id = app_company() and pc.program_id = p_program and not exists (
          select from chronology_items i where i.company_id = app_company() and i.program_id = p_program
            and i.course_id = pc.course_id)) plain on true
    cross join lateral (
      select case when timed.total + plain.total > 0 and timed.done = timed.total and plain.done = plain.total
        then greatest(timed.done_at, plain.done_at) end as at) ended
    order by chosen.place
$$;

-- Who has a program through which groups, and since when.
create or replace view program_students
  with (security_invoker = true)
  as
  select
    pg.company_id,
    pg.program_id,
    gm.user_id,
    min(greatest(gm.created_at, pg.created_at)) as assigned_at
  from program_groups pg
    join study_groups g on
      g.company_id = pg.company_id
        and g.id = pg.group_id
        and g.deleted_at is null
    join group_members gm on
      gm.company_id = pg.company_id
        and gm.group_id = pg.group_id
        and gm.role = 'student'
  group by pg.company_id, pg.program_id, gm.user_id;
grant select on program_students to osnova_worker;
