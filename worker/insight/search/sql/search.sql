-- Search over everything of a company, as its lists reach it.

set role osnova_system;

-- The less the better: 0 for what begins as it was asked for, then by how many words begin none of the text's.
create or replace function search_rank(p_text text, p_words text[]) returns integer language sql immutable parallel safe
  as $$
  select case when starts_with(p_text, ' ' || array_to_string(p_words, ' ')) then 0
              else 1 + (select count(*)::integer from unnest(p_words) w where strpos(p_text, ' ' || w) = 0) end
$$;

-- The pattern of a word: anywhere, but one of one or two letters begins a word, for which alone an index helps.
create or replace function search_pattern(p_word text) returns text language sql immutable parallel safe as $$
  select case when length(p_word) < 3 then '% ' else '%' end
         || replace(replace(replace(p_word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;

-- The first five people that hold all words, within the caller's reach. The two longest words (the first patterns) are
-- looked up by the index; of more than a thousand that match, a thousand are ranked.
create or replace function search_people(p_words text[], p_patterns text[]) returns jsonb
  language plpgsql stable security definer
    set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off as $$
declare
  v_company integer := app_company();
  v_all boolean := app_user_type() in ('owner', 'admin');
  v_first text := p_patterns[1];
  v_second text := coalesce(p_patterns[2], v_first);
begin
  return (
    with found as materialized (
      select u.id, u.first_name, u.last_name, u.email, u.phone, u.photo_id, m.position, m.subdivision,
             search_rank(u.search_words, p_words) as rank
        from users u
        join memberships m on m.company_id = v_company and m.user_id = u.id and m.deleted_at is null
        where u.search_words like v_first
          and u.search_words like v_second
          and u.search_words like all (p_patterns)
          and (v_all or u.id in (select people_in_reach()))
        limit 1000
    ), best as (
      select *, row_number() over (order by rank, last_name collate "uk-x-icu", first_name collate "uk-x-icu",
        id) as place
        from found order by place limit 5
    )
    select coalesce(jsonb_agg(person(id, first_name, last_name) || jsonb_build_object(
        'email', email, 'phone', phone,
        'photo', '/api/v1/media/' || photo_id, 'position', position, 'subdivision', subdivision) order by place),
          '[]') from best
  );
end $$;

-- The same of groups.
create or replace function search_groups(p_words text[], p_patterns text[]) returns jsonb
  language plpgsql stable security definer
    set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off as $$
declare
  v_company integer := app_company();
  v_all boolean := app_user_type() in ('owner', 'admin');
  v_first text := p_patterns[1];
  v_second text := coalesce(p_patterns[2], v_first);
begin
  return (
    with found as materialized (
      select id, name, search_rank(words, p_words) as rank from (
          select g.id, g.name, search_text(g.name) as words from study_groups g
            where g.company_id = v_company and g.deleted_at is null
              and search_text(g.name) like v_first and search_text(g.name) like v_second
              and (v_all or g.id in (select groups_in_reach())) offset 0) g
        where words like all (p_patterns) limit 1000
    ), best as (
      select *, row_number() over (order by rank, name collate "uk-x-icu", id) as place from found order by place
        limit 5
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name, 'students', (
        select count(*)::integer from group_members gm
          where gm.company_id = v_company and gm.group_id = b.id and gm.role = 'student')) order by place), '[]')
            from best b
  );
end $$;

-- The same of courses.
create or replace function search_courses(p_words text[], p_patterns text[]) returns jsonb
  language plpgsql stable security definer
    set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off as $$
declare
  v_company integer := app_company();
  v_all boolean := app_user_type() in ('owner', 'admin');
  v_first text := p_patterns[1];
  v_second text := coalesce(p_patterns[2], v_first);
begin
  return (
    with found as materialized (
      select id, name, category_id, published_at, search_rank(words, p_words) as rank from (
          select c.id, c.name, c.category_id, c.published_at, search_text(c.name) as words from courses c
            where c.company_id = v_company and c.deleted_at is null
              and search_text(c.name) like v_first and search_text(c.name) like v_second
              and (v_all or c.id in (select courses_in_reach())) offset 0) c
        where words like all (p_patterns) limit 1000
    ), best as (
      select *, row_number() over (order by rank, name collate "uk-x-icu", id) as place from found order by place
        limit 5
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name, 'published', b.published_at is not null,
        'category', k.name) order by place), '[]')
      from best b left join course_categories k on k.company_id = v_company and k.id = b.category_id
  );
