-- Saving a timeline, and looking ahead.

set role osnova_system;

-- Refuses, by its field, what is not the program's, and rows of another timeline.
create or replace function require_chronology_things(
  p_program integer,
  p_stages jsonb
) returns void
  language plpgsql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_field text;
begin
  select format('stages.%s.items.%s.%s', s.place - 1, i.place - 1,
      case when i.item ? 'course_id' then 'course_id' else 'webinar_id' end)
    into v_field
    from jsonb_array_elements(p_stages) with ordinality s(stage, place)
    cross join lateral jsonb_array_elements(s.stage->'items') with ordinality i(item, place)
    where not exists (
      select from program_courses pc
        join courses c on c.company_id = pc.company_id and c.id = pc.course_id and c.deleted_at is null
        where pc.company_id = app_company() and pc.program_id = p_program
          and pc.course_id = (i.item->>'course_id')::integer)
      and not exists (
      select from webinar_programs wp
        join webinars w on w.company_id = wp.company_id and w.id = wp.webinar_id and w.deleted_at is null
        where wp.company_id = app_company() and wp.program_id = p_program
          and wp.webinar_id = (i.item->>'webinar_id')::integer)
    order by s.place, i.place limit 1;
  if found then
    perform fail('invalid_choice', v_field);
  end if;
  if exists (select (s->>'id')::integer from jsonb_array_elements(p_stages) s where s ? 'id' except
             select id from chronology_stages where company_id = app_company() and program_id = p_program)
     or exists (select (i->>'id')::integer from jsonb_array_elements(p_stages) s, jsonb_array_elements(s->'items') i
                  where i ? 'id' except
                select id from chronology_items where company_id = app_company() and program_id = p_program) then
    perform fail('not_found');
  end if;
end $$;

-- The items of a timeline as they are stored; what a setting does not need is left out.
create or replace function chronology_wanted(
  p_stages jsonb,
  p_ids integer[]
) returns table (
  stage_id integer,
  "position" integer,
  course_id integer,
  webinar_id integer,
  required boolean,
  access_rule text,
  access_from date,
  opens text,
  opens_on date,
  opens_after_days integer,
  due text,
  due_on date,
  due_after_days integer,
  after_due text
)
  language sql
  immutable
  as $$
  select p_ids[s.place], i.place::integer, r.course_id, r.webinar_id, r.required, r.access_rule,
         case r.access_rule when 'from_date' then r.access_from end,
         r.opens, case r.opens when 'date' then r.opens_on end,
         case when r.opens like 'after%' then r.opens_after_days end,
         r.due, case r.due when 'date' then r.due_on end,
         case when r.due like 'after%' then r.due_after_days end, r.after_due
    from jsonb_array_elements(p_stages) with ordinality s(stage, place)
    cross join lateral jsonb_array_elements(s.stage->'items') with ordinality i(item, place)
    cross join lateral jsonb_to_record(i.item) as r(
      course_id integer, webinar_id integer, required boolean, access_rule text, access_from date, opens text,
      opens_on date, opens_after_days integer, due text, due_on date, due_after_days integer, after_due text)
$$;

