-- What gradings say question by question, kept as numbers that add up: figures over the questions of a form add one
-- number for each attempt, in place of taking its grading apart and reading its answers. A grading and the answers of
-- an ended attempt never change: whoever asks first keeps the number, nothing has to keep it in step, and no finish
-- takes longer for it.

set role osnova_system;

-- Where the fields of such a number begin, from its left: of each question of a version how often it was right, partly
-- right, not answered and in review (8 digits each) and the hundredths earned (12); behind them, of each answer that
-- can be chosen, how often it was (8).
create or replace function sum_fields(
  p_version integer
) returns table (question_id integer, answer_id integer, begins integer)
  language sql
  stable
  as $$
  with asked as (
    select (q->>'id')::integer as id, n,
           case when coalesce(q->>'type', 'gaps') = 'gaps' then q->'answers' else '[]' end as answers
      from form_versions v cross join lateral jsonb_array_elements(v.questions) with ordinality t(q, n)
      where v.company_id = app_company() and v.id = p_version
  ), fields as (
    select id, null::integer as answer_id, 44 as width, row_number() over (order by n) as place from asked
    union all
    select id, (a->>'id')::integer, 8, 1000000 + row_number() over (order by n, m)
      from asked cross join lateral jsonb_array_elements(answers) with ordinality t(a, m)
  )
  select id, answer_id, (1 + sum(width) over (order by place) - width)::integer from fields
$$;
grant execute on function sum_fields(integer) to osnova_worker;

-- Eight digits of such a number, of which the last field has no more.
create or replace function digits(
  p_digits text,
  p_begins integer
) returns bigint
  language sql
  immutable
  as $$
  select coalesce(nullif(substr(p_digits, p_begins, 8), ''), '0')::bigint
$$;
grant execute on function digits(text, integer) to osnova_worker;

-- The numbers of gradings of a version. None of an attempt that was asked other questions than those that the version
-- asks itself, and none that would have more digits than Postgres counts.
create or replace function packed_answers(
  p_version integer,
  p_gradings integer[]
) returns table (grading_id integer, sums numeric)
  language sql
  stable
  as $$
  with fields as materialized (
    select array_agg(question_id order by begins) filter (where answer_id is null) as questions,
           array_agg(question_id::bigint << 32 | answer_id order by begins) filter (where answer_id is not null)
             as options
      from sum_fields(p_version)
  )
  select g.id, (o.digits || coalesce(c.digits, ''))::numeric
    from gradings g
    join attempts t on t.company_id = g.company_id and t.id = g.attempt_id and t.form_version_id = p_version
    cross join fields f
    cross join lateral (
      select string_agg(case e.outcome when 'right' then '00000001000000000000000000000000'
                 when 'partly' then '00000000000000010000000000000000'
                 when 'not_answered' then '00000000000000000000000100000000'
                 when 'in_review' then '00000000000000000000000000000001' else repeat('0', 32) end
               || lpad(trunc(e.earned * 100)::text, 12, '0'), '' order by e.place) as digits,
             array_agg(e.id order by e.place) as asked, bool_and(e.earned * 100 = trunc(e.earned * 100)) as is_whole
        from rows from (jsonb_to_recordset(g.explanation) as (id integer, outcome text, earned numeric))
          with ordinality as e(id, outcome, earned, place)) o
    cross join lateral (
      select array_agg(s.question_id::bigint << 32 | x.id) as ids
        from attempt_answers s
        cross join lateral (
          select unnest(s.answer_ids) as id
          union all
          select e.value::integer
            from jsonb_each(case jsonb_typeof(s.response) when 'object' then s.response else '{}' end) e
            where jsonb_typeof(e.value) = 'number') x
        where s.company_id = g.company_id and s.attempt_id = g.attempt_id) a
    cross join lateral (
      select string_agg(case when k.option = any (a.ids) then '00000001' else '00000000' end, '' order by k.place)
               as digits
        from unnest(f.options) with ordinality k(option, place)) c
    where g.company_id = app_company() and g.id = any (p_gradings) and o.asked = f.questions and o.is_whole
      and length(o.digits) + coalesce(length(c.digits), 0) <= 100000
$$;

-- Keeps the numbers of gradings of a version.
create or replace function keep_answer_sums(
  p_version integer,
  p_gradings integer[]
) returns void
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  insert into answer_sums (company_id, grading_id, form_version_id, sums)
    select app_company(), p.grading_id, p_version, p.sums from packed_answers(p_version, p_gradings) p
      order by p.grading_id on conflict do nothing
$$;
grant execute on function keep_answer_sums(integer, integer[]) to osnova_worker;

-- Counts what is kept of a company anew.
create or replace function refresh_answer_sums(p_company integer) returns void
  language plpgsql
  set search_path = public, pg_temp
  as $$
declare
  v_before text := current_setting('app.company', true);
begin
  perform set_config('app.company', p_company::text, true);
  update answer_sums s set form_version_id = t.form_version_id
    from gradings g join attempts t on t.company_id = g.company_id and t.id = g.attempt_id
    where s.company_id = p_company and g.company_id = s.company_id and g.id = s.grading_id
      and s.form_version_id <> t.form_version_id;
  update answer_sums s set sums = n.sums
    from (select form_version_id, array_agg(grading_id) as gradings from answer_sums
      where company_id = p_company group by form_version_id) k
    cross join lateral packed_answers(k.form_version_id, k.gradings) n
    where s.company_id = p_company and s.grading_id = n.grading_id and s.sums <> n.sums;
  perform set_config('app.company', coalesce(v_before, ''), true);
end $$;

reset role;

-- Those of the gradings of which no number of the version is kept.
create or replace function gradings_without_sums(
  p_version integer,
  p_gradings integer[]
) returns integer[]
  language sql
  stable
  as $$
  select array(
    select unnest(p_gradings)
    except
    select grading_id from answer_sums where company_id = app_company() and form_version_id = p_version)
$$;

-- The sums of what is kept of gradings of a version, each given with how far it is among the strong and among the weak:
-- one for those of whom both are alike.
create or replace function added_answers(
  p_version integer,
  p_gradings integer[],
  p_strong numeric[],
  p_weak numeric[]
) returns table (
  attempts bigint,
  sums numeric[],
  counts bigint[],
  strong numeric[],
  weak numeric[]
)
  language sql
  stable
  rows 1
  as $$
  -- Each is added once, in its group.
  with added as (
    select p.strong, p.weak, sum(s.sums) as sums, count(*) as attempts
      from unnest(p_gradings, p_strong, p_weak) p(id, strong, weak)
      join answer_sums s on s.company_id = (select app_company()) and s.form_version_id = p_version
        and s.grading_id = p.id
      group by p.strong, p.weak
  )
  select coalesce(sum(attempts), 0)::bigint, array_agg(sums), array_agg(attempts), array_agg(strong), array_agg(weak)
    from added
$$;