end $$;

-- The same of programs; their internal names are not for students.
create or replace function search_programs(p_words text[], p_patterns text[]) returns jsonb
  language plpgsql stable security definer
    set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off as $$
declare
  v_company integer := app_company();
  v_all boolean := app_user_type() in ('owner', 'admin');
  v_student boolean := app_user_type() = 'student';
  v_first text := p_patterns[1];
  v_second text := coalesce(p_patterns[2], v_first);
begin
  return (
    with found as materialized (
      select id, name, internal_name, search_rank(words, p_words) as rank from (
          select p.id, p.name, case when not v_student then p.internal_name end as internal_name,
                 search_text(case when v_student then p.name else p.name || ' ' || p.internal_name end) as words
            from programs p
            where p.company_id = v_company and p.deleted_at is null
              and search_text(p.name || ' ' || p.internal_name) like v_first
              and search_text(p.name || ' ' || p.internal_name) like v_second
              and (v_all or p.id in (select programs_in_reach())) offset 0) p
        where words like all (p_patterns) limit 1000
    ), best as (
      select *, row_number() over (order by rank, name collate "uk-x-icu", id) as place from found order by place
        limit 5
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'internal_name', internal_name)
      order by place), '[]') from best
  );
end $$;

-- The same of webinars.
create or replace function search_webinars(p_words text[], p_patterns text[]) returns jsonb
  language plpgsql stable security definer
    set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off as $$
declare
  v_company integer := app_company();
  v_all boolean := app_user_type() in ('owner', 'admin');
  v_first text := p_patterns[1];
  v_second text := coalesce(p_patterns[2], v_first);
begin
  return (
    with found as materialized (
      select id, name, starts_at, canceled_at, search_rank(words, p_words) as rank from (
          select w.id, w.name, w.starts_at, w.canceled_at, search_text(w.name) as words from webinars w
            where w.company_id = v_company and w.deleted_at is null
              and search_text(w.name) like v_first and search_text(w.name) like v_second
              and (v_all or w.id in (select webinars_in_reach())) offset 0) w
        where words like all (p_patterns) limit 1000
    ), best as (
      -- The nearest first: a weekly webinar bears one name many times.
      select *, row_number() over (order by rank, abs(extract(epoch from starts_at - app_now())), id) as place
        from found order by place limit 5
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'starts_at', starts_at,
        'canceled', canceled_at is not null) order by place), '[]') from best
  );
end $$;

-- The first five of each kind that hold all words of the query. Sections not asked for are left out.
create or replace function search_company(p_query text, p_people boolean, p_groups boolean) returns jsonb
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  v_words text[] := array(select word
    from regexp_split_to_table(search_text(p_query), '\s+') with ordinality split(word, place)
    where word <> '' order by place limit 8);
  v_patterns text[] := array(select search_pattern(w) from unnest(v_words) w order by length(w) desc);
  v_digits text := regexp_replace(p_query, '[^0-9]', '', 'g');
  v_answer jsonb := jsonb_build_object('courses', search_courses(v_words, v_patterns),
    'programs', search_programs(v_words, v_patterns), 'webinars', search_webinars(v_words, v_patterns));
begin
  if p_groups then
    v_answer := v_answer || jsonb_build_object('groups', search_groups(v_words, v_patterns));
  end if;
  if p_people and p_query ~ '^[0-9+() .-]+$' and length(v_digits) > 3 then
    -- A phone is one word, however it is spaced.
    v_answer := v_answer || jsonb_build_object('people',
      search_people(array[v_digits], array[search_pattern(v_digits)]));
  elsif p_people then
    v_answer := v_answer || jsonb_build_object('people', search_people(v_words, v_patterns));
  end if;
  return v_answer;
end $$;
grant execute on function search_company(text, boolean, boolean) to osnova_worker;
