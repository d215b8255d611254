-- Search over everything of a company, as its lists reach it. What is searched of each kind stands in a view of its
-- own: `keys` is what an index holds, `words` what the role may find it by, `reach_id` the id that the role's reach is
-- asked for, `nearness` goes before the name, and `shown` is worked out for what is answered alone.

set role osnova_system;

-- Members, found by name, e-mail and phone (users.search_words).
create or replace view searchable_people as
  select
    m.company_id,
    u.id,
    u.id as reach_id,
    u.search_words as keys,
    u.search_words as words,
    0 as nearness,
    u.last_name || ' ' || u.first_name as name,
    person(u.id, u.first_name, u.last_name) || jsonb_build_object(
      'email',
      u.email,
      'phone',
      u.phone,
      'photo',
      '/api/v1/media/' || u.photo_id,
      'position',
      m.position,
      'subdivision',
      m.subdivision
    ) as shown
  from users u join memberships m on m.user_id = u.id and m.deleted_at is null;

-- Courses, found by name; published or not, since each asks for its own reach.
create or replace view searchable_courses as
  select
    c.company_id,
    c.id,
    c.id as reach_id,
    search_text(c.name) as keys,
    search_text(c.name) as words,
    0 as nearness,
    c.name,
    jsonb_build_object(
      'id',
      c.id,
      'name',
      c.name,
      'published',
      c.published_at is not null,
      'category',
      (
        select k.name
        from course_categories k
        where k.company_id = c.company_id and k.id = c.category_id
      )
    ) as shown
  from courses c
  where c.deleted_at is null;

-- A student sees one as the course has it for them, and is told when it is not open.
create or replace view searchable_in_courses as
  select
    m.company_id,
    m.id,
    m.course_id as reach_id,
    search_text(m.name) as keys,
    search_text(m.name) as words,
    0 as nearness,
    m.name,
    m.type,
    jsonb_build_object(
      'id',
      m.id,
      'name',
      m.name,
      'type',
      m.type,
      'course_id',
      c.id,
      'course_name',
      c.name,
      'locked',
      app_user_type() = 'student'
        and (
          locked_by(m.id, app_user()) is not null
            or course_lock(c.id) is not null
            or exists(
              select
              from course_blocks b
              where
                b.company_id = m.company_id
                and b.user_id = app_user()
                and b.course_id = c.id
            )
        )
    ) as shown
  from materials m
    join courses c on
      c.company_id = m.company_id
        and c.id = m.course_id
        and c.deleted_at is null
  where
    m.deleted_at is null
    and (
      m.archived_at is null
        or app_user_type() <> 'student'
        or exists(
          select
          from student_materials s
          where
            s.company_id = m.company_id
            and s.user_id = app_user()
            and s.material_id = m.id
        )
    );

-- Materials that are read, heard or watched.
create or replace view searchable_materials as
  select * from searchable_in_courses where type not in ('practice', 'exam');

-- Materials that are tests.
create or replace view searchable_tests as
  select * from searchable_in_courses where type in ('practice', 'exam');

-- Internal names are not for students.
create or replace view searchable_programs as
  select
    p.company_id,
    p.id,
    p.id as reach_id,
    search_text(p.name || ' ' || p.internal_name) as keys,
    search_text(
      case
        when app_user_type() = 'student' then p.name
        else p.name || ' ' || p.internal_name
      end
    ) as words,
    0 as nearness,
    p.name,
    jsonb_build_object(
      'id',
      p.id,
      'name',
      p.name,
      'internal_name',
      case when app_user_type() <> 'student' then p.internal_name end
    ) as shown
  from programs p
  where p.deleted_at is null;

-- Groups, with how many study in them.
create or replace view searchable_groups as
  select
    g.company_id,
    g.id,
    g.id as reach_id,
    search_text(g.name) as keys,
    search_text(g.name) as words,
    0 as nearness,
    g.name,
    jsonb_build_object(
      'id',
      g.id,
      'name',
      g.name,
      'students',
      (
        select count(*)::integer
        from group_members gm
        where
          gm.company_id = g.company_id
          and gm.group_id = g.id
          and gm.role = 'student'
      )
    ) as shown
  from study_groups g
  where g.deleted_at is null;

-- The nearest first: a weekly webinar bears one name many times.
create or replace view searchable_webinars as
  select
    w.company_id,
    w.id,
    w.id as reach_id,
    search_text(w.name) as keys,
    search_text(w.name) as words,
    abs(extract(epoch from w.starts_at - app_now())) as nearness,
    w.name,
    jsonb_build_object(
      'id',
      w.id,
      'name',
      w.name,
      'starts_at',
      w.starts_at,
      'canceled',
      w.canceled_at is not null
    ) as shown
  from webinars w
  where w.deleted_at is null;

-- The first five of a kind that hold all words or forms of them, within the caller's reach. The first two patterns are
-- looked up by the index; of more than a thousand that match, a thousand are ranked: 0 what begins as it was asked for;
-- then the less, the more words begin one of the text's, then those of whose forms the same is true, then what holds
-- one in the middle. Composed with the names of the view and of its reach, so that each kind is planned for itself.
create or replace function search_kind(
  p_kind text,
  p_words text[],
  p_forms text[],
  p_patterns text[]
) returns jsonb
  language plpgsql
  stable
  security definer
  set search_path = public, pg_temp
  set jit = off
  as $$
declare
  v_reach text := case when p_kind in ('materials', 'tests') then 'courses' else p_kind end || '_in_reach';
  v_best integer[];
  v_shown jsonb;
begin
  execute format($query$
    with found as materialized (
      -- Ranked here: a function of its own would cost three times as much for each.
      select s.id, s.name, s.nearness,
             case when not starts_with(s.words, ' ' || array_to_string($2, ' ')) then 1 + (
               select sum(case when strpos(s.words, ' ' || word) > 0 then 0
                               when s.words ~ (' ' || form) then 1 else 2 end)::integer
                 from unnest($2, $3) each(word, form)) else 0 end as rank
        from %1$I s
        where s.company_id = $1 and s.keys ~ $5 and s.keys ~ $6 and s.words ~ all ($4)
          and ($7 or s.reach_id in (select %2$I())) limit 1000
    )
    select array(select id from found order by rank, nearness, name collate "uk-x-icu", id limit 5)
  $query$, 'searchable_' || p_kind, v_reach)
    into v_best
    using app_company(), p_words, p_forms, p_patterns, p_patterns[1], coalesce(p_patterns[2], p_patterns[1]),
      app_user_type() in ('owner', 'admin');
  -- What is shown takes its time to plan alone.
  if v_best <> '{}' then
    execute format($query$
      select jsonb_agg(s.shown order by b.place)
        from unnest($2) with ordinality b(id, place) join %I s on s.company_id = $1 and s.id = b.id
    $query$, 'searchable_' || p_kind) into v_shown using app_company(), v_best;
  end if;
  return coalesce(v_shown, '[]');
end $$;

-- The first five of each kind asked for. The words, and what finds their forms, are worked out by the caller
-- (`searchOf`); a phone is one word, however it is spaced, and people are then found by it alone.
create or replace function search_company(
  p_kinds text[],
  p_words text[],
  p_forms text[],
  p_patterns text[],
  p_phone text
) returns jsonb
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select jsonb_object_agg(kind, case when kind = 'people' and p_phone is not null
             then search_kind(kind, array[p_phone], array[p_phone], array[p_phone])
           else search_kind(kind, p_words, p_forms, p_patterns) end)
    from unnest(p_kinds) kind
$$;
grant
  execute
  on
    function search_company(text[], text[], text[], text[], text)
  to
  osnova_worker;
