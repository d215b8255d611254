-- Who reads and writes the tables, and what history records of them. Who came by a dispatch is recorded as a person of
-- the company and a member of its group.

create policy tenant
  on dispatches
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on dispatches
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on dispatches to osnova_system;
grant select on dispatches to osnova_worker;
grant usage on sequence dispatches_id_seq to osnova_system;
create trigger history
  after insert or update or delete
  on dispatches
  for each row
  when (not erasing())
  execute function record_history('course', 'courses', '', 'part', 'course_id');

create policy tenant
  on dispatch_learners
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on dispatch_learners
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on dispatch_learners to osnova_system;
grant select on dispatch_learners to osnova_worker;
