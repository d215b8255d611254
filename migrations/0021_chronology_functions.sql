-- The program chronology (decisions, "Groups, programs, courses"). The pure model that these functions are tested
-- against is worker/chronology/chronology.ts.
set role osnova_system;

create type chronology_state as (
  user_id integer, item_id integer, course_id integer, webinar_id integer, place integer, name text, counts boolean,
  canceled boolean, state text, reason text, after jsonb, opened boolean, overdue boolean, opens_at timestamptz,
  due_at timestamptz, done_at timestamptz
);

-- What stands in the timeline of a program now: what has left the program, or is hidden, is passed over. A canceled
-- webinar stays to be seen and asks for nothing.
create function chronology_items_of(p_program integer)
  returns table (id integer, stage_id integer, stage integer, place integer, course_id integer, webinar_id integer, name text,
                 counts boolean, canceled boolean, access_rule text, access_from date, opens text, opens_on date,
                 opens_after_days integer, due text, due_on date, due_after_days integer, after_due text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select i.id, i.stage_id, s.position, row_number() over (order by s.position, i.position, i.id)::integer, i.course_id,
         i.webinar_id, coalesce(c.name, w.name), i.required and w.canceled_at is null, w.canceled_at is not null,
         i.access_rule, i.access_from, i.opens, i.opens_on, i.opens_after_days, i.due, i.due_on, i.due_after_days, i.after_due
    from chronology_items i
    join chronology_stages s on s.company_id = i.company_id and s.id = i.stage_id
    left join courses c on c.company_id = i.company_id and c.id = i.course_id and c.deleted_at is null
      and c.published_at is not null and exists (
        select from program_courses pc where pc.company_id = i.company_id and pc.program_id = i.program_id and pc.course_id = c.id)
    left join webinars w on w.company_id = i.company_id and w.id = i.webinar_id and w.deleted_at is null and exists (
        select from webinar_programs wp where wp.company_id = i.company_id and wp.program_id = i.program_id and wp.webinar_id = w.id)
    where i.company_id = app_company() and i.program_id = p_program and (c.id is not null or w.id is not null)
$$;

-- Where students of a program (null: all of them) stand in its timeline, item by item. A day begins and ends where the
-- company is; a due date is the last instant of its day.
create function chronology_states(p_program integer, p_users integer[]) returns setof chronology_state
  language plpgsql stable security definer rows 50 set search_path = public, pg_temp as $$
declare
  v_company integer := app_company();
  v_now timestamptz := app_now();
  v_zone text := (select time_zone from companies where id = app_company());
  v_passing boolean;
begin
  select bool_or(i.access_rule like '%passed') into v_passing from chronology_items i
    where i.company_id = v_company and i.program_id = p_program;
  if v_passing is null then
    return;
  end if;
  return query
  with items as materialized (
    select * from chronology_items_of(p_program)
  ), stages as materialized (
    select s.stage, (select max(e.stage) from items e where e.stage < s.stage and e.counts) as previous
      from (select distinct stage from items) s
  ), students as materialized (
    select gm.user_id, min(greatest(gm.created_at, pg.created_at)) as assigned_at
      from program_groups pg
      join study_groups g on g.company_id = v_company and g.id = pg.group_id and g.deleted_at is null
      join group_members gm on gm.company_id = v_company and gm.group_id = pg.group_id and gm.role = 'student'
      where pg.company_id = v_company and pg.program_id = p_program and (p_users is null or gm.user_id = any (p_users))
      group by gm.user_id
  ), finished as materialized (
    select s.user_id, i.course_id, max(p.done_at) as done_at
      from items i
      join materials m on m.company_id = v_company and m.course_id = i.course_id and m.deleted_at is null and m.type <> 'additional'
      cross join students s
      join material_progress p on p.company_id = v_company and p.user_id = s.user_id and p.material_id = m.id
      group by s.user_id, i.course_id
  ), tests as materialized (
    -- What is published has to be passed.
    select m.course_id, f.id as form_id, count(*) over (partition by m.course_id) as total
      from items i
      join materials m on m.company_id = v_company and m.course_id = i.course_id and m.deleted_at is null and m.archived_at is null
        and m.type in ('practice', 'exam')
      join forms f on f.company_id = v_company and f.material_id = m.id and f.deleted_at is null
      where v_passing and exists (select from form_versions v where v.company_id = v_company and v.form_id = f.id)
  ), passes as materialized (
    select z.user_id, t.course_id, t.total, min(a.finished_at) as passed_at
      from tests t
      cross join students s
      join assignments z on z.company_id = v_company and z.form_id = t.form_id and z.user_id = s.user_id
      join attempts a on a.company_id = v_company and a.assignment_id = z.id and a.status = 'completed'
      where (select g.passed from gradings g where g.company_id = v_company and g.attempt_id = a.id order by g.id desc limit 1)
      group by z.user_id, t.course_id, t.total, t.form_id
  ), passed as materialized (
    select p.user_id, p.course_id, max(p.passed_at) as passed_at from passes p
      group by p.user_id, p.course_id having count(*) = max(p.total)
  ), facts as materialized (
    select s.user_id, s.assigned_at, i.*, g.previous, o.opened_at, cs.opened_at as started_at, d.done_at,
           case when d.done_at is null or p.user_id is null and i.course_id in (select t.course_id from tests t) then null
                else greatest(d.done_at, p.passed_at) end as passed_at
      from students s
      cross join items i
      join stages g on g.stage = i.stage
      left join chronology_opened o on o.company_id = v_company and o.user_id = s.user_id and o.item_id = i.id
      left join course_states cs on cs.company_id = v_company and cs.course_id = i.course_id and cs.user_id = s.user_id
      left join finished f on f.user_id = s.user_id and f.course_id = i.course_id
      left join passed p on p.user_id = s.user_id and p.course_id = i.course_id
      left join webinar_attendance wa on wa.company_id = v_company and wa.webinar_id = i.webinar_id
        and wa.user_id = s.user_id and wa.status = 'attended'
      left join webinars w on w.company_id = v_company and w.id = wa.webinar_id
      cross join lateral (
        select case when wa.user_id is not null then coalesce(wa.joined_at, w.starts_at)
                    when cs.opened_at is not null and cs.done = cs.total then coalesce(f.done_at, cs.last_activity) end as done_at
      ) d
  ), judged as materialized (
    select f.user_id, f.stage,
           coalesce(bool_and(f.done_at is not null) filter (where f.counts), true) as done,
           max(f.done_at) filter (where f.counts) as done_at,
           coalesce(bool_and(f.passed_at is not null) filter (where f.counts), true) as passed,
           max(f.passed_at) filter (where f.counts) as passed_at,
           jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name) order by f.place)
             filter (where f.counts and f.done_at is null) as not_done,
           jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name) order by f.place)
             filter (where f.counts and f.passed_at is null) as not_passed
      from facts f group by f.user_id, f.stage
  ), earlier as materialized (
    select j.user_id, j.stage, coalesce(bool_and(j.passed) over before, true) as passed, max(j.passed_at) over before as passed_at,
           (array_agg(j.not_passed) filter (where j.not_passed is not null) over before)[1] as not_passed
      from judged j
      window before as (partition by j.user_id order by j.stage rows between unbounded preceding and 1 preceding)
  ), ruled as (
    select f.*, p.not_done as previous_not_done, p.not_passed as previous_not_passed, e.not_passed as earlier_not_passed,
           case when f.previous is null then f.assigned_at when p.done then p.done_at end as previous_at,
           case f.access_rule
             when 'previous_done' then case when f.previous is null then f.assigned_at when p.done then p.done_at end
             when 'previous_passed' then case when f.previous is null then f.assigned_at when p.passed then p.passed_at end
             when 'all_previous_passed' then case when e.passed then coalesce(e.passed_at, f.assigned_at) end
             when 'from_date' then f.access_from::timestamp at time zone v_zone
             else f.assigned_at end as rule_at
      from facts f
      join earlier e on e.user_id = f.user_id and e.stage = f.stage
      left join judged p on p.user_id = f.user_id and p.stage = f.previous
  ), timed as (
    select r.*,
           case r.opens
             when 'date' then r.opens_on::timestamp at time zone v_zone
             when 'after_assignment' then ((r.assigned_at at time zone v_zone)::date + r.opens_after_days)::timestamp at time zone v_zone
             when 'after_previous' then ((r.previous_at at time zone v_zone)::date + r.opens_after_days)::timestamp at time zone v_zone
             else r.assigned_at end as date_at
      from ruled r
  ), available as (
    select t.*, case when t.rule_at is not null and t.date_at is not null then greatest(t.assigned_at, t.rule_at, t.date_at) end as available_at
      from timed t
  ), due as (
    select a.*, coalesce(a.available_at <= v_now, false) or a.opened_at is not null as opened,
           (case a.due
              when 'date' then a.due_on
              when 'after_assignment' then (a.assigned_at at time zone v_zone)::date + a.due_after_days
              when 'after_previous' then case when a.previous_at is not null then
                (greatest(a.previous_at, coalesce(a.available_at, a.opened_at)) at time zone v_zone)::date + a.due_after_days end
            end + 1)::timestamp at time zone v_zone - interval '1 millisecond' as due_at
      from available a
  )
  select d.user_id, d.id, d.course_id, d.webinar_id, d.place, d.name, d.counts, d.canceled,
         case when d.done_at is not null then 'done'
              when d.canceled or not d.opened or d.due_at < v_now and d.after_due = 'block' then 'locked'
              when d.due_at < v_now then 'overdue'
              when d.started_at is not null then 'in_progress' else 'open' end,
         why.reason,
         case why.reason
           when 'previous_not_passed' then
             case d.access_rule when 'all_previous_passed' then d.earlier_not_passed else d.previous_not_passed end
           when 'previous_not_done' then d.previous_not_done end,
         d.opened,
         d.done_at is null and not d.canceled and coalesce(d.due_at < v_now, false),
         case when why.reason in ('date', 'previous_not_done', 'previous_not_passed') and greatest(d.rule_at, d.date_at) > v_now
              then greatest(d.rule_at, d.date_at) end,
         case when not d.canceled then d.due_at end, d.done_at
    from due d
    cross join lateral (
      select case when d.done_at is not null then null
                  when d.canceled then 'canceled'
                  when d.due_at < v_now and d.after_due = 'block' then 'overdue'
                  when d.opened then null
                  when d.rule_at is null and d.access_rule = 'previous_done' then 'previous_not_done'
                  when d.rule_at is null then 'previous_not_passed'
                  when d.date_at is null then 'previous_not_done'
                  else 'date' end as reason
    ) why
    order by d.user_id, d.place;
