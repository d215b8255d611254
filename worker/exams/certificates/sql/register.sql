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
  with found as materialized (
    select k.id from certificates k
      where k.company_id = v_company
        and search_text((k.content->>'name') || ' ' || (k.content->>'course')) like v_words[1]
    union
    select k.id from users u join certificates k on k.company_id = v_company and k.user_id = u.id
      where u.search_words like v_words[1]
    union
    select k.id from courses c join certificates k on k.company_id = c.company_id and k.course_id = c.id
      where c.company_id = v_company and search_text(c.name) like v_words[1]
  )
  select f.id from found f where cardinality(v_words) = 1 or exists (
    select from certificates k
      join users u on u.id = k.user_id
      join courses c on c.company_id = k.company_id and c.id = k.course_id
      where k.id = f.id and search_text((k.content->>'name') || ' ' || (k.content->>'course'))
        || u.search_words || search_text(c.name) like all (v_words))
  union
  -- The range for the index, whatever the order of letters; then exactly.
  select k.id from certificates k
    where k.company_id = v_company and k.number >= p_signs and k.number < p_signs || 'zzzzzzzzzzzz'
      and starts_with(k.number, p_signs);
end $$;
grant execute on function certificates_matching(text, text) to osnova_worker;
