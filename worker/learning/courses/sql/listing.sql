-- Courses as a list shows them.

-- Courses as a list shows them, in the order given: state and progress over the people given (null: everybody). Figures
-- over everybody are kept, those over given people come by one look for each.
-- Whether people are given is known only when it runs, so each call made its plan anew, 0.6 ms of the database's
-- processor for a page of ten courses. The plan for any values is as good: all its steps are looked up by an index.
create or replace function course_summaries(
  p_courses integer[],
  p_people integer[]
) returns table (
  id integer,
  name text,
  description text,
  theme_color text,
  photo text,
  tags text[],
  created_at timestamptz,
  published boolean,
  category jsonb,
  materials integer,
  form_type jsonb,
  students integer,
  state text,
  progress integer,
  blocked boolean
)
  language plpgsql
  stable
  rows 10
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
         held.materials, held.form_type, coalesce(seen.students, 0)::integer, coalesce(seen.state, 'new'),
         coalesce(seen.progress, 0)::integer,
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
    left join lateral (
      select s.students,
             case when s.begun = 0 then 'new' when s.finished = s.students then 'finished' else 'in_progress' end
               as state,
             s.percents / s.students as progress
        from (
          select t.students, t.begun, t.finished, t.percents from course_totals t
            where p_people is null and t.company_id = v_company and t.course_id = c.id
          union all
          select count(*), count(a.opened_at), count(*) filter (where a.opened_at is not null and a.done = a.total),
                 sum(percent_done(a.done, a.total))
            from course_states a
            where p_people is not null and a.company_id = v_company and a.course_id = c.id
              and a.user_id = any (p_people)
            having count(*) > 0
        ) s
    ) seen on true
    order by asked.place;
end $$;

set role osnova_system;

-- Which courses of the company entered the patterns of a search find by name.
create or replace function courses_matching(
  p_pattern text
) returns table (id integer)
  language plpgsql
  stable
  security definer
  rows 100
  set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan
  as $$
#variable_conflict use_column
declare
  v_company integer := app_company();
  v_words text[] := words_patterns(p_pattern);
begin
  return query
  select c.id from courses c
    where c.company_id = v_company and search_text(c.name) like v_words[1]
      and search_text(c.name) like coalesce(v_words[2], v_words[1]) and search_text(c.name) like all (v_words);
end $$;
grant execute on function courses_matching(text) to osnova_worker;

reset role;
