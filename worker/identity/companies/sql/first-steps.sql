-- How far a new company has come. Every part stops at the first row it finds.
create or replace function first_steps() returns jsonb
  language sql
  stable
  set plan_cache_mode = force_generic_plan
  as $$
  select jsonb_build_object(
      'company', c.photo_id is not null or c.description <> '' or c.website <> '',
      'group', g.id is not null,
      'people', (select count(*) > 1 from (
        select from memberships m where m.company_id = c.id and m.deleted_at is null limit 2) two),
      'course', k.id is not null,
      'test', exists (
        select from form_versions v
          join forms f on f.company_id = v.company_id and f.id = v.form_id and f.deleted_at is null
          where v.company_id = c.id),
      'given', exists (select from course_states s where s.company_id = c.id),
      'result', exists (select from attempts a where a.company_id = c.id and a.status = 'completed'),
      'course_id', k.id, 'group_id', g.id)
    from companies c
    left join lateral (
      select o.id from courses o
        where o.company_id = c.id and o.deleted_at is null order by o.id desc limit 1) k on true
    left join lateral (
      select s.id from study_groups s
        where s.company_id = c.id and s.deleted_at is null order by s.id desc limit 1) g on true
    where c.id = app_company()
$$;
