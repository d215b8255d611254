-- Grading, with repaired keys.

-- The result of an attempt: its latest grading.
create or replace view results
  with (security_invoker = true)
  as
  select distinct on (company_id, attempt_id) id,
    company_id,
    attempt_id,
    score,
    max_score,
    percent,
    ects,
    passed,
    explanation,
    reason,
    created_at
  from gradings
  order by company_id, attempt_id, id desc;
grant select on results to osnova_worker, osnova_system;

-- The letter of the European scale.
create or replace function ects(p_percent numeric) returns text
  language sql
  immutable
  as $$
  select case
    when round(p_percent) >= 90 then 'A' when round(p_percent) >= 82 then 'B' when round(p_percent) >= 75 then 'C'
    when round(p_percent) >= 67 then 'D' when round(p_percent) >= 60 then 'E' when round(p_percent) >= 35 then 'FX'
    else 'F' end
$$;

set role osnova_system;

-- Repairs of a form and gradings of its attempts wait for each other, so that of a finish and a repair at once the
-- later one sees what the earlier has done. Attempts are locked first, then the key, then assignments, by everybody:
-- whoever waits for a key holds nothing that a repair asks for next.
create or replace function lock_key(
  p_form integer,
  p_alone boolean
) returns void
  language plpgsql
  as $$
begin
  if p_alone then
    perform pg_advisory_xact_lock(hashtext('key_repairs'), p_form);
  else
    perform pg_advisory_xact_lock_shared(hashtext('key_repairs'), p_form);
  end if;
end $$;

-- What repairs make of the keys of versions, one row per repair that concerns a version, in their order. `keys`: ids of
-- right answers by question id, null where the question is annulled. `p_more`: changes judged as if they came last.
create or replace function key_overlays(
  p_versions integer[],
  p_without integer default null,
  p_more jsonb default null,
  p_only_raise boolean default false
) returns table (
  version_id integer,
  place integer,
  keys jsonb,
  only_raise boolean
)
  language sql
  stable
  as $$
  select v.id, (row_number() over (partition by v.id order by r.place))::integer, o.keys, r.only_raise
    from form_versions v
    cross join lateral (
      select k.id as place, k.changes, k.only_raise from key_repairs k
        where k.company_id = v.company_id and k.form_id = v.form_id and k.undone_at is null and k.id is distinct
          from p_without
      union all
      select 2147483647, p_more, p_only_raise where p_more is not null
    ) r
    cross join lateral (
      select jsonb_object_agg(c->>'question_id', coalesce(c->'right', 'null')) as keys
        from jsonb_array_elements(r.changes) c where c->'versions' @> to_jsonb(v.id)
    ) o
    where v.id = any (p_versions) and o.keys is not null
$$;
grant
  execute
  on
    function key_overlays(integer[], integer, jsonb, boolean)
  to
  public;

-- What the marks of an answer come to that people mark; null: it waits. Of two markers both have to say the same,
-- unless a third step settles it.
create or replace function settled_mark(
  p_company integer,
  p_attempt integer,
  p_question integer,
  p_two boolean
) returns numeric
  language plpgsql
  stable
  as $$
begin
  return (
    select case when bool_or(m.settles) then max(m.score) filter (where m.settles)
        when count(*) >= case when p_two then 2 else 1 end and max(m.score) = min(m.score) then max(m.score) end
      from marks m
      where m.company_id = p_company and m.attempt_id = p_attempt and m.question_id = p_question
        and m.undone_at is null);
end $$;
grant
  execute
  on
    function settled_mark(integer, integer, integer, boolean)
  to
  public;

-- Whether two people mark the answers of a version.
create or replace function has_two_markers(p_settings jsonb) returns boolean
  language sql
  immutable
  as $$
  select coalesce((p_settings->>'two_markers')::boolean, false)
$$;
grant execute on function has_two_markers(jsonb) to public;

-- Whether some of what was answered waits for its mark.
create or replace function awaits_marks(p_explanation jsonb) returns boolean
  language sql
  immutable
  as $$
  select coalesce(p_explanation @> '[{"outcome": "in_review"}]', false)
$$;
grant execute on function awaits_marks(jsonb) to public;

-- Points and outcome of an ended attempt by its latest grading. They are null while an answer waits for its mark:
-- without its points the result would read as a failure. In a published result no answer waits, and none is looked for.
create or replace function result_of(
  p_company integer,
  p_attempt integer,
  p_is_published boolean
) returns table (
  score double precision,
  max_score double precision,
  percent double precision,
  ects text,
  passed boolean,
  grading_id integer
)
  language sql
  stable
  rows 1
  as $$
  select case when s.settled then g.score::float8 end, g.max_score::float8,
         case when s.settled then g.percent::float8 end, case when s.settled then g.ects end,
         case when s.settled then g.passed end, g.id
    from (select * from gradings k
      where k.company_id = p_company and k.attempt_id = p_attempt order by k.id desc limit 1) g
    cross join lateral (select p_is_published or not awaits_marks(g.explanation) as settled) s
