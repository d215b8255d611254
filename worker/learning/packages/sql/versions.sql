-- Versions of packages.

-- What the parts of a package are called, in order and depth, without how they are sequenced.
create or replace function contents_of_package(p_items jsonb) returns jsonb
  language sql
  immutable
  parallel safe
  as $$
  select coalesce(jsonb_agg(jsonb_build_object('title', row->'title', 'depth', row->'depth',
      'sco', coalesce(row->'sco', 'false'), 'chapter', not row ? 'id') order by n, m), '[]')
    from jsonb_array_elements(p_items) with ordinality as items(i, n)
    cross join lateral jsonb_array_elements(coalesce(i->'chapters', '[]') || jsonb_build_array(i))
      with ordinality as rows(row, m)
$$;

-- What a part is called in the latest version of a material that has it; '' where none has one of this id.
create or replace function package_item_title(
  p_material integer,
  p_item text
) returns text
  language sql
  stable
  as $$
  select coalesce((select i->>'title' from packages p, jsonb_array_elements(p.items) i
    where p.company_id = app_company() and p.material_id = p_material and i->>'id' = p_item
    order by p.number desc limit 1), '')
$$;

set role osnova_system;

-- The version that a material shows now: its main file.
create or replace function current_package(p_material integer) returns integer
  language sql
  stable
  as $$
  select p.media_id from material_files f
    join packages p on p.company_id = f.company_id and p.media_id = f.media_id
    where f.company_id = app_company() and f.material_id = p_material and f.kind = 'main'
$$;
grant execute on function current_package(integer) to osnova_worker;

-- Keeps what was read of an archive that has just become the main file of a material. What the author allowed the
-- version before stays allowed.
create or replace function keep_package(
  p_material integer,
  p_media integer,
  p_package jsonb,
  p_files jsonb
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_before packages;
begin
  perform from material_files f join materials m on m.company_id = f.company_id and m.id = f.material_id
    where f.company_id = app_company() and f.material_id = p_material and f.media_id = p_media and f.kind = 'main'
      and m.type = 'package';
  if not found then
    perform fail('not_found');
  end if;
  perform require_in_reach('{}', array[m.course_id]) from materials m
    where m.company_id = app_company() and m.id = p_material;
  select * into v_before from packages where company_id = app_company() and material_id = p_material
    order by number desc limit 1;
  insert into packages (company_id, media_id, material_id, number, standard, edition, title, items, problems, missing,
      sequencing, file_count, inflated, restart, allow_popups, allow_downloads, created_at)
    select app_company(), p_media, p_material, coalesce(v_before.number, 0) + 1, p.standard, p.edition, p.title,
           p.items, p.problems, p.missing, p.sequencing, p.file_count, p.inflated, p.restart,
           coalesce(v_before.allow_popups, false), coalesce(v_before.allow_downloads, false), app_now()
      from jsonb_populate_record(null::packages, p_package) p;
  insert into package_files (company_id, media_id, files) values (app_company(), p_media, p_files);
end $$;
grant
  execute
  on
    function keep_package(integer, integer, jsonb, jsonb)
  to
  osnova_worker;

-- Gives copies of materials their packages, when their files are copied; p_company is whose they are.
create or replace function copy_packages(
  p_company integer,
  p_materials copied_row[],
  p_media copied_row[]
) returns void
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  insert into packages
    select r.* from unnest(p_materials) l
      join packages p on p.company_id = p_company and p.material_id = l.source
      join unnest(p_media) d on d.source = p.media_id
      cross join lateral (select coalesce(max(o.number), 0) + 1 as number from packages o
        where o.company_id = app_company() and o.material_id = l.copy) next
      cross join lateral jsonb_populate_record(p, jsonb_build_object('company_id', app_company(),
        'material_id', l.copy, 'media_id', d.copy, 'number', next.number, 'restart', false, 'created_at', now())) r;
  insert into package_files
    select app_company(), d.copy, f.files from unnest(p_media) d
      join package_files f on f.company_id = p_company and f.media_id = d.source
$$;
