-- Who reads and writes the tables, and what history records of them. A tenant's rows are seen in the company entered;
-- functions of osnova_system see all of them.

create policy tenant
  on chronology_stages
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on chronology_stages
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on chronology_stages to osnova_system;
grant select on chronology_stages to osnova_worker;
create trigger history
  after insert or update or delete
  on chronology_stages
  for each row
  when (not erasing())
  execute function
    record_history('program', 'programs', '', 'part', 'program_id');

create policy tenant
  on chronology_items
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on chronology_items
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on chronology_items to osnova_system;
grant select on chronology_items to osnova_worker;
create trigger history
  after insert or update or delete
  on chronology_items
  for each row
  when (not erasing())
  execute function
    record_history('program', 'programs', '', 'part', 'program_id');

create policy tenant
  on chronology_opened
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on chronology_opened
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on chronology_opened to osnova_system;
grant select on chronology_opened to osnova_worker;
