-- Forms come into being with their material; one that has lost its own gets another here.

-- Gives a practice or an exam of a course whose materials the caller edits its form, with those fields that are given.
create or replace function create_form(
  p_course integer,
  p_material integer,
  p_fields jsonb
) returns integer
  language plpgsql
  as $$
declare
  v_material materials;
  v_form integer;
begin
  select m.* into v_material from materials m
    join courses c on c.company_id = m.company_id and c.id = m.course_id and c.deleted_at is null
    where m.company_id = app_company() and m.course_id = p_course and m.id = p_material and m.deleted_at is null
      and (app_user_type() in ('owner', 'admin') or m.course_id in (select courses_in_reach()))
    for update of m;
  if not found then
    perform fail('not_found');
  elsif v_material.type not in ('practice', 'exam') then
    perform fail('material_takes_no_form', 'material_id');
  end if;
  select id into v_form from forms where company_id = app_company() and material_id = p_material;
  if found then
    perform refuse_own_form(v_form);
    perform fail('form_exists', 'material_id');
  end if;
  insert into forms (company_id, material_id, form_type, name)
    values (app_company(), p_material, case v_material.type when 'exam' then 2 else 1 end, v_material.name)
    returning id into v_form;
  perform set_form_fields(v_form, p_fields);
  return v_form;
end $$;
