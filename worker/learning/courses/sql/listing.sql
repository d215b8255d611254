-- Courses as a list shows them.

-- Courses as a list shows them, in the order given: state and progress over the people given (null: everybody). Figures
-- over everybody come from an index, those over given people by one look for each.
-- Whether people are given is known only when it runs, so each call made its plan anew, 0.6 ms of the database's
-- processor for a page of ten courses. The plan for any values is as good: all its steps are looked up by an index.
create or replace function course_summaries(p_courses integer[], p_people integer[])
  returns table (id integer, name text, description text, theme_color text, photo text, tags text[],
    created_at timestamptz,
                 published boolean, category jsonb, materials integer, form_type jsonb, students integer, state text,
                 progress integer, blocked boolean)
  language plpgsql stable rows 10
  set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  v_company integer := app_company();
  v_user integer := case when app_user_type() = 'student' then app_user() end;
  v_blocked integer[] := array(select course_id from course_blocks where company_id = v_company and user_id = v_user);
begin
  return query
  select c.id, c.name, c.description, c.theme_color, '/api/v1/media/' || c.photo_id, c.tags, c.created_at,
         c.published_at is not null,
         case when k.id is not null then jsonb_build_object('id', k.id, 'name', k.name) end,
         held.materials, held.form_type, seen.students, seen.state, seen.progress,
         c.id = any (v_blocked)
    from unnest(p_courses) with ordinality as asked(course_id, place)
    join courses c on c.company_id = v_company and c.id = asked.course_id
    left join course_categories k on k.company_id = v_company and k.id = c.category_id
    cross join lateral (
      select count(*)::integer as materials,
             coalesce(jsonb_agg(distinct case m.type when 'exam' then 2
               else 1 end) filter (where m.type in ('practice', 'exam')), '[]') as form_type
        from materials m where m.company_id = v_company and m.course_id = c.id and m.deleted_at is null
          and m.archived_at is null
    ) held
    cross join lateral (
      select count(*)::integer as students,
             case when count(s.opened_at) = 0 then 'new'
                  when bool_and(s.opened_at is not null and s.done = s.total) then 'finished'
                    else 'in_progress' end as state,
             coalesce(floor(avg(case when s.total = 0 then 0 else 100 * s.done / s.total end)), 0)::integer as progress
        from (
          select a.opened_at, a.done, a.total from course_states a
            where p_people is null and a.company_id = v_company and a.course_id = c.id
          union all
          select a.opened_at, a.done, a.total from course_states a
            where p_people is not null and a.company_id = v_company and a.course_id = c.id
              and a.user_id = any (p_people)
        ) s
    ) seen
    order by asked.place;
end $$;
