-- Whom somebody may ask.

-- A student sees e-mails of their own managers and trainers only; staff those of everybody here. Whoever looks after
-- the whole company has nobody between. p_most: more of one kind are nobody in particular.
create or replace function contacts_of(
  p_sees_phones boolean,
  p_most integer
) returns table (
  id integer,
  first_name text,
  last_name text,
  photo text,
  "position" text,
  role text,
  about text[],
  email text,
  phone text
)
  language sql
  stable
  as $$
  with caller as materialized (
    select app_company() as company_id, app_user() as user_id, app_user_type() = 'student' as is_student
  ), known as (
    select gm.user_id, case gm.role when 'manager' then 1 else 2 end as place, g.name as about
      from caller, group_members gm
      join study_groups g on g.company_id = gm.company_id and g.id = gm.group_id and g.deleted_at is null
      where app_user_type() in ('student', 'trainer') and gm.company_id = caller.company_id
        and gm.group_id in (select groups_in_reach())
        and (gm.role = 'manager' or caller.is_student and gm.role = 'coach')
    union all
    select cm.user_id, 2, c.name
      from caller, course_members cm
      join courses c on c.company_id = cm.company_id and c.id = cm.course_id and c.deleted_at is null
      where caller.is_student and cm.company_id = caller.company_id and cm.role = 'coach'
        and cm.course_id in (select courses_in_reach())
    union all
    select m.user_id, 3, null from caller, memberships m
      where m.company_id = caller.company_id and m.user_types && array['owner', 'admin']
  ), people as (
    select k.user_id, min(k.place) as place from known k group by k.user_id
  ), told as (
    select u.id, u.first_name, u.last_name, '/api/v1/media/' || u.photo_id as photo, m.position, p.place,
           (array['manager', 'trainer', 'admin'])[p.place] as role,
           array(select distinct k.about from known k where k.user_id = p.user_id and k.place = p.place
                   and k.about is not null order by 1 limit 5) as about,
           case when not caller.is_student or p.place < 3 then u.email end as email,
           case when p_sees_phones then u.phone end as phone,
           row_number() over (partition by p.place
             order by u.last_name collate "uk-x-icu", u.first_name collate "uk-x-icu", u.id) as number
      from caller, people p
      join memberships m on m.company_id = app_company() and m.user_id = p.user_id
        and m.deleted_at is null and m.blocked_at is null
      join users u on u.id = p.user_id and u.activated_at is not null
      where p.user_id <> caller.user_id
  )
  select t.id, t.first_name, t.last_name, t.photo, t.position, t.role, t.about, t.email, t.phone
    from told t where t.number <= p_most order by t.place, t.number
$$;