-- Refuses to replace a timeline that is another by now than its editor has read; without a revision any is replaced.
-- The program stays locked: of two who have read the same, the second finds what the first has saved.
create or replace function hold_chronology(
  p_program integer,
  p_revision text
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform require_programs(array[p_program]);
  perform from programs where company_id = app_company() and id = p_program for update;
  if p_revision <> chronology_revision(p_program) then
    perform fail('draft_changed');
  end if;
end $$;
grant execute on function hold_chronology(integer, text) to osnova_worker;

-- Replaces the timeline of a program in reach. A course or webinar keeps its row wherever it moves.
create or replace function save_chronology(
  p_program integer,
  p_stages jsonb
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
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
        where company_id = v_company and id = v_id
          and (name, position) is distinct from (v_stage->>'name', cardinality(v_stages) + 1);
    end if;
    v_stages := v_stages || v_id;
  end loop;
  delete from chronology_items i where i.company_id = v_company and i.program_id = p_program and not exists (
    select from chronology_wanted(p_stages, v_stages) w where w.course_id = i.course_id or w.webinar_id = i.webinar_id);
  update chronology_items i set
      stage_id = w.stage_id, position = w.position, required = w.required, access_rule = w.access_rule,
      access_from = w.access_from, opens = w.opens, opens_on = w.opens_on, opens_after_days = w.opens_after_days,
      due = w.due, due_on = w.due_on, due_after_days = w.due_after_days, after_due = w.after_due
    from chronology_wanted(p_stages, v_stages) w
    where i.company_id = v_company and i.program_id = p_program
      and (w.course_id = i.course_id or w.webinar_id = i.webinar_id)
      and (i.stage_id, i.position, i.required, i.access_rule, i.access_from, i.opens, i.opens_on, i.opens_after_days,
           i.due, i.due_on, i.due_after_days, i.after_due)
        is distinct from
          (w.stage_id, w.position, w.required, w.access_rule, w.access_from, w.opens, w.opens_on, w.opens_after_days,
           w.due, w.due_on, w.due_after_days, w.after_due);
  with added as (
    insert into chronology_items (company_id, program_id, stage_id, position, course_id, webinar_id, required,
        access_rule, access_from, opens, opens_on, opens_after_days, due, due_on, due_after_days, after_due)
      select v_company, p_program, w.stage_id, w.position, w.course_id, w.webinar_id, w.required, w.access_rule,
             w.access_from, w.opens, w.opens_on, w.opens_after_days, w.due, w.due_on, w.due_after_days, w.after_due
        from chronology_wanted(p_stages, v_stages) w
        where not exists (select from chronology_items i where i.company_id = v_company and i.program_id = p_program
                            and (i.course_id = w.course_id or i.webinar_id = w.webinar_id))
      returning id, course_id
  )
  -- A course that somebody has begun before it came into the timeline was open to them.
  insert into chronology_opened (company_id, item_id, user_id, opened_at)
    select v_company, a.id, s.user_id, app_now()
      from added a
      join course_states s on s.company_id = v_company and s.course_id = a.course_id and s.opened_at is not null
    on conflict do nothing;
  delete from chronology_stages where company_id = v_company and program_id = p_program and id <> all (v_stages);
end $$;
grant execute on function save_chronology(integer, jsonb) to osnova_worker;

-- What two measurings of a timeline say otherwise of a student and a step: where they stand, or by when it is due. What
-- came into the timeline stands at its new place, what went behind all others.
create or replace function chronology_changes(
  p_before chronology_state[],
  p_after chronology_state[]
) returns table (
  user_id integer,
  course_id integer,
  webinar_id integer,
  name text,
  place integer,
  was text,
  becomes text,
  due_was timestamptz,
  due_at timestamptz,
  is_due boolean
)
  language sql
  stable
  as $$
  with given as materialized (
    select * from given_dues(null, array(select user_id from unnest(p_before || p_after)))
  )
  select coalesce(a.user_id, b.user_id), coalesce(a.course_id, b.course_id), coalesce(a.webinar_id, b.webinar_id),
         coalesce(a.name, b.name), coalesce(a.place, 1000 + b.place), b.state, a.state, d.before,
         d.now, d.now is distinct from d.before
    from unnest(p_before) b
    full join unnest(p_after) a on a.user_id = b.user_id
      and (coalesce(a.course_id, 0), coalesce(a.webinar_id, 0)) = (coalesce(b.course_id, 0), coalesce(b.webinar_id, 0))
    left join given g on g.user_id = coalesce(a.user_id, b.user_id) and g.course_id = coalesce(a.course_id, b.course_id)
    -- An earlier due date of the course itself stays.
    cross join lateral (select least(b.due_at, g.due_at) as before, least(a.due_at, g.due_at) as now) d
    -- Whether it stands in the timeline is nothing to a student to whom it is open.
    where a.state is distinct from b.state
      and (b.state is not null or a.state in ('locked', 'overdue')) and (a.state is not null or b.state = 'locked')
      or d.now is distinct from d.before and coalesce(a.state, b.state) <> 'done'
$$;

-- Replaces the timeline of a program in reach, and tells students of what is open to them by when it is due otherwise.
create or replace function change_chronology(
  p_program integer,
  p_stages jsonb
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_before chronology_state[];
begin
  perform require_programs(array[p_program]);
  v_before := array(select s from chronology_states(p_program, null) s);
  perform save_chronology(p_program, p_stages);
  perform tell_of_dues(array_agg(c.user_id), array_agg(c.course_id), array_agg(c.webinar_id), array_agg(c.due_was),
                       array_agg(c.due_at))
    from chronology_changes(v_before, array(select s from chronology_states(p_program, null) s)) c
    where c.is_due and coalesce(c.becomes, c.was) in ('open', 'in_progress', 'overdue');
end $$;
grant execute on function change_chronology(integer, jsonb) to osnova_worker;

-- What saving would change, with nothing written: the timeline is saved, measured and taken back. Everybody is counted;
-- named are the first 50 whom the caller reaches.
create or replace function preview_chronology(
  p_program integer,
  p_stages jsonb
) returns jsonb
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
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
      select * from chronology_changes(v_before, v_after)
    ), counted as (
      select place, course_id, webinar_id, name, jsonb_agg(jsonb_build_object('from', was, 'to', becomes,
                 'students', students, 'due', case when is_due then jsonb_build_object(
                   'from', first, 'to', last, 'was_from', was_first, 'was_to', was_last) end)
               order by students desc, was, becomes, is_due, first, was_first) as changes
        from (select place, course_id, webinar_id, name, was, becomes, is_due, count(*) as students,
                     min(due_at) as first, max(due_at) as last, min(due_was) as was_first, max(due_was) as was_last
                from changed group by 1, 2, 3, 4, 5, 6, 7, due_at is null, due_was is null) c
        group by place, course_id, webinar_id, name
    ), named as (
      select u.id, u.first_name, u.last_name,
             (select jsonb_agg(jsonb_build_object('name', c.name, 'from', c.was, 'to', c.becomes,
                  'due', case when c.is_due then jsonb_build_object(
                    'from', c.due_at, 'to', c.due_at, 'was_from', c.due_was, 'was_to', c.due_was) end)
                order by c.place)
                from changed c where c.user_id = u.id) as changes
        from users u
        where u.id in (select user_id from changed) and (app_user_type() in ('owner', 'admin') or u.id in (
          select gm.user_id from group_members gm where gm.company_id = v_company and gm.role = 'student'
            and gm.group_id in (select groups_in_reach())))
        order by u.last_name collate "uk-x-icu", u.first_name collate "uk-x-icu", u.id limit 50
    )
    select jsonb_build_object(
      'affected', (select count(distinct user_id) from changed),
      'items', coalesce((select jsonb_agg(jsonb_build_object('course_id', course_id, 'webinar_id', webinar_id,
          'name', name, 'changes', changes) order by place) from counted), '[]'),
      'students', coalesce((select jsonb_agg(person(id, first_name, last_name)
          || jsonb_build_object('changes', changes)
        order by last_name collate "uk-x-icu", first_name collate "uk-x-icu", id) from named), '[]'))
  );
end $$;
grant execute on function preview_chronology(integer, jsonb) to osnova_worker;