$$;
grant execute on function result_of(integer, integer, boolean) to public;

-- Of that, what is kept with the attempt, for figures over many.
create or replace function outcome_of(
  p_company integer,
  p_attempt integer
) returns table (percent numeric, passed boolean)
  language sql
  stable
  rows 1
  as $$
  select case when not g.waits then g.percent end, case when not g.waits then g.passed end
    from (select k.percent, k.passed, awaits_marks(k.explanation) as waits from gradings k
      where k.company_id = p_company and k.attempt_id = p_attempt order by k.id desc limit 1) g
$$;

-- Keeps with ended attempts what their gradings say.
create or replace function refresh_outcomes(p_attempts integer[]) returns void
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  update attempts a set percent = n.percent, passed = n.passed
    from (
      select t.id, o.percent, o.passed from attempts t
        left join lateral outcome_of(t.company_id, t.id) o on true
        where t.id = any (p_attempts) and t.status <> 'running') n
    where a.id = n.id and (a.percent, a.passed) is distinct from (n.percent, n.passed)
$$;
grant execute on function refresh_outcomes(integer[]) to public;

-- The share of its score that an answer earned: by the key, or by the mark that a person gave.
create or replace function given_share(
  p_question jsonb,
  p_key jsonb,
  p_answer attempt_answers,
  p_settings jsonb
) returns numeric
  language sql
  stable
  as $$
  select case when is_by_hand(p_question->>'type') then coalesce(settled_mark(p_answer.company_id, p_answer.attempt_id,
      p_answer.question_id, has_two_markers(p_settings)) / nullif((p_question->>'score')::integer, 0), 1)
    else earned_share(p_question, p_key, p_answer.answer_ids, p_answer.response) end
$$;
grant
  execute
  on
    function given_share(jsonb, jsonb, attempt_answers, jsonb)
  to
  public;

-- The grade of what was answered in an attempt, by the version's questions under mended keys. A choice of all or
-- nothing is right when the chosen set is the key; a part of a score has two decimals.
create or replace function grade_of(
  p_company integer,
  p_attempt integer,
  p_questions jsonb,
  p_settings jsonb,
  p_keys jsonb
) returns table (
  score numeric,
  max_score integer,
  percent numeric,
  passed boolean,
  explanation jsonb
)
  language sql
  stable
  as $$
  select s.score, s.max_score, s.percent,
         case p_settings->>'passing_score_type' when 'points' then s.score else s.percent end
           >= (p_settings->>'passing_score')::integer,
         s.explanation
    from (
      select coalesce(sum(e.earned), 0) as score, coalesce(sum(e.maximum), 0)::integer as max_score,
             coalesce(round(100.0 * sum(e.earned) / nullif(sum(e.maximum), 0), 10), 0) as percent,
             coalesce(jsonb_agg(jsonb_build_object(
               'id', e.id, 'earned', e.earned, 'maximum', e.maximum, 'outcome', e.outcome) order by e.place),
                 '[]') as explanation
        from (
          select a.id, a.place, a.maximum, coalesce(a.nothing, case a.share when 1 then 'right' when 0 then 'wrong'
                   else 'partly' end) as outcome,
                 case when a.nothing is not null or a.share = 0 then 0 when a.share = 1 then a.maximum
                   else round(a.maximum * a.share, 2) end as earned
            from (
              select t.id, t.place, w.nothing, case when t.key = 'null' then 0 else t.score end as maximum,
                     case when w.nothing is not null then 0
                          when t.has_rules then given_share(t.q, t.key, g, p_settings)
                          when to_jsonb(g.answer_ids) = t.key then 1 else 0 end as share
                from (
                  -- Read once of each question, and not for each pair of a question and an answer.
                  select q, place, (q->>'id')::integer as id, (q->>'score')::integer as score,
                         q ? 'type' or q ? 'credit' as has_rules, is_by_hand(q->>'type') as by_hand,
                         coalesce(p_keys->(q->>'id'), q->'right') as key
                    from jsonb_array_elements(p_questions) with ordinality as p(q, place) offset 0
                ) t
                left join attempt_answers g on g.company_id = p_company and g.attempt_id = p_attempt
                  and g.question_id = t.id
                cross join lateral (select case when t.key = 'null' then 'annulled'
                  when coalesce(cardinality(g.answer_ids), 0) = 0 and g.response is null then 'not_answered'
                  when t.by_hand
                    and settled_mark(p_company, p_attempt, g.question_id, has_two_markers(p_settings)) is null
                    then 'in_review' end as nothing) w
                -- Not pulled up, or each share would be worked out as often as it is named above.
                offset 0
            ) a
        ) e
    ) s
