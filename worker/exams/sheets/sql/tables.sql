-- Who reads and writes the tables, and what history records of them: whose sheet was typed in by whom, or taken back. A
-- tenant's rows are seen in the company entered; functions of osnova_system see all of them.

create policy tenant
  on paper_sheets
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on paper_sheets
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on paper_sheets to osnova_system;
grant select on paper_sheets to osnova_worker;
create trigger history
  after insert or update
  on paper_sheets
  for each row
  when (not erasing())
  execute function record_history('form', 'courses', '', 'part', 'form_id');
