-- Who reads and writes the tables, and what history keeps of them. What is published and drawn from is no history: it
-- changes with the bank and with publishing, which are.

create policy tenant
  on bank_folders
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on bank_folders
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on bank_folders to osnova_system;
grant select, insert, update, delete on bank_folders to osnova_worker;
grant usage on sequence bank_folders_id_seq to osnova_system, osnova_worker;

create policy tenant
  on bank_entries
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on bank_entries
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on bank_entries to osnova_system;
grant select, insert, update on bank_entries to osnova_worker;
create trigger history
  after insert or update or delete
  on bank_entries
  for each row
  when (not erasing())
  execute function
    record_history('question', 'courses', '', 'part', 'question_id');

create policy tenant
  on bank_versions
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on bank_versions
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on bank_versions to osnova_system;
grant select, insert on bank_versions to osnova_worker;

create policy tenant
  on form_pools
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on form_pools
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on form_pools to osnova_system;
grant select, insert on form_pools to osnova_worker;
