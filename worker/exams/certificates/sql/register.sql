-- The certificates of a company as a register.

set role osnova_system;

-- Which certificates of the company entered hold each word of a search (`patternOf`) in the name or the course as the
-- paper has them, the person's present name or address, or the course's present name; or begin with these signs. By
-- stored keys: as people and courses are found.
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
  as $$
declare
  v_company integer := app_company();
  v_words text[] := words_patterns(p_pattern);
begin
  return query
  with said as materialized (
    select k.id from certificates k
      where k.company_id = v_company and k.search_words like v_words[1]
        and k.search_words like coalesce(v_words[2], v_words[1]) and k.search_words like all (v_words)
  ), renamed as (
    -- What a paper does not say as a whole may stand in what is called otherwise today: the longest word is looked for in
    -- each of the three.
    select k.id from certificates k
      where cardinality(v_words) > 1 and k.company_id = v_company and k.search_words like v_words[1]
        and not (k.search_words like all (v_words))
    union
    select k.id from users u join certificates k on k.company_id = v_company and k.user_id = u.id
      where u.search_words like v_words[1] and not (k.search_words like all (v_words))
    union
    select k.id from courses c join certificates k on k.company_id = c.company_id and k.course_id = c.id
      where c.company_id = v_company and search_text(c.name) like v_words[1]
        and not (k.search_words like all (v_words))
  )
  select s.id from said s
  union all
  select k.id from renamed r
    join certificates k on k.id = r.id
    join users u on u.id = k.user_id
    join courses c on c.company_id = k.company_id and c.id = k.course_id
    where k.search_words || u.search_words || search_text(c.name) like all (v_words)
  union all
  -- The range for the index, whatever the order of letters; then exactly.
  select k.id from certificates k
    where k.company_id = v_company and k.number >= p_signs and k.number < p_signs || 'zzzzzzzzzzzz'
      and starts_with(k.number, p_signs);
end $$;
grant execute on function certificates_matching(text, text) to osnova_worker;
