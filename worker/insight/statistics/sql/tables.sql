-- Who reads and writes the tables. A tenant's rows are seen in the company entered; functions of osnova_system see all
-- of them.

create policy tenant
  on answer_sums
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on answer_sums
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on answer_sums to osnova_system;
grant select on answer_sums to osnova_worker;
