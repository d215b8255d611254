-- Who may read a file.

-- Refuses a file of a course to whom the course is not shown, and one of its materials to whoever has an attempt there
-- that runs; to a student also one of a material that is not open to
-- them, and one of a form's question (`p_form`) that no attempt of theirs asked.
create or replace function refuse_course_file(
  p_media integer,
  p_course integer,
  p_material integer,
  p_form integer
) returns void
  language plpgsql
  stable
  as $$
begin
  if not exists (select from courses c
    where c.company_id = app_company() and c.id = p_course and c.deleted_at is null) then
    perform fail('not_found');
  elsif app_user_type() is distinct from 'student' then
    if app_user_type() not in ('owner', 'admin') and p_course not in (select courses_in_reach()) then
      perform fail('not_found');
    elsif p_material is not null and attempt_runs_in(p_course, app_user()) then
      perform fail('blocked_during_tests');
    end if;
    return;
  end if;
  perform refuse_blocked(p_course);
  if p_form is not null and not exists (
    select from attempts t join form_versions v on v.company_id = t.company_id and v.id = t.form_version_id
      where t.company_id = app_company() and t.user_id = app_user() and t.form_id = p_form
        and v.questions @> jsonb_build_array(jsonb_build_object('files',
          jsonb_build_array(jsonb_build_object('id', p_media))))) then
    perform fail('not_found');
  end if;
  if p_material is not null then
    if p_course not in (select courses_in_reach()) then
      perform fail('not_found');
    end if;
    if attempt_runs_in(p_course, app_user()) then
      perform fail('blocked_during_tests');
    end if;
    perform from own_materials(p_course) own where own.material_id = p_material and own.locked_by is null;
    if not found then
      perform fail('material_locked');
    end if;
    -- The archive of a package holds its answers.
    if exists (select from packages p where p.company_id = app_company() and p.media_id = p_media) then
      perform fail('not_found');
    end if;
  end if;
end $$;
revoke
  execute
  on
    function refuse_course_file(integer, integer, integer, integer)
  from
  public;
grant
  execute
  on
    function refuse_course_file(integer, integer, integer, integer)
  to
  osnova_worker;

-- A file that the caller may read now: of a material by the material's rules; of a question by whoever teaches it, or
-- took it in an attempt; of an answer as `readable_handed` says; of a webinar by whom it reaches and no timeline keeps
-- out; any other as the policies show it.
create or replace function readable_media(
  p_media integer
) returns table (
  key text,
  content_type text,
  name text,
  size bigint,
  private boolean,
  handed boolean
)
  language plpgsql
  stable
  as $$
declare
  v_course integer;
  v_material integer;
  v_form integer;
  v_webinar integer;
begin
  if exists (select from attempt_files f where f.company_id = app_company() and f.media_id = p_media) then
    return query select * from readable_handed(p_media);
    return;
  end if;
  select m.course_id, m.id into v_course, v_material from material_files f
    join materials m on m.company_id = f.company_id and m.id = f.material_id and m.deleted_at is null
    where f.company_id = app_company() and f.media_id = p_media;
  if not found then
    select m.course_id, f.id into v_course, v_form from question_files qf
      join questions q on q.company_id = qf.company_id and q.id = qf.question_id
      join forms f on f.company_id = q.company_id and f.id = q.form_id
      join materials m on m.company_id = f.company_id and m.id = f.material_id
      where qf.company_id = app_company() and qf.media_id = p_media;
  end if;
  if bank_file_kept(p_media) then
    perform fail('not_found');
  end if;
  if v_course is not null then
    perform refuse_course_file(p_media, v_course, v_material, v_form);
  else
    select f.webinar_id into v_webinar from webinar_files f where f.company_id = app_company() and f.media_id = p_media;
    if found and not exists (select from webinars w
      where w.company_id = app_company() and w.id = v_webinar and w.deleted_at is null
        and (app_user_type() in ('owner', 'admin') or w.id in (select webinars_in_reach()))) then
      perform fail('not_found');
    end if;
    if webinar_lock(v_webinar) is not null then
      perform fail('webinar_locked', '', webinar_lock(v_webinar)::text);
    end if;
  end if;
  return query select m.key, m.content_type, m.name, m.size, coalesce(v_course, v_webinar) is not null, false
    from media m where m.id = p_media and m.uploading_since is null
      -- A file whose material is gone is nobody's.
      and not (coalesce(v_course, v_webinar) is null and exists (
        select from material_files f where f.company_id = app_company() and f.media_id = p_media));
end $$;
revoke execute on function readable_media(integer) from public;
grant execute on function readable_media(integer) to osnova_worker;
