-- Who reads and writes the tables, and what history records of them. Where files lie is nobody's matter but the
-- Worker's; a try is a person's progress, which history leaves out as it does that of other materials.

create policy tenant
  on packages
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on packages
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on packages to osnova_system;
grant select, update on packages to osnova_worker;
create trigger history
  after insert or update or delete
  on packages
  for each row
  when (not erasing())
  execute function
    record_history('material', 'courses', '', 'part', 'material_id');

create policy tenant
  on package_files
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on package_files
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on package_files to osnova_system;

create policy tenant
  on package_tries
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on package_tries
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on package_tries to osnova_system;
grant select on package_tries to osnova_worker;
grant usage on sequence package_tries_id_seq to osnova_system;

create policy tenant
  on package_interactions
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on package_interactions
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on package_interactions to osnova_system;
grant select on package_interactions to osnova_worker;
