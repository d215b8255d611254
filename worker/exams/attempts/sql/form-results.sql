-- What the ended attempts of an assignment come to, kept by triggers, so that figures of a course read a row for each
-- student instead of each attempt with its gradings.

set role osnova_system;

-- The first, the last and the best, and the one that counts, as counted_result() chooses it; no row without an ended
-- attempt, and nothing but its name of one that waits for marks.
create or replace function counted_form_results(
  p_assignments integer[]
) returns table (
  company_id integer,
  assignment_id integer,
  form_id integer,
  user_id integer,
  attempt_id integer,
  first_score double precision,
  last_score double precision,
  best_score double precision,
  first_percent double precision,
  last_percent double precision,
  best_percent double precision,
  percent double precision,
  ects text,
  passed boolean,
  finished_by text,
  duration integer,
  in_review boolean,
  grading_id integer,
  form_version_id integer
)
  language sql
  stable
  as $$
  select distinct on (t.company_id, t.assignment_id) t.company_id, t.assignment_id, t.form_id, t.user_id, t.id,
         first_value(g.score) over of_all, last_value(g.score) over of_all, max(g.score) over of_all,
         first_value(g.percent) over of_all, last_value(g.percent) over of_all, max(g.percent) over of_all,
         g.percent, g.ects, g.passed, t.finished_by, seconds_taken(t.started_at, t.finished_at, t.finished_by),
         bool_or(t.result_published_at is null) over of_all, g.grading_id, t.form_version_id
    from assignments a
    -- The order and `offset 0` keep it to the index of an assignment's attempts: a plan made while a company had few
    -- attempts would go on to read all of them when it has many.
    cross join lateral (
      select of_it.* from attempts of_it
        where of_it.company_id = a.company_id and of_it.assignment_id = a.id order by of_it.number offset 0) t
    cross join lateral result_of(t.company_id, t.id, t.result_published_at is not null) g
    cross join lateral (
      select v.settings from form_versions v
        where v.company_id = t.company_id and v.form_id = t.form_id order by v.number desc limit 1) r
    where a.id = any (p_assignments) and t.status = 'completed'
    window of_all as (partition by t.company_id, t.assignment_id order by t.number
      rows between unbounded preceding and unbounded following)
    order by t.company_id, t.assignment_id, g.passed is null,
      case when r.settings->>'result_counts' = 'last' then t.number end desc nulls last, g.passed desc, g.percent desc,
      t.number
$$;

-- Counts anew what assignments come to. Locks first and counts in a later statement: of two changes at once the second
-- one sees what the first has done.
create or replace function refresh_form_results(
  p_assignments integer[]
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  -- Each step is looked up by an index, for one as for ten thousand: no plan is worth making anew. One made while the
  -- tables were small read them whole, and cost a finish four times as much.
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  as $$
declare
  v_counted integer;
begin
  if p_assignments is null then
    return;
  end if;
  perform from assignments where id = any (p_assignments) order by id for no key update;
  with counted as materialized (
    select n.* from counted_form_results(p_assignments) n
  ), written as (
    insert into form_results as r
      select n.* from counted n order by n.assignment_id
      on conflict (company_id, assignment_id) do update
        set attempt_id = excluded.attempt_id, first_score = excluded.first_score, last_score = excluded.last_score,
            best_score = excluded.best_score, first_percent = excluded.first_percent,
            last_percent = excluded.last_percent, best_percent = excluded.best_percent, percent = excluded.percent,
            ects = excluded.ects, passed = excluded.passed, finished_by = excluded.finished_by,
            duration = excluded.duration, in_review = excluded.in_review, grading_id = excluded.grading_id,
            form_version_id = excluded.form_version_id
        where r is distinct from excluded
  )
  select count(*) into v_counted from counted;
  -- Each comes to something, but where the last of its ended attempts was annulled.
  if v_counted < cardinality(p_assignments) then
    delete from form_results r using assignments a
      where a.id = any (p_assignments) and r.company_id = a.company_id and r.assignment_id = a.id and not exists (
        select from attempts t join gradings g on g.company_id = t.company_id and g.attempt_id = t.id
          where t.company_id = r.company_id and t.assignment_id = r.assignment_id and t.status = 'completed');
  end if;
end $$;
grant execute on function refresh_form_results(integer[]) to public;

-- What is graded anew counts in the results of its people at once; what runs does with its end, which follows.
create or replace function results_graded() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_attempts integer[];
  v_assignments integer[];
begin
  -- Each looked up for itself: a plan kept from few may go through all that were graded for each attempt.
  select array_agg(distinct t.id), array_agg(distinct t.assignment_id) into v_attempts, v_assignments from changed c
    cross join lateral (
      select a.id, a.assignment_id, a.status from attempts a
        where a.company_id = c.company_id and a.id = c.attempt_id limit 1) t
    where t.status <> 'running';
  if v_attempts is not null then
    perform refresh_outcomes(v_attempts);
    perform refresh_form_results(v_assignments);
  end if;
  return null;
end $$;
grant execute on function results_graded() to public;

-- Ended, annulled, taken back or published.
create or replace function results_moved() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  -- A save, as nearly all are.
  if not exists (select from now_rows where status <> 'running') then
    return null;
  end if;
  perform refresh_form_results((select array_agg(distinct assignment_id) from (
    -- Old and new row of each attempt side by side; not joined, which a plan kept from one row would do in a square.
    select assignment_id from (
      select id, assignment_id, status, result_published_at from was_rows
      union all
      select id, assignment_id, status, result_published_at from now_rows
    ) both_rows
      group by id, assignment_id
      having min(status) <> max(status) or count(result_published_at) = 1
  ) decided));
  return null;
end $$;
grant execute on function results_moved() to public;

-- Another attempt may count from now on.
create or replace function results_settled() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  if new.settings->>'result_counts' is distinct from (
      select v.settings->>'result_counts' from form_versions v
        where v.company_id = new.company_id and v.form_id = new.form_id and v.number < new.number
        order by v.number desc limit 1) then
    perform refresh_form_results((select array_agg(a.id order by a.id) from assignments a
      where a.company_id = new.company_id and a.form_id = new.form_id));
  end if;
  return null;
end $$;
grant execute on function results_settled() to public;

reset role;

create trigger form_results
  after insert
  on gradings
  referencing new table as changed
  for each statement
  when (not erasing())
  execute function results_graded();

create trigger form_results
  after update
  on attempts
  referencing old table as was_rows new table as now_rows
  for each statement
  when (not erasing())
  execute function results_moved();

create trigger form_results
  after insert
  on form_versions
  for each row
  when (not erasing())
  execute function results_settled();