$$;
grant
  execute
  on
    function grade_of(integer, integer, jsonb, jsonb, jsonb)
  to
  public;

-- The grades of attempts by the keys that their versions were published with.
create or replace function graded(
  p_attempts integer[]
) returns table (
  attempt_id integer,
  score numeric,
  max_score integer,
  percent numeric,
  passed boolean,
  explanation jsonb
)
  language sql
  stable
  as $$
  select a.id, g.*
    from attempts a
    join form_versions v on v.company_id = a.company_id and v.id = a.form_version_id
    cross join lateral grade_of(a.company_id, a.id, paper_of(a.drawn, v.id, v.questions), v.settings, '{}') g
    where a.id = any (p_attempts)
$$;
grant execute on function graded(integer[]) to public;

-- The grades of attempts under the repairs of their forms, one after another: one that only raises leaves alone whose
-- percentage or pass it would take. Each step looks its attempt and version up by their keys: no plan of it, for one
-- attempt or for ten thousand, compares all with all.
create or replace function regraded(
  p_attempts integer[],
  p_without integer default null,
  p_more jsonb default null,
  p_only_raise boolean default false
) returns table (
  attempt_id integer,
  score numeric,
  max_score integer,
  percent numeric,
  passed boolean,
  explanation jsonb
)
  language plpgsql
  stable
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  as $$
begin
  -- Most forms were never repaired: for them the steps are not even planned, a third of a connection's first finish.
  if p_more is null and not exists (
    select from attempts a join key_repairs k on k.company_id = a.company_id and k.form_id = a.form_id
      where a.id = any (p_attempts) and k.undone_at is null) then
    return query select * from graded(p_attempts);
    return;
  end if;
  return query
  with recursive overlays as materialized (
    select * from key_overlays(
      array(select distinct a.form_version_id from attempts a where a.id = any (p_attempts)), p_without, p_more,
        p_only_raise)
  ), steps as (
    select g.attempt_id as id, 0 as place, '{}'::jsonb as keys, g.score, g.max_score, g.percent, g.passed,
           g.explanation
      from graded(array(select a.id from attempts a
        where a.id = any (p_attempts) and a.form_version_id in (select version_id from overlays))) g
    union all
    select s.id, o.place, case when f.falls then s.keys else s.keys || o.keys end,
           case when f.falls then s.score else g.score end, case when f.falls then s.max_score else g.max_score end,
           case when f.falls then s.percent else g.percent end, case when f.falls then s.passed else g.passed end,
           case when f.falls then s.explanation else g.explanation end
      from steps s
      join attempts a on a.id = s.id
      join form_versions v on v.company_id = a.company_id and v.id = a.form_version_id
      join overlays o on o.version_id = v.id and o.place = s.place + 1
      cross join lateral grade_of(a.company_id, a.id, paper_of(a.drawn, v.id, v.questions), v.settings,
        s.keys || o.keys) g
      cross join lateral (select o.only_raise and (g.percent < s.percent or s.passed and not g.passed) as falls) f
  ), mended as (
    select distinct on (s.id) s.id, s.score, s.max_score, s.percent, s.passed, s.explanation
      from steps s order by s.id, s.place desc
  )
  select * from mended
  union all
  -- Nearly all: what no repair concerns is not carried through its steps.
  select g.attempt_id, g.score, g.max_score, g.percent, g.passed, g.explanation
    from graded(array(select a.id from attempts a
      where a.id = any (p_attempts) and a.form_version_id not in (select version_id from overlays))) g;
end $$;

