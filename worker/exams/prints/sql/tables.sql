-- Who reads and writes the tables, and what history records of them: who printed what. A tenant's rows are seen in the
-- company entered; functions of osnova_system see all of them.

create policy tenant
  on print_runs
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on print_runs
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on print_runs to osnova_system;
grant select on print_runs to osnova_worker;
grant usage on sequence print_runs_id_seq to osnova_system;

create policy tenant
  on printings
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on printings
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on printings to osnova_system;
grant select on printings to osnova_worker;
grant usage on sequence printings_id_seq to osnova_system;
create trigger history
  after insert
  on printings
  for each row
  when (not erasing())
  execute function record_history('form', 'courses', '', 'part', 'form_id');
