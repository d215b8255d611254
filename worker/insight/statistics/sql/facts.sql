-- What the figures of a course are made of.

-- The published forms of courses, each as it is now.
create or replace view course_forms with (security_invoker = true) as
  select m.company_id, m.course_id, f.id, f.material_id, m.position, f.form_type, v.id as version_id, v.settings,
         v.settings->>'name' as name, coalesce(v.settings->>'result_counts', 'best') = 'last' as counts_last
    from materials m
    join forms f on f.company_id = m.company_id and f.material_id = m.id and f.deleted_at is null
    cross join lateral (
      select w.id, w.settings from form_versions w
        where w.company_id = f.company_id and w.form_id = f.id order by w.number desc limit 1) v
    where m.deleted_at is null;
grant select on course_forms to osnova_worker;

-- What people's ended attempts at the forms of a course come to, one row per person and form: the first, the last and
-- the best, and the one that counts, as counted_result() chooses it. What is not read of it is not worked out, and whom
-- it is not asked about it does not look at.
create or replace view form_facts with (security_invoker = true) as
  select t.company_id, f.course_id, t.form_id, t.user_id,
         (array_agg(g.score order by t.number))[1]::float8 as first_score,
         (array_agg(g.score order by t.number desc))[1]::float8 as last_score, max(g.score)::float8 as best_score,
         (array_agg(g.percent order by t.number))[1]::float8 as first_percent,
         (array_agg(g.percent order by t.number desc))[1]::float8 as last_percent,
         max(g.percent)::float8 as best_percent,
         (array_agg(t.id order by c.by_number desc nulls last, g.passed desc, g.percent desc, t.number))[1]
           as attempt_id,
         (array_agg(g.percent order by c.by_number desc nulls last, g.passed desc, g.percent desc, t.number))[1]::float8
           as percent,
         (array_agg(g.ects order by c.by_number desc nulls last, g.passed desc, g.percent desc, t.number))[1] as ects,
         (array_agg(g.passed order by c.by_number desc nulls last, g.passed desc, g.percent desc, t.number))[1]
           as passed,
         (array_agg(t.finished_by order by c.by_number desc nulls last, g.passed desc, g.percent desc, t.number))[1]
           as finished_by,
         extract(epoch from (array_agg(t.finished_at - t.started_at
           order by c.by_number desc nulls last, g.passed desc, g.percent desc, t.number))[1])::integer as duration,
         bool_or(t.result_published_at is null) as in_review
    from course_forms f
    join attempts t on t.company_id = f.company_id and t.form_id = f.id and t.status = 'completed'
    cross join lateral (
      select k.score, k.percent, k.ects, k.passed from gradings k
        where k.company_id = t.company_id and k.attempt_id = t.id order by k.id desc limit 1) g
    cross join lateral (select case when f.counts_last then t.number end as by_number) c
    group by t.company_id, f.course_id, t.form_id, t.user_id;
grant select on form_facts to osnova_worker;

-- When people finished everything that counts in a course: one row per person who has done any of it.
create or replace view course_finishes with (security_invoker = true) as
  select p.company_id, m.course_id, p.user_id, max(p.done_at) as at
    from materials m
    join material_progress p on p.company_id = m.company_id and p.material_id = m.id and p.done_at is not null
    where m.deleted_at is null and m.type <> 'additional'
    group by p.company_id, m.course_id, p.user_id;
grant select on course_finishes to osnova_worker;

-- The seconds that are known of people in a course: of ended attempts, and of video and audio played, each second once.
create or replace view times_spent with (security_invoker = true) as
  select spent.company_id, spent.course_id, spent.user_id, round(sum(spent.seconds))::integer as seconds from (
    select t.company_id, f.course_id, t.user_id, extract(epoch from t.finished_at - t.started_at) as seconds
      from course_forms f
      join attempts t on t.company_id = f.company_id and t.form_id = f.id and t.finished_at is not null
    union all
    select p.company_id, m.course_id, p.user_id,
           (select sum(upper(played) - lower(played)) from unnest(p.watched) played)
      from materials m
      join material_progress p on p.company_id = m.company_id and p.material_id = m.id and p.watched <> '{}'
      where m.deleted_at is null
  ) spent group by spent.company_id, spent.course_id, spent.user_id;
grant select on times_spent to osnova_worker;
