-- The certificates of a company as a register.

set role osnova_system;

-- Which certificates of the company entered hold each word of a search (`patternOf`) in the name and the course as the
-- paper has them, in the person's present name or address, or in the course's present name; or begin with these signs.
-- Each by its own stored key, whole; only where that finds nothing words are looked for in all of them together, for
-- which there is no index but of one word.
create or replace function certificates_matching(
  p_pattern text,
  p_signs text
) returns setof integer
  language plpgsql
  stable
  security definer
  rows 1000
  set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan
  -- To begin processes takes longer than to look for a name.
  set max_parallel_workers_per_gather = 0
  as $$
declare
  v_company integer := app_company();
  v_words text[] := words_patterns(p_pattern);
begin
  return query
  select k.id from certificates k
    where k.company_id = v_company and k.search_words like v_words[1]
      and k.search_words like coalesce(v_words[2], v_words[1]) and k.search_words like all (v_words)
  union all
  select k.id from users u join certificates k on k.company_id = v_company and k.user_id = u.id
    where u.search_words like v_words[1] and u.search_words like coalesce(v_words[2], v_words[1])
      and u.search_words like all (v_words) and not (k.search_words like all (v_words))
  union all
  select k.id from courses c join certificates k on k.company_id = c.company_id and k.course_id = c.id
    where c.company_id = v_company and search_text(c.name) like v_words[1] and search_text(c.name) like all (v_words)
      and not (k.search_words like all (v_words))
  union all
  -- The range for the index, whatever the order of letters; then exactly.
  select k.id from certificates k
    where k.company_id = v_company and k.number >= p_signs and k.number < p_signs || 'zzzzzzzzzzzz'
      and starts_with(k.number, p_signs);
  if found or cardinality(v_words) < 2 then
    return;
  end if;
  return query
  with candidates as (
    select k.id from certificates k where k.company_id = v_company and k.search_words like v_words[1]
    union
    select k.id from users u join certificates k on k.company_id = v_company and k.user_id = u.id
      where u.search_words like v_words[1]
    union
    select k.id from courses c join certificates k on k.company_id = c.company_id and k.course_id = c.id
      where c.company_id = v_company and search_text(c.name) like v_words[1]
  )
  select k.id from candidates r
    join certificates k on k.id = r.id
    join users u on u.id = k.user_id
    join courses c on c.company_id = k.company_id and c.id = k.course_id
    where k.search_words || u.search_words || search_text(c.name) like all (v_words);
end $$;
grant execute on function certificates_matching(text, text) to osnova_worker;
