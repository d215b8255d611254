-- Who reads and writes the tables, and what history records of them. A tenant's rows are seen in the company entered;
-- functions of osnova_system see all of them.

create policy tenant
  on assignments
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on assignments
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on assignments to osnova_system;
grant select on assignments to osnova_worker;

create policy tenant
  on attempts
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on attempts
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on attempts to osnova_system;
grant select on attempts to osnova_worker;

create policy tenant
  on attempt_answers
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on attempt_answers
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on attempt_answers to osnova_system;
grant select on attempt_answers to osnova_worker;

create policy tenant
  on attempt_files
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on attempt_files
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on attempt_files to osnova_system;
grant select on attempt_files to osnova_worker;

create policy tenant
  on gradings
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on gradings
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on gradings to osnova_system;
grant select on gradings to osnova_worker;

create policy tenant
  on form_results
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on form_results
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on form_results to osnova_system;
grant select on form_results to osnova_worker;

create policy tenant
  on attempt_events
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on attempt_events
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on attempt_events to osnova_system;
grant select on attempt_events to osnova_worker;

create policy tenant
  on assignment_decisions
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on assignment_decisions
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on assignment_decisions to osnova_system;
grant select on assignment_decisions to osnova_worker;

create policy tenant
  on attempt_notes
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on attempt_notes
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on attempt_notes to osnova_system;
grant select on attempt_notes to osnova_worker;
