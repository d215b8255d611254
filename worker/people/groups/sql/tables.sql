-- Who reads and writes the tables, and what history records of them. A tenant's rows are seen in the company entered;
-- functions of osnova_system see all of them.

create policy tenant
  on study_groups
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on study_groups
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on study_groups to osnova_system;
grant select, insert, update, delete on study_groups to osnova_worker;
create trigger history
  after insert or update or delete
  on study_groups
  for each row
  when (not erasing())
  execute function record_history('group', 'groups', 'name', 'main', 'id');

create policy tenant
  on group_members
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on group_members
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on group_members to osnova_system;
grant select, insert, update, delete on group_members to osnova_worker;
create trigger history
  after insert or update or delete
  on group_members
  for each row
  when (not erasing())
  execute function record_history('group', 'groups', '', 'part', 'group_id');

create policy tenant
  on group_exceptions
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on group_exceptions
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on group_exceptions to osnova_system;
grant select on group_exceptions to osnova_worker;
