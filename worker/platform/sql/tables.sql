-- Who reads and writes the tables, and what history records of them. A tenant's rows are seen in the company entered;
-- functions of osnova_system see all of them.

create policy system on mails to osnova_system using (true) with check (true);
grant select, insert, update, delete on mails to osnova_system;

create policy tenant
  on idempotency_keys
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on idempotency_keys
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on idempotency_keys to osnova_system;
grant select, insert, update, delete on idempotency_keys to osnova_worker;

create policy system
  on job_heartbeats
  to osnova_system
  using (true)
  with check (true);
create policy health on job_heartbeats for select to osnova_worker using (true);
grant select, insert, update, delete on job_heartbeats to osnova_system;
grant select on job_heartbeats to osnova_worker;

create policy system
  on error_counts
  to osnova_system
  using (true)
  with check (true);
create policy counted on error_counts for select to osnova_worker using (true);
grant select, insert, update, delete on error_counts to osnova_system;
grant select on error_counts to osnova_worker;

create policy system
  on invited_addresses
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on invited_addresses to osnova_system;

create policy system
  on mail_refusals
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on mail_refusals to osnova_system;

create policy system
  on mail_days
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on mail_days to osnova_system;

create policy system
  on mail_limits
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on mail_limits to osnova_system;
