-- Writing notes, and keeping places.

set role osnova_system;

-- Whether who entered may open a material now. A student has it in a course that is not closed to them, and no attempt
-- of theirs runs there; others reach its course.
create or replace function material_is_open(
  p_course integer,
  p_material integer
) returns boolean
  language plpgsql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_company integer := app_company();
  v_user integer := app_user();
begin
  if not exists (select from materials m
    join courses c on c.company_id = v_company and c.id = m.course_id and c.deleted_at is null
    where m.company_id = v_company and m.id = p_material and m.course_id = p_course and m.deleted_at is null) then
    return false;
  elsif app_user_type() <> 'student' then
    return reaches_all() or p_course in (select courses_in_reach());
  end if;
  return p_course in (select courses_in_reach())
    and exists (select from own_materials(p_course) own
      where own.material_id = p_material and own.locked_by is null)
    and not exists (select from course_blocks b
      where b.company_id = v_company and b.user_id = v_user and b.course_id = p_course)
    and course_lock(p_course) is null
    and not attempt_runs_in(p_course, v_user);
end $$;
grant execute on function material_is_open(integer, integer) to osnova_worker;

-- Writes what the caller notes of a material, or keeps a place of it. The same place is one row; an empty note goes.
-- Two hundred places of a material are more than anybody goes back to.
create or replace function keep_note(
  p_course integer,
  p_material integer,
  p_kind text,
  p_at integer,
  p_text text
) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_id integer;
begin
  if not material_is_open(p_course, p_material) then
    if app_user_type() = 'student' and attempt_runs_in(p_course, app_user()) then
      perform fail('blocked_during_tests');
    end if;
    perform fail('not_found');
  end if;
  if p_kind = 'note' and btrim(p_text) = '' then
    delete from notes where company_id = app_company() and user_id = app_user() and material_id = p_material
      and kind = 'note';
    return null;
  end if;
  if p_kind <> 'note' then
    -- One after another: of two at once, both would find room for one.
    perform pg_advisory_xact_lock(hashtext('bookmarks'), app_user());
    if 200 <= (select count(*) from notes where company_id = app_company() and user_id = app_user()
        and material_id = p_material and kind <> 'note' and (kind, at) <> (p_kind, p_at)) then
      perform fail('too_many_bookmarks');
    end if;
  end if;
  insert into notes (company_id, user_id, material_id, kind, at, text, edited_at)
    values (app_company(), app_user(), p_material, p_kind, p_at, p_text, app_now())
    on conflict (company_id, user_id, material_id, kind, at)
      do update set text = excluded.text, edited_at = excluded.edited_at
    returning id into v_id;
  return v_id;
end $$;
grant
  execute
  on
    function keep_note(integer, integer, text, integer, text)
  to
  osnova_worker;
