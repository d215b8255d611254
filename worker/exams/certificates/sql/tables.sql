-- Who reads and writes the tables, and what history records of them. A tenant's rows are seen in the company entered;
-- functions of osnova_system see all of them.

create policy tenant
  on certificates
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on certificates
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on certificates to osnova_system;
grant select on certificates to osnova_worker;