end $$;

-- What is open to students now stays open to them, whatever becomes of the timeline.
create function keep_chronology_opened(p_program integer, p_users integer[] default null) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into chronology_opened (company_id, item_id, user_id, opened_at)
    select app_company(), s.item_id, s.user_id, app_now() from chronology_states(p_program, p_users) s where s.opened
    on conflict do nothing
$$;

-- ── Saving and looking ahead ──────────────────────────────────────────────────────────────────────

-- Refuses, by its field, what is not the program's, and rows of another timeline.
create function require_chronology_things(p_program integer, p_stages jsonb) returns void
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  v_field text;
begin
  select format('stages.%s.items.%s.%s', s.place - 1, i.place - 1, case when i.item ? 'course_id' then 'course_id' else 'webinar_id' end)
    into v_field
    from jsonb_array_elements(p_stages) with ordinality s(stage, place)
    cross join lateral jsonb_array_elements(s.stage->'items') with ordinality i(item, place)
    where not exists (
      select from program_courses pc join courses c on c.company_id = pc.company_id and c.id = pc.course_id and c.deleted_at is null
        where pc.company_id = app_company() and pc.program_id = p_program and pc.course_id = (i.item->>'course_id')::integer)
      and not exists (
      select from webinar_programs wp join webinars w on w.company_id = wp.company_id and w.id = wp.webinar_id and w.deleted_at is null
        where wp.company_id = app_company() and wp.program_id = p_program and wp.webinar_id = (i.item->>'webinar_id')::integer)
    order by s.place, i.place limit 1;
  if found then
    perform fail('invalid_choice', v_field);
  end if;
  if exists (select (s->>'id')::integer from jsonb_array_elements(p_stages) s where s ? 'id' except
             select id from chronology_stages where company_id = app_company() and program_id = p_program)
     or exists (select (i->>'id')::integer from jsonb_array_elements(p_stages) s, jsonb_array_elements(s->'items') i where i ? 'id' except
                select id from chronology_items where company_id = app_company() and program_id = p_program) then
    perform fail('not_found');
  end if;
