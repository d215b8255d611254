-- Who reads and writes the tables, and what history records of them. A tenant's rows are seen in the company entered;
-- functions of osnova_system see all of them.

create policy system
  on result_mails
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on result_mails to osnova_system;

create policy tenant
  on retake_requests
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on retake_requests
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on retake_requests to osnova_system;
grant select on retake_requests to osnova_worker;
grant usage on sequence retake_requests_id_seq to osnova_system;
