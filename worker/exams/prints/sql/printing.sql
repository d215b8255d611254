-- Published versions on paper, in variants that stay what they are.

-- The letters of variants, as they stand on paper.
create or replace function variant_letters(p_variants jsonb) returns text
  language sql
  immutable
  as $$
  select string_agg(chr(64 + v::integer), ', ' order by v::integer) from jsonb_array_elements_text(p_variants) v
$$;
grant execute on function variant_letters(jsonb) to public;

set role osnova_system;

-- A version in variants, each with questions drawn of its own. Its seed is of version 8, since no order is handed out
-- right; of runs before that it is of version 4, and their papers stay what they are.
create or replace function start_print_run(
  p_course integer,
  p_form integer,
  p_variants integer
) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_version form_versions;
  v_run print_runs;
begin
  perform require_form(p_course, p_form);
  perform refuse_own_form(p_form);
  select * into v_version from form_versions v
    where v.company_id = app_company() and v.form_id = p_form order by v.number desc limit 1;
  insert into print_runs as r (company_id, form_id, form_version_id, variants, seed, author_id, created_at)
    values (app_company(), p_form, v_version.id, p_variants, overlay(gen_random_uuid()::text placing '8' from 15)::uuid,
      app_user(), app_now())
    returning r.* into v_run;
  if v_version.settings ? 'draws' then
    update print_runs r set drawn = (
        select jsonb_agg(to_jsonb(draw_questions(v_version, hashtext(v_run.seed || ' ' || n))) order by n)
          from generate_series(1, p_variants) n)
      where r.company_id = v_run.company_id and r.id = v_run.id;
  end if;
  return v_run.id;
end $$;
grant
  execute
  on
    function start_print_run(integer, integer, integer)
  to
  osnova_worker;

-- A run of a form in reach, with these of its variants, for whoever does not take the form.
create or replace function require_run(
  p_course integer,
  p_form integer,
  p_run integer,
  p_variants integer[]
) returns print_runs
  language plpgsql
  stable
  as $$
declare
  v_run print_runs;
begin
  perform require_form(p_course, p_form);
  perform refuse_own_form(p_form);
  select * into v_run from print_runs r where r.company_id = app_company() and r.form_id = p_form and r.id = p_run;
  if not found then
    perform fail('not_found');
  elsif exists (select from unnest(p_variants) v where v > v_run.variants) then
    perform fail('invalid_choice', 'variants');
  end if;
  return v_run;
end $$;

-- The questions of a variant.
create or replace function drawn_of_run(
  p_run print_runs,
  p_variant integer
) returns integer[]
  language sql
  immutable
  as $$
  select case when p_run.drawn is not null then
    array(select q::integer from jsonb_array_elements_text(p_run.drawn->(p_variant - 1)) with ordinality t(q, n)
      order by n) end
$$;

-- What the pages of variants are made from; all of them, unless some are named.
create or replace function run_papers(
  p_course integer,
  p_form integer,
  p_run integer,
  p_variants integer[]
) returns table (
  version integer,
  seed text,
  settings jsonb,
  papers jsonb,
  keys jsonb
)
  language plpgsql
  stable
  security definer
  set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan
  as $$
declare
  v_run print_runs := require_run(p_course, p_form, p_run, p_variants);
begin
  return query
  select v.number, v_run.seed::text, v.settings, (
      select jsonb_agg(jsonb_build_object('variant', n,
          'questions', paper_of(drawn_of_run(v_run, n), v.id, v.questions)) order by n)
        from generate_series(1, v_run.variants) n where p_variants is null or n = any (p_variants)),
    -- Of what was drawn for nobody yet nothing was mended either.
    mended_keys(v.id)
    from form_versions v where v.company_id = v_run.company_id and v.id = v_run.form_version_id;
end $$;
grant
  execute
  on
    function run_papers(integer, integer, integer, integer[])
  to
  osnova_worker;

-- Notes that variants were printed; all of them, unless some are named.
create or replace function note_printing(
  p_course integer,
  p_form integer,
  p_run integer,
  p_variants integer[],
  p_kind text
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan
  as $$
declare
  v_run print_runs := require_run(p_course, p_form, p_run, p_variants);
begin
  insert into printings (company_id, form_id, run_id, variants, kind, author_id, created_at)
    values (app_company(), p_form, p_run, array(select n from generate_series(1, v_run.variants) n
      where p_variants is null or n = any (p_variants)), p_kind, app_user(), app_now());
end $$;
grant
  execute
  on
    function note_printing(integer, integer, integer, integer[], text)
  to
  osnova_worker;

-- A draft to be printed, for its editors, who are noted.
create or replace function print_draft(
  p_course integer,
  p_form integer,
  p_kind text
) returns table (settings jsonb, questions jsonb)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_form forms := hold_draft(p_course, p_form);
begin
  insert into printings (company_id, form_id, run_id, variants, kind, author_id, created_at)
    values (app_company(), p_form, null, '{}', p_kind, app_user(), app_now());
  return query select draft_settings(v_form), draft_questions(p_form);
end $$;
grant execute on function print_draft(integer, integer, text) to osnova_worker;