end $$;

-- The items of a timeline as they are stored; what a setting does not need is left out.
create function chronology_wanted(p_stages jsonb, p_ids integer[])
  returns table (stage_id integer, "position" integer, course_id integer, webinar_id integer, required boolean, access_rule text,
                 access_from date, opens text, opens_on date, opens_after_days integer, due text, due_on date,
                 due_after_days integer, after_due text)
  language sql immutable as $$
  select p_ids[s.place], i.place::integer, r.course_id, r.webinar_id, r.required, r.access_rule,
         case r.access_rule when 'from_date' then r.access_from end,
         r.opens, case r.opens when 'date' then r.opens_on end, case when r.opens like 'after%' then r.opens_after_days end,
         r.due, case r.due when 'date' then r.due_on end, case when r.due like 'after%' then r.due_after_days end, r.after_due
    from jsonb_array_elements(p_stages) with ordinality s(stage, place)
    cross join lateral jsonb_array_elements(s.stage->'items') with ordinality i(item, place)
    cross join lateral jsonb_to_record(i.item) as r(
      course_id integer, webinar_id integer, required boolean, access_rule text, access_from date, opens text, opens_on date,
      opens_after_days integer, due text, due_on date, due_after_days integer, after_due text)
$$;

-- Replaces the timeline of a program in reach. A course or webinar keeps its row wherever it moves.
create function save_chronology(p_program integer, p_stages jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_company integer := app_company();
  v_stages integer[] := '{}';
  v_stage jsonb;
  v_id integer;
begin
  perform require_programs(array[p_program]);
  perform from programs where company_id = v_company and id = p_program for update;
  perform require_chronology_things(p_program, p_stages);
  perform keep_chronology_opened(p_program);
  for v_stage in select value from jsonb_array_elements(p_stages) loop
    v_id := (v_stage->>'id')::integer;
    if v_id is null then
      insert into chronology_stages (company_id, program_id, name, position)
        values (v_company, p_program, v_stage->>'name', cardinality(v_stages) + 1) returning id into v_id;
    else
      update chronology_stages set name = v_stage->>'name', position = cardinality(v_stages) + 1
        where company_id = v_company and id = v_id and (name, position) is distinct from (v_stage->>'name', cardinality(v_stages) + 1);
    end if;
    v_stages := v_stages || v_id;
  end loop;
  delete from chronology_items i where i.company_id = v_company and i.program_id = p_program and not exists (
    select from chronology_wanted(p_stages, v_stages) w where w.course_id = i.course_id or w.webinar_id = i.webinar_id);
  update chronology_items i set
      stage_id = w.stage_id, position = w.position, required = w.required, access_rule = w.access_rule, access_from = w.access_from,
      opens = w.opens, opens_on = w.opens_on, opens_after_days = w.opens_after_days, due = w.due, due_on = w.due_on,
      due_after_days = w.due_after_days, after_due = w.after_due
    from chronology_wanted(p_stages, v_stages) w
    where i.company_id = v_company and i.program_id = p_program and (w.course_id = i.course_id or w.webinar_id = i.webinar_id)
      and (i.stage_id, i.position, i.required, i.access_rule, i.access_from, i.opens, i.opens_on, i.opens_after_days, i.due,
           i.due_on, i.due_after_days, i.after_due)
        is distinct from (w.stage_id, w.position, w.required, w.access_rule, w.access_from, w.opens, w.opens_on, w.opens_after_days,
           w.due, w.due_on, w.due_after_days, w.after_due);
  with added as (
    insert into chronology_items (company_id, program_id, stage_id, position, course_id, webinar_id, required, access_rule,
        access_from, opens, opens_on, opens_after_days, due, due_on, due_after_days, after_due)
      select v_company, p_program, w.stage_id, w.position, w.course_id, w.webinar_id, w.required, w.access_rule, w.access_from,
             w.opens, w.opens_on, w.opens_after_days, w.due, w.due_on, w.due_after_days, w.after_due
        from chronology_wanted(p_stages, v_stages) w
        where not exists (select from chronology_items i where i.company_id = v_company and i.program_id = p_program
                            and (i.course_id = w.course_id or i.webinar_id = w.webinar_id))
      returning id, course_id
  )
  -- A course that somebody has begun before it came into the timeline was open to them.
  insert into chronology_opened (company_id, item_id, user_id, opened_at)
    select v_company, a.id, s.user_id, app_now()
      from added a join course_states s on s.company_id = v_company and s.course_id = a.course_id and s.opened_at is not null
    on conflict do nothing;
  delete from chronology_stages where company_id = v_company and program_id = p_program and id <> all (v_stages);
end $$;

-- What saving would change, with nothing written: the timeline is saved, measured and taken back. Everybody is counted;
-- named are the first 50 whom the caller reaches.
create function preview_chronology(p_program integer, p_stages jsonb) returns jsonb
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_company integer := app_company();
  v_before chronology_state[];
  v_after chronology_state[];
begin
  perform require_programs(array[p_program]);
  v_before := array(select s from chronology_states(p_program, null) s);
  begin
    perform save_chronology(p_program, p_stages);
    v_after := array(select s from chronology_states(p_program, null) s);
    raise exception 'measured' using errcode = 'OS030';
  exception when sqlstate 'OS030' then
    null;
  end;
  return (
    with changed as materialized (
      select coalesce(a.user_id, b.user_id) as user_id, coalesce(a.course_id, b.course_id) as course_id,
             coalesce(a.webinar_id, b.webinar_id) as webinar_id, coalesce(a.name, b.name) as name,
             coalesce(a.place, 1000 + b.place) as place, b.state as was, a.state as becomes
        from unnest(v_before) b
        full join unnest(v_after) a on a.user_id = b.user_id
          and (coalesce(a.course_id, 0), coalesce(a.webinar_id, 0)) = (coalesce(b.course_id, 0), coalesce(b.webinar_id, 0))
        -- Whether it stands in the timeline is nothing to a student to whom it is open.
        where a.state is distinct from b.state
          and (b.state is not null or a.state in ('locked', 'overdue')) and (a.state is not null or b.state = 'locked')
    ), counted as (
      select place, course_id, webinar_id, name, jsonb_agg(jsonb_build_object('from', was, 'to', becomes, 'students', students)
               order by students desc, was, becomes) as changes
        from (select place, course_id, webinar_id, name, was, becomes, count(*) as students from changed group by 1, 2, 3, 4, 5, 6) c
        group by place, course_id, webinar_id, name
    ), named as (
      select u.id, u.first_name, u.last_name,
             (select jsonb_agg(jsonb_build_object('name', c.name, 'from', c.was, 'to', c.becomes) order by c.place)
                from changed c where c.user_id = u.id) as changes
        from users u
        where u.id in (select user_id from changed) and (app_user_type() in ('owner', 'admin') or u.id in (
          select gm.user_id from group_members gm where gm.company_id = v_company and gm.role = 'student'
            and gm.group_id in (select groups_in_reach())))
        order by u.last_name collate "uk-x-icu", u.first_name collate "uk-x-icu", u.id limit 50
    )
    select jsonb_build_object(
      'affected', (select count(distinct user_id) from changed),
      'items', coalesce((select jsonb_agg(jsonb_build_object('course_id', course_id, 'webinar_id', webinar_id, 'name', name,
                          'changes', changes) order by place) from counted), '[]'),
      'students', coalesce((select jsonb_agg(jsonb_build_object('id', id, 'first_name', first_name, 'last_name', last_name,
                            'changes', changes) order by last_name collate "uk-x-icu", first_name collate "uk-x-icu", id) from named), '[]'))
  );
end $$;

-- ── What a timeline closes ────────────────────────────────────────────────────────────────────────

-- Why a course is closed to the student who entered, or null: they have it only through programs whose timelines lock it.
-- A course in no timeline costs one look at an index.
create function course_lock(p_course integer) returns jsonb
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  v_company integer := app_company();
  v_user integer := app_user();
  v_program record;
  v_item chronology_state;
  v_lock jsonb;
begin
  if p_course is null
     or not exists (select from chronology_items i where i.company_id = v_company and i.course_id = p_course) then
    return null;
  end if;
  if exists (select from course_members cm
               where cm.company_id = v_company and cm.course_id = p_course and cm.user_id = v_user and cm.role = 'student')
     or exists (select from group_members gm
                  join study_groups g on g.company_id = v_company and g.id = gm.group_id and g.deleted_at is null
                  join course_groups cg on cg.company_id = v_company and cg.group_id = gm.group_id and cg.course_id = p_course
                  where gm.company_id = v_company and gm.user_id = v_user and gm.role = 'student')
     or attempt_runs_in(p_course, v_user) then
    return null;
  end if;
  for v_program in
    select distinct p.id, p.name from group_members gm
      join study_groups g on g.company_id = v_company and g.id = gm.group_id and g.deleted_at is null
      join program_groups pg on pg.company_id = v_company and pg.group_id = gm.group_id
      join programs p on p.company_id = v_company and p.id = pg.program_id and p.deleted_at is null
      join program_courses pc on pc.company_id = v_company and pc.program_id = p.id and pc.course_id = p_course
      where gm.company_id = v_company and gm.user_id = v_user and gm.role = 'student'
      order by p.id
  loop
    -- What was open once and no due date blocks needs no working out.
    if exists (select from chronology_items i
                 join chronology_opened o on o.company_id = v_company and o.user_id = v_user and o.item_id = i.id
                 where i.company_id = v_company and i.program_id = v_program.id and i.course_id = p_course
                   and (i.due = 'none' or i.after_due = 'allow_late')) then
      return null;
    end if;
    select * into v_item from chronology_states(v_program.id, array[v_user]) s where s.course_id = p_course;
    if v_item.state is distinct from 'locked' then
      return null;
    end if;
    if v_lock is null or v_lock->>'reason' = 'overdue' then
      v_lock := jsonb_build_object('program', jsonb_build_object('id', v_program.id, 'name', v_program.name),
        'reason', v_item.reason, 'after', coalesce(v_item.after, '[]'), 'opens_at', v_item.opens_at);
    end if;
  end loop;
  return v_lock;
end $$;

-- Refuses a student to whom a timeline closes the course; what was open to them is kept open.
create function refuse_locked(p_course integer) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_lock jsonb;
begin
  if not exists (select from chronology_items i where i.company_id = app_company() and i.course_id = p_course) then
    return;
  end if;
  v_lock := course_lock(p_course);
  if v_lock is not null then
    perform fail('course_locked', '', v_lock::text);
  end if;
  perform keep_chronology_opened(i.program_id, array[app_user()]) from chronology_items i
    where i.company_id = app_company() and i.course_id = p_course
      and not exists (select from chronology_opened o
                        where o.company_id = i.company_id and o.user_id = app_user() and o.item_id = i.id);
end $$;

-- As in 0016, and refuses whom a timeline keeps out of the course; an attempt that runs is never cut off by one.
create or replace function refuse_blocked(p_course integer, p_form integer default null, p_attempt integer default null) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if exists (select from course_blocks b where b.company_id = app_company() and b.user_id = app_user())
     and (app_user_type() = 'student' or p_attempt is not null)
     and exists (
       select from course_blocks b where b.company_id = app_company() and b.user_id = app_user() and b.course_id in (
         select p_course
         union all
         select m.course_id from forms f join materials m on m.company_id = f.company_id and m.id = f.material_id
           where f.company_id = app_company()
             and f.id = coalesce(p_form, (select t.form_id from attempts t where t.company_id = app_company() and t.id = p_attempt))
       )) then
    perform fail('blocked_in_course');
  end if;
  if app_user_type() = 'student' and p_attempt is null then
    perform refuse_locked(coalesce(p_course, (
      select m.course_id from forms f join materials m on m.company_id = f.company_id and m.id = f.material_id
        where f.company_id = app_company() and f.id = p_form)));
  end if;
end $$;

do $$
declare f text;
begin
  foreach f in array array[
    'keep_chronology_opened(integer, integer[])',
    'require_chronology_things(integer, jsonb)', 'refuse_locked(integer)', 'chronology_wanted(jsonb, integer[])'
  ] loop
    execute format('revoke execute on function %s from public', f);
  end loop;
  foreach f in array array[
    'chronology_items_of(integer)', 'chronology_states(integer, integer[])', 'save_chronology(integer, jsonb)',
    'preview_chronology(integer, jsonb)', 'course_lock(integer)'
  ] loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to osnova_worker', f);
  end loop;
end $$;

reset role;
