-- What the figures of a course are made of.

-- The published forms of courses, each as it is now.
create or replace view course_forms
  with (security_invoker = true)
  as
  select
    m.company_id,
    m.course_id,
    f.id,
    f.material_id,
    m.position,
    f.form_type,
    v.id as version_id,
    v.settings,
    v.settings ->> 'name' as name,
    coalesce(v.settings ->> 'result_counts', 'best') = 'last' as counts_last
  from materials m
    join forms f on
      f.company_id = m.company_id
        and f.material_id = m.id
        and f.deleted_at is null
    cross join lateral (
      select w.id, w.settings
      from form_versions w
      where w.company_id = f.company_id and w.form_id = f.id
      order by w.number desc
      limit 1
    ) v
  where m.deleted_at is null;
grant select on course_forms to osnova_worker;

-- What people's ended attempts at the forms of a course come to, one row per person and form.
create or replace view form_facts
  with (security_invoker = true)
  as
  select
    r.company_id,
    m.course_id,
    r.form_id,
    r.user_id,
    r.first_score,
    r.last_score,
    r.best_score,
    r.first_percent,
    r.last_percent,
    r.best_percent,
    r.attempt_id,
    r.percent,
    r.ects,
    r.passed,
    r.finished_by,
    r.duration,
    r.in_review
  from form_results r
    join forms f on
      f.company_id = r.company_id and f.id = r.form_id and f.deleted_at is null
    join materials m on
      m.company_id = f.company_id
        and m.id = f.material_id
        and m.deleted_at is null;
grant select on form_facts to osnova_worker;

-- The materials of courses that show a package.
create or replace view course_packages
  with (security_invoker = true)
  as
  select m.company_id, m.course_id, m.id, m.position, m.name
  from materials m
  where
    m.type = 'package'
    and m.deleted_at is null
    and exists(
      select
      from packages p
      where p.company_id = m.company_id and p.material_id = m.id
    );
grant select on course_packages to osnova_worker;

-- What people's tries at the packages of a course come to, one row per person and material. The try that counts has
-- got farthest; of several that one with the best score, else the last.
create or replace view package_facts
  with (security_invoker = true)
  as
  select
    t.company_id,
    m.course_id,
    t.material_id,
    t.user_id,
    (array['not_begun', 'incomplete', 'failed', 'completed', 'passed'])[
      max(try_rank(t.status, t.success))
    ] as standing,
    (
      array_agg(
        t.score order by
          try_rank(t.status, t.success) desc,
          t.score desc nulls last,
          t.number desc
      )
    )[
      1
    ]::float8 as score,
    count(*)::integer as tries,
    least(sum(t.seconds), 2000000000)::integer as time
  from materials m
    join package_tries t on t.company_id = m.company_id and t.material_id = m.id
  where m.deleted_at is null
  group by t.company_id, m.course_id, t.material_id, t.user_id;
grant select on package_facts to osnova_worker;

-- When people finished everything that counts in a course: one row per person who has done any of it.
create or replace view course_finishes
  with (security_invoker = true)
  as
  select p.company_id, m.course_id, p.user_id, max(p.done_at) as at
  from materials m
    join material_progress p on
      p.company_id = m.company_id
        and p.material_id = m.id
        and p.done_at is not null
  where m.deleted_at is null and m.type <> 'additional'
  group by p.company_id, m.course_id, p.user_id;
grant select on course_finishes to osnova_worker;

-- The seconds that are known of people in a course: of ended attempts, of packages as these count them, and of video
-- and audio played, each second once.
create or replace view times_spent
  with (security_invoker = true)
  as
  select
    spent.company_id,
    spent.course_id,
    spent.user_id,
    round(sum(spent.seconds))::integer as seconds
  from (
    select
      t.company_id,
      f.course_id,
      t.user_id,
      extract(epoch from t.finished_at - t.started_at) as seconds
    from course_forms f
      join attempts t on
        t.company_id = f.company_id
          and t.form_id = f.id
          and t.finished_at is not null
    union all
    select t.company_id, m.course_id, t.user_id, t.seconds
    from materials m
      join package_tries t on
        t.company_id = m.company_id and t.material_id = m.id
    where m.deleted_at is null
    union all
    select
      p.company_id,
      m.course_id,
      p.user_id,
      (select sum(upper(played) - lower(played)) from unnest(p.watched) played)
    from materials m
      join material_progress p on
        p.company_id = m.company_id
          and p.material_id = m.id
          and p.watched <> '{}'
    where m.deleted_at is null
  ) spent
  group by spent.company_id, spent.course_id, spent.user_id;
grant select on times_spent to osnova_worker;
