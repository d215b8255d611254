-- Materials as they are edited.

-- Locks a course in reach, so that what is placed in it is placed once.
create or replace function lock_course(p_course integer) returns void
  language plpgsql
  as $$
begin
  perform from courses c
    where c.company_id = app_company() and c.id = p_course and c.deleted_at is null
      and (reaches_all() or c.id in (select courses_in_reach())) for update;
  if not found then
    perform fail('not_found');
  end if;
end $$;

-- Refuses to write over a text that is another by now than its editor has read; the course is locked before.
create or replace function hold_text(
  p_course integer,
  p_material integer,
  p_revision text
) returns void
  language plpgsql
  as $$
begin
  if exists (select from materials m where m.company_id = app_company() and m.course_id = p_course
    and m.id = p_material and m.deleted_at is null and text_revision(m.text) <> p_revision)
  then
    perform fail('draft_changed');
  end if;
end $$;

-- Tells one state of a text from another.
create or replace function text_revision(p_text text) returns text
  language sql
  immutable
  parallel safe
  as 'select md5(p_text)';

-- Adds a material at the end of its course; a practice or an exam gets its form.
create or replace function create_material(
  p_course integer,
  p_fields jsonb
) returns table (id integer, form_id integer)
  language plpgsql
  as $$
declare
  v_material integer;
  v_form integer;
  v_type text := p_fields->>'type';
begin
  perform lock_course(p_course);
  insert into materials (company_id, course_id, name, description, type, text, next_access, done_when, position)
    select app_company(), p_course, p_fields->>'name', p_fields->>'description', v_type, p_fields->>'text',
           p_fields->>'next_access', p_fields->>'done_when', coalesce(max(m.position), 0) + 1
      from materials m where m.company_id = app_company() and m.course_id = p_course
    returning materials.id into v_material;
  if v_type in ('practice', 'exam') then
    insert into forms (company_id, material_id, form_type, name)
      values (app_company(), v_material, case v_type when 'exam' then 2 else 1 end, p_fields->>'name')
      returning forms.id into v_form;
  end if;
  return query select v_material, v_form;
end $$;

-- Puts a course's materials in order; those not named follow in their old order.
create or replace function order_materials(
  p_course integer,
  p_materials integer[]
) returns void
  language plpgsql
  as $$
begin
  perform lock_course(p_course);
  if exists (
    select unnest(p_materials) except
    select id from materials where company_id = app_company() and course_id = p_course and deleted_at is null
  ) then
    perform fail('not_found');
  end if;
  update materials m set position = placed.position from (
    select o.id, row_number() over (order by g.place nulls last, o.position, o.id) as position
      from materials o left join unnest(p_materials) with ordinality as g(id, place) on g.id = o.id
      where o.company_id = app_company() and o.course_id = p_course and o.deleted_at is null
  ) placed
  where m.company_id = app_company() and m.id = placed.id and m.position <> placed.position;
end $$;
