-- What changes by when something is to be done.

set role osnova_system;

-- The key of what tells that a course, or else a webinar, is due at another time: one for each, the newest.
create or replace function moved_key(
  p_course integer,
  p_webinar integer
) returns text
  language sql
  immutable
  parallel safe
  as $$
  select 'moved-' || coalesce('course-' || p_course, 'webinar-' || p_webinar)
$$;

-- Tells students, row by row, that a course or a webinar that they have not done is due at another time than before;
-- null: at none. What nobody has seen yet of an earlier change is told in one with this, and not at all once it is
-- undone. What was due at no time before is no news until it is due soon.
create or replace function tell_of_dues(
  p_users integer[],
  p_courses integer[],
  p_webinars integer[],
  p_was timestamptz[],
  p_due timestamptz[]
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_company integer := app_company();
begin
  insert into notifications as n (company_id, user_id, kind, key, path, params, created_at)
    select v_company, d.user_id, 'due_soon', moved_key(d.course_id, d.webinar_id),
           coalesce('/course/' || d.course_id, '/webinar/' || d.webinar_id),
           jsonb_build_object('event', case when d.due_at is null then 'undated' else 'moved' end,
             'name', coalesce(c.name, w.name), 'due_was', d.was, 'due_at', d.due_at), app_now()
      from unnest(p_users, p_courses, p_webinars, p_was, p_due) d(user_id, course_id, webinar_id, was, due_at)
      left join courses c on c.company_id = v_company and c.id = d.course_id and c.published_at is not null
        and c.deleted_at is null
      left join webinars w on w.company_id = v_company and w.id = d.webinar_id and w.deleted_at is null
      where d.was is not null and num_nonnulls(c.id, w.id) = 1 and d.user_id in (select told_people(v_company, p_users))
        and not exists (select from course_blocks b
          where b.company_id = v_company and b.course_id = d.course_id and b.user_id = d.user_id)
    on conflict (company_id, user_id, key) do update
      set params = excluded.params || case when n.mailed_at is null and n.read_at is null
            then jsonb_build_object('due_was', n.params->'due_was') else '{}' end,
          created_at = excluded.created_at, read_at = null, mailed_at = null;
  delete from notifications
    where company_id = v_company and user_id = any (p_users) and kind = 'due_soon' and key like 'moved-%'
      and params->'due_was' = params->'due_at';
end $$;

-- Whether somebody was told within a day that a course, or else a webinar, is due at that time: well enough known.
create or replace function moved_lately(
  p_user integer,
  p_course integer,
  p_webinar integer,
  p_due timestamptz
) returns boolean
  language sql
  stable
  as $$
  select exists (select from notifications n
    where n.company_id = app_company() and n.user_id = p_user and n.key = moved_key(p_course, p_webinar)
      and (n.params->>'due_at')::timestamptz = p_due and n.created_at > app_now() - interval '1 day')
$$;
