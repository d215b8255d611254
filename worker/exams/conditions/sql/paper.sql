-- What a paper keeps beside its answers.

-- Whether an attempt goes through its pages once, and none is gone back to.
create or replace function is_one_way(p_settings jsonb) returns boolean
  language sql
  immutable
  parallel safe
  as $$
  select coalesce(p_settings->>'pages' in ('one', 'section') and not (p_settings->>'may_go_back')::boolean, false)
$$;

-- Those of some answers whose questions are not left for good, nor checked for the last time: of the others what is
-- kept stays.
create or replace function answers_still_open(
  p_attempt attempts,
  p_answers jsonb
) returns jsonb
  language sql
  immutable
  as $$
  select coalesce(jsonb_agg(a), '[]') from jsonb_array_elements(p_answers) a
    where not (a->>'question_id')::integer = any (p_attempt.closed || p_attempt.settled)
$$;
grant execute on function answers_still_open(attempts, jsonb) to public;

set role osnova_system;

-- What is left for good with some questions of an attempt: of a page that is a section all of it, and those before it.
create or replace function left_with(
  p_attempt attempts,
  p_version form_versions,
  p_closed integer[]
) returns integer[]
  language sql
  stable
  as $$
  select case when p_version.settings->>'pages' <> 'section' or cardinality(p_closed) = 0 then p_closed else array(
    with asked as materialized (
      select (q->>'id')::integer as id, section_place(p_version.settings->'sections', q->'section') as part
        from jsonb_array_elements(paper_of(p_attempt.drawn, p_version.id, p_version.questions)) q
    )
    select a.id from asked a where a.part <= (select max(c.part) from asked c where c.id = any (p_closed))) end
$$;

-- Keeps the caller's marks and what they have left for good, each null where nothing is said of it. What is left stays
-- left. Nothing is kept of an attempt that is over or held by another tab.
create or replace function keep_paper(
  p_attempt integer,
  p_holder text,
  p_marked integer[],
  p_closed integer[]
) returns void
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  update attempts a set
      marked = coalesce(p_marked, a.marked),
      closed = case when p_closed is null or not is_one_way(v.settings) then a.closed
        else array(select distinct unnest(a.closed || left_with(a, v, p_closed)) order by 1) end
    from form_versions v
    where a.company_id = app_company() and a.user_id = app_user() and a.id = p_attempt and a.holder = p_holder
      and a.status = 'running' and v.company_id = a.company_id and v.id = a.form_version_id
$$;
grant
  execute
  on
    function keep_paper(integer, text, integer[], integer[])
  to
  osnova_worker;