-- A form is done as a material once passed, a practice perhaps when it is finished, and any form is viewed by then.
-- `p_may_fall`: an annulled pass, or one that a repair took, is none unless another attempt passed; what was opened
-- stays open. Attempts count as the student's own activity; of what a trainer ended or typed in, its beginning does.
create or replace function settle_progress(
  p_attempts integer[],
  p_may_fall boolean
) returns void
  language sql
  security definer
  set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  as $$
  insert into material_progress as p (company_id, material_id, user_id, opened_at, attempted_at, viewed_at, done_at)
    select h.company_id, h.material_id, h.user_id, own.began_at, own.moved_at, app_now(),
           case when exists (
             select from attempts t
               where t.company_id = h.company_id and t.form_id = h.form_id and t.user_id = h.user_id
               and t.status = 'completed' and (h.done_by_finishing or (
                 select g.passed from gradings g where g.company_id = t.company_id and g.attempt_id = t.id
                   order by g.id desc limit 1))
           ) then app_now() end
      from (
        select distinct a.company_id, a.form_id, a.user_id, m.id as material_id,
               m.type = 'practice' and m.done_when = 'finished' as done_by_finishing
          from attempts a
          join forms f on f.company_id = a.company_id and f.id = a.form_id
          join materials m on m.company_id = f.company_id and m.id = f.material_id
          where a.id = any (p_attempts)
      ) h cross join lateral (
        select min(t.started_at) as began_at,
               max(case when t.finished_by <> 'trainer' then t.finished_at else t.started_at end) as moved_at
          from attempts t where t.company_id = h.company_id and t.form_id = h.form_id and t.user_id = h.user_id
      ) own order by h.user_id, h.material_id
    on conflict (company_id, user_id, material_id) do update
      set viewed_at = coalesce(p.viewed_at, excluded.viewed_at), attempted_at = excluded.attempted_at,
          done_at = case when excluded.done_at is not null then coalesce(p.done_at, excluded.done_at)
                         when not p_may_fall then p.done_at end
$$;

-- Grades attempts by what their version asked, by the keys as they are mended at that moment, and what was stored; or
-- only those whose result changes by it. Gives the attempts graded. Whoever calls this holds the keys. All is looked up
-- by keys: a plan kept from when the tables were small read all answers for each finish.
create or replace function write_gradings(
  p_attempts integer[],
  p_reason text,
  p_repair integer,
  p_changed_only boolean
) returns integer[]
  language sql
  security definer
  set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  as $$
  with written as (
    insert into gradings (company_id, attempt_id, score, max_score, percent, ects, passed, explanation, reason,
      repair_id, created_at)
      select a.company_id, a.id, r.score, r.max_score, round(r.percent, 2), ects(r.percent), r.passed, r.explanation,
        p_reason,
             p_repair, app_now()
        from regraded(p_attempts) r
        -- Looked up, since a join in the order of ids may begin with all attempts.
        cross join lateral (select t.company_id, t.id from attempts t where t.id = r.attempt_id limit 1) a
        left join lateral (
          select g.explanation, g.passed from gradings g where g.company_id = a.company_id and g.attempt_id = a.id
            order by g.id desc limit 1
        ) before on true
        where not p_changed_only or (before.explanation, before.passed) is distinct from (r.explanation, r.passed)
        order by a.id
      returning attempt_id
  )
  select coalesce(array_agg(attempt_id), '{}') from written
$$;

-- A result that waits for marks is not published; of a form that publishes at once it is as soon as none is missing.
create or replace function settle_publication(p_attempts integer[]) returns void
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  update attempts t set result_published_at = case when awaits_marks(g.explanation) then null else app_now() end
    from form_versions v, gradings g
    where t.id = any (p_attempts) and t.status = 'completed'
      and v.company_id = t.company_id and v.id = t.form_version_id and v.by_hand
      and g.company_id = t.company_id and g.id = (select max(k.id) from gradings k
        where k.company_id = t.company_id and k.attempt_id = t.id)
      and case when t.result_published_at is null
        then not awaits_marks(g.explanation) and (v.settings->>'publication_after_passing')::boolean
        else awaits_marks(g.explanation) end
$$;

-- The result of an assignment that counts: the best, or the last where the form says so; one that waits for marks only
-- where there is no other. `p_published`: of those that the student may see. `p_since`: of attempts that ended after
-- it.
create or replace function counted_result(
  p_company integer,
  p_assignment integer,
  p_counts text,
  p_published boolean,
  p_since timestamptz default null
) returns table (
  attempt_id integer,
  score double precision,
  max_score double precision,
  percent double precision,
  ects text,
  passed boolean,
  finished_at timestamptz
)
  language sql
  stable
  as $$
  select t.id, g.score, g.max_score, g.percent, g.ects, g.passed, t.finished_at
    from attempts t
    cross join lateral result_of(t.company_id, t.id, t.result_published_at is not null) g
    where t.company_id = p_company and t.assignment_id = p_assignment and t.status = 'completed'
      and (not p_published or t.result_published_at is not null)
      and (p_since is null or t.finished_at > p_since)
    order by g.passed is null, case when p_counts = 'last' then t.number end desc nulls last, g.passed desc,
      g.percent desc, t.number
    limit 1
$$;
grant
  execute
  on
    function counted_result(integer, integer, text, boolean, timestamptz)
  to
  public;
