-- The revision of a material, by which a copy knows that its original changed.

set role osnova_system;

-- They go up with what a copy would want to take over, and with nothing else.
create or replace function material_revised() returns trigger
  language plpgsql
  as $$
begin
  if (new.name, new.description, new.text, new.type) is distinct from (old.name, old.description, old.text, old.type)
    then
    new.revision := old.revision + 1;
  end if;
  return new;
end $$;
grant execute on function material_revised() to public;

-- A material's files are part of what a clone is compared with.
create or replace function material_files_revised() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  update materials m set revision = revision + 1
    from (select distinct company_id, material_id from changed) c
      where m.company_id = c.company_id and m.id = c.material_id;
  return null;
end $$;
grant execute on function material_files_revised() to public;

-- So are the questions of its form.
create or replace function form_revised() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  update materials m set revision = revision + 1
    from (select distinct company_id, form_id from changed) c
      join forms f on f.company_id = c.company_id and f.id = c.form_id
    where m.company_id = f.company_id and m.id = f.material_id;
  return null;
end $$;
grant execute on function form_revised() to public;

reset role;

create trigger revision
  before update
  on materials
  for each row
  when (not erasing())
  execute function material_revised();

create trigger revision_insert
  after insert
  on material_files
  referencing new table as changed
  for each statement
  when (not erasing())
  execute function material_files_revised();

create trigger revision_update
  after update
  on material_files
  referencing new table as changed
  for each statement
  when (not erasing())
  execute function material_files_revised();

create trigger revision_delete
  after delete
  on material_files
  referencing old table as changed
  for each statement
  when (not erasing())
  execute function material_files_revised();

create trigger revision
  after insert
  on form_versions
  referencing new table as changed
  for each statement
  when (not erasing())
  execute function form_revised();
