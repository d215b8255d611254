-- The sections of a form: each question and each draw stands in one.

-- Sections that a form may have.
create or replace function sections_limit() returns integer
  language sql
  immutable
  as 'select 20';

-- The place of a section among those of a form, from 1; one that the form does not have stands for the last. 0: it has
-- none.
create or replace function section_place(
  p_sections jsonb,
  p_section jsonb
) returns integer
  language sql
  immutable
  parallel safe
  as $$
  select case when p_sections is null then 0 else coalesce(
    (select n::integer from jsonb_array_elements(p_sections) with ordinality s(section, n)
       where s.section->'id' = p_section limit 1), jsonb_array_length(p_sections)) end
$$;

-- The section at a place, as its questions name it; nothing where there is none.
create or replace function in_section(
  p_sections jsonb,
  p_place integer
) returns jsonb
  language sql
  immutable
  parallel safe
  as $$
  select case when p_place > 0 then jsonb_build_object('section', p_sections->(p_place - 1)->'id') else '{}' end
$$;

-- The sections of a version with the places of their questions in each of its papers: so many of each are asked of
-- everybody, drawn or not.
create or replace function section_places(
  p_version integer
) returns table (
  title text,
  place bigint,
  asked bigint,
  first_place bigint,
  last_place bigint
)
  language sql
  stable
  as $$
  select s.section->>'title', s.place, c.asked, sum(c.asked) over up_to_it - c.asked + 1, sum(c.asked) over up_to_it
    from form_versions v
    cross join lateral jsonb_array_elements(v.settings->'sections') with ordinality s(section, place)
    cross join lateral (
      select (select count(*) from jsonb_array_elements(v.questions) q
                where section_place(v.settings->'sections', q->'section') = s.place)
             + (select coalesce(sum((d->>'count')::integer), 0)
                  from jsonb_array_elements(coalesce(v.settings->'draws', '[]')) d
                  where section_place(v.settings->'sections', d->'section') = s.place) as asked) c
    where v.company_id = app_company() and v.id = p_version
    window up_to_it as (order by s.place)
$$;
