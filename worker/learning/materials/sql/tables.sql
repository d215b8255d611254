-- Who reads and writes the tables, and what history records of them. A tenant's rows are seen in the company entered;
-- functions of osnova_system see all of them.

create policy tenant
  on materials
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on materials
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on materials to osnova_system;
grant select, insert, update, delete on materials to osnova_worker;
grant usage on sequence materials_id_seq to osnova_system;
create trigger history
  after insert or update or delete
  on materials
  for each row
  when (not erasing())
  execute function record_history('material', 'courses', 'name', 'main', 'id');

create policy tenant
  on material_progress
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on material_progress
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on material_progress to osnova_system;
grant select, insert, update, delete on material_progress to osnova_worker;

create policy tenant
  on material_files
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on material_files
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on material_files to osnova_system;
grant select on material_files to osnova_worker;
create trigger history
  after insert or update or delete
  on material_files
  for each row
  when (not erasing())
  execute function
    record_history('material', 'courses', '', 'part', 'material_id');

create policy tenant
  on material_unlocks
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on material_unlocks
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on material_unlocks to osnova_system;
grant select on material_unlocks to osnova_worker;
create trigger history
  after insert or delete
  on material_unlocks
  for each row
  when (not erasing())
  execute function
    record_history('material', 'courses', '', 'part', 'material_id');
