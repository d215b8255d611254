-- Who reads and writes the tables, and what history records of them. A tenant's rows are seen in the company entered;
-- functions of osnova_system see all of them.

create policy tenant
  on reminders
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on reminders
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on reminders to osnova_system;
grant select on reminders to osnova_worker;

create policy tenant
  on digests
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system on digests to osnova_system using (true) with check (true);
grant select, insert, update, delete on digests to osnova_system;
