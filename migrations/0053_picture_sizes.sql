ALTER TABLE "media" ADD COLUMN "width" integer;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "height" integer;
--> statement-breakpoint
-- As in 0025, with the size of pictures where it is known.
create or replace function draft_questions(p_form integer) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object(
      'id', q.id, 'title', q.title, 'description', q.description, 'multiple_right_answers', q.multiple_right_answers,
      'required', q.required, 'score', q.score, 'answers', q.answers,
      'ids', (select coalesce(jsonb_agg((a->>'id')::integer order by (a->>'id')::integer), '[]') from jsonb_array_elements(q.answers) a),
      'right', (select coalesce(jsonb_agg((a->>'id')::integer order by (a->>'id')::integer), '[]')
                  from jsonb_array_elements(q.answers) a where (a->>'is_right_answer')::boolean),
      'files', (select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', d.id, 'name', d.name, 'content_type', d.content_type, 'size', d.size,
                    'width', d.width, 'height', d.height, 'kind', case when f.position = 0 then 'inline' else 'attachment' end)) order by f.position, d.id), '[]')
                  from question_files f join media d on d.id = f.media_id
                  where f.company_id = q.company_id and f.question_id = q.id and f.removed_at is null
                    and (f.position > 0 or q.description ~ ('/api/v1/media/' || d.id || '\M')))
    ) order by q.position, q.id), '[]')
    from questions q where q.company_id = app_company() and q.form_id = p_form and q.deleted_at is null
$$;
--> statement-breakpoint
set role osnova_system;
--> statement-breakpoint
-- As in 0025, with the size of pictures.
create or replace function copy_questions(p_course integer, p_form integer, p_questions integer[], p_revision text default null) returns integer[]
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_company integer := app_company();
  v_form forms := hold_draft(p_course, p_form, p_revision);
  v_place integer;
  v_copies integer[] := '{}';
  v_copy integer;
  v_media integer;
  v_exchanged jsonb;
  v record;
  v_file record;
begin
  select coalesce(max(q.position), 0) into v_place from questions q
    where q.company_id = v_company and q.form_id = p_form and q.deleted_at is null;
  if v_place + cardinality(p_questions) > 500 then
    perform fail('too_many_questions', 'question_ids', '500');
  end if;
  for v in
    select q as question, m.course_id, f.disable_autosave_for_all_respondents as forbidden
      from unnest(p_questions) with ordinality as given(id, place)
      join questions q on q.company_id = v_company and q.id = given.id and q.deleted_at is null
      join forms f on f.company_id = q.company_id and f.id = q.form_id
      join materials m on m.company_id = f.company_id and m.id = f.material_id and m.deleted_at is null
      join courses c on c.company_id = m.company_id and c.id = m.course_id and c.deleted_at is null
      order by given.place
  loop
    if app_user_type() not in ('owner', 'admin') and v.course_id not in (select courses_in_reach()) then
      perform fail('not_found');
    elsif v.forbidden then
      perform fail('copying_forbidden', 'question_ids');
    end if;
    v_place := v_place + 1;
    insert into questions (company_id, form_id, position, title, description, multiple_right_answers, required, score, answers)
      values (v_company, p_form, v_place, (v.question).title, (v.question).description, (v.question).multiple_right_answers,
              (v.question).required, least((v.question).score, v_form.max_score_for_questions), with_answer_ids((v.question).answers, '[]'))
      returning id into v_copy;
    v_copies := v_copies || v_copy;
    v_exchanged := '{}';
    for v_file in
      -- Locked, so that nobody throws away the bytes meanwhile.
      select d.id, d.key, d.content_type, d.name, d.size, d.width, d.height, f.position from question_files f
        join media d on d.id = f.media_id and d.uploading_since is null
        where f.company_id = v_company and f.question_id = (v.question).id and f.removed_at is null
        order by f.position, d.id for share of d
    loop
      insert into media (company_id, key, content_type, name, size, width, height)
        values (v_company, v_file.key, v_file.content_type, v_file.name, v_file.size, v_file.width, v_file.height) returning id into v_media;
      insert into question_files (company_id, question_id, media_id, position) values (v_company, v_copy, v_media, v_file.position);
      v_exchanged := v_exchanged || jsonb_build_object(v_file.id, v_media);
    end loop;
    if v_exchanged <> '{}' then
      update questions set description = with_media(description, v_exchanged) where company_id = v_company and id = v_copy;
    end if;
  end loop;
  if cardinality(v_copies) <> cardinality(p_questions) then
    perform fail('not_found');
  end if;
  return v_copies;
end $$;
--> statement-breakpoint
-- How large an uploaded picture is shown, in pixels; said once, when its bytes have been looked at.
create function note_picture(p_media integer, p_width integer, p_height integer) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update media set width = p_width, height = p_height where company_id = app_company() and id = p_media and width is null
$$;
--> statement-breakpoint
revoke execute on function note_picture(integer, integer, integer) from public;
--> statement-breakpoint
grant execute on function note_picture(integer, integer, integer) to osnova_worker;
--> statement-breakpoint
reset role;
