-- The library, and its courses in a company.

set role osnova_system;

-- The company whose courses are the library; null where there is none.
create or replace function library_company() returns integer
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select id from companies where is_library and deleted_at is null order by id limit 1
$$;
grant execute on function library_company() to osnova_worker;

-- The published courses of the library, for everybody; the fields that name its people stay inside.
create or replace function library_courses(
  p_course integer default null
) returns table (
  id integer,
  name text,
  description text,
  detailed_description text,
  theme_color text,
  material_access text,
  photo text,
  tags text[],
  category text,
  created_at timestamptz
)
  language plpgsql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_library integer := library_company();
begin
  return query
  select c.id, c.name, c.description, c.detailed_description, c.theme_color, c.material_access,
    '/api/v1/media/' || c.photo_id,
         c.tags, k.name, c.created_at
    from courses c left join course_categories k on k.company_id = c.company_id and k.id = c.category_id
    where c.company_id = v_library and c.deleted_at is null and c.published_at is not null and app_company() is not null
      and (p_course is null or c.id = p_course);
end $$;
grant execute on function library_courses(integer) to osnova_worker;

-- What published courses of the library teach: no texts, and of tests only how much they ask.
create or replace function library_outline(
  p_courses integer[]
) returns table (
  course_id integer,
  id integer,
  name text,
  description text,
  type text,
  "position" integer,
  questions integer
)
  language plpgsql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_library integer := library_company();
begin
  return query
  select m.course_id, m.id, m.name, m.description, m.type, m.position, count_asked(v.settings, v.questions)
    from courses c
    join materials m on m.company_id = c.company_id and m.course_id = c.id and m.deleted_at is null
      and m.archived_at is null
    left join forms f on f.company_id = m.company_id and f.material_id = m.id
    left join lateral (
      select o.settings, o.questions from form_versions o where o.company_id = f.company_id and o.form_id = f.id
        order by o.number desc limit 1
    ) v on true
    where c.company_id = v_library and c.id = any (p_courses) and c.deleted_at is null and c.published_at is not null
      and app_company() is not null
    order by m.course_id, m.position, m.id;
end $$;
grant execute on function library_outline(integer[]) to osnova_worker;

-- Courses of the library as a list shows them, in the order given: what they hold, and what the caller's company has
-- made of them.
create or replace function library_entries(
  p_courses integer[]
) returns table (
  id integer,
  name text,
  description text,
  detailed_description text,
  theme_color text,
  material_access text,
  photo text,
  tags text[],
  category text,
  created_at timestamptz,
  materials jsonb,
  form_type jsonb,
  cloned jsonb
)
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  with outline as materialized (select * from library_outline(p_courses))
  select c.id, c.name, c.description, c.detailed_description, c.theme_color, c.material_access, c.photo, c.tags,
         c.category, c.created_at,
         coalesce((
           select jsonb_agg(jsonb_build_object('type', h.type, 'count', h.count) order by h.first)
             from (select o.type, count(*)::integer as count, min(o.position) as first
                     from outline o where o.course_id = c.id group by o.type) h), '[]'),
         coalesce((
           select jsonb_agg(distinct case o.type when 'exam' then 2 else 1 end)
             from outline o where o.course_id = c.id and o.type in ('practice', 'exam')), '[]'),
         coalesce((
           select jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name, 'published', k.published_at is not null)
               order by k.id)
             from courses k where k.company_id = app_company() and k.origin_id = c.id and k.deleted_at is null), '[]')
    from unnest(p_courses) with ordinality as asked(id, place)
    join library_courses() c on c.id = asked.id
    order by asked.place
$$;
grant execute on function library_entries(integer[]) to osnova_worker;

-- What the courses of the library can be narrowed by.
create or replace function library_facets() returns table (
  categories text[],
  tags text[]
)
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  with c as materialized (select category, tags from library_courses())
  select array(select category from (select distinct category from c where category is not null) named
                 order by category collate "uk-x-icu"),
         array(select tag
                 from (select distinct on (lower(tag)) tag from c, unnest(c.tags) tag order by lower(tag), tag) named
                 order by tag collate "uk-x-icu")
$$;
grant execute on function library_facets() to osnova_worker;

-- Whether a file is the picture of a published course of the library.
create or replace function is_library_photo(p_media integer) returns boolean
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select app_company() is not null and exists (
    select from courses where company_id = library_company() and photo_id = p_media and deleted_at is null
      and published_at is not null)
$$;
grant execute on function is_library_photo(integer) to osnova_worker;

-- The category of a library course in the company entered, which is made where it has none of that name.
create or replace function adopt_category(p_category integer) returns integer
  language plpgsql
  as $$
declare
  v_library integer := library_company();
begin
  insert into course_categories (company_id, name)
    select app_company(), name from course_categories where company_id = v_library and id = p_category
    on conflict do nothing;
  return (
    select k.id from course_categories o
      join course_categories k on k.company_id = app_company() and lower(btrim(k.name)) = lower(btrim(o.name))
      where o.company_id = v_library and o.id = p_category);
end $$;

-- Copies a course of the library without people and results; for groups at once, or as a draft. Whoever takes a form of
-- it, or of an earlier clone, would read the key in the new one.
create or replace function clone_library_course(
  p_course integer,
  p_groups integer[]
) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_company integer := app_company();
  v_library integer := library_company();
  v_origin courses;
  v_origins jsonb;
  v_copied copied_row[];
  v_id integer;
begin
  select * into v_origin from courses
    where company_id = v_library and id = p_course and deleted_at is null and published_at is not null;
  if not found then
    perform fail('not_found');
  end if;
  perform require_in_reach(p_groups, '{}');
  perform refuse_own_form(f.id)
    from materials m
    left join material_origins o on o.company_id = v_company and o.origin_material_id = m.id
    join forms f on f.company_id = v_company and f.material_id in (m.id, o.material_id)
    where m.company_id = v_library and m.course_id = p_course;
  perform set_config('app.batch', 'clone ' || gen_random_uuid(), true);
  -- Before the copy: of what changes meanwhile the clone is told later.
  select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'revision', m.revision) order by m.position, m.id), '[]')
    into v_origins from materials m
    where m.company_id = v_library and m.id = any (taught_materials(v_library, p_course));

  v_id := put_course(v_origin, cardinality(p_groups) > 0, jsonb_build_object(
    'category_id', adopt_category(v_origin.category_id), 'origin_id', p_course, 'cloned_at', app_now()));
  select array_agg((c.source, c.copy)::copied_row) into v_copied
    from copy_materials(v_library, array(select (o->>'id')::integer from jsonb_array_elements(v_origins) o), v_id) c;
  insert into material_origins (company_id, course_id, origin_material_id, material_id, revision)
    select v_company, v_id, c.source, c.copy, (o->>'revision')::integer
      from unnest(v_copied) c join jsonb_array_elements(v_origins) o on (o->>'id')::integer = c.source;
  perform mark_copies(v_id, array(select c.source from unnest(v_copied) c));
  perform own_pictures(v_id, v_library, v_copied);
  if cardinality(p_groups) > 0 then
    perform set_course_groups(v_id, p_groups, '{}');
  end if;
  return v_id;
end $$;
grant
  execute
  on
    function clone_library_course(integer, integer[])
  to
  osnova_worker;
