-- The certificates of a company as a register.

set role osnova_system;

-- Which certificates of the company entered hold words (`words_patterns`) in what the paper says, in the person's and
-- in the course's present keys together, for which there is no index but of one word.
create or replace function certificates_holding(
  p_words text[]
) returns setof integer
  language plpgsql
  stable
  rows 10
  set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan
  as $$
declare
  v_company integer := app_company();
begin
  return query
  with candidates as (
    select k.id from certificates k where k.company_id = v_company and k.search_words like p_words[1]
    union
    select k.id from users u join certificates k on k.company_id = v_company and k.user_id = u.id
      where u.search_words like p_words[1]
    union
    select k.id from courses c join certificates k on k.company_id = c.company_id and k.course_id = c.id
      where c.company_id = v_company and search_text(c.name) like p_words[1]
  )
  select k.id from candidates r
    join certificates k on k.id = r.id
    join users u on u.id = k.user_id
    join courses c on c.company_id = k.company_id and c.id = k.course_id
    where k.search_words || u.search_words || search_text(c.name) like all (p_words);
end $$;

-- Which certificates of the company entered hold each word of a search (`patternOf`) in the name and the course as the
-- paper has them, in the person's present name or address, or in the course's present name; or begin with these signs.
-- No ids: more than p_most do, and whoever goes through the register finds them sooner. Then `count` says how many were
-- found before that was known; none where three of ten of the newest thousand have it: an index of words reads all that
-- have one before it tells the first. Each by its own stored key, whole; only where that finds nothing in all of them
-- together.
create or replace function certificates_found(
  p_pattern text,
  p_signs text,
  p_most integer
) returns table (ids integer[], count integer)
  language plpgsql
  stable
  security definer
  rows 1
  set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan
  -- To begin processes takes longer than to look for a name.
  set max_parallel_workers_per_gather = 0
  as $$
declare
  v_company integer := app_company();
  v_words text[] := words_patterns(p_pattern);
begin
  -- The planner cannot know how common a word is: what it counted of a table with policies it asks for = alone.
  if (select count(*) filter (where newest.search_words like all (v_words)) >= 300
        from (select k.search_words from certificates k where k.company_id = v_company
                order by k.issued_at desc limit 1000) newest) then
    count := 0;
    return next;
    return;
  end if;
  ids := array(
    (select k.id from certificates k
       where k.company_id = v_company and k.search_words like v_words[1]
         and k.search_words like coalesce(v_words[2], v_words[1]) and k.search_words like all (v_words))
    union all
    (select k.id from users u join certificates k on k.company_id = v_company and k.user_id = u.id
       where u.search_words like v_words[1] and u.search_words like coalesce(v_words[2], v_words[1])
         and u.search_words like all (v_words) and not (k.search_words like all (v_words)))
    union all
    -- Each looked up for itself, by the index of that order: joined, all certificates were read for one course.
    (select k.id from courses c
       cross join lateral (
         select h.id from certificates h
           where h.company_id = v_company and h.course_id = c.id and not (h.search_words like all (v_words))
             and not exists (select from users u where u.id = h.user_id and u.search_words like all (v_words))
           order by h.user_id, h.version limit p_most + 1) k
       where c.company_id = v_company and search_text(c.name) like v_words[1]
         and search_text(c.name) like all (v_words))
    union all
    -- The range for the index, whatever the order of letters; then exactly.
    (select k.id from certificates k
       where k.company_id = v_company and k.number >= p_signs and k.number < p_signs || 'zzzzzzzzzzzz'
         and starts_with(k.number, p_signs)
         and not (k.search_words like all (v_words))
         and not exists (select from users u where u.id = k.user_id and u.search_words like all (v_words))
         and not exists (select from courses c where c.company_id = v_company and c.id = k.course_id
           and search_text(c.name) like all (v_words)))
    limit p_most + 1);
  if cardinality(ids) = 0 and cardinality(v_words) > 1 then
    ids := array(select certificates_holding(v_words));
  end if;
  count := cardinality(ids);
  ids := case when count <= p_most then ids end;
  return next;
end $$;
grant
  execute
  on
    function certificates_found(text, text, integer)
  to
  osnova_worker;
