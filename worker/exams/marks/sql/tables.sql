-- Who reads and writes the tables. A tenant's rows are seen in the company entered; functions of osnova_system see all
-- of them.

create policy tenant
  on marks
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system on marks to osnova_system using (true) with check (true);
grant select, insert, update, delete on marks to osnova_system;
grant select on marks to osnova_worker;
grant usage on sequence marks_id_seq to osnova_system;
